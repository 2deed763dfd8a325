//! The properties, each a function that says what is wrong.

use std::ops::ControlFlow;
use std::time::Duration;

use fuda::engine::dealer::Dealer;
use fuda::engine::event::{Event, Scene, Watch};
use fuda::engine::ids::{Card, Meaning, Seat};
use fuda::engine::position::{Choice, Decision, Position};
use fuda::engine::program::Program;
use fuda::engine::proof::HiddenCards;
use fuda::engine::random::Random;
use fuda::engine::record::Record;
use fuda::engine::telling::Telling;
use fuda::engine::verify::verify;
use players::{Equipment, PlayerSpec, Question, Secrets};

use crate::games::Table;

type Checked = Result<(), String>;

/// Thoroughness of the tests.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kit {
    /// At how many decisions of a game everything is looked at.
    pub(crate) tries: u32,
    /// The number of decisions that are played at most. Longer games must be over after a hundred times as many.
    pub(crate) most_decisions: u32,
}

/// The value that was found.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) games: u64,
    pub(crate) decisions: u64,
    pub(crate) looked_at: u64,
    pub(crate) tried_events: u64,
    /// The number of decisions that were played on with other hidden cards, without any difference to be seen.
    pub(crate) compared: u64,
    /// The number of thoughts that were the same with other hidden values.
    pub(crate) thoughts: u64,
    pub(crate) not_over: u64,
    pub(crate) failures: Vec<String>,
}

impl Report {
    pub(crate) fn add(&mut self, other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.looked_at += other.looked_at;
        self.tried_events += other.tried_events;
        self.compared += other.compared;
        self.thoughts += other.thoughts;
        self.not_over += other.not_over;
        self.failures.extend(other.failures);
    }

    pub(crate) fn line(&self, round: u64, rounds: u64, time: Duration) -> String {
        format!(
            "round {round} of {rounds}: {} games, {} decisions, {} failures, {:.0} s",
            self.games,
            self.decisions,
            self.failures.len(),
            time.as_secs_f64()
        )
    }

    pub(crate) fn summary(&self, time: Duration) -> String {
        format!(
            "{} games with {} decisions in {:.1} s\n\
             {} positions looked at, {} events tried with other hidden cards, {} decisions played on with them, {} thoughts compared\n\
             {} games not over within the limit\n\
             {} failures",
            self.games,
            self.decisions,
            time.as_secs_f64(),
            self.looked_at,
            self.tried_events,
            self.compared,
            self.thoughts,
            self.not_over,
            self.failures.len()
        )
    }
}

/// A game that is going on.
struct Going<'a> {
    table: &'a Table,
    program: &'a Program,
    position: Position,
    secrets: Secrets,
    random: Random,
}

/// The players whose thoughts must not depend on what their seat may not know.
const THINKERS: [&str; 2] = ["flat:4", "ismcts:8"];

impl Kit {
    /// Plays one game and looks at it.
    pub(crate) fn play(self, table: &Table, seed: u64, report: &mut Report) {
        let mut decision = 0;
        if let Err(problem) = self.play_to_end(table, seed, &mut decision, report) {
            report.failures.push(format!(
                "{}, seed {seed}, decision {decision}: {problem}",
                table.name
            ));
        }
        report.games += 1;
        report.decisions += u64::from(decision);
    }

