//! The phrases of the vocabulary: text with slots that a sentence fills.
//!
//! | written | is |
//! |---|---|
//! | `{from}` | the value of a parameter; `{0}` is the first operand |
//! | `{0's rank}` | something of the value: "the card's rank", "your rank"; `{player's}` the owner alone |
//! | `{0の}` | the value as an owner, in Japanese |
//! | `{player:wins/win}` | a word that agrees with the value: one or several; in Japanese things or people |
//! | `{?secret}` | nothing, but only where the parameter is given and is not `false` |
//! | `{*\|, }` | all operands, with what stands between them |
//! | `{all from filter}` | elements of a list, as [`How`] says |
//! | `[…]` | left out where a slot in it has no value |
//! | `[…\|…]` | the first of these whose slots all have a value |

/// A part of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece<'t> {
    /// Text as it is.
    Text(&'t str),
    /// Filled by the sentence.
    Slot(Slot<'t>),
    /// The first whose slots all have a value; nothing if there is none.
    OneOf(Vec<Vec<Piece<'t>>>),
}

/// Slot of a phrase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Slot<'t> {
    /// The words for a value.
    Value(&'t str),
    /// Something of a value.
    Owned(&'t str, &'t str),
    /// A value as an owner, in Japanese.
    Owner(&'t str),
    /// A word that agrees with a value.
    Agrees(&'t str, &'t str, &'t str),
    /// Nothing, if the parameter is given.
    Given(&'t str),
    /// All operands, with what stands between them.
    Joined(&'t str),
    /// Elements of a list: the list first, then how many and which.
    Elements(How, Vec<&'t str>),
}

/// Form in which the elements of a list, or something like them, are spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// `a`: "a card in your hand", or so many of them.
    Some,
    /// `no`: "no card in your hand".
    No,
    /// `one`: "card in your hand".
    One,
    /// `many`: "cards in your hand".
    Many,
    /// `the`: "the cards in your hand".
    The,
    /// `there`: the same after "there are", in Japanese with the place first.
    There,
    /// `all`: "all cards in your hand".
    All,
    /// `each`: "each card in your hand".
    Each,
    /// `top`: "the top card of your deck", or so many of them.
    Top,
    /// `number`: "3 cards".
    Number,
    /// `whose`: "whose cost is 3".
    Whose,
    /// `it`: what is asked or evaluated for each element, of "it".
    It,
    /// `key`: what is evaluated for each element, as a word: "cost".
    Key,
    /// `map`: what is evaluated, of each element: "each player's life".
    Map,
    /// `when`: an event as a time: "at the end of the turn".
    When,
}

const HOW: &[(&str, How)] = &[
    ("a", How::Some),
    ("no", How::No),
    ("one", How::One),
    ("many", How::Many),
    ("the", How::The),
    ("there", How::There),
    ("all", How::All),
    ("each", How::Each),
    ("top", How::Top),
    ("number", How::Number),
    ("whose", How::Whose),
    ("it", How::It),
    ("key", How::Key),
    ("map", How::Map),
    ("when", How::When),
];

impl<'t> Slot<'t> {
    /// The parameters or operands it names.
    pub fn names(&self) -> Vec<&'t str> {
        match self {
            Self::Value(name)
            | Self::Owned(name, _)
            | Self::Owner(name)
            | Self::Agrees(name, _, _)
            | Self::Given(name) => vec![name],
            Self::Joined(_) => Vec::new(),
            Self::Elements(_, names) => names.clone(),
        }
    }
}

/// The pieces of a phrase; `None` if its brackets do not match.
pub fn parse(phrase: &str) -> Option<Vec<Piece<'_>>> {
    let mut parser = Parser { rest: phrase };
    let mut choices = parser.choices()?;
    let is_whole = parser.rest.is_empty() && choices.len() == 1;
    choices.pop().filter(|_| is_whole)
}

/// Every slot of a phrase, those in brackets included.
pub fn slots<'p, 't>(pieces: &'p [Piece<'t>]) -> Vec<&'p Slot<'t>> {
    let mut found = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Slot(slot) => found.push(slot),
            Piece::OneOf(choices) => choices.iter().for_each(|it| found.extend(slots(it))),
        }
    }
    found
}

struct Parser<'t> {
    rest: &'t str,
}

