//! Conditions: `count(tag:'dragon', zone:'board:self') >= 2 && hand.count < 5`.
//!
//! They are read with places inside the text, and rewritten as expression text of CGML.

use std::ops::Range;

use super::Problems;
use super::cards::Cards;
use super::keys::{TYPES, ZONES};
use super::target::{Owner, Selector, owner, parts, type_named};
use crate::codes::dialect as code;
use crate::diagnostic::Hint;
use crate::read::question;
use crate::similar::meant;
use crate::source::Span;
use crate::text::TextPlace;

/// References in conditions.
const REFERENCES: &[&str] = &[
    "hand.count",
    "deck.count",
    "grave.count",
    "board.count",
    "domain.count",
    "extra.count",
    "domain.exists",
    "player.life",
    "opponent.life",
    "self.counter",
    "spells_cast_this_turn",
    "count",
];

/// The largest nesting of a condition.
const DEPTH: usize = 32;

/// A condition as expression text; `None` if it cannot be read, which was reported.
pub(super) fn condition(
    text: &str,
    place: &TextPlace,
    problems: &mut Problems<'_>,
) -> Option<String> {
    let tokens = tokens(text, place, problems)?;
    let mut parser = Parser {
        text,
        place,
        tokens,
        at: 0,
        depth: 0,
        problems,
    };
    let value = parser.either()?;
    if parser.at < parser.tokens.len() {
        parser.unexpected();
        return None;
    }
    parser.truth(value).map(|value| value.text)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Name,
    Number,
    Text,
    Sign,
}

#[derive(Debug, Clone)]
struct Token {
    kind: Kind,
    range: Range<usize>,
}

const SIGNS: &[&str] = &[
    ">=", "<=", "==", "!=", "&&", "||", ">", "<", "!", "(", ")", ",", ":", ".", "-",
];

/// Operators of other languages, and ours.
const SLIPS: &[(&str, &str)] = &[("=", "=="), ("&", "&&"), ("|", "||")];

fn tokens(text: &str, place: &TextPlace, problems: &mut Problems<'_>) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = |is: fn(char) -> bool| rest.find(|c| !is(c)).unwrap_or(rest.len());
        let (kind, end) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if first.is_ascii_digit() {
            (Kind::Number, at + length(|c| c.is_ascii_digit()))
        } else if first.is_alphabetic() || first == '_' {
            (Kind::Name, at + length(|c| c.is_alphanumeric() || c == '_'))
        } else if first == '\'' || first == '"' {
            let Some(close) = rest[1..].find(first) else {
                let hint = Some(format!("close it with {first}").into());
                let span = place.span(at..text.len());
                problems.report(code::BAD_CONDITION, span, "a quoted text never ends", hint);
                return None;
            };
            (Kind::Text, at + close + 2)
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (Kind::Sign, at + sign.len())
        } else {
            let span = place.span(at..at + first.len_utf8());
            let slip = SLIPS.iter().find(|(slip, _)| rest.starts_with(slip));
            let message = format!("`{first}` means nothing in a condition");
            let hint = slip.map(|(_, meant)| question(meant));
            problems.report(code::BAD_CONDITION, span, message, hint);
            return None;
        };
        tokens.push(Token {
            kind,
            range: at..end,
        });
        at = end;
    }
    Some(tokens)
}

/// Kind of a part of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Truth,
}

/// A part of a condition as text of CGML.
struct Translated {
    sort: Sort,
    text: String,
    range: Range<usize>,
}

struct Parser<'a, 'p, 'd> {
    text: &'a str,
    place: &'a TextPlace,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    problems: &'p mut Problems<'d>,
}

/// One `name: 'value'` between the brackets of a reference, or a text alone.
struct Argument<'a> {
    name: Option<&'a str>,
    name_range: Range<usize>,
    value: &'a str,
    value_range: Range<usize>,
}

impl<'a> Parser<'a, '_, '_> {
    fn either(&mut self) -> Option<Translated> {
        self.joined("||", "or", Self::both)
    }

    fn both(&mut self) -> Option<Translated> {
        self.joined("&&", "and", Self::comparison)
    }

    fn joined(
        &mut self,
        sign: &'static str,
        word: &str,
        part: fn(&mut Self) -> Option<Translated>,
    ) -> Option<Translated> {
        let mut value = part(self)?;
        while self.take(sign) {
            let left = self.truth(value)?;
            let right = part(self)?;
            let right = self.truth(right)?;
            value = Translated {
                sort: Sort::Truth,
                text: format!("({} {word} {})", left.text, right.text),
                range: left.range.start..right.range.end,
            };
        }
        Some(value)
    }

