//! Words: a word is a position in the list of words of its type, so that it changes with the type.
//!
//! Two lists may have words in common: `hearts` is a suit, and one of the values of a parameter. Where the list
//! is not known a word is a text, one of all the texts of the program.

use cgml::model::{Expr, ExprKind, Literal, Texts, Type};
use engine::ids::NOTHING;
use engine::op::Op;
use engine::program::Text;

use crate::code::Label;
use crate::compiler::Compiler;
use crate::scope::{Scope, Value};

/// The largest number that is looked up among words.
const MOST_LOOKED_UP: i64 = 1000;

/// What a word becomes that is not in the other list: no word's position, and not nothing either.
const NO_WORD: i64 = -1;

/// What a text becomes that is compared with words and is none of them: equal to nothing, not even to a value
/// that is no word itself.
const NO_WORD_EITHER: i64 = -2;

/// Whether a type has names for its values, declared in the game.
pub(crate) fn is_named(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Symbol(_) | Type::Phase | Type::State | Type::Team | Type::Kind | Type::CardName
    )
}

fn is_word(ty: &Type) -> bool {
    *ty == Type::Text || is_named(ty)
}

/// What words are called: in English first, which stands for languages that say nothing.
pub(crate) fn called(texts: &Texts) -> Vec<Text> {
    let (english, others): (Vec<_>, Vec<_>) =
        texts.languages.iter().partition(|(code, _)| code == "en");
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
    /// The value of an expression where a type is wanted.
    pub(crate) fn value_as(&mut self, expr: &Expr, ty: &Type, scope: &Scope) -> Value {
        if (&expr.ty, ty) == (&Type::Pool, &Type::Pool) {
            return self.pool(expr, scope);
        }
        if let (Type::List(from), Type::List(to)) = (&expr.ty, ty)
            && self.must_convert(from, to)
        {
            return Value::In(self.gather_as(expr, ty, scope));
        }
        let value = self.value(expr, scope);
        self.converted(value, &expr.ty, ty)
    }

    /// Two values that can be compared.
    ///
    /// A text is looked for among the words of the other side, which have other names too: `H` is `hearts`.
    pub(crate) fn comparable(&mut self, a: &Expr, b: &Expr, scope: &Scope) -> (Value, Value) {
        let left = self.value(a, scope);
        let right = self.value(b, scope);
        match (&a.ty, &b.ty) {
            (Type::Symbol(_), Type::Number) => (self.converted(left, &a.ty, &b.ty), right),
            (Type::Text, other) if is_named(other) => (self.among(left, other), right),
            (other, Type::Text) if is_named(other) => (left, self.among(right, other)),
            _ => (left, self.converted(right, &b.ty, &a.ty)),
        }
    }

    /// A text as a word of a type, to be compared with one: what is no such word is equal to none.
    pub(crate) fn among(&mut self, text: Value, ty: &Type) -> Value {
        let table = self.texts_as(ty);
        let unlike = |word| {
            if word == NO_WORD {
                NO_WORD_EITHER
            } else {
                word
            }
        };
        let table = table.into_iter().map(unlike).collect();
        self.looked_up(text, table)
    }

    /// Whether values of one type must be changed to be values of the other.
    pub(crate) fn must_convert(&self, from: &Type, to: &Type) -> bool {
        match (from, to) {
            (Type::Symbol(_) | Type::Text, Type::Number)
            | (Type::Number, Type::Symbol(_) | Type::Text) => true,
            _ => is_word(from) && is_word(to) && from != to,
        }
    }

    /// A value as one of another type.
    pub(crate) fn converted(&mut self, value: Value, from: &Type, to: &Type) -> Value {
        if !self.must_convert(from, to) {
            return value;
        }
        match (from, to) {
            (Type::Number, Type::Text) => {
                if let Value::Known(number) = value {
                    self.layout.text(&number.to_string());
                }
                self.know_all_words();
                let texts = self.layout.texts.clone();
                self.number_as_word(value, &texts)
            }
            (Type::Number, to) => {
                let words = self.words(to);
                self.number_as_word(value, &words)
            }
            (Type::Text, to) => {
                let table = self.texts_as(to);
                self.looked_up(value, table)
            }
            (from, to) => {
                let words = self.words(from);
                let table = words.iter().map(|word| self.word_as(word, to)).collect();
                self.looked_up(value, table)
            }
        }
    }

    /// Every text as a word of a type.
    fn texts_as(&mut self, ty: &Type) -> Vec<i64> {
        self.know_all_words();
        let texts = self.layout.texts.clone();
        texts.iter().map(|text| self.word_as(text, ty)).collect()
    }

    /// The words of a type, in the order of the numbers that stand for them.
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
            Type::Text => self.layout.texts.clone(),
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
            _ => return self.layout.text(word),
        };
        position.map_or(NO_WORD, i64::from)
    }

    /// Fails where a value was no word of the type it was made one of.
    pub(crate) fn unless_no_word(&mut self, value: Value, from: &Type, to: &Type, fail: Label) {
        if !self.must_convert(from, to) || *to == Type::Number {
            return;
        }
        match value {
            Value::Known(NO_WORD) => self.code.jump(fail),
            Value::Known(_) => {}
            Value::In(a) => {
                let is_word = self.code.label();
                self.code.emit(Op::UnlessIs {
                    a,
                    value: NO_WORD as i32,
                    to: is_word.pc(),
                });
                self.code.jump(fail);
                self.code.bind(is_word);
            }
        }
    }

    /// Every word of every type is a text, so that a table of texts is complete.
    pub(crate) fn know_all_words(&mut self) {
        let game = self.game;
        for word in game.symbol_sets.iter().flat_map(|set| &set.values) {
            self.layout.text(word);
        }
        let named = game.phases.names().chain(game.states.names());
        let named = named.chain(game.teams.names()).chain(game.kinds.names());
        for name in named.chain(game.zones.names()).chain(game.cards.names()) {
            self.layout.text(name);
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
                self.layout.text(text);
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

    /// How many characters a text or word has.
    pub(crate) fn length_of_text(&mut self, text: &Expr, scope: &Scope) -> Value {
        let words = match text.ty {
            Type::Symbol(_) => self.words(&text.ty),
            _ => {
                self.know_all_words();
                self.layout.texts.clone()
            }
        };
        let lengths = words.iter().map(|word| word.chars().count() as i64);
        let lengths = lengths.collect();
        self.look_up(lengths, text, scope)
    }

    /// The word with the digits of a number: 10 and "10" are the same rank.
    fn number_as_word(&mut self, value: Value, words: &[String]) -> Value {
        if value == Value::Known(NOTHING) {
            return value;
        }
        let numbers: Vec<Option<i64>> = words.iter().map(|word| word.parse().ok()).collect();
        let position = |number: i64| numbers.iter().position(|known| *known == Some(number));
        if let Value::Known(number) = value {
            return Value::Known(position(number).map_or(NO_WORD, |position| position as i64));
        }
        let most = numbers.iter().flatten().max().copied().unwrap_or(0);
        let most = most.min(MOST_LOOKED_UP);
        let table = (0..=most).map(|number| {
            let found = position(number);
            found.map_or(NO_WORD, |position| position as i64)
        });
        let table = table.collect();
        self.looked_up(value, table)
    }

    /// The value at a position of a table; nothing stays nothing.
    fn looked_up(&mut self, value: Value, table: Vec<i64>) -> Value {
        match value {
            Value::Known(position) => {
                let found = usize::try_from(position).ok().and_then(|at| table.get(at));
                Value::Known(found.copied().unwrap_or(position))
            }
            Value::In(index) => {
                let list = self.code.constant(table);
                let to = self.code.slot();
                let done = self.code.label();
                self.put(to, Value::In(index));
                self.code.emit(Op::UnlessThere {
                    a: index,
                    to: done.pc(),
                });
                self.code.emit(Op::LookUp { to, list, index });
                self.code.bind(done);
                Value::In(to)
            }
        }
    }
}
