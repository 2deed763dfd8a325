//! Symbols as values: converted where their type changes, compared as words or as texts.

use cgml::model::{Expr, Type};
use engine::ids::NOTHING;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::symbols::{MOST_LOOKED_UP, NO_WORD, NO_WORD_EITHER, is_named};

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

    /// A value as one of another type.
    pub(crate) fn converted(&mut self, value: Value, from: &Type, to: &Type) -> Value {
        if !self.must_convert(from, to) {
            return value;
        }
        match (from, to) {
            (Type::Number, Type::Text) => {
                if let Value::Known(number) = value {
                    self.plan.layout.text(&number.to_string());
                }
                self.know_all_words();
                let texts = self.plan.layout.texts.clone();
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
                self.code.unless_is(a, NO_WORD as i32, is_word);
                self.code.jump(fail);
                self.code.bind(is_word);
            }
        }
    }

    /// The number of characters that a text or word has.
    pub(crate) fn length_of_text(&mut self, text: &Expr, scope: &Scope) -> Value {
        let words = match text.ty {
            Type::Symbol(_) => self.words(&text.ty),
            _ => {
                self.know_all_words();
                self.plan.layout.texts.clone()
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
                self.code.unless_there(index, done);
                self.code.look_up(to, list, index);
                self.code.bind(done);
                Value::In(to)
            }
        }
    }
}
