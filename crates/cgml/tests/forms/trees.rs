//! Random trees that both the long form and text can write: every operator, every action.

use cgml::source::{FileId, Span};
use cgml::syntax::{
    Argument, Expr, ExprKind, Filter, Ident, Modifier, ModifierOperator, Operand, Parameter, Step,
};
use cgml::vocabulary::actions::{self, Action};
use cgml::vocabulary::fields::PLAYER_WORDS;
use cgml::vocabulary::operators;
use cgml::vocabulary::shape::Shape;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Definitions in the documents of these tests: functions and effects of the author's own.
pub(crate) const DEFINED: &[&str] = &["mine", "手番"];

const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, NOWHERE)
}

fn ident(text: impl Into<String>) -> Ident {
    Ident::new(text, NOWHERE)
}

pub(crate) fn call(name: &str, operands: Vec<Expr>) -> Expr {
    let operands = operands.into_iter().map(Argument::positional).collect();
    expr(ExprKind::Call(ident(name), operands))
}

fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "[a-z]{1,3}",
        2 => "(手札|山札|_x1|ref|if|list|value|path|action)",
        1 => "(and|or|not|in|where|true|false|none|null|yes)",
        1 => "(draw pile|2nd|play-area|`|0|#x|~|a: b)",
        1 => any::<String>(),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,3}",
        "(true|3|~|null|1\\.5|\\$\\.zones|ref:x|a \\+ b|)",
        "['\"`\\\\\n手♥ ]{0,4}",
        any::<String>(),
    ]
}

fn any_literal() -> impl Strategy<Value = Expr> {
    prop_oneof![
        1 => Just(ExprKind::Nothing),
        1 => any::<bool>().prop_map(ExprKind::Bool),
        3 => (-3i64..9).prop_map(ExprKind::Number),
        1 => any::<i64>().prop_map(ExprKind::Number),
        2 => any_text().prop_map(ExprKind::Text),
    ]
    .prop_map(expr)
}

fn any_leaf() -> impl Strategy<Value = Expr> {
    let named = prop_oneof![
        Just(ExprKind::Root),
        any_name().prop_map(ExprKind::Anchor),
        any_name().prop_map(ExprKind::Name),
        any_name().prop_map(ExprKind::Ref),
    ];
    prop_oneof![any_literal(), named.prop_map(expr)]
}

/// Operators and defined functions; `canPerform` takes no expression.
fn any_call_name() -> impl Strategy<Value = &'static str> {
    let names = operators::all().map(|operator| operator.name);
    let names = names
        .filter(|name| *name != "canPerform")
        .chain(DEFINED.iter().copied());
    select(names.collect::<Vec<_>>())
}

