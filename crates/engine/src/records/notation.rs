//! Views and choices in words, and the choice that someone's words mean.
//!
//! The words are for people, logs and scenarios in a terminal: `play 7♥`, `pass`, `draw card 2 of hand of
//! player 1`.

use std::collections::BTreeMap;
use std::fmt;

use crate::program::ChoiceKind;
use crate::seen::{CardSeen, ChoiceSeen, Look, PileName, Value};
use crate::view::{DecisionSeen, PendingSeen, PileSeen, View};

impl fmt::Display for View {
    /// A line for each pile and variable, and what the game waits for.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stages = [&self.state, &self.phase];
        let stages: Vec<&str> = stages
            .into_iter()
            .flatten()
            .map(|name| name.text.as_str())
            .collect();
        write!(to, "{}", stages.join(", "))?;
        match self.current {
            Some(seat) => writeln!(to, " (turn {} of player {seat})", self.turn + 1)?,
            None => writeln!(to)?,
        }
        for zone in &self.zones {
            for pile in &zone.piles {
                write!(to, "{}", zone.name.text)?;
                owner(to, pile.owner, pile.team)?;
                writeln!(to, ": {pile}")?;
            }
        }
        for variable in &self.variables {
            write!(to, "{}", variable.name.text)?;
            owner(to, variable.owner, variable.team)?;
            writeln!(to, " = {}", variable.value)?;
        }
        for pending in &self.pending {
            writeln!(to, "waiting: {pending}")?;
        }
        write!(to, "{}", self.decision)
    }
}

impl fmt::Display for PendingSeen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.as_ref().map(|name| name.text.as_str());
        let name = name.filter(|name| !name.is_empty());
        match (&self.card, name) {
            (Some(card), Some(name)) => write!(to, "{card}: {name}")?,
            (Some(card), None) => write!(to, "{card}")?,
            (None, name) => write!(to, "{}", name.unwrap_or("?"))?,
        }
        owner(to, Some(self.player), None)?;
        if self.cancelled {
            write!(to, " (cancelled)")?;
        }
        Ok(())
    }
}

fn owner(to: &mut fmt::Formatter<'_>, seat: Option<u8>, team: Option<u8>) -> fmt::Result {
    if let Some(seat) = seat {
        write!(to, " of player {seat}")?;
    }
    if let Some(team) = team {
        write!(to, " of team {team}")?;
    }
    Ok(())
}

impl fmt::Display for PileSeen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.cards.iter().filter(|card| card.face.is_some()).count();
        let listed = &self.cards[..if self.in_order && known > 0 {
            self.cards.len()
        } else {
            known
        }];
        let mut parts: Vec<String> = listed.iter().map(Look::to_string).collect();
        let rest = self.cards.len() - listed.len();
        match (parts.is_empty(), rest) {
            (true, 0) if self.count.is_none() => return write!(to, "?"),
            (true, 0) => return write!(to, "–"),
            (_, 0) => {}
            (true, 1) => parts.push("1 card".to_owned()),
            (true, more) => parts.push(format!("{more} cards")),
            (false, more) => parts.push(format!("and {more} more")),
        }
        write!(to, "{}", parts.join(" "))
    }
}

impl fmt::Display for Look {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.face {
            Some(face) => write!(to, "{}", face.name.text)?,
            None => write!(to, "?")?,
        }
        let named = |(name, value): (&String, &Value)| match value {
            Value::Truth(true) => name.clone(),
            Value::Truth(false) => format!("not {name}"),
            Value::Nothing => format!("no {name}"),
            value => format!("{name} {value}"),
        };
        let own = self.marks.iter();
        let own = own.filter(|(name, _)| !self.now.contains_key(*name));
        let mut said: Vec<String> = own.map(named).collect();
        said.extend(self.now.iter().map(named));
        said.extend(self.keywords.iter().map(|keyword| keyword.text.clone()));
        if said.is_empty() {
            return Ok(());
        }
        write!(to, " ({})", said.join(", "))
    }
}

impl fmt::Display for PileName {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}", self.zone.text)?;
        owner(to, self.owner, self.team)
    }
}