impl<'t> Parser<'t> {
    /// Pieces up to a closing bracket or the end, with `|` between choices.
    fn choices(&mut self) -> Option<Vec<Vec<Piece<'t>>>> {
        let mut choices = vec![Vec::new()];
        loop {
            let end = self
                .rest
                .find(['{', '}', '[', ']', '|'])
                .unwrap_or(self.rest.len());
            let (text, rest) = self.rest.split_at(end);
            let last = choices.last_mut()?;
            if !text.is_empty() {
                last.push(Piece::Text(text));
            }
            self.rest = rest;
            match rest.chars().next() {
                None | Some(']') => return Some(choices),
                Some('{') => last.push(Piece::Slot(self.slot()?)),
                Some('[') => last.push(self.one_of()?),
                Some('|') => {
                    self.rest = &rest[1..];
                    choices.push(Vec::new());
                }
                Some(_) => return None,
            }
        }
    }

    fn one_of(&mut self) -> Option<Piece<'t>> {
        self.rest = &self.rest[1..];
        let choices = self.choices()?;
        self.rest = self.rest.strip_prefix(']')?;
        Some(Piece::OneOf(choices))
    }

    fn slot(&mut self) -> Option<Slot<'t>> {
        let (inside, rest) = self.rest[1..].split_once('}')?;
        self.rest = rest;
        slot(inside)
    }
}

fn slot(inside: &str) -> Option<Slot<'_>> {
    if let Some(between) = inside.strip_prefix("*|") {
        return Some(Slot::Joined(between));
    }
    if let Some(name) = inside.strip_prefix('?') {
        return is_name(name).then_some(Slot::Given(name));
    }
    if let Some((name, owned)) = inside.split_once("'s") {
        return is_name(name).then_some(Slot::Owned(name, owned.trim_start()));
    }
    if let Some(name) = inside.strip_suffix('の') {
        return is_name(name).then_some(Slot::Owner(name));
    }
    if let Some((name, words)) = inside.split_once(':') {
        let (one, many) = words.split_once('/')?;
        return is_name(name).then_some(Slot::Agrees(name, one, many));
    }
    if let Some((how, names)) = inside.split_once(' ') {
        let (_, how) = HOW.iter().find(|(word, _)| *word == how)?;
        let names: Vec<&str> = names.split(' ').collect();
        return names
            .iter()
            .all(|name| is_name(name))
            .then_some(Slot::Elements(*how, names));
    }
    is_name(inside).then_some(Slot::Value(inside))
}

fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    !text.is_empty() && text.chars().all(is_letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_text_slots_and_choices() {
        let phrase = "deal [{count} {count:card/cards}|all] from {0's top} {?secret}{*|, }";

        assert_eq!(
            parse(phrase),
            Some(vec![
                Piece::Text("deal "),
                Piece::OneOf(vec![
                    vec![
                        Piece::Slot(Slot::Value("count")),
                        Piece::Text(" "),
                        Piece::Slot(Slot::Agrees("count", "card", "cards")),
                    ],
                    vec![Piece::Text("all")],
                ]),
                Piece::Text(" from "),
                Piece::Slot(Slot::Owned("0", "top")),
                Piece::Text(" "),
                Piece::Slot(Slot::Given("secret")),
                Piece::Slot(Slot::Joined(", ")),
            ])
        );
    }

    #[test]
    fn elements_are_named_with_how() {
        assert_eq!(
            parse("{all from filter}"),
            Some(vec![Piece::Slot(Slot::Elements(
                How::All,
                vec!["from", "filter"]
            ))])
        );
        assert_eq!(parse("{most from}"), None);
    }

    #[test]
    fn what_is_open_must_be_closed() {
        for broken in ["{from", "from}", "[from", "from]", "a|b", "{}", "{a b c"] {
            assert_eq!(parse(broken), None, "{broken}");
        }
    }
}
