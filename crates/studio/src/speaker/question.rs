//! Questions and choices.

use super::{Speaker, face_number, small};
use crate::speaker::locate::{card_at, pile_at, piles};
use crate::wire::{CardAt, CardNamed, Choice, ChoiceKind, Decision, RuleNamed};
use cgml::explain;
use cgml::vocabulary::Language;
use engine::notation::told_apart;
use engine::program::ChoiceKind as Kind;
use engine::seen::{CardSeen, ChoiceSeen, Named, Value};
use engine::view::{DecisionSeen, View};

/// So many moves are named in a question.
const MOST_MOVES: usize = 4;

impl Speaker<'_> {
    /// The decision that the game waits for.
    pub(crate) fn decision(&self, view: &View, several: bool, chosen: Vec<String>) -> Decision {
        match &view.decision {
            DecisionSeen::Choose {
                seat,
                prompt,
                part,
                about,
                secret,
                choices,
            } => Decision::Choose {
                seat: *seat,
                prompt: self.task(view, prompt, choices.as_deref().unwrap_or_default()),
                rule: self.rule(part),
                about: about.as_ref().map(|card| CardNamed {
                    text: self.card(card),
                    face: face_number(card),
                    at: card_at(view, card, &[]),
                }),
                secret: *secret,
                several,
                chosen,
                choices: self.choices(view, choices.as_deref().unwrap_or_default()),
            },
            DecisionSeen::Over {
                winners,
                scores,
                reason,
            } => Decision::Over {
                winners: winners.clone(),
                reason: reason.clone(),
                scores: scores.iter().map(|score| small(*score)).collect(),
            },
            DecisionSeen::Stopped { message } => Decision::Stopped {
                message: message.clone(),
            },
            DecisionSeen::Nothing => Decision::Nothing,
            DecisionSeen::Chance => Decision::Stopped {
                message: self.pick("chance decides", "運が決める").to_owned(),
            },
        }
    }

    /// Task of a seat: the question, or the moves that can be made where the game has no words for it.
    fn task(&self, view: &View, prompt: &Named, choices: &[ChoiceSeen]) -> String {
        let phase = view.phase.as_ref().map(|phase| phase.text.as_str());
        let is_said = !prompt.text.is_empty() && phase != Some(prompt.text.as_str());
        let mut names: Vec<String> = Vec::new();
        for choice in choices {
            let is_move = matches!(choice.kind, Kind::Move | Kind::Pass);
            let name = self.choice_name(choice);
            if is_move && !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        let only_passes = choices.iter().all(|choice| choice.kind == Kind::Pass);
        if !is_said && only_passes && !choices.is_empty() {
            return self
                .pick("You can only pass", "パスしかできません")
                .to_owned();
        }
        if is_said || names.is_empty() || names.len() > MOST_MOVES {
            return prompt.text.clone();
        }
        match self.language {
            Language::English => either(&names),
            Language::Japanese => format!("{}から選んでください", quoted(&names)),
        }
    }

    /// The rule, move or definition that asks, in words.
    fn rule(&self, part: &str) -> Option<RuleNamed> {
        let game = &self.edition.game;
        // A part that nobody named has no words.
        let subject = *explain::find(game, part).ok()?.first()?;
        Some(RuleNamed {
            id: part.to_owned(),
            text: explain::subject(game, subject, self.language),
        })
    }

    fn choices(&self, view: &View, choices: &[ChoiceSeen]) -> Vec<Choice> {
        // Cards that stand for earlier choices of the same name.
        let mut taken: Vec<(String, CardAt)> = Vec::new();
        let place = |card: &CardSeen| self.pile_name(&card.pile);
        let nothing = |_: &CardSeen| String::new();
        let texts = told_apart(choices, &|it| self.choice_text(it), &place, &nothing);
        let listed = choices.iter().zip(texts).enumerate();
        let listed = listed.map(|(number, (choice, text))| {
            let mut cards = Vec::new();
            self.cards_of(view, choice, &choice.value, &mut taken, &mut cards);
            Choice {
                number: number as u32,
                kind: match choice.kind {
                    Kind::Option => ChoiceKind::Option,
                    Kind::Move => ChoiceKind::Move,
                    Kind::Target => ChoiceKind::Target,
                    Kind::Done => ChoiceKind::Done,
                    Kind::Pass => ChoiceKind::Pass,
                },
                id: choice.name.id.clone(),
                name: self.choice_name(choice),
                text,
                cards,
                pile: match &choice.value {
                    Value::Pile(pile) => pile_at(view, pile),
                    Value::Nothing => self.pressed(view, choice),
                    _ => None,
                },
                player: match choice.value {
                    Value::Player(seat) => Some(seat),
                    _ => None,
                },
                face: match &choice.value {
                    Value::Card(card) => face_number(card),
                    _ => None,
                },
                same_as: None,
                outcome: Vec::new(),
                ends: false,
            }
        });
        listed.collect()
    }

    /// The pile that is pressed to make a move, as the game lays its table: the own one, or that of the table.
    fn pressed(&self, view: &View, choice: &ChoiceSeen) -> Option<u16> {
        if choice.kind != Kind::Move {
            return None;
        }
        let game = &self.edition.game;
        let mut places = game.look.places.iter();
        let (zone, _) = places.find(|(_, place)| {
            let mut pressed = place.press.iter();
            pressed.any(|id| game.moves[*id].name == choice.name.id)
        })?;
        let name = &game.zones[*zone].name;
        let mut all = piles(view);
        let at = all.position(|(zone, pile)| {
            zone.id == *name && (pile.owner.is_none() || pile.owner == self.seat)
        })?;
        u16::try_from(at).ok()
    }

    fn cards_of(
        &self,
        view: &View,
        choice: &ChoiceSeen,
        value: &Value,
        taken: &mut Vec<(String, CardAt)>,
        to: &mut Vec<CardAt>,
    ) {
        match value {
            Value::Card(card) => {
                let same = taken.iter().filter(|(name, _)| *name == choice.name.id);
                let used: Vec<CardAt> = same.map(|(_, at)| *at).collect();
                if let Some(at) = card_at(view, card, &used) {
                    taken.push((choice.name.id.clone(), at));
                    to.push(at);
                }
            }
            Value::List(values) => {
                for value in values {
                    self.cards_of(view, choice, value, taken, to);
                }
            }
            _ => {}
        }
    }
}

/// "Play a card, draw or pass".
fn either(names: &[String]) -> String {
    let small = |name: &String| {
        let mut letters = name.chars();
        letters.next().map_or_else(String::new, |first| {
            first.to_lowercase().chain(letters).collect()
        })
    };
    let (first, rest) = match names.split_first() {
        Some(parts) => parts,
        None => return String::new(),
    };
    let rest: Vec<String> = rest.iter().map(small).collect();
    match rest.split_last() {
        None => first.clone(),
        Some((last, [])) => format!("{first} or {last}"),
        Some((last, between)) => format!("{first}, {} or {last}", between.join(", ")),
    }
}

fn quoted(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("「{name}」")).collect();
    names.concat()
}

#[cfg(test)]
mod tests {
    use super::either;

    #[test]
    fn moves_are_named_as_a_task() {
        let names = ["Play a card", "Draw a card", "Pass"].map(str::to_owned);
        assert_eq!(either(&names[..1]), "Play a card");
        assert_eq!(either(&names[..2]), "Play a card or draw a card");
        assert_eq!(either(&names), "Play a card, draw a card or pass");
    }
}