impl fmt::Display for CardSeen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(face) = &self.look.face {
            return write!(to, "{}", face.name.text);
        }
        match (self.number, self.position) {
            (Some(number), _) => write!(to, "card {number} of {}", self.pile),
            (None, Some(position)) => write!(to, "card {} of {}", position + 1, self.pile),
            (None, None) => write!(to, "a card of {}", self.pile),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(to, "nothing"),
            Self::Unknown => write!(to, "?"),
            Self::Truth(true) => write!(to, "yes"),
            Self::Truth(false) => write!(to, "no"),
            Self::Number(number) => write!(to, "{number}"),
            Self::Word(word) => write!(to, "{word}"),
            Self::Card(card) => write!(to, "{card}"),
            Self::Pile(pile) => write!(to, "{pile}"),
            Self::Player(seat) => write!(to, "player {seat}"),
            Self::Team(team) => write!(to, "team {team}"),
            Self::Phase(name) | Self::State(name) | Self::Kind(name) => {
                write!(to, "{}", name.text)
            }
            Self::List(items) => {
                let items: Vec<String> = items.iter().map(Self::to_string).collect();
                write!(to, "{}", items.join(", "))
            }
        }
    }
}

impl fmt::Display for ChoiceSeen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = match self.kind {
            ChoiceKind::Pass => "pass",
            ChoiceKind::Done => "done",
            ChoiceKind::Move | ChoiceKind::Option | ChoiceKind::Target => "",
        };
        let name = if self.name.text.is_empty() {
            usual
        } else {
            self.name.text.as_str()
        };
        match (&self.value, self.kind) {
            (Value::Nothing, _) | (_, ChoiceKind::Pass | ChoiceKind::Done) if !name.is_empty() => {
                write!(to, "{name}")
            }
            (value, _) if name.is_empty() => write!(to, "{value}"),
            (value, _) => write!(to, "{name} {value}"),
        }
    }
}

impl fmt::Display for DecisionSeen {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Choose {
                seat,
                prompt,
                choices,
                about,
                ..
            } => {
                write!(to, "player {seat} chooses: {}", prompt.text)?;
                if let Some(card) = about {
                    write!(to, " – {card}")?;
                }
                for (number, choice) in choices.iter().flatten().enumerate() {
                    write!(to, "\n  {}. {choice}", number + 1)?;
                }
                Ok(())
            }
            Self::Over {
                winners,
                scores,
                reason,
            } => {
                let winners: Vec<String> = winners.iter().map(u8::to_string).collect();
                let scores: Vec<String> = scores.iter().map(i64::to_string).collect();
                if winners.is_empty() {
                    write!(to, "over: nobody wins")?;
                } else {
                    write!(to, "over: player {} wins", winners.join(" and player "))?;
                }
                if let Some(reason) = reason {
                    write!(to, " – {reason}")?;
                }
                write!(to, " (scores {})", scores.join(", "))
            }
            Self::Chance => write!(to, "chance decides"),
            Self::Nothing => write!(to, "the game goes on"),
            Self::Stopped { message } => write!(to, "stopped: {message}"),
        }
    }
}

/// Words that do not mean one of the choices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoSuchChoice {
    /// None of them.
    #[error("`{text}` is not one of the choices; choose one of: {}", legal.join("; "))]
    None {
        /// The words as they were given.
        text: String,
        /// Notations of the legal choices.
        legal: Vec<String>,
    },
    /// Several of them.
    #[error("`{text}` may mean several choices: {}", meant.join("; "))]
    Several {
        /// The words as they were given.
        text: String,
        /// Those that may be meant.
        meant: Vec<String>,
    },
}

/// The number of the choice that words mean: all its words, `#` and its number from 1, or enough of its words
/// to tell it from the others. Of several choices that look alike the first is meant.
pub fn find_choice(choices: &[ChoiceSeen], text: &str) -> Result<usize, NoSuchChoice> {
    let words: Vec<String> = choices
        .iter()
        .map(|choice| plain(&choice.to_string()))
        .collect();
    let wanted = plain(text);
    if let Some(exact) = words.iter().position(|words| *words == wanted) {
        return Ok(exact);
    }
    if let Some(number) = wanted.strip_prefix('#')
        && let Ok(number) = number.parse::<usize>()
        && (1..=choices.len()).contains(&number)
    {
        return Ok(number - 1);
    }
    let has_words = |words: &&String| {
        let mut rest = words.split(' ');
        wanted
            .split(' ')
            .all(|word| rest.any(|other| other == word))
    };
    let mut meant: Vec<String> = words.iter().filter(has_words).cloned().collect();
    meant.dedup();
    match meant.as_slice() {
        [one] if !wanted.is_empty() => {
            let found = words.iter().position(|words| words == one);
            Ok(found.unwrap_or_default())
        }
        [_, _, ..] if !wanted.is_empty() => Err(NoSuchChoice::Several {
            text: text.to_owned(),
            meant,
        }),
        _ => Err(NoSuchChoice::None {
            text: text.to_owned(),
            legal: choices.iter().map(ChoiceSeen::to_string).collect(),
        }),
    }
}

