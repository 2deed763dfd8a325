//! Symbols: a word is a position in the list of words of its type, so that it changes with the type.
//!
//! Two lists may have words in common: `hearts` is a suit, and one of the values of a parameter. Where the list
//! is not known a word is a text, one of all the texts of the program.

use cgml::model::{ExprKind, Game, Literal, Texts, Type};
use cgml::vocabulary::Language;
use engine::ids::NOTHING;
use engine::program::Text;

use crate::compiler::Compiler;

/// The largest number that is looked up among words.
pub(crate) const MOST_LOOKED_UP: i64 = 1000;

/// Value of a word that is not in the other list: no word's position, and not nothing either.
pub(crate) const NO_WORD: i64 = -1;

/// Value of a text that is compared with words and is none of them: equal to nothing, not even to a value
/// that is no word itself.
pub(crate) const NO_WORD_EITHER: i64 = -2;

/// True if a type has names for its values, declared in the game.
pub(crate) fn is_named(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Symbol(_) | Type::Phase | Type::State | Type::Team | Type::Kind | Type::CardName
    )
}

pub(crate) fn is_word(ty: &Type) -> bool {
    *ty == Type::Text || is_named(ty)
}

/// Names of words: in English first, which stands for languages that say nothing. Kinds of cards are words as well.
pub(crate) fn called(game: &Game) -> Vec<Text> {
    let mut called = texts(&game.texts);
    let named = game.kinds.iter().filter(|kind| !kind.text.is_empty());
    for kind in named {
        if called.iter().all(|known| known.id != kind.name) {
            called.push(crate::plan::texts::text(&kind.name, &kind.text));
        }
    }
    called
}

fn texts(texts: &Texts) -> Vec<Text> {
    let (english, others): (Vec<_>, Vec<_>) = texts
        .languages
        .iter()
        .partition(|(code, _)| code == Language::English.code());
    let mut called: Vec<Text> = Vec::new();
    for (code, words) in english.into_iter().chain(others) {
        for (word, text) in words {
            let said = (code.clone(), text.clone());
            match called.iter_mut().find(|known| known.id == *word) {
                Some(known) => known.texts.push(said),
                None => called.push(Text {
                    id: word.clone(),
                    texts: vec![said],
                }),
            }
        }
    }
    called
}

impl Compiler<'_> {
    /// True if values of one type must be changed to be values of the other.
    pub(crate) fn must_convert(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Symbol(_) | Type::Text, Type::Number)
            | (Type::Number, Type::Symbol(_) | Type::Text) => true,
            _ => is_word(from) && is_word(to) && from != to,
        }
    }

    /// Every text as a word of a type.
    pub(crate) fn texts_as(&mut self, ty: &Type) -> Vec<i64> {
        self.know_all_words();
        let texts = self.plan.layout.texts.clone();
        texts.iter().map(|text| self.word_as(text, ty)).collect()
    }

    /// The words of a type, in the order of their numbers.
    pub(crate) fn words(&self, ty: &Type) -> Vec<String> {
        fn owned<'n>(names: impl Iterator<Item = &'n str>) -> Vec<String> {
            names.map(str::to_owned).collect()
        }
        match ty {
            Type::Symbol(set) => self.game.symbol_sets[*set].values.iter().cloned().collect(),
            Type::Phase => owned(self.game.phases.names()),
            Type::State => owned(self.game.states.names()),
            Type::Team => owned(self.game.teams.names()),
            Type::Kind => owned(self.game.kinds.names()),
            Type::CardName => owned(self.game.cards.names()),
            Type::Text => self.plan.layout.texts.clone(),
            Type::Any
            | Type::Nothing
            | Type::Bool
            | Type::Number
            | Type::Card
            | Type::Zone
            | Type::Player
            | Type::Range
            | Type::Pool
            | Type::List(_)
            | Type::Record(_) => Vec::new(),
        }
    }

    pub(crate) fn word_as(&mut self, word: &str, ty: &Type) -> i64 {
        let game = self.game;
        let position = match ty {
            Type::Symbol(set) => game.symbol_sets[*set].position(word),
            Type::Phase => game.phases.find(word).map(|id| id.0),
            Type::State => game.states.find(word).map(|id| id.0),
            Type::Team => game.teams.find(word).map(|id| id.0),
            Type::Kind => game.kinds.find(word).map(|id| id.0),
            Type::CardName => game.cards.find(word).map(|id| id.0),
            Type::Number => return word.parse().unwrap_or(NOTHING),
            Type::Any
            | Type::Nothing
            | Type::Bool
            | Type::Text
            | Type::Card
            | Type::Zone
            | Type::Player
            | Type::Range
            | Type::Pool
            | Type::List(_)
            | Type::Record(_) => return self.plan.layout.text(word),
        };
        position.map_or(NO_WORD, i64::from)
    }

    /// Every word of every type is a text, so that a table of texts is complete.
    pub(crate) fn know_all_words(&mut self) {
        let game = self.game;
        for word in game.symbol_sets.iter().flat_map(|set| &set.values) {
            self.plan.layout.text(word);
        }
        let named = game.phases.names().chain(game.states.names());
        let named = named.chain(game.teams.names()).chain(game.kinds.names());
        for name in named.chain(game.zones.names()).chain(game.cards.names()) {
            self.plan.layout.text(name);
        }
        cgml::model::visit::exprs(game, &mut |expr| {
            if let ExprKind::Literal(literal) = &expr.kind {
                self.know_texts(literal);
            }
        });
    }

    fn know_texts(&mut self, literal: &Literal) {
        match literal {
            Literal::Text(text) => {
                self.plan.layout.text(text);
            }
            Literal::List(items) | Literal::Record(items) => {
                items.iter().for_each(|item| self.know_texts(item));
            }
            Literal::Nothing
            | Literal::Bool(_)
            | Literal::Number(_)
            | Literal::Symbol(..)
            | Literal::Range(_) => {}
        }
    }
}
