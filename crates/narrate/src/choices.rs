//! Choices and questions.

use crate::Narrator;
use crate::grammar::common_noun;
use cgml::vocabulary::Language;
use engine::notation::told_apart;
use engine::program::ChoiceKind;
use engine::seen::{CardSeen, ChoiceSeen, Named, PileName, Value};
use engine::view::{DecisionSeen, View};

/// The number of moves that are named in a question.
const MOST_MOVES: usize = 4;

/// The pile of the card that is chosen; nothing for a choice that is no card.
fn pile_of(choice: &ChoiceSeen) -> Option<&PileName> {
    let Value::Card(card) = &choice.value else {
        return None;
    };
    Some(&card.pile)
}

impl Narrator<'_> {
    /// Name of a choice; empty for a plain option.
    pub fn choice_name(&self, choice: &ChoiceSeen) -> String {
        // A target without words of its own has the name of a parameter: the question says what it is for.
        let is_parameter = choice.kind == ChoiceKind::Target && choice.name.text == choice.name.id;
        if !choice.name.text.is_empty() && !is_parameter {
            return choice.name.text.clone();
        }
        match choice.kind {
            ChoiceKind::Pass => self.pick("Pass", "パス").to_owned(),
            ChoiceKind::Done => self.pick("Done", "決定").to_owned(),
            ChoiceKind::Move | ChoiceKind::Option | ChoiceKind::Target => String::new(),
        }
    }

    /// A choice: what is done, and with what.
    pub fn choice(&self, choice: &ChoiceSeen) -> String {
        let name = self.choice_name(choice);
        // Of options only modes have names of their own, and their value is nothing but a number.
        let is_alone = match choice.kind {
            ChoiceKind::Pass | ChoiceKind::Done | ChoiceKind::Option => true,
            ChoiceKind::Move | ChoiceKind::Target => choice.value == Value::Nothing,
        };
        match (name.is_empty(), is_alone) {
            (true, _) if choice.value == Value::Nothing => self.pick("nothing", "なし").to_owned(),
            (true, _) => self.value(&choice.value),
            (false, true) => name,
            (false, false) => format!(
                "{name}{}{}",
                self.pick(": ", "："),
                self.value(&choice.value)
            ),
        }
    }

    /// Choices, told apart where they are alike: by where the cards lie, then by what is on them.
    pub fn choices(&self, choices: &[ChoiceSeen]) -> Vec<String> {
        let place = |card: &CardSeen| self.pile(&card.pile);
        let marks = |card: &CardSeen| self.marks(&card.look);
        told_apart(choices, &|choice| self.choice(choice), &place, &marks)
    }

    /// Choices for readers who see on the table which cards are meant: told apart by where the cards lie.
    pub fn choices_on_table(&self, choices: &[ChoiceSeen]) -> Vec<String> {
        let place = |card: &CardSeen| self.pile(&card.pile);
        let nothing = |_: &CardSeen| String::new();
        told_apart(choices, &|choice| self.choice(choice), &place, &nothing)
    }

    /// Task of a seat: the question, or the moves that can be made where the game has no words for it.
    pub fn task(&self, view: &View, prompt: &Named, choices: &[ChoiceSeen]) -> String {
        let phase = view.phase.as_ref().map(|phase| phase.text.as_str());
        let is_said = !prompt.text.is_empty() && phase != Some(prompt.text.as_str());
        let mut names: Vec<String> = Vec::new();
        for choice in choices {
            let is_move = matches!(choice.kind, ChoiceKind::Move | ChoiceKind::Pass);
            let name = self.choice_name(choice);
            if is_move && !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        let only_passes = choices.iter().all(|choice| choice.kind == ChoiceKind::Pass);
        if !is_said && only_passes && !choices.is_empty() {
            let text = self.pick("You can only pass", "パスしかできません");
            return text.to_owned();
        }
        if prompt.text.is_empty() && names.is_empty() && !choices.is_empty() {
            return self.unnamed(choices);
        }
        if is_said || names.is_empty() || names.len() > MOST_MOVES {
            return prompt.text.clone();
        }
        match self.language {
            Language::English => either(&names),
            Language::Japanese => format!("{}から選んでください", quoted(&names)),
        }
    }

    /// Task of a question that the game has no words for: what is chosen, and where it lies if that is one pile.
    fn unnamed(&self, choices: &[ChoiceSeen]) -> String {
        let asked = || choices.iter().filter(|it| it.kind != ChoiceKind::Done);
        let piles: Vec<&PileName> = asked().filter_map(pile_of).collect();
        if piles.len() < asked().count() || piles.is_empty() {
            let text = self.pick("Choose one", "1つ選んでください");
            return text.to_owned();
        }
        if piles.iter().any(|pile| *pile != piles[0]) || self.covering(piles[0]).is_some() {
            let text = self.pick("Choose a card", "カードを1枚選んでください");
            return text.to_owned();
        }
        let pile = self.pile(piles[0]);
        self.say(
            format!("Choose a card in {pile}"),
            format!("{pile}からカードを1枚選んでください"),
        )
    }

    /// The decision that the game waits for, in a line: who chooses, and what about.
    pub fn question(&self, view: &View) -> String {
        match &view.decision {
            DecisionSeen::Choose {
                seat,
                prompt,
                about,
                choices,
                ..
            } => {
                let task = self.task(view, prompt, choices.as_deref().unwrap_or_default());
                let task = match task.is_empty() {
                    true => self.pick("choose", "選択").to_owned(),
                    false => task,
                };
                let about = about.as_ref().map(|card| self.card(card));
                let about = about.filter(|card| *card != task);
                let about = about.map_or_else(String::new, |card| {
                    self.say(format!(" – {card}"), format!("（{card}）"))
                });
                let who = crate::grammar::capital(&self.player(*seat));
                format!("{who}{}{task}{about}", self.pick(": ", "："))
            }
            DecisionSeen::Chance => self.pick("Chance decides", "運が決める").to_owned(),
            DecisionSeen::Nothing => self.pick("The game goes on", "処理中").to_owned(),
            DecisionSeen::Over {
                winners,
                scores,
                reason,
            } => {
                let result = self.result(winners, scores, reason.as_deref());
                self.say(
                    format!("Game over: {result}"),
                    format!("ゲーム終了：{result}"),
                )
            }
            DecisionSeen::Stopped { message } => self.say(
                format!("The game was stopped: {message}"),
                format!("ゲームは中断された：{message}"),
            ),
        }
    }
}

/// "Play a card, draw or pass".
fn either(names: &[String]) -> String {
    let Some((first, rest)) = names.split_first() else {
        return String::new();
    };
    let rest: Vec<String> = rest.iter().map(|name| common_noun(name)).collect();
    match rest.split_last() {
        None => first.clone(),
        Some((last, [])) => format!("{first} or {last}"),
        Some((last, between)) => format!("{first}, {} or {last}", between.join(", ")),
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("「{name}」")).collect()
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
