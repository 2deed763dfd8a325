//! One golden text per event, in both languages, as a player and as a spectator read it.

use cgml::vocabulary::Language;
use engine::program::{
    ChoiceKind, MarkKind, PileInfo, Place, Program, Role, Text, VariableInfo, ZoneInfo,
};
use engine::seen::{CardSeen, ChoiceSeen, Face, Look, Named, PileName, Value};
use engine::telling::SeatEvent;
use engine::trace::Why;
use engine::view::{DecisionSeen, View};
use narrate::{Detail, Narrator, Teller, Values};
use std::collections::BTreeMap;

fn text(id: &str, english: &str, japanese: &str) -> Text {
    Text {
        id: id.to_owned(),
        texts: vec![
            ("en".to_owned(), english.to_owned()),
            ("ja".to_owned(), japanese.to_owned()),
        ],
    }
}

const ZONES: [(&str, &str, &str, Role); 7] = [
    ("deck", "Deck", "山札", Role::Deck),
    ("hand", "Hand", "手札", Role::Hand),
    ("mana", "Mana zone", "マナゾーン", Role::Other),
    ("battle", "Battle zone", "バトルゾーン", Role::Play),
    ("graveyard", "Graveyard", "墓地", Role::Discard),
    ("under", "under Battle zone", "バトルゾーンの下", Role::Play),
    ("stock", "Played cards", "場札", Role::Other),
];

/// Two players with a zone of each kind, and a stock of the table.
fn program() -> Program {
    let mark = |name: Text, mark, sideways: &[Value]| VariableInfo {
        name,
        of_cards: true,
        mark,
        sideways: sideways.to_vec(),
        ..VariableInfo::default()
    };
    let tapped = [Value::Truth(true)];
    Program {
        seats: 2,
        direction: 1,
        zones: (0..)
            .zip(&ZONES)
            .map(|(first, (id, english, japanese, _))| ZoneInfo {
                name: text(id, english, japanese),
                first,
                count: 1,
                under: (*id == "under").then_some(3),
                ..ZoneInfo::default()
            })
            .collect(),
        piles: ZONES
            .iter()
            .map(|(.., role)| PileInfo {
                role: *role,
                ..PileInfo::default()
            })
            .collect(),
        phases: vec![text("main", "Main", "メイン"), text("end", "End", "終了")],
        variables: vec![
            VariableInfo {
                name: text("aura", "Aura", "オーラ"),
                shown: true,
                ..VariableInfo::default()
            },
            mark(text("tapped", "Tapped", "タップ"), MarkKind::Plain, &tapped),
            mark(text("charm", "Charms", "お守り"), MarkKind::Counter, &[]),
            mark(text("slot", "slot", "slot"), MarkKind::Slot, &[]),
        ],
        called: vec![text("hearts", "Hearts", "ハート")],
        ..Program::default()
    }
}

fn named(id: &str, text: &str) -> Named {
    Named {
        id: id.to_owned(),
        text: text.to_owned(),
    }
}

struct Table {
    program: Program,
    language: Language,
}

impl Table {
    fn say<'t>(&self, english: &'t str, japanese: &'t str) -> &'t str {
        match self.language {
            Language::English => english,
            Language::Japanese => japanese,
        }
    }

    fn pile(&self, zone: &str, owner: Option<u8>) -> PileName {
        let zone = self.program.zone(zone).expect("the table has it");
        PileName {
            zone: named(&zone.name.id, zone.name.of(self.language.code())),
            owner,
            team: None,
        }
    }

    fn look(&self, known: bool) -> Look {
        let face = Face {
            kind: 7,
            name: named(
                "emerald_grass",
                self.say("Emerald Grass", "エメラルド・グラス"),
            ),
            printed: BTreeMap::new(),
        };
        Look {
            face: known.then_some(face),
            down: false,
            back: 0,
            marks: BTreeMap::new(),
            now: BTreeMap::new(),
            keywords: Vec::new(),
        }
    }

    fn card(&self, known: bool, zone: &str, owner: u8) -> CardSeen {
        CardSeen {
            look: self.look(known),
            pile: self.pile(zone, Some(owner)),
            position: Some(1),
            number: None,
        }
    }

    fn moved(&self, known: bool, from: (&str, Option<u8>), to: (&str, Option<u8>)) -> SeatEvent {
        SeatEvent::Moved {
            card: self.look(known),
            from: Some(self.pile(from.0, from.1)),
            to: Some(self.pile(to.0, to.1)),
            position: None,
        }
    }

    fn chose(&self, kind: ChoiceKind, name: &str, value: Value) -> SeatEvent {
        SeatEvent::Chose {
            player: 1,
            prompt: named("suit", self.say("Which suit?", "どのマーク？")),
            choice: Some(ChoiceSeen {
                kind,
                name: named("", name),
                value,
            }),
        }
    }

