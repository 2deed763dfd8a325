//! The long form and expression text give equal trees.

mod every;
mod long;
mod text;
mod trees;

use cgml::diagnostic::Diagnostics;
use cgml::read::read;
use cgml::syntax::Expr;
use cgml::text::print_expression;
use cgml::tree::Tree;
use cgml::version::Version;
use cgml::vocabulary::shape::Shape;
use cgml::vocabulary::want::Want;
use cgml::yaml::parse_text;

/// The expression that a YAML text is, in CGML 1.4.
fn expression(yaml: &str) -> Expr {
    let (mut tree, mut diagnostics) = (Tree::default(), Diagnostics::new());
    let parsed = parse_text("x.cgml", yaml, &mut tree, &mut diagnostics).expect("it is YAML");
    let root = parsed.roots[0];
    let shape = Shape::Operand(Want::Any);
    let syntax = read(&tree, root, &shape, Version::V1_4, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{yaml}: {:?}", diagnostics.sorted());
    syntax
        .expression(root)
        .expect("it is an expression")
        .clone()
}

#[test]
fn both_forms_of_an_expression_are_one_tree_and_print_as_text() {
    let pairs = [
        (
            "isGreaterThan: [{ count: [{ path: $.zones.deck }] }, { value: 3 }]",
            "count($.zones.deck) > 3",
        ),
        (
            "not: [{ isLessThan: [{ ref: a }, { value: 2 }] }]",
            "ref:a >= 2",
        ),
        (
            "and: [{ ref: a }, { or: [{ ref: b }, { ref: c }] }]",
            "ref:a and (ref:b or ref:c)",
        ),
        (
            "add: [{ mul: [{ value: 2 }, { value: 3 }] }, { value: 4 }]",
            "2 * 3 + 4",
        ),
        (
            "max: [{ list: [{ value: 1 }, { value: 2 }] }]",
            "max([1, 2])",
        ),
        ("in: [{ value: A }, { value: [A, K] }]", "'A' in ['A', 'K']"),
        (
            "top: [{ path: '$.players[by_id=ref:who].zones.hand' }]",
            "top($.players[by_id=ref:who].zones.hand)",
        ),
        (
            "filter: [{ path: $.zones.deck }, { isEqual: [{ ref: item }, { value: 1 }] }]",
            "$.zones.deck where ref:item == 1",
        ),
    ];
    for (long, text) in pairs {
        let one = expression(long);
        assert_eq!(one, expression(&format!("\"{text}\"")), "{long}");
        assert_eq!(print_expression(&one), text);
    }
}
