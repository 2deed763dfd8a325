//! Players, cards, choices and events in a language.

use cgml::vocabulary::Language;
use engine::notation::told_apart;
use engine::program::{ChoiceKind, Program};
use engine::seen::{CardSeen, ChoiceSeen, Look, PileName, Value};
use engine::telling::SeatEvent;
use engine::view::DecisionSeen;

/// The words of a language, for one seat or for someone who only looks on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Words<'p> {
    pub(crate) program: &'p Program,
    pub(crate) language: Language,
    /// The seat that is called "you".
    pub(crate) seat: Option<u8>,
}

impl Words<'_> {
    /// One text or the other.
    pub(crate) fn pick<'a>(&self, english: &'a str, japanese: &'a str) -> &'a str {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    /// A player, as the beginning of a sentence or a heading.
    pub(crate) fn player(&self, seat: u8) -> String {
        match self.language {
            Language::English if self.seat == Some(seat) => "you".to_owned(),
            Language::English => format!("player {seat}"),
            Language::Japanese if self.seat == Some(seat) => "あなた".to_owned(),
            Language::Japanese => format!("プレイヤー{seat}"),
        }
    }

    fn team(&self, team: u8) -> String {
        match self.language {
            Language::English => format!("team {team}"),
            Language::Japanese => format!("チーム{team}"),
        }
    }

    /// Several players.
    pub(crate) fn players(&self, seats: &[u8]) -> String {
        let names: Vec<String> = seats.iter().map(|seat| self.player(*seat)).collect();
        names.join(self.pick(" and ", "と"))
    }

    /// Something that has an owner, a team or neither.
    pub(crate) fn owned(&self, name: &str, owner: Option<u8>, team: Option<u8>) -> String {
        let whose = match (owner, team) {
            (Some(seat), _) if self.seat == Some(seat) => {
                let your = self.pick("your ", "自分の");
                return format!("{your}{name}");
            }
            (Some(seat), _) => self.player(seat),
            (None, Some(team)) => self.team(team),
            (None, None) => return name.to_owned(),
        };
        match self.language {
            Language::English => format!("{name} of {whose}"),
            Language::Japanese => format!("{whose}の{name}"),
        }
    }

    pub(crate) fn pile(&self, pile: &PileName) -> String {
        self.owned(&pile.zone.text, pile.owner, pile.team)
    }

    fn look(&self, look: &Look) -> String {
        let face = look.face.as_ref().map(|face| face.name.text.clone());
        face.unwrap_or_else(|| self.pick("a card", "札1枚").to_owned())
    }

    /// Marks of a card, in brackets; empty if it has none.
    pub(crate) fn marks(&self, look: &Look, program: &Program) -> String {
        let named = |(id, value): (&String, &Value)| {
            let name = self.mark(id, program);
            match value {
                Value::Truth(true) => name.to_owned(),
                Value::Truth(false) => format!("{}{name}", self.pick("not ", "非")),
                value => format!("{name} {}", self.value(value)),
            }
        };
        let own = look.marks.iter();
        let own = own.filter(|(name, _)| !look.now.contains_key(*name));
        let mut said: Vec<String> = own.map(named).collect();
        said.extend(look.now.iter().map(named));
        said.extend(look.keywords.iter().map(|keyword| keyword.text.clone()));
        if said.is_empty() {
            return String::new();
        }
        format!("({})", said.join(self.pick(", ", "、")))
    }

    /// Name of a mark.
    fn mark<'p>(&self, id: &'p str, program: &'p Program) -> &'p str {
        let mut variables = program.variables.iter().filter(|it| it.of_cards);
        let variable = variables.find(|variable| variable.name.id == id);
        variable.map_or(id, |variable| variable.name.of(self.language.code()))
    }

    /// A card; one that is not known by where it lies.
    pub(crate) fn card(&self, card: &CardSeen) -> String {
        if let Some(face) = &card.look.face {
            return face.name.text.clone();
        }
        let pile = self.pile(&card.pile);
        let number = card.number.or(card.position.map(|position| position + 1));
        match (self.language, number) {
            (Language::English, Some(number)) => format!("card {number} of {pile}"),
            (Language::English, None) => format!("a card of {pile}"),
            (Language::Japanese, Some(number)) => format!("{pile}の{number}枚目"),
            (Language::Japanese, None) => format!("{pile}の1枚"),
        }
    }

    /// Name of a word.
    fn word<'w>(&'w self, word: &'w str) -> &'w str {
        let mut called = self.program.called.iter();
        let found = called.find(|text| text.id == word);
        found.map_or(word, |text| text.of(self.language.code()))
    }

    pub(crate) fn value(&self, value: &Value) -> String {
        match value {
            Value::Nothing => self.pick("nothing", "なし").to_owned(),
            Value::Unknown => "?".to_owned(),
            Value::Truth(true) => self.pick("yes", "はい").to_owned(),
            Value::Truth(false) => self.pick("no", "いいえ").to_owned(),
            Value::Number(number) => number.to_string(),
            Value::Word(word) => self.word(word).to_owned(),
            Value::Card(card) => self.card(card),
            Value::Pile(pile) => self.pile(pile),
            Value::Player(seat) => self.player(*seat),
            Value::Team(team) => self.team(*team),
            Value::Phase(name) | Value::State(name) | Value::Kind(name) => name.text.clone(),
            Value::List(values) if values.is_empty() => "–".to_owned(),
            Value::List(values) => {
                let values: Vec<String> = values.iter().map(|value| self.value(value)).collect();
                values.join(" ")
            }
        }
    }

    /// A choice: what is done, and with what.
    pub(crate) fn choice(&self, choice: &ChoiceSeen) -> String {
        let usual = match choice.kind {
            ChoiceKind::Pass => self.pick("pass", "パス"),
            ChoiceKind::Done => self.pick("done", "終わり"),
            ChoiceKind::Move | ChoiceKind::Option | ChoiceKind::Target => "",
        };
        let name = if choice.name.text.is_empty() {
            usual
        } else {
            &choice.name.text
        };
        let is_alone = matches!(choice.kind, ChoiceKind::Pass | ChoiceKind::Done)
            || matches!(choice.value, Value::Nothing);
        match (name.is_empty(), is_alone) {
            (true, _) => self.value(&choice.value),
            (false, true) => name.to_owned(),
            (false, false) => format!("{name} {}", self.value(&choice.value)),
        }
    }

    /// Choices, told apart where they are alike.
    pub(crate) fn choices(&self, choices: &[ChoiceSeen]) -> Vec<String> {
        let marks = |card: &CardSeen| {
            let marks = self.marks(&card.look, self.program);
            marks.trim_matches(['(', ')']).to_owned()
        };
        let place = |card: &CardSeen| self.pile(&card.pile);
        told_apart(choices, &|choice| self.choice(choice), &place, &marks)
    }

    /// A choice that someone made: a card that is not known is not mentioned.
    fn chosen(&self, choice: &ChoiceSeen) -> String {
        let is_hidden = matches!(&choice.value, Value::Card(card) if card.look.face.is_none());
        if is_hidden && !choice.name.text.is_empty() {
            return choice.name.text.clone();
        }
        self.choice(choice)
    }

    /// An event in words, if it is worth a line.
    pub(crate) fn event(&self, event: &SeatEvent) -> Option<String> {
        let pile = |pile: &Option<PileName>| {
            let name = pile.as_ref().map(|pile| self.pile(pile));
            name.unwrap_or_else(|| self.pick("somewhere", "どこか").to_owned())
        };
        let of = |thing: String, english: &str, japanese: &str| match self.language {
            Language::English => format!("{thing} {english}"),
            Language::Japanese => format!("{thing}{japanese}"),
        };
        Some(match event {
            SeatEvent::Moved { card, from, to, .. } => {
                format!("{}: {} → {}", self.look(card), pile(from), pile(to))
            }
            SeatEvent::Shuffled { pile } => of(self.pile(pile), "is shuffled", "を切る"),
            SeatEvent::Arranged { pile } => {
                of(self.pile(pile), "changes its order", "の並びが変わる")
            }
            SeatEvent::Flipped { card } => of(self.card(card), "is turned over", "を裏返す"),
            SeatEvent::Revealed { card, seats } => {
                let seats = self.players(seats);
                let english = format!("is shown to {seats}");
                of(self.card(card), &english, &format!("を{seats}に見せる"))
            }
            SeatEvent::Concealed { .. } | SeatEvent::EnteredPhase { .. } => return None,
            SeatEvent::Changed {
                name,
                owner,
                team,
                value,
            } => {
                let name = self.owned(&name.text, *owner, *team);
                format!("{name} = {}", self.value(value))
            }
            SeatEvent::Marked { card, name, value } => {
                let name = of(self.card(card), &name.text, &format!("の{}", name.text));
                format!("{name} = {}", self.value(value))
            }
            SeatEvent::EnteredState { state } => format!("── {} ──", state.text),
            SeatEvent::BeganTurn { player } => match self.language {
                Language::English if self.seat == Some(*player) => "your turn".to_owned(),
                Language::English => format!("turn of player {player}"),
                Language::Japanese => format!("{}の番", self.player(*player)),
            },
            SeatEvent::Chose {
                player,
                choice: Some(choice),
                ..
            } => format!("{}: {}", self.player(*player), self.chosen(choice)),
            SeatEvent::Chose { player, .. } => match self.language {
                Language::English if self.seat == Some(*player) => "you have chosen".to_owned(),
                Language::English => format!("player {player} has chosen"),
                Language::Japanese => format!("{}が選んだ", self.player(*player)),
            },
            SeatEvent::Told { what } => what.clone(),
            SeatEvent::Ended {
                winners,
                scores,
                reason,
            } => self.result(winners, scores, reason.as_deref()),
        })
    }

    /// The decision in a line.
    pub(crate) fn decision(&self, decision: &DecisionSeen) -> String {
        match decision {
            DecisionSeen::Choose {
                seat,
                prompt,
                about,
                ..
            } => {
                let prompt = if prompt.text.is_empty() {
                    self.pick("choose", "選ぶ")
                } else {
                    &prompt.text
                };
                let about = about.as_ref().map(|card| self.card(card));
                match about.filter(|card| card != prompt) {
                    Some(card) => format!("{}: {prompt} – {card}", self.player(*seat)),
                    None => format!("{}: {prompt}", self.player(*seat)),
                }
            }
            DecisionSeen::Chance => self.pick("chance decides", "運が決める").to_owned(),
            DecisionSeen::Nothing => self.pick("the game goes on", "処理中").to_owned(),
            DecisionSeen::Over {
                winners,
                scores,
                reason,
            } => self.result(winners, scores, reason.as_deref()),
            DecisionSeen::Stopped { message } => {
                let stopped = self.pick("the game was stopped", "ゲームは中断された");
                format!("{stopped}: {message}")
            }
        }
    }

    fn result(&self, winners: &[u8], scores: &[i64], reason: Option<&str>) -> String {
        let winner = match (self.language, winners) {
            (Language::English, []) => "nobody wins".to_owned(),
            (Language::Japanese, []) => "勝者なし".to_owned(),
            (Language::English, [seat]) if self.seat != Some(*seat) => {
                format!("{} wins", self.player(*seat))
            }
            (Language::English, seats) => format!("{} win", self.players(seats)),
            (Language::Japanese, seats) => format!("{}の勝ち", self.players(seats)),
        };
        let scores: Vec<String> = scores.iter().map(i64::to_string).collect();
        let over = self.pick("game over", "ゲーム終了");
        let label = self.pick("scores", "得点");
        let why = reason.map_or_else(String::new, |reason| format!(" – {reason}"));
        format!("{over}: {winner}{why} ({label} {})", scores.join(", "))
    }
}