    fn comparison(&mut self) -> Option<Translated> {
        let left = self.unary()?;
        let Some(sign) = self.take_one(&[">=", "<=", "==", "!=", ">", "<"]) else {
            return Some(left);
        };
        let right = self.unary()?;
        let are_truths = left.sort == Sort::Truth && right.sort == Sort::Truth;
        if !(are_truths && matches!(sign, "==" | "!=")) {
            self.number(&left)?;
            self.number(&right)?;
        }
        Some(Translated {
            sort: Sort::Truth,
            text: format!("({} {sign} {})", left.text, right.text),
            range: left.range.start..right.range.end,
        })
    }

    fn unary(&mut self) -> Option<Translated> {
        let start = self.here().start;
        if self.take("!") {
            self.deeper()?;
            let value = self.unary()?;
            self.depth -= 1;
            let value = self.truth(value)?;
            return Some(Translated {
                sort: Sort::Truth,
                text: format!("(not {})", value.text),
                range: start..value.range.end,
            });
        }
        self.primary()
    }

    fn primary(&mut self) -> Option<Translated> {
        let start = self.here().start;
        if self.take("(") {
            self.deeper()?;
            let value = self.either()?;
            self.depth -= 1;
            self.expect(")")?;
            let range = start..self.end();
            return Some(Translated { range, ..value });
        }
        let negative = self.take("-");
        match self.tokens.get(self.at).cloned() {
            Some(Token {
                kind: Kind::Number,
                range,
            }) => {
                self.at += 1;
                self.literal(start..range.end, &self.text[range], negative)
            }
            Some(Token {
                kind: Kind::Name, ..
            }) if !negative => self.reference(),
            Some(_) | None => {
                self.unexpected();
                None
            }
        }
    }

    fn literal(&mut self, range: Range<usize>, digits: &str, negative: bool) -> Option<Translated> {
        if digits.parse::<i32>().is_err() {
            self.report(
                code::BAD_CONDITION,
                range,
                format!("`{digits}` is too large"),
                None,
            );
            return None;
        }
        let text = match negative {
            true => format!("(0 - {digits})"),
            false => digits.to_owned(),
        };
        Some(Translated {
            sort: Sort::Number,
            text,
            range,
        })
    }

    /// A dotted name, with arguments if it has brackets.
    fn reference(&mut self) -> Option<Translated> {
        let start = self.here().start;
        let mut path = self.name()?.to_owned();
        let mut end = self.end();
        while self.take(".") {
            path.push('.');
            path.push_str(self.name()?);
            end = self.end();
        }
        let name = start..end;
        if path == "true" || path == "false" {
            return Some(Translated {
                sort: Sort::Truth,
                text: path,
                range: name,
            });
        }
        let arguments = match self.take("(") {
            true => Some(self.arguments()?),
            false => None,
        };
        let range = start..self.end();
        let (sort, text) = self.meaning(&path, name, arguments)?;
        Some(Translated { sort, text, range })
    }