fn any_filter(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Filter> {
    prop_oneof![
        Just(Filter::All),
        (any_name(), inner.clone()).prop_map(|(key, value)| Filter::By(ident(key), value)),
        inner.prop_map(Filter::Expr),
    ]
}

/// An outcome; its reason is a plain value.
fn any_record(inner: impl Strategy<Value = Expr>) -> impl Strategy<Value = Expr> {
    (inner, proptest::option::of(any_literal())).prop_map(|(winners, reason)| {
        let reason = reason.map(|reason| (ident("reason"), reason));
        let fields = std::iter::once((ident("winners"), winners)).chain(reason);
        expr(ExprKind::Record(fields.collect()))
    })
}

pub(crate) fn any_expr() -> impl Strategy<Value = Expr> {
    any_leaf().prop_recursive(5, 32, 3, |inner| {
        let inner = inner.boxed();
        prop_oneof![
            8 => (any_call_name(), vec(inner.clone(), 0..4))
                .prop_map(|(name, operands)| call(name, operands)),
            1 => inner.clone()
                .prop_map(|operand| call("sub", vec![expr(ExprKind::Number(0)), operand])),
            2 => (inner.clone(), any_name())
                .prop_map(|(base, name)| expr(ExprKind::Field(Box::new(base), ident(name)))),
            2 => (inner.clone(), any_filter(inner.clone()))
                .prop_map(|(base, filter)| expr(ExprKind::Index(Box::new(base), Box::new(filter)))),
            1 => any_record(inner.clone()),
            1 => any_step_of(inner, Just(Vec::new()).boxed()).prop_map(can_perform),
        ]
    })
}

fn can_perform(step: Step) -> Expr {
    call("canPerform", vec![expr(ExprKind::Action(Box::new(step)))])
}

/// Steps, the branches of which hold steps.
pub(crate) fn any_steps() -> impl Strategy<Value = Vec<Step>> {
    let flat = vec(
        any_step_of(any_expr().boxed(), Just(Vec::new()).boxed()),
        0..3,
    );
    vec(any_step_of(any_expr().boxed(), flat.boxed()), 1..3)
}

fn any_step_of(
    inner: BoxedStrategy<Expr>,
    branch: BoxedStrategy<Vec<Step>>,
) -> BoxedStrategy<Step> {
    let defined = any_parameters_of_own(inner.clone());
    let defined =
        (select(DEFINED), defined).prop_map(|(name, parameters)| step(name.to_owned(), parameters));
    // Text has no words for modes: their texts and conditions stand beside the steps.
    let has_no_modes = |action: &&Action| {
        let mut shapes = action.parameters.iter().map(|key| &key.shape);
        !shapes.any(|shape| matches!(shape, Shape::List(_)))
    };
    let actions: Vec<&'static Action> = actions::all().filter(has_no_modes).collect();
    let built_in = select(actions)
        .prop_flat_map(move |action| any_call_of(action, inner.clone(), branch.clone()));
    prop_oneof![6 => built_in, 1 => defined].boxed()
}

fn step(action: String, parameters: Vec<Parameter>) -> Step {
    Step {
        action: ident(action),
        parameters,
        span: NOWHERE,
    }
}

/// A call of an action: what it needs, and some of what it may have.
fn any_call_of(
    action: &'static Action,
    inner: BoxedStrategy<Expr>,
    branch: BoxedStrategy<Vec<Step>>,
) -> BoxedStrategy<Step> {
    let keys = action.parameters.iter().chain(actions::COMMON);
    let keys = keys.filter(|key| !matches!(key.shape, Shape::Any));
    let parameters: Vec<BoxedStrategy<Option<Parameter>>> = keys
        .map(|key| {
            let value = any_operand(&key.shape, inner.clone(), branch.clone());
            let parameter = value.prop_map(|value| Parameter {
                name: ident(key.name),
                value,
            });
            match key.required {
                true => parameter.prop_map(Some).boxed(),
                false => proptest::option::weighted(0.3, parameter).boxed(),
            }
        })
        .collect();
    let own = match action.is_open() {
        true => any_parameters_of_own(inner).boxed(),
        false => Just(Vec::new()).boxed(),
    };
    (parameters, own)
        .prop_map(|(parameters, own)| {
            step(
                action.name.to_owned(),
                parameters.into_iter().flatten().chain(own).collect(),
            )
        })
        .boxed()
}

/// Parameters that no action has.
fn any_parameters_of_own(inner: BoxedStrategy<Expr>) -> impl Strategy<Value = Vec<Parameter>> {
    vec(inner, 0..3).prop_map(|values| {
        let parameter = |(name, value): (&str, Expr)| Parameter {
            name: ident(name),
            value: Operand::Expr(value),
        };
        ["own_x", "own y"]
            .into_iter()
            .zip(values)
            .map(parameter)
            .collect()
    })
}

fn any_operand(
    shape: &Shape,
    inner: BoxedStrategy<Expr>,
    branch: BoxedStrategy<Vec<Step>>,
) -> BoxedStrategy<Operand> {
    let plain_name = || "[a-z]{2,5}x";
    match *shape {
        Shape::Operand(_) | Shape::Count => inner.prop_map(Operand::Expr).boxed(),
        Shape::Player | Shape::Players => {
            let word = select(PLAYER_WORDS);
            let word = word.prop_map(|word| expr(ExprKind::Name(word.to_owned())));
            prop_oneof![inner, word].prop_map(Operand::Expr).boxed()
        }
        Shape::Steps => branch.prop_map(Operand::Steps).boxed(),
        Shape::Flag => any::<bool>()
            .prop_map(|flag| Operand::Expr(expr(ExprKind::Bool(flag))))
            .boxed(),
        Shape::Prose => any_prose().boxed(),
        Shape::Modifiers => vec(any_modifier(inner), 1..3)
            .prop_map(Operand::Modifiers)
            .boxed(),
        Shape::OneOrMany(_) => vec(plain_name(), 1..3)
            .prop_map(|names| {
                let names = names.into_iter().map(|name| expr(ExprKind::Name(name)));
                Operand::Expr(call("list", names.collect()))
            })
            .boxed(),
        Shape::Word(words) => select(words)
            .prop_map(|word| Operand::Word(ident(word)))
            .boxed(),
        Shape::Either(shapes) => {
            let shapes = shapes.iter();
            proptest::strategy::Union::new(
                shapes.map(|shape| any_operand(shape, inner.clone(), branch.clone())),
            )
            .boxed()
        }
        Shape::Name(_) | Shape::NewName(_) | Shape::Event => plain_name()
            .prop_map(|word| Operand::Word(ident(word)))
            .boxed(),
        _ => panic!("no action has a parameter of this shape: {shape:?}"),
    }
}

fn any_prose() -> impl Strategy<Value = Operand> {
    let words = || any_text();
    prop_oneof![
        words().prop_map(|words| Operand::Prose(vec![(ident(""), words)])),
        (words(), words())
            .prop_map(|(en, ja)| { Operand::Prose(vec![(ident("en"), en), (ident("ja"), ja)]) }),
    ]
}

/// A change; what is changed is a path.
fn any_modifier(amount: BoxedStrategy<Expr>) -> impl Strategy<Value = Modifier> {
    let operator = select(
        &[
            ModifierOperator::Set,
            ModifierOperator::Add,
            ModifierOperator::Subtract,
            ModifierOperator::Multiply,
            ModifierOperator::Divide,
        ][..],
    );
    ("[a-z]{1,3}", any_name(), operator, amount).prop_map(|(base, field, operator, amount)| {
        let base = expr(ExprKind::Name(base));
        Modifier {
            target: expr(ExprKind::Field(Box::new(base), ident(field))),
            operator,
            amount,
        }
    })
}