    fn changed(&self, value: Value) -> SeatEvent {
        SeatEvent::Changed {
            name: named("aura", self.say("Aura", "オーラ")),
            owner: Some(1),
            team: None,
            value,
        }
    }

    fn marked(&self, mark: &str, value: Value) -> SeatEvent {
        let name = &self.program.mark(mark).expect("the table has it").name;
        SeatEvent::Marked {
            card: self.card(true, "battle", 1),
            name: named(mark, name.of(self.language.code())),
            value,
        }
    }

    fn moves(&self) -> Vec<Vec<SeatEvent>> {
        let own = |known, from, to| vec![self.moved(known, (from, Some(1)), (to, Some(1)))];
        let deal = |owner| self.moved(false, ("stock", None), ("hand", Some(owner)));
        let partly = |from: Option<&str>, to: Option<&str>| {
            vec![SeatEvent::Moved {
                card: self.look(false),
                from: from.map(|zone| self.pile(zone, Some(1))),
                to: to.map(|zone| self.pile(zone, Some(1))),
                position: None,
            }]
        };
        vec![
            own(true, "hand", "mana"),
            own(false, "hand", "mana"),
            own(true, "hand", "battle"),
            own(true, "hand", "graveyard"),
            own(false, "deck", "hand"),
            [own(false, "deck", "hand"), own(false, "deck", "hand")].concat(),
            [own(true, "deck", "hand"), own(false, "deck", "hand")].concat(),
            own(true, "battle", "graveyard"),
            own(true, "battle", "hand"),
            own(true, "graveyard", "deck"),
            own(true, "hand", "under"),
            own(true, "under", "graveyard"),
            own(true, "battle", "battle"),
            vec![self.moved(true, ("battle", Some(0)), ("battle", Some(1)))],
            vec![self.moved(true, ("hand", Some(1)), ("stock", None))],
            vec![deal(0), deal(1), deal(0), deal(1)],
            partly(Some("hand"), None),
            partly(None, Some("mana")),
        ]
    }

    fn others(&self) -> Vec<Vec<SeatEvent>> {
        let card = |known| Value::Card(Box::new(self.card(known, "hand", 1)));
        let play = self.say("Play a card", "札を出す");
        let one = |event| vec![event];
        vec![
            one(SeatEvent::Shuffled {
                pile: self.pile("deck", Some(1)),
            }),
            one(SeatEvent::Shuffled {
                pile: self.pile("stock", None),
            }),
            one(SeatEvent::Arranged {
                pile: self.pile("deck", Some(1)),
            }),
            one(SeatEvent::Flipped {
                card: self.card(false, "mana", 1),
            }),
            one(SeatEvent::Revealed {
                card: self.card(true, "hand", 1),
                seats: vec![0, 1],
            }),
            one(SeatEvent::Revealed {
                card: self.card(true, "hand", 1),
                seats: vec![0],
            }),
            vec![
                self.changed(Value::Number(3)),
                self.changed(Value::Number(5)),
                self.changed(Value::Number(5)),
            ],
            one(self.marked("tapped", Value::Truth(true))),
            one(self.marked("tapped", Value::Truth(false))),
            one(self.marked("charm", Value::Number(2))),
            one(self.marked("slot", Value::Number(2))),
            one(SeatEvent::EnteredState {
                state: named("play", self.say("Play", "プレイ")),
            }),
            one(SeatEvent::EnteredPhase {
                phase: named("main", self.say("Main", "メイン")),
            }),
            one(SeatEvent::BeganTurn { player: 1 }),
            one(self.chose(ChoiceKind::Move, play, card(true))),
            one(self.chose(ChoiceKind::Move, play, card(false))),
            one(self.chose(ChoiceKind::Target, "", card(true))),
            one(self.chose(ChoiceKind::Option, "", Value::Word("hearts".to_owned()))),
            one(self.chose(ChoiceKind::Move, self.say("Pair", "ペア"), Value::Nothing)),
            one(self.chose(ChoiceKind::Pass, "", Value::Nothing)),
            one(SeatEvent::Chose {
                player: 1,
                prompt: named("", ""),
                choice: None,
            }),
            one(SeatEvent::Told {
                what: "shields.broken".to_owned(),
            }),
            one(SeatEvent::Ended {
                winners: vec![1],
                scores: vec![0, 1],
                reason: Some(self.say("Five rounds", "5ラウンド").to_owned()),
            }),
            one(SeatEvent::Ended {
                winners: Vec::new(),
                scores: vec![0, 0],
                reason: None,
            }),
        ]
    }