    fn arguments(&mut self) -> Option<Vec<Argument<'a>>> {
        let mut arguments = Vec::new();
        if self.take(")") {
            return Some(arguments);
        }
        loop {
            let name_range = self.here();
            let name = match self.tokens.get(self.at).map(|token| token.kind) {
                Some(Kind::Name) => {
                    let name = self.name()?;
                    self.expect(":")?;
                    Some(name)
                }
                _ => None,
            };
            let token = self.tokens.get(self.at).cloned();
            let Some(Token {
                kind: Kind::Text,
                range,
            }) = token
            else {
                self.unexpected_hint("a text in quotes belongs here: `type:'artifact'`");
                return None;
            };
            self.at += 1;
            let value_range = range.start + 1..range.end - 1;
            arguments.push(Argument {
                name,
                name_range,
                value: &self.text[value_range.clone()],
                value_range,
            });
            if !self.take(",") {
                self.expect(")")?;
                return Some(arguments);
            }
        }
    }

    fn meaning(
        &mut self,
        path: &str,
        name: Range<usize>,
        arguments: Option<Vec<Argument<'a>>>,
    ) -> Option<(Sort, String)> {
        let plain = |text: &str| Some((Sort::Number, text.to_owned()));
        match (path, arguments) {
            ("count", Some(arguments)) => self.count(Cards::new("board"), arguments, true),
            ("spells_cast_this_turn", None) => plain("spells_cast_this_turn"),
            ("player.life", None) => plain("me.life"),
            ("opponent.life", None) => plain("rival_life"),
            ("domain.exists" | "field.exists", None) => {
                Some((Sort::Truth, "(count(domain) > 0)".to_owned()))
            }
            ("self.counter", Some(arguments)) => self.counter(name, &arguments),
            (path, arguments) => match path.strip_suffix(".count").and_then(zone_named) {
                Some(zone) => self.count(Cards::new(zone), arguments.unwrap_or_default(), false),
                None => self.unknown(path, name, arguments.is_some()),
            },
        }
    }

    fn unknown(&mut self, path: &str, name: Range<usize>, is_call: bool) -> Option<(Sort, String)> {
        let zone = path.split('.').next().and_then(zone_named);
        let hint = match (path, zone) {
            ("and", _) => "write `&&`".into(),
            ("or", _) => "write `||`".into(),
            ("not", _) => "write `!`".into(),
            ("count", _) => {
                "say what it counts: `count(type:'artifact', zone:'board:self')`".into()
            }
            ("self.counter", _) => "say which counter: `self.counter('charge')`".into(),
            _ if REFERENCES.contains(&path) && is_call => {
                format!("write `{path}` without brackets").into()
            }
            _ => match (meant(path, REFERENCES.iter().copied()), zone) {
                (Some(near), _) => question(near),
                (None, Some(zone)) => question(&format!("{zone}.count")),
                (None, None) => Hint::one_of("conditions know", REFERENCES.iter().copied()),
            },
        };
        let message = format!("a condition cannot ask for `{path}`");
        self.report(code::UNKNOWN_REFERENCE, name, message, Some(hint));
        None
    }

    /// A number of cards, of a type or with a tag.
    fn count(
        &mut self,
        mut cards: Cards,
        arguments: Vec<Argument<'a>>,
        with_zone: bool,
    ) -> Option<(Sort, String)> {
        let mut is_well = true;
        for argument in arguments {
            let selector = match argument.name {
                Some("type") => self.kind(&argument).map(Selector::Type),
                Some("tag") => Some(Selector::Tag(argument.value.to_owned())),
                Some("zone") if with_zone => {
                    let zone = self.zone(&argument, &mut cards);
                    zone.map(|()| Selector::Any)
                }
                _ => self.bad_argument(&argument, with_zone),
            };
            is_well &= selector.is_some();
            selector
                .into_iter()
                .for_each(|selector| cards.only(selector));
        }
        is_well.then(|| (Sort::Number, format!("count({})", cards.text())))
    }

    fn kind(&mut self, argument: &Argument<'_>) -> Option<&'static str> {
        let found = type_named(argument.value);
        if found.is_none() {
            let hint = meant(argument.value, TYPES.iter().copied()).map_or_else(
                || Hint::one_of("types are", TYPES.iter().copied()),
                question,
            );
            let message = format!("`{}` is not a type of card", argument.value);
            self.report(
                code::UNKNOWN_REFERENCE,
                argument.value_range.clone(),
                message,
                Some(hint),
            );
        }
        found
    }

    fn zone(&mut self, argument: &Argument<'_>, cards: &mut Cards) -> Option<()> {
        let parts = parts(argument.value);
        let at = argument.value_range.start;
        let (start, zone) = parts[0];
        let Some(known) = zone_named(zone) else {
            let hint = meant(zone, ZONES.iter().copied()).map_or_else(
                || Hint::one_of("zones are", ZONES.iter().copied()),
                question,
            );
            let range = at + start..at + start + zone.len();
            let message = format!("`{zone}` is not a zone");
            self.report(code::UNKNOWN_REFERENCE, range, message, Some(hint));
            return None;
        };
        cards.zone = known;
        match parts.as_slice() {
            [_] => cards.owner = Owner::Player,
            [_, (start, word)] => {
                cards.owner = owner(&(at + start, word), self.place, self.problems)?;
            }
            _ => {
                let hint = Some("write `zone:'board:self'`".into());
                let message = "a zone is one or two words with `:` between them";
                self.report(
                    code::BAD_CONDITION,
                    argument.value_range.clone(),
                    message,
                    hint,
                );
                return None;
            }
        }
        Some(())
    }

    fn bad_argument(&mut self, argument: &Argument<'_>, with_zone: bool) -> Option<Selector> {
        let names: &[&str] = match with_zone {
            true => &["type", "tag", "zone"],
            false => &["type", "tag"],
        };
        let (message, hint) = match argument.name {
            Some(name) => (
                format!("cards cannot be counted by `{name}`"),
                meant(name, names.iter().copied())
                    .map_or_else(|| Hint::one_of("write", names.iter().copied()), question),
            ),
            None => (
                format!("`'{}'` does not say what it is", argument.value),
                format!("write `type:'{0}'` or `tag:'{0}'`", argument.value).into(),
            ),
        };
        let range = argument.name_range.start..argument.name_range.end;
        self.report(code::UNKNOWN_REFERENCE, range, message, Some(hint));
        None
    }

    fn counter(
        &mut self,
        name: Range<usize>,
        arguments: &[Argument<'_>],
    ) -> Option<(Sort, String)> {
        let [
            Argument {
                name: None,
                value,
                value_range,
                ..
            },
        ] = arguments
        else {
            let hint = Some("write `self.counter('charge')`".into());
            let message = "`self.counter` takes the name of one kind of counter";
            self.report(code::BAD_CONDITION, name, message, hint);
            return None;
        };
        let span = self.place.span(value_range.clone());
        let counter = self.problems.counter(value, span)?;
        Some((Sort::Number, format!("counters(this, {counter})")))
    }

    fn truth(&mut self, value: Translated) -> Option<Translated> {
        if value.sort == Sort::Number {
            let written = self.text[value.range.clone()].to_owned();
            let hint = Some(format!("compare it: `{written} > 0`").into());
            let message = format!("`{written}` is a number, not true or false");
            self.report(code::BAD_CONDITION, value.range, message, hint);
            return None;
        }
        Some(value)
    }

    fn number(&mut self, value: &Translated) -> Option<()> {
        if value.sort == Sort::Truth {
            let written = self.text[value.range.clone()].to_owned();
            let message = format!("`{written}` is true or false, not a number");
            let hint = Some("use `&&` between two comparisons".into());
            self.report(code::BAD_CONDITION, value.range.clone(), message, hint);
            return None;
        }
        Some(())
    }

    fn name(&mut self) -> Option<&'a str> {
        match self.tokens.get(self.at) {
            Some(token) if token.kind == Kind::Name => {
                let range = token.range.clone();
                self.at += 1;
                Some(&self.text[range])
            }
            Some(_) | None => {
                self.unexpected();
                None
            }
        }
    }

    fn take(&mut self, sign: &'static str) -> bool {
        self.take_one(&[sign]).is_some()
    }

    fn take_one(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let token = self.tokens.get(self.at)?;
        if token.kind != Kind::Sign {
            return None;
        }
        let written = &self.text[token.range.clone()];
        let sign = signs.iter().find(|sign| **sign == written)?;
        self.at += 1;
        Some(sign)
    }

    fn expect(&mut self, sign: &'static str) -> Option<()> {
        if self.take(sign) {
            return Some(());
        }
        self.unexpected_hint(&format!("`{sign}` belongs here"));
        None
    }

    fn deeper(&mut self) -> Option<()> {
        self.depth += 1;
        if self.depth <= DEPTH {
            return Some(());
        }
        let range = self.here();
        self.report(
            code::BAD_CONDITION,
            range,
            "the condition is nested too deeply",
            None,
        );
        None
    }

    fn here(&self) -> Range<usize> {
        let end = self.text.len();
        self.tokens
            .get(self.at)
            .map_or(end..end, |token| token.range.clone())
    }

    /// The place where the last token ends.
    fn end(&self) -> usize {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        last.map_or(0, |token| token.range.end)
    }

    fn unexpected(&mut self) {
        let written = &self.text[self.here()];
        let hint = match written {
            "" => "the condition ends too early",
            "and" => "write `&&`",
            "or" => "write `||`",
            ">" | "<" | ">=" | "<=" | "==" | "!=" => "compare two at a time, joined with `&&`",
            _ => "write one comparison, or several joined with `&&` or `||`",
        };
        self.unexpected_hint(hint);
    }

    fn unexpected_hint(&mut self, hint: &str) {
        let range = self.here();
        let message = match &self.text[range.clone()] {
            "" => "something is missing at the end".to_owned(),
            written => format!("`{written}` does not belong here"),
        };
        // At the end of a text there is nothing to underline but all of it.
        let range = if range.is_empty() {
            0..self.text.len()
        } else {
            range
        };
        self.report(code::BAD_CONDITION, range, message, Some(hint.into()));
    }

    fn report(
        &mut self,
        code: crate::codes::Code,
        range: Range<usize>,
        message: impl Into<String>,
        hint: Option<Hint>,
    ) {
        let span: Span = self.place.span(range);
        self.problems.report(code, span, message, hint);
    }
}

/// The zone with this name; `field` is an old word for `domain`.
fn zone_named(name: &str) -> Option<&'static str> {
    let name = if name == "field" { "domain" } else { name };
    ZONES.iter().copied().find(|zone| *zone == name)
}

#[cfg(test)]
mod tests;