    fn play_to_end(
        self,
        table: &Table,
        seed: u64,
        decision: &mut u32,
        report: &mut Report,
    ) -> Checked {
        let program = &table.program;
        if seed == 0 {
            verify(program).map_err(|problems| problems.join("; "))?;
        }
        let mut watch = HiddenCards::new(seed);
        let mut record = Record::begin(program, seed);
        let mut going = Going {
            table,
            program,
            position: Position::start_watched(program, seed, &mut watch),
            secrets: Secrets::new(),
            random: Random::new(seed ^ 0x5EED),
        };
        let length = self.length(program, seed)?;
        let every = (length / self.tries.max(1)).max(1);
        while let Decision::Choose { choices, .. } = going.position.decision() {
            let number = going.random.below(choices.len() as u32) as usize;
            if decision.is_multiple_of(every) {
                report.looked_at += 1;
                going.look_at(number, report)?;
            }
            if *decision >= self.most_decisions {
                report.not_over += 1;
                break;
            }
            going.secrets.choose(program, &going.position, number);
            let is_tried = *decision < 200 || *decision % every == 1;
            if is_tried {
                going.position.play_number(program, number, &mut watch);
            } else {
                going.position.play_unchecked(program, number);
            }
            record.choices.push(number as u32);
            *decision += 1;
        }
        report.tried_events += watch.tried;
        if let Some(leak) = watch.leak {
            return Err(format!("an event tells too much: {leak}"));
        }
        going.is_no_fault()?;
        record.hash = going.position.hash(program);
        let again = record.verify(program).map_err(|error| error.to_string())?;
        same("the record leads", program, &again, &going.position)
    }

    /// The number of decisions a game has; every game must come to an end.
    fn length(self, program: &Program, seed: u64) -> Result<u32, String> {
        let mut position = Position::start(program, seed);
        let mut random = Random::new(seed ^ 0x5EED);
        let limit = self.most_decisions.saturating_mul(100);
        let mut length = 0;
        while !position.is_over() {
            if length >= limit {
                return Err(format!("it goes on after {limit} decisions"));
            }
            let number = random.below(position.choices().len() as u32) as usize;
            position.play_unchecked(program, number);
            length += 1;
        }
        Ok(length)
    }
}

