//! Logic written as text: selectors, expressions, steps and modifiers.
//!
//! ```text
//! $.players[current].zones.hand            a selector
//! count(hand) > 3 and phase == 'Main'      an expression
//! move(top(deck), mana); score += 1        steps
//! this.power + 1000                        a modifier
//! ```
//!
//! All of them are parts of one grammar (`spec/grammar.md`) and give the trees of
//! [`crate::syntax`], the same as the long form. What the names mean is left to the checker.
//!
//! Every function reports all problems it finds, with their exact place, and gives nothing if there
//! is one.

mod brackets;
mod form;
mod lexer;
mod operator;
mod parse;
mod parser;
mod place;
mod primary;
mod print;
mod quote;
mod reports;
mod selector;
mod sign;
mod slips;
mod step;
mod token;

pub use place::TextPlace;
pub use print::{print_expression, print_modifier, print_step_text, print_steps_text};

use crate::diagnostic::Diagnostics;
use crate::source::Span;
use crate::syntax::{Expr, Modifier, TextStep};
use parser::{Grammar, Parser};
use reports::Reports;
use token::TokenKind;

/// Reads an expression: `count(hand) > 3`.
pub fn parse_expression(
    text: &str,
    place: &TextPlace,
    diagnostics: &mut Diagnostics,
) -> Option<Expr> {
    let mut parser = expression_parser(text, place, diagnostics);
    let expr = parser.expression();
    parser.rest(TokenKind::End);
    parser.finish(expr)
}

/// Reads a selector: `$.players[current].zones.hand`, `top($.zones.deck)`.
///
/// A selector begins with `$`, an anchor, `ref:` or a function of selectors. Anything else is
/// expression text, which CGML 1.3 does not have; the report says so.
pub fn parse_selector(
    text: &str,
    place: &TextPlace,
    diagnostics: &mut Diagnostics,
) -> Option<Expr> {
    let reports = Reports::new(place, diagnostics);
    let mut parser = Parser::new(text, Grammar::Selector, reports);
    let expr = parser.selector();
    parser.finish(expr)
}

/// Reads one step: `move(top(deck), mana)`, `pass`, `score += 1`.
pub fn parse_step(
    text: &str,
    place: &TextPlace,
    diagnostics: &mut Diagnostics,
) -> Option<(TextStep, Span)> {
    let mut parser = expression_parser(text, place, diagnostics);
    let step = parser.step();
    let span = parser.span_from(0);
    parser.rest(TokenKind::End);
    Some((parser.finish(step)??, span))
}

/// Reads steps with `;` between them.
pub fn parse_steps(
    text: &str,
    place: &TextPlace,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<(TextStep, Span)>> {
    let mut parser = expression_parser(text, place, diagnostics);
    let steps = parser.steps();
    parser.finish(steps)
}

/// Reads a modifier: `this.power + 1000`, `card.cost - 2`, `this.power = 3000`.
pub fn parse_modifier(
    text: &str,
    place: &TextPlace,
    diagnostics: &mut Diagnostics,
) -> Option<Modifier> {
    let mut parser = expression_parser(text, place, diagnostics);
    let modifier = parser.modifier();
    parser.finish(modifier)?
}

fn expression_parser<'t, 'a>(
    text: &'t str,
    place: &'a TextPlace,
    diagnostics: &'a mut Diagnostics,
) -> Parser<'t, 'a> {
    Parser::new(text, Grammar::Expression, Reports::new(place, diagnostics))
}
