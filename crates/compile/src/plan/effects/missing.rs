//! Features that are not compiled yet: a game with any of them is refused, so that nothing of a game is ever left
//! out silently.

use cgml::model::{Game, Named, Type};
use cgml::source::Span;

use crate::compiler::Compiler;

impl Compiler<'_> {
    /// Refuses a game with parts that are not supported yet.
    pub(crate) fn refuse_what_is_missing(&mut self) {
        let game = self.game;
        if let Some((what, place)) = missing(game) {
            return self.not_yet(what, place);
        }
        self.refuse_pools();
        self.refuse_slots();
    }
}

/// The first part of a game that is not supported yet.
fn missing(game: &Game) -> Option<(&'static str, Span)> {
    let is_many = |ty: &Type| matches!(ty, Type::List(_) | Type::Range | Type::Record(_));
    let attributes = game.attributes.iter();
    let attributes = attributes.filter(|attribute| is_many(&attribute.ty));
    let variables = game.variables.iter();
    let variables =
        variables.filter(|variable| matches!(variable.ty, Type::Range | Type::Record(_)));
    first(attributes, "attributes that are lists, ranges or records")
        .or_else(|| first(variables, "variables that are ranges or records"))
}

fn first<'g, T: Named + 'g>(
    mut of: impl Iterator<Item = &'g T>,
    what: &'static str,
) -> Option<(&'static str, Span)> {
    of.next().map(|found| (what, found.origin()))
}
