//! Random trees of every kind that the long form can make.

use cgml::source::{FileId, Span};
use cgml::syntax::{
    Argument, AssignOperator, Expr, ExprKind, Filter, Ident, Modifier, ModifierOperator, Operand,
    Parameter, Step, TextStep,
};
use proptest::collection::vec;
use proptest::prelude::*;

pub(crate) const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, NOWHERE)
}

pub(crate) fn ident(text: String) -> Ident {
    Ident::new(text, NOWHERE)
}

pub(crate) fn any_name() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => "[a-z]{1,3}",
        2 => "(手札|山札|_x1|ref|if|list)",
        2 => "(and|or|not|in|where|true|false|none)",
        1 => "(draw pile|2nd|play-area||`|0|1|\\$x)",
        1 => any::<String>(),
    ]
}

fn any_call_name() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "(isEqual|isLessThan|isGreaterThan|in|and|or|not|not|add|sub|mul|div|mod)",
        2 => "(filter|where|list|canPerform|if|count|top)",
        1 => any_name(),
    ]
}

fn any_number() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => 0i64..4,
        1 => -3i64..0,
        1 => any::<i64>(),
        1 => Just(i64::MIN),
    ]
}

fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,3}", "['\"`\\\\\n手♥ ]{0,4}", any::<String>()]
}

fn any_leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        Just(ExprKind::Nothing),
        any::<bool>().prop_map(ExprKind::Bool),
        any_number().prop_map(ExprKind::Number),
        any_text().prop_map(ExprKind::Text),
        Just(ExprKind::Root),
        any_name().prop_map(ExprKind::Anchor),
        any_name().prop_map(ExprKind::Name),
        any_name().prop_map(ExprKind::Ref),
    ]
    .prop_map(expr)
}

/// Names that differ from each other, as keys of one mapping do.
fn distinct(names: Vec<String>) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for name in names {
        if !kept.contains(&name) {
            kept.push(name);
        }
    }
    kept
}

fn any_arguments(inner: impl Strategy<Value = Expr>) -> impl Strategy<Value = Vec<Argument>> {
    (vec(inner, 0..4), vec(any_name(), 0..4), 0u8..10).prop_map(|(values, names, how)| {
        let mut names = distinct(names).into_iter();
        values
            .into_iter()
            .enumerate()
            .map(|(index, value)| Argument {
                name: (how < 3 && index >= how as usize)
                    .then(|| names.next().map(ident))
                    .flatten(),
                value,
            })
            .collect()
    })
}

fn any_call(inner: impl Strategy<Value = Expr>) -> impl Strategy<Value = Expr> {
    (any_call_name(), any_arguments(inner))
        .prop_map(|(name, arguments)| expr(ExprKind::Call(ident(name), arguments)))
}

fn any_filter(inner: impl Strategy<Value = Expr> + Clone) -> impl Strategy<Value = Filter> {
    prop_oneof![
        Just(Filter::All),
        (any_name(), inner.clone()).prop_map(|(key, value)| Filter::By(ident(key), value)),
        inner.prop_map(Filter::Expr),
    ]
}

fn any_step(inner: impl Strategy<Value = Expr> + Clone + 'static) -> BoxedStrategy<Step> {
    let operand = prop_oneof![
        4 => inner.prop_map(Operand::Expr),
        1 => any_name().prop_map(|word| Operand::Word(ident(word))),
        1 => vec((any_name(), any_text()), 0..3).prop_map(|prose| {
            let languages = distinct(prose.iter().map(|(language, _)| language.clone()).collect());
            let texts = prose.into_iter().map(|(_, text)| text);
            Operand::Prose(languages.into_iter().map(ident).zip(texts).collect())
        }),
    ]
    .boxed();
    let step = step_of(operand.clone()).boxed();
    let nested = prop_oneof![
        4 => operand,
        1 => vec(step, 0..3).prop_map(Operand::Steps),
    ];
    step_of(nested.boxed()).boxed()
}

fn step_of(operand: BoxedStrategy<Operand>) -> impl Strategy<Value = Step> {
    (any_name(), vec(any_name(), 0..4), vec(operand, 4)).prop_map(|(action, names, operands)| {
        Step {
            action: ident(action),
            parameters: distinct(names)
                .into_iter()
                .zip(operands)
                .map(|(name, value)| Parameter {
                    name: ident(name),
                    value,
                })
                .collect(),
            span: NOWHERE,
        }
    })
}

fn any_can_perform(
    inner: impl Strategy<Value = Expr> + Clone + 'static,
) -> impl Strategy<Value = Expr> {
    any_step(inner).prop_map(|step| {
        let action = expr(ExprKind::Action(Box::new(step)));
        expr(ExprKind::Call(
            ident("canPerform".to_owned()),
            vec![Argument::positional(action)],
        ))
    })
}

fn any_record(inner: impl Strategy<Value = Expr>) -> impl Strategy<Value = Expr> {
    (vec(any_name(), 0..3), vec(inner, 3)).prop_map(|(names, values)| {
        let names = distinct(names).into_iter().map(ident);
        expr(ExprKind::Record(names.zip(values).collect()))
    })
}

pub(crate) fn any_expr() -> impl Strategy<Value = Expr> {
    any_leaf().prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            8 => any_call(inner.clone()),
            1 => (inner.clone(), any_name())
                .prop_map(|(base, name)| expr(ExprKind::Field(Box::new(base), ident(name)))),
            1 => (inner.clone(), any_filter(inner.clone()))
                .prop_map(|(base, filter)| expr(ExprKind::Index(Box::new(base), Box::new(filter)))),
            1 => any_record(inner.clone()),
            1 => any_can_perform(inner),
        ]
    })
}

fn any_path() -> impl Strategy<Value = Expr> {
    let base = prop_oneof![
        any_name().prop_map(ExprKind::Name),
        any_name().prop_map(ExprKind::Anchor)
    ];
    (base, vec(any_name(), 0..3)).prop_map(|(base, fields)| {
        fields.into_iter().fold(expr(base), |base, name| {
            expr(ExprKind::Field(Box::new(base), ident(name)))
        })
    })
}

pub(crate) fn any_text_step() -> impl Strategy<Value = TextStep> {
    let operator = prop_oneof![
        Just(AssignOperator::Set),
        Just(AssignOperator::Add),
        Just(AssignOperator::Subtract),
    ];
    prop_oneof![
        (any_call_name(), any_arguments(any_expr()))
            .prop_map(|(name, arguments)| TextStep::Call(ident(name), arguments)),
        (any_path(), operator, any_expr()).prop_map(|(target, operator, value)| {
            TextStep::Assign {
                target,
                operator,
                value,
            }
        }),
    ]
}

pub(crate) fn any_modifier() -> impl Strategy<Value = Modifier> {
    let operator = prop_oneof![
        Just(ModifierOperator::Set),
        Just(ModifierOperator::Add),
        Just(ModifierOperator::Subtract),
        Just(ModifierOperator::Multiply),
        Just(ModifierOperator::Divide),
    ];
    (any_path(), operator, any_expr()).prop_map(|(target, operator, amount)| Modifier {
        target,
        operator,
        amount,
    })
}
