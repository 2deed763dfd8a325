//! Questions and choices.

use super::{Speaker, face_number, small};
use crate::speaker::locate::{card_at, pile_at, piles};
use crate::wire::{CardAt, CardNamed, Choice, ChoiceKind, Decision, RuleNamed};
use cgml::explain;
use engine::program::ChoiceKind as Kind;
use engine::seen::{ChoiceSeen, Value};
use engine::view::{DecisionSeen, View};

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
                prompt: self
                    .narrator()
                    .task(view, prompt, choices.as_deref().unwrap_or_default()),
                rule: self.rule(part),
                about: about.as_ref().map(|card| CardNamed {
                    text: self.narrator().card(card),
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
        let texts = self.narrator().choices_on_table(choices);
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
                name: self.narrator().choice_name(choice),
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