/// Small letters, and one blank between words.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase()
}

/// The words of choices, told apart where they are alike but mean different things: by where the cards lie, then
/// by what is on them. Cards that nothing tells apart keep the same words.
pub fn told_apart(
    choices: &[ChoiceSeen],
    text: &dyn Fn(&ChoiceSeen) -> String,
    place: &dyn Fn(&CardSeen) -> String,
    marks: &dyn Fn(&CardSeen) -> String,
) -> Vec<String> {
    let mut texts: Vec<String> = choices.iter().map(text).collect();
    for more in [place, marks] {
        add_where_alike(&mut texts, choices, more);
    }
    texts
}

fn add_where_alike(
    texts: &mut [String],
    choices: &[ChoiceSeen],
    more: &dyn Fn(&CardSeen) -> String,
) {
    let mut alike: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, text) in texts.iter().enumerate() {
        alike.entry(text).or_default().push(number);
    }
    let several = alike.into_values().filter(|numbers| numbers.len() > 1);
    let mut added: Vec<(usize, String)> = Vec::new();
    for numbers in several {
        let said: Vec<String> = numbers
            .iter()
            .map(|number| said_of_cards(&choices[*number].value, more))
            .collect();
        if said.iter().any(|one| *one != said[0]) {
            added.extend(numbers.into_iter().zip(said));
        }
    }
    for (number, said) in added {
        if !said.is_empty() {
            texts[number] = format!("{} ({said})", texts[number]);
        }
    }
}

/// Names of the cards of a value whose faces are seen.
fn said_of_cards(value: &Value, say: &dyn Fn(&CardSeen) -> String) -> String {
    match value {
        Value::Card(card) if card.look.face.is_some() => say(card),
        Value::List(values) => {
            let said = values.iter().map(|value| said_of_cards(value, say));
            let said: Vec<String> = said.filter(|said| !said.is_empty()).collect();
            said.join(", ")
        }
        Value::Card(_)
        | Value::Nothing
        | Value::Unknown
        | Value::Truth(_)
        | Value::Number(_)
        | Value::Word(_)
        | Value::Pile(_)
        | Value::Player(_)
        | Value::Team(_)
        | Value::Phase(_)
        | Value::State(_)
        | Value::Kind(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Seat;
    use crate::tests::small;

    #[test]
    fn a_view_can_be_read() {
        let program = small::program();
        let view = small::played(&program, 4, 2).view(&program, Seat(0));
        let text = view.to_string();
        assert_eq!(
            text,
            "playing, drawing (turn 1 of player 1)
deck: 3 cards
hand of player 0: 4♣ 3♣
hand of player 1: 2 cards
open: 2♣ A♣
vault: ?
score of player 0 = 0
score of player 1 = 2
note of player 0 = 4♣
last = 2♣
player 0 chooses: draw a card?
  1. draw card 1 of hand of player 1
  2. draw card 2 of hand of player 1
  3. pass"
        );
    }

    #[test]
    fn words_mean_the_choice_that_they_name() {
        let program = small::program();
        let position = small::played(&program, 4, 2);
        let choices = position.choices_seen(&program, "");
        let find = |text| find_choice(&choices, text).map_err(|problem| problem.to_string());
        assert_eq!(find("Draw  card 2 of hand of player 1"), Ok(1));
        assert_eq!(find("pass"), Ok(2));
        assert_eq!(find("#1"), Ok(0));
        assert_eq!(find("card 2"), Ok(1));
        assert_eq!(
            find("draw"),
            Err(
                "`draw` may mean several choices: draw card 1 of hand of player 1; \
                 draw card 2 of hand of player 1"
                    .to_owned()
            )
        );
        assert_eq!(
            find("fold"),
            Err("`fold` is not one of the choices; choose one of: draw card 1 of hand of player 1; \
                 draw card 2 of hand of player 1; pass"
                .to_owned())
        );
        assert!(find("").is_err());
        assert!(find("#4").is_err());
    }
}