impl Going<'_> {
    /// Everything that can be said of a position that waits for a choice.
    fn look_at(&mut self, number: usize, report: &mut Report) -> Checked {
        self.position.check_cards(self.program)?;
        self.legal_choices_play()?;
        self.other_choices_are_refused()?;
        self.copies_go_on_the_same(number)?;
        self.a_redeal_fits()?;
        for seat in 0..self.program.seats {
            self.hidden_cards_do_not_show(Seat(seat), report)?;
            self.hidden_values_do_not_show(Seat(seat), report)?;
        }
        Ok(())
    }

    fn is_no_fault(&self) -> Checked {
        no_fault(self.program, &self.position)
    }

    /// Every legal choice can be made; of many, some.
    fn legal_choices_play(&mut self) -> Checked {
        let choices = self.position.choices();
        let every = choices.len().div_ceil(12);
        for (number, choice) in choices.iter().enumerate().step_by(every.max(1)) {
            let mut next = self.position.clone();
            next.play(self.program, *choice)
                .map_err(|error| format!("legal choice {number} is refused: {error}"))?;
            no_fault(self.program, &next).map_err(|error| format!("choice {number}: {error}"))?;
            next.check_cards(self.program)
                .map_err(|error| format!("after choice {number}: {error}"))?;
        }
        Ok(())
    }

    /// Illegal choices are refused, with the legal ones, and change nothing.
    fn other_choices_are_refused(&mut self) -> Checked {
        let legal = self.position.choices().to_vec();
        let cards = self.program.cards.len() as i64;
        let meanings = self.program.meanings.len() as u16;
        let tried = (-1..=cards).map(|value| Choice {
            meaning: Meaning(self.random.below(meanings.into()) as u16),
            value,
        });
        for choice in tried.filter(|choice| !legal.contains(choice)) {
            let mut after = self.position.clone();
            match after.play(self.program, choice) {
                Ok(()) => return Err(format!("{choice:?} is not legal, and was made")),
                Err(refused) if refused.legal != legal || refused.choice != choice => {
                    return Err(format!("{choice:?} is refused with other legal choices"));
                }
                Err(_) if after != self.position => {
                    return Err(format!("{choice:?} is refused, and changes something"));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    /// A copy, and a position that was saved, are the same and go on the same.
    fn copies_go_on_the_same(&mut self, number: usize) -> Checked {
        let program = self.program;
        let bytes = self.position.save(program);
        let loaded = Position::load(program, &bytes).map_err(|error| error.to_string())?;
        if loaded.save(program) != bytes {
            return Err("it is saved otherwise after it was loaded".to_owned());
        }
        let mut used = Position::start(program, 99);
        used.clone_from(&self.position);
        let mut original = self.position.clone();
        let mut random = Random::new(number as u64);
        let mut number = number;
        let mut copies = [self.position.clone(), loaded, used];
        for _ in 0..20 {
            for copy in &mut copies {
                same("a copy is", program, copy, &original)?;
                copy.play_unchecked(program, number);
            }
            original.play_unchecked(program, number);
            if original.is_over() {
                break;
            }
            number = random.below(original.choices().len() as u32) as usize;
        }
        for copy in &copies {
            same("a copy leads", program, copy, &original)?;
        }
        Ok(())
    }

    /// A redeal gives the seat that chooses the same view, and can be played to the end.
    fn a_redeal_fits(&mut self) -> Checked {
        let Decision::Choose { seat, .. } = self.position.decision() else {
            return Ok(());
        };
        let program = self.program;
        let mut dealt = self.position.redeal(program, seat, &mut self.random);
        dealt
            .check_cards(program)
            .map_err(|error| format!("redealt: {error}"))?;
        let views = [&self.position, &dealt].map(|position| view(program, position, seat));
        if views[0] != views[1] {
            return Err(format!(
                "a redeal changes the view of {seat:?}: {}",
                difference(&views[0], &views[1])
            ));
        }
        dealt.reseed(u64::from(self.random.bits()));
        for _ in 0..300 {
            if dealt.is_over() {
                break;
            }
            let number = self.random.below(dealt.choices().len() as u32) as usize;
            dealt.play_unchecked(program, number);
        }
        no_fault(program, &dealt).map_err(|error| format!("after a redeal: {error}"))
    }

    /// Two cards that a seat does not know change places: its view stays the same, and as long as the rules
    /// do not look at the two cards, so does everything that it is told and sees afterwards.
    fn hidden_cards_do_not_show(&mut self, seat: Seat, report: &mut Report) -> Checked {
        let program = self.program;
        let Some([a, b]) = self.two_hidden(seat) else {
            return Ok(());
        };
        let mut one = self.position.clone();
        let mut other = self.position.with_exchanged(program, a, b);
        for _ in 0..4 {
            let views = [&one, &other].map(|position| view(program, position, seat));
            if views[0] != views[1] {
                return Err(format!(
                    "{seat:?} sees that {a:?} and {b:?} have changed places: {}",
                    difference(&views[0], &views[1])
                ));
            }
            if one.is_over() {
                break;
            }
            let number = self.random.below(one.choices().len() as u32) as usize;
            let mut told = [(); 2].map(|()| Seen {
                telling: Telling::new(program, ""),
                seat,
                cards: [a, b],
                is_known: false,
            });
            one.play_number(program, number, &mut told[0]);
            other.play_number(program, number, &mut told[1]);
            let is_known = told.iter().any(|told| told.is_known);
            if is_known || one.with_exchanged(program, a, b).hash(program) != other.hash(program) {
                break;
            }
            let told = told.map(|told| json(&told.telling.told(seat)));
            if told[0] != told[1] {
                return Err(format!(
                    "{seat:?} is told that {a:?} and {b:?} have changed places: {}",
                    difference(&told[0], &told[1])
                ));
            }
            report.compared += 1;
        }
        Ok(())
    }

    /// Everything that a seat may not know is dealt anew, values, what is on cards and what waits as well: its view stays
    /// the same, and so does what a computer thinks that plays for it.
    fn hidden_values_do_not_show(&mut self, seat: Seat, report: &mut Report) -> Checked {
        let program = self.program;
        let lookahead = self.table.lookahead();
        let dealer = Dealer::new(program, &self.position, seat);
        let mut dealer = match lookahead.guesses(&self.position, seat) {
            Some((hidden, samples)) => dealer.guessing(hidden, samples),
            None => dealer,
        };
        let mut world = self.position.clone();
        dealer.deal(&mut self.random, &mut world);
        let views = [&self.position, &world].map(|position| view(program, position, seat));
        if views[0] != views[1] {
            return Err(format!(
                "{seat:?} sees what it may not know: {}",
                difference(&views[0], &views[1])
            ));
        }
        let is_asked = matches!(self.position.decision(), Decision::Choose { seat: asked, .. } if asked == seat);
        if !is_asked || program.seats < 2 {
            return Ok(());
        }
        let equipment = Equipment::for_game(lookahead);
        let name = THINKERS[self.random.below(2) as usize];
        let thoughts = [&self.position, &world].map(|position| {
            let question = Question::new(program, position, seat, &self.secrets);
            let name: PlayerSpec = name.parse().expect("it is a name");
            let mut player = name.player(&equipment).expect("it can play");
            player.begin(5);
            player.think(&question, &mut |_| ControlFlow::Continue(()))
        });
        if thoughts[0] != thoughts[1] {
            let [one, other] = thoughts.map(|thought| format!("{thought:?}"));
            return Err(format!(
                "`{name}` knows what {seat:?} may not: {}",
                difference(&one, &other)
            ));
        }
        report.thoughts += 1;
        Ok(())
    }

    /// Two different cards that a seat does not know and cannot tell apart by their backs.
    fn two_hidden(&mut self, seat: Seat) -> Option<[Card; 2]> {
        let cards = &self.program.cards;
        let hidden: Vec<Card> = (0..cards.len() as u16)
            .map(Card)
            .filter(|card| !self.position.is_known(*card, seat))
            .collect();
        if hidden.len() < 2 {
            return None;
        }
        let a = hidden[self.random.below(hidden.len() as u32) as usize];
        let b = hidden[self.random.below(hidden.len() as u32) as usize];
        let [of_a, of_b] = [a, b].map(|card| &cards[card.index()]);
        (of_a.kind != of_b.kind && of_a.back == of_b.back).then_some([a, b])
    }
}

/// Tellings to a seat, and whether it came to know one of two cards.
struct Seen {
    telling: Telling,
    seat: Seat,
    cards: [Card; 2],
    is_known: bool,
}

impl Watch for Seen {
    const ON: bool = true;

    fn event(&mut self, scene: Scene<'_>, event: Event) {
        let known = |card: &Card| scene.known(*card) >> self.seat.0 & 1 == 1;
        self.is_known |= self.cards.iter().any(known);
        self.telling.event(scene, event);
    }
}

fn no_fault(program: &Program, position: &Position) -> Checked {
    match position.decision() {
        Decision::Fault(fault) => Err(fault.message(program)),
        Decision::Chance { .. } => Err("it waits for chance".to_owned()),
        Decision::Choose { .. } | Decision::Over => Ok(()),
    }
}

fn same(what: &str, program: &Program, one: &Position, other: &Position) -> Checked {
    if !one.is_same(program, other) {
        return Err(format!("{what} to another position"));
    }
    if one.hash(program) != other.hash(program) {
        return Err(format!("{what} the same, with another number"));
    }
    Ok(())
}

fn view(program: &Program, position: &Position, seat: Seat) -> String {
    json(&position.view(program, seat))
}

fn json<T: serde::Serialize + ?Sized>(what: &T) -> String {
    serde_json::to_string(what).expect("it is plain data")
}

/// Place where two texts begin to differ.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b);
    let at = at.count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(150)..text.len().min(at + 150)];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("\n  …{}…\n  …{}…", around(one), around(other))
}
