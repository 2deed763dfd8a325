//! What is printed is read back as the same tree, whatever the tree; and no text makes it panic.

use cgml::diagnostic::Diagnostics;
use cgml::source::{FileId, Span};
use cgml::syntax::{
    Argument, AssignOperator, Expr, ExprKind, Filter, Ident, Modifier, ModifierOperator, Operand,
    Parameter, Step, TextStep,
};
use cgml::text::{
    TextPlace, parse_expression, parse_modifier, parse_selector, parse_step, parse_steps,
    print_expression, print_modifier, print_step_text, print_steps_text,
};
use proptest::collection::vec;
use proptest::prelude::*;

const NOWHERE: Span = Span {
    file: FileId(0),
    start: 0,
    end: 0,
};

fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, NOWHERE)
}

fn ident(text: String) -> Ident {
    Ident::new(text, NOWHERE)
}

fn any_name() -> impl Strategy<Value = String> {
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

fn any_can_perform(inner: impl Strategy<Value = Expr> + Clone + 'static) -> impl Strategy<Value = Expr> {
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

fn any_expr() -> impl Strategy<Value = Expr> {
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
    let base = prop_oneof![any_name().prop_map(ExprKind::Name), any_name().prop_map(ExprKind::Anchor)];
    (base, vec(any_name(), 0..3)).prop_map(|(base, fields)| {
        fields.into_iter().fold(expr(base), |base, name| {
            expr(ExprKind::Field(Box::new(base), ident(name)))
        })
    })
}

fn any_text_step() -> impl Strategy<Value = TextStep> {
    let operator = prop_oneof![
        Just(AssignOperator::Set),
        Just(AssignOperator::Add),
        Just(AssignOperator::Subtract),
    ];
    prop_oneof![
        (any_call_name(), any_arguments(any_expr()))
            .prop_map(|(name, arguments)| TextStep::Call(ident(name), arguments)),
        (any_path(), operator, any_expr()).prop_map(|(target, operator, value)| {
            TextStep::Assign { target, operator, value }
        }),
    ]
}

fn any_modifier() -> impl Strategy<Value = Modifier> {
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

/// Text made of pieces of the language, so that it is nearly right.
fn nearly_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => "(hand|deck|\\$|\\$player|ref:x|1|'a'|true|none|count\\(|move\\(|canPerform\\()",
        6 => "( and | or |not | in | where |==|!=|<=|>|\\+|-|\\*|=|\\+=|!|&|=>)",
        6 => "(\\(|\\)|\\[|\\]|\\{|\\}|,|\\.|:|;|\\[\\*\\]|\\[k=|x: )",
        1 => "(（|＝|“|」|`|'|\"|\\\\|1\\.5|2nd|99999999999999999999|♥|手札)",
        1 => any::<String>(),
    ];
    vec(piece, 0..30).prop_map(|pieces| pieces.concat())
}

/// Reads with every entry; none may panic, and each reports or answers.
fn read_every_way(text: &str) -> Result<(), TestCaseError> {
    let place = TextPlace::whole(NOWHERE);
    let mut answers = Vec::new();
    for entry in 0..5 {
        let mut diagnostics = Diagnostics::new();
        let is_some = match entry {
            0 => parse_expression(text, &place, &mut diagnostics).is_some(),
            1 => parse_selector(text, &place, &mut diagnostics).is_some(),
            2 => parse_step(text, &place, &mut diagnostics).is_some(),
            3 => parse_steps(text, &place, &mut diagnostics).is_some(),
            _ => parse_modifier(text, &place, &mut diagnostics).is_some(),
        };
        prop_assert_eq!(is_some, diagnostics.is_empty(), "entry {} of {:?}", entry, text);
        answers.push(is_some);
    }
    prop_assert!(answers[0] || !answers[1], "a selector is an expression: {text:?}");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn a_printed_expression_is_read_back(tree in any_expr()) {
        let text = print_expression(&tree);
        let mut diagnostics = Diagnostics::new();
        let read = parse_expression(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);

        prop_assert_eq!(read, Some(tree), "{} {:?}", text, diagnostics);
    }

    #[test]
    fn printed_steps_are_read_back(steps in vec(any_text_step(), 1..4)) {
        let text = print_steps_text(&steps);
        let mut diagnostics = Diagnostics::new();
        let read = parse_steps(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);
        let read: Option<Vec<TextStep>> =
            read.map(|steps| steps.into_iter().map(|(step, _)| step).collect());
        prop_assert_eq!(read.as_ref(), Some(&steps), "{} {:?}", text, diagnostics);

        let first = print_step_text(&steps[0]);
        let read = parse_step(&first, &TextPlace::whole(NOWHERE), &mut diagnostics);
        prop_assert_eq!(read.map(|(step, _)| step), steps.first().cloned());
    }

    #[test]
    fn a_printed_modifier_is_read_back(modifier in any_modifier()) {
        let text = print_modifier(&modifier);
        let mut diagnostics = Diagnostics::new();
        let read = parse_modifier(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);

        prop_assert_eq!(read, Some(modifier), "{} {:?}", text, diagnostics);
    }

    #[test]
    fn nearly_right_text_never_panics(text in nearly_text()) {
        read_every_way(&text)?;
    }

    #[test]
    fn garbage_never_panics(text in any::<String>()) {
        read_every_way(&text)?;
    }
}

#[test]
fn deep_text_is_reported_and_does_not_overflow_the_stack() {
    for piece in ["(", "[", "{a:", "f(", "x[", "not ", "-", "a.", "a+", "canPerform(", "x[k=$[", "a where "] {
        let text = piece.repeat(60_000 / piece.len());
        read_every_way(&text).expect("it is reported");
    }
    let all_levels = "a or b and not c == d + e * -f(".repeat(64);
    read_every_way(&all_levels).expect("it is reported");
}

#[test]
fn sixty_brackets_are_not_too_deep() {
    let text = format!("{}x{}", "(".repeat(60), ")".repeat(60));
    let mut diagnostics = Diagnostics::new();

    let read = parse_expression(&text, &TextPlace::whole(NOWHERE), &mut diagnostics);
    assert_eq!(read, Some(expr(ExprKind::Name("x".to_owned()))));
}
