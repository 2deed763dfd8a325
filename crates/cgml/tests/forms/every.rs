//! For every tree: the long form, text, and any mixture of the two are read as that tree.

use cgml::diagnostic::Diagnostics;
use cgml::read::{Syntax, read};
use cgml::syntax::{Expr, Step};
use cgml::text::print_expression;
use cgml::tree::{NodeId, Tree};
use cgml::version::Version;
use cgml::vocabulary::shape::{Key, Object, Shape};
use cgml::vocabulary::want::Want;
use cgml::yaml::parse_text;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::long::{Writer, quoted};
use crate::text::{expression_in_text, small, steps_in_text};
use crate::trees::{DEFINED, any_expr, any_steps};

/// A document with functions and effects of its own, one expression and one effect.
const DOCUMENT: Object = Object {
    name: "a document",
    about: "A part of a game.",
    keys: &[
        Key::optional("define", Shape::Any, "Functions and effects."),
        Key::optional("value", Shape::Operand(Want::Any), "An expression."),
        Key::optional("effect", Shape::Steps, "An effect."),
    ],
};

/// The value at `key` of a document with this one key, or the reported problems.
fn read_at<T>(
    key: &str,
    yaml: &str,
    find: impl FnOnce(&Syntax, NodeId) -> T,
) -> Result<T, TestCaseError> {
    let defined = DEFINED.iter().map(|name| format!("{name}: {{}}"));
    let defined = defined.collect::<Vec<_>>().join(", ");
    let document = format!("define: {{ {defined} }}\n{key}: {yaml}\n");
    let (mut tree, mut diagnostics) = (Tree::default(), Diagnostics::new());
    let parsed = parse_text("x.cgml", &document, &mut tree, &mut diagnostics).expect("it is YAML");
    let root = parsed.roots[0];
    let shape = Shape::Object(&DOCUMENT);
    let syntax = read(&tree, root, &shape, Version::V1_4, &mut diagnostics);
    if !diagnostics.is_empty() {
        let problems = diagnostics.sorted();
        return Err(TestCaseError::fail(format!("{yaml}: {problems:?}")));
    }
    let node = tree.get(root, key).expect("the key was written");
    Ok(find(&syntax, node))
}

/// The expression that a YAML text is.
fn expression(yaml: &str) -> Result<Option<Expr>, TestCaseError> {
    read_at("value", yaml, |syntax, node| {
        syntax.expression(node).map(expression_in_text)
    })
}

/// The steps that a YAML text is.
fn steps(yaml: &str) -> Result<Vec<Step>, TestCaseError> {
    read_at("effect", yaml, |syntax, node| {
        syntax.steps(node).iter().map(small).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(512)
    })]

    #[test]
    fn an_expression_is_one_tree_in_every_form(tree in any_expr(), noise in vec(any::<u8>(), 1..20)) {
        let meant = expression_in_text(&tree);
        let long = Writer::of_the_long_form().expression(&tree);
        let mixed = Writer::of_both(noise).expression(&tree);
        let text = quoted(&print_expression(&meant));

        for yaml in [long, mixed, text] {
            prop_assert_eq!(expression(&yaml)?, Some(meant.clone()), "{}", yaml);
        }
    }

    #[test]
    fn an_effect_is_one_list_of_steps_in_every_form(tree in any_steps(), noise in vec(any::<u8>(), 1..20)) {
        let meant: Vec<Step> = tree.iter().map(small).collect();
        let long = Writer::of_the_long_form().steps(&tree);
        let mixed = Writer::of_both(noise).steps(&tree);
        let text = quoted(&steps_in_text(&tree));

        for yaml in [long, mixed, text] {
            prop_assert_eq!(&steps(&yaml)?, &meant, "{}", yaml);
        }
    }
}

#[test]
fn the_forms_are_written_as_authors_write_them() {
    let tree = expression("{ isEqual: [{ count: [{ path: hand }] }, { value: 3 }] }");
    let tree = tree.expect("it is right").expect("it is an expression");
    assert_eq!(
        Writer::of_the_long_form().expression(&tree),
        r#"{ "isEqual": [{ "count": [{ path: "hand" }] }, { value: 3 }] }"#
    );
    assert_eq!(
        Writer::of_both(vec![0, 1]).expression(&tree),
        r#"{ "isEqual": ["count(hand)", { value: 3 }] }"#
    );

    let effect = steps("{ action: MOVE, from: deck, to: hand }").expect("it is right");
    assert_eq!(steps_in_text(&effect), "move(from: deck, to: hand)");
}