    /// The lines about events, as a reader of this seat reads them.
    fn told(&self, seat: Option<u8>, detail: Detail) -> String {
        let narrator = Narrator {
            program: &self.program,
            language: self.language,
            seat,
            first_number: 1,
            names: &[],
            detail,
        };
        let mut all = String::new();
        for events in [self.moves(), self.others()].concat() {
            let mut values = Values::new();
            let mut teller = Teller::new(narrator, &mut values);
            events.iter().for_each(|event| teller.event(event, ()));
            for (line, ()) in teller.finish() {
                all.push_str(&format!("{:?}: {}\n", line.kind, line.text()));
            }
        }
        let mut values = Values::new();
        let mut teller = Teller::new(narrator, &mut values);
        let place = Place {
            part: "destroy".to_owned(),
            step: 2,
            ..Place::default()
        };
        teller.failure(Some(&place), Why::Missing, ());
        for (line, ()) in teller.finish() {
            all.push_str(&format!("{:?}: {}\n", line.kind, line.text()));
        }
        all
    }
}

/// A question: its words, the phase it is asked in, and the choices.
type Asked<'t> = (&'t str, &'t str, Vec<ChoiceSeen>);

impl Table {
    /// Questions with and without words of their own.
    fn asked(&self) -> Vec<Asked<'_>> {
        let choice = |kind, name: &str, value| ChoiceSeen {
            kind,
            name: named("", name),
            value,
        };
        let card = |zone| {
            let card = Box::new(self.card(true, zone, 1));
            choice(ChoiceKind::Target, "", Value::Card(card))
        };
        let number = |number| choice(ChoiceKind::Option, "", Value::Number(number));
        let pass = || choice(ChoiceKind::Pass, "", Value::Nothing);
        let done = || choice(ChoiceKind::Done, "", Value::Nothing);
        let make = |name: &str| choice(ChoiceKind::Move, name, Value::Nothing);
        let draw = || make(self.say("Draw a card", "カードを引く"));
        let suit = self.say("Which suit?", "どのマーク？");
        let main = self.say("Main", "メイン");
        vec![
            (suit, "", vec![number(1), number(2)]),
            (suit, "", vec![draw(), pass()]),
            (main, main, vec![draw(), pass()]),
            (main, main, vec![pass()]),
            ("", "", vec![card("hand"), card("hand"), done()]),
            ("", "", vec![card("hand"), card("battle")]),
            ("", "", vec![card("under"), card("under")]),
            ("", "", vec![card("hand"), number(2)]),
            ("", "", Vec::new()),
        ]
    }

    /// Questions as whoever is asked reads them.
    fn questions(&self) -> String {
        let narrator = Narrator {
            program: &self.program,
            language: self.language,
            seat: Some(1),
            first_number: 1,
            names: &[],
            detail: Detail::Table,
        };
        let mut all = String::new();
        for (prompt, phase, choices) in self.asked() {
            let view = View {
                seat: Some(1),
                state: None,
                phase: Some(named("main", phase)),
                turn: 0,
                current: Some(1),
                zones: Vec::new(),
                variables: Vec::new(),
                pending: Vec::new(),
                decision: DecisionSeen::Nothing,
            };
            let task = narrator.task(&view, &named("", prompt), &choices);
            let choices = narrator.choices(&choices).join(" | ");
            all.push_str(&format!("{task} [{choices}]\n"));
        }
        all
    }
}

fn table(language: Language) -> Table {
    Table {
        program: program(),
        language,
    }
}

#[test]
fn events_as_the_player_reads_them() {
    insta::assert_snapshot!(
        "you_en",
        table(Language::English).told(Some(1), Detail::Table)
    );
    insta::assert_snapshot!(
        "you_ja",
        table(Language::Japanese).told(Some(1), Detail::Table)
    );
}

#[test]
fn events_as_a_spectator_reads_them() {
    insta::assert_snapshot!(
        "spectator_en",
        table(Language::English).told(None, Detail::Table)
    );
    insta::assert_snapshot!(
        "spectator_ja",
        table(Language::Japanese).told(None, Detail::Table)
    );
}

#[test]
fn events_as_an_author_reads_them() {
    insta::assert_snapshot!(
        "author_en",
        table(Language::English).told(None, Detail::Everything)
    );
    insta::assert_snapshot!(
        "author_ja",
        table(Language::Japanese).told(None, Detail::Everything)
    );
}

#[test]
fn questions_without_words_say_what_is_chosen_and_where_it_lies() {
    insta::assert_snapshot!("asked_en", table(Language::English).questions());
    insta::assert_snapshot!("asked_ja", table(Language::Japanese).questions());
}
