//! The compiler's own state, and the program at the end.

use std::collections::HashMap;

use cgml::model::{Block, Game};
use cgml::source::{SourceMap, Span};
use engine::ids::{AskId, Meaning, Slot};
use engine::lists::ListVerb;
use engine::op::Op;
use engine::program::{AskInfo, ChoiceKind, MeaningInfo, Place, Program, Sort, Text};

use crate::abilities::{Carried, carried, in_match};
use crate::chain::Chain;
use crate::code::{Code, Label, Origin};
use crate::layout::{Layout, lay_out};
use crate::refusal::Refusal;
use crate::rehearsal::Rehearsal;
use crate::scope::{Scope, Value};
use crate::settings::{Setting, Settings};
use crate::turns::Uses;
use crate::waiting::Waiting;

/// Everything known while a game is compiled.
pub(crate) struct Compiler<'g> {
    pub(crate) game: &'g Game,
    pub(crate) setting: Setting,
    pub(crate) code: Code,
    pub(crate) layout: Layout,
    pub(crate) uses: Uses,
    pub(crate) program: Program,
    /// The names of rules, moves and definitions that ops come from.
    pub(crate) parts: Vec<String>,
    /// Routines that are still to be written.
    pub(crate) routines: Vec<(Label, Routine)>,
    /// Where each routine that was asked for begins.
    pub(crate) known_routines: HashMap<Routine, Label>,
    /// Where the game is decided and over.
    pub(crate) end: Option<Label>,
    /// Subexpressions that were worked out before a loop, by where they are in memory.
    pub(crate) hoisted: HashMap<usize, Value>,
    /// The lists that the moves of the question that is being written share.
    pub(crate) shared: Vec<crate::shared::Shared>,
    /// How small properties can be, as far as that was asked.
    pub(crate) least: Vec<(cgml::model::PropertyId, Option<i64>)>,
    /// The sets of cards that targets of a move are chosen from and the relation they must have to its card, by
    /// where the targets are in memory.
    pub(crate) related: HashMap<usize, (Slot, engine::ids::Constant)>,
    /// Where what was done once in a turn, and once in a phase, is forgotten.
    pub(crate) resets: (Option<Label>, Option<Label>),
    /// The first of the cells that count the turns of each player, if the game asks for them.
    pub(crate) turn_counts: Option<engine::ids::Cell>,
    /// The cells that remember which moves were made.
    pub(crate) once_moves: HashMap<u32, engine::ids::Cell>,
    /// For each duration, where what was done once in it is forgotten, and the cells that remember it.
    pub(crate) durations: Vec<(Label, Vec<engine::ids::Cell>)>,
    /// The cells that remember what was done in this turn, and in this phase.
    pub(crate) uses_once: (Vec<engine::ids::Cell>, Vec<engine::ids::Cell>),
    /// What is wanted for made-up positions.
    pub(crate) rehearsal: Option<&'g Rehearsal<'g>>,
    /// Where phases are entered in the middle of a turn, by state and phase.
    pub(crate) phase_labels: Vec<(u32, u32, Label)>,
    /// The abilities of cards.
    pub(crate) abilities: Vec<Carried<'g>>,
    /// Where abilities wait.
    pub(crate) waiting: Waiting,
    /// What a chain needs, if the game has one.
    pub(crate) chain: Option<Chain>,
    /// The speed that a response must have at least, while responses are written.
    pub(crate) responding: Option<Slot>,
    /// Where it is noted that an ability was used.
    pub(crate) noted: HashMap<usize, crate::once::Noted>,
    /// The marks that remember what was done in this turn, in this phase, and in durations.
    pub(crate) marks_once: (
        Vec<engine::ids::Cell>,
        Vec<engine::ids::Cell>,
        Vec<(usize, engine::ids::Cell)>,
    ),
    /// Whose moves those without `players` are, while moves of several players are written.
    pub(crate) own_seat: Option<Slot>,
    /// Whether a check is being carried out.
    pub(crate) checking: Option<engine::ids::Cell>,
    /// Where it is kept that no check holds.
    pub(crate) settled: Option<crate::settled::Settled>,
    /// What `PROCEED` does where it is written.
    pub(crate) proceeds: Vec<crate::proceed::Proceed>,
    /// The zones whose room is looked after by code.
    pub(crate) managed: Vec<cgml::model::ZoneId>,
    /// The steps that wait for events.
    pub(crate) delayed: Vec<crate::delay::Delayed<'g>>,
    /// The slot that the cards of this step ask for.
    pub(crate) asking_slot: Option<Value>,
    /// Whether a rule makes a difference between the slots of a zone.
    pub(crate) slots_differ: bool,
    /// The tables that the position keeps.
    pub(crate) tables: Vec<crate::rows::Rows>,
    /// What changes values, gives keywords or forbids moves as long as it lasts.
    pub(crate) continuous: crate::continuous::Continuous<'g>,
    /// Registers that say whether the card that moves had a keyword before.
    pub(crate) had: Vec<(cgml::model::KeywordId, Slot)>,
    /// Whether what is written hears that its own card moves.
    pub(crate) is_leaving: bool,
    /// The cells that say whether rules are replacing something.
    pub(crate) replacing_rules: HashMap<&'g str, engine::ids::Cell>,
    /// The card that a question is about while it is asked.
    pub(crate) asking_about: Option<crate::rows::Rows>,
    /// How often it was asked about the card of an event, where that is counted.
    pub(crate) asked_about: Option<Slot>,
    /// The abilities that are replacing something.
    pub(crate) rows_of_replacing: Option<crate::rows::Rows>,
    /// Where the meanings of choices come from.
    pub(crate) meaning_origins: Vec<Origin>,
    /// The columns of parts of properties.
    pub(crate) part_columns: HashMap<(u32, u32), engine::ids::Column>,
}

/// A piece of code that is called from several places.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Routine {
    /// A card moves, and rules listen.
    Move {
        /// How it is put.
        how: u8,
        /// Whether the table is being laid.
        is_setup: bool,
    },
    /// A card moves that rules have heard of before.
    MoveOn {
        /// How it is put.
        how: u8,
        /// Whether something may replace it again.
        again: bool,
    },
    /// A card is revealed, and rules listen.
    Reveal,
    /// Pieces of a resource move; nobody listens while the table is laid.
    Transfer {
        /// Whether the table is being laid.
        is_setup: bool,
    },
    /// Pieces of a resource move that rules have heard of before.
    TransferOn {
        /// Whether something may replace it again.
        again: bool,
    },
    /// What waits for an event is done.
    Delayed(u32),
    /// A zone is shuffled, and rules listen.
    Shuffle,
    /// A defined effect; nobody listens while the table is laid.
    Effect {
        /// Which.
        definition: u32,
        /// Whether the table is being laid.
        is_setup: bool,
        /// Whether it is part of a cost.
        is_cost: bool,
    },
    /// A defined effect that rules have heard of before.
    EffectOn {
        /// Which.
        definition: u32,
        /// Whether it is part of a cost.
        is_cost: bool,
        /// Whether something may replace it again.
        again: bool,
    },
    /// A declared event happens.
    Declared(u32),
    /// An ability begins to wait.
    Wait,
    /// Everything that waits is carried out.
    Round,
    /// An ability is carried out.
    Ability(u32),
    /// A value after its changes.
    Changed(crate::continuous::Thing, crate::continuous::Reading),
    /// Whether a card has a keyword.
    Keyword(u32),
    /// What lasts on a card is over: its keywords, or all else.
    EndOn {
        /// Whether it is about keywords.
        of_keywords: bool,
    },
    /// The next ability that waits becomes a link of a chain.
    ChainNext,
    /// Players respond to the last link of a chain.
    Respond,
    /// All checks are made.
    Checks,
    /// One check is made.
    Check(u32),
    /// Something is tested that always holds.
    Invariant(u32),
}

impl<'g> Compiler<'g> {
    pub(crate) fn new(
        game: &'g Game,
        settings: &Settings,
        rehearsal: Option<&'g Rehearsal<'g>>,
    ) -> Result<Self, Refusal> {
        let setting = Setting::new(game, settings)?;
        let mut uses = Uses::of(game);
        uses.counts_turns |= rehearsal.is_some_and(Rehearsal::asks_for_turns);
        let mut program = Program::default();
        let layout = lay_out(game, &setting, uses.plans_phases, rehearsal, &mut program)?;
        let mut code = Code::default();
        let resets = (
            uses.once_per_turn.then(|| code.label()),
            uses.once_per_phase.then(|| code.label()),
        );
        let durations = game.resolution.durations.iter();
        let durations = durations.map(|_| (code.label(), Vec::new())).collect();
        let managed = crate::room::managed(game, &setting);
        let abilities = in_match(carried(game), &program);
        let mut compiler = Self {
            game,
            setting,
            code,
            resets,
            layout,
            uses,
            program,
            parts: Vec::new(),
            routines: Vec::new(),
            known_routines: HashMap::new(),
            end: None,
            hoisted: HashMap::new(),
            least: Vec::new(),
            related: HashMap::new(),
            shared: Vec::new(),
            turn_counts: None,
            once_moves: HashMap::new(),
            uses_once: (Vec::new(), Vec::new()),
            durations,
            rehearsal,
            phase_labels: Vec::new(),
            abilities,
            waiting: Waiting::default(),
            chain: None,
            responding: None,
            noted: HashMap::new(),
            marks_once: (Vec::new(), Vec::new(), Vec::new()),
            own_seat: None,
            checking: None,
            settled: None,
            proceeds: Vec::new(),
            managed,
            asking_slot: None,
            slots_differ: false,
            delayed: Vec::new(),
            tables: Vec::new(),
            continuous: crate::continuous::Continuous::default(),
            had: Vec::new(),
            is_leaving: false,
            replacing_rules: HashMap::new(),
            rows_of_replacing: None,
            asking_about: None,
            asked_about: None,
            meaning_origins: Vec::new(),
            part_columns: HashMap::new(),
        };
        compiler.refuse_what_is_missing();
        compiler.lay_out_waiting();
        compiler.lay_out_continuous();
        compiler.lay_out_delayed();
        compiler.lay_out_once();
        compiler.lay_out_checks();
        compiler.lay_out_invariants();
        compiler.lay_out_reasons();
        Ok(compiler)
    }

    pub(crate) fn program(mut self, sources: &SourceMap) -> Result<Program, Refusal> {
        self.write_flow();
        self.write_rehearsal(sources);
        self.write_present();
        while let Some((label, routine)) = self.routines.pop() {
            self.write_routine(label, &routine);
        }
        self.write_resets();
        if self.setting.open_chance {
            self.open_chance();
        }
        if let Some(settled) = self.settled {
            let seats = self.setting.players;
            crate::settled::watch(&mut self.code, &self.program, seats, settled);
        }
        let labels = self.code.resolve(self.rehearsal.is_some())?;
        let pending = [self.pending_links(), self.pending_abilities()];
        let mut program = self.program;
        program.pending = pending.into_iter().flatten().collect();
        for info in &mut program.present {
            info.at = engine::ids::Pc(self.code.entries()[info.at.index()]);
        }
        if let Some(info) = &mut program.rehearsal {
            crate::rehearsal::resolve(info, &labels);
            info.turn_counts = self.turn_counts;
        }
        program.name = self.game.meta.name.of("en").to_owned();
        program.seats = self.setting.players;
        program.decks = self.setting.decks.texts;
        program.regulation = self.setting.decks.regulation;
        program.cells = self.layout.cells();
        program.frame = self.code.most() as u16;
        program.ops = self.code.ops;
        program.texts = self.layout.texts;
        program.called = crate::words::called(&self.game.texts);
        program.constants = self.code.constants;
        program.states = names(
            self.game
                .states
                .iter()
                .map(|state| (&state.name, &state.text)),
        );
        program.phases = names(
            self.game
                .phases
                .iter()
                .map(|phase| (&phase.name, &phase.text)),
        );
        program.rules = self.game.rules.names().map(str::to_owned).collect();
        program.direction = self.uses.direction;
        let rng = self.game.meta.rng;
        program.seed = rng.deterministic.then_some(rng.seed.unwrap_or(0));
        let mut known: HashMap<(Option<Span>, u32, u32), u32> = HashMap::new();
        let mut number = |program: &mut Program, place: Origin| {
            let next = known.len() as u32;
            let key = (place.span, place.part, place.step);
            *known.entry(key).or_insert_with(|| {
                program.places.push(place_of(sources, &self.parts, place));
                next
            })
        };
        for place in &self.code.spans {
            let number = number(&mut program, *place);
            program.origins.push(number);
        }
        for place in &self.meaning_origins {
            let number = number(&mut program, *place);
            program.meaning_places.push(number);
        }
        // A game that is rehearsed goes on from many places and is compiled for a few moves only: there it
        // takes more time than it could save.
        if program.rehearsal.is_none() {
            program.live = engine::live::registers(&program);
            program.taint = engine::live::taint(&program);
        }
        if let (Some(slots), None, false) = (
            self.layout.links.slots,
            self.layout.links.arrivals,
            self.slots_differ,
        ) {
            for mark in &mut program.marks {
                mark.idle = mark.first == slots;
            }
        }
        program.sorted = sorted(&program);
        program.fingerprint = fingerprint(&program);
        Ok(program)
    }

    /// Refuses the game, because something in it cannot be played yet.
    pub(crate) fn not_yet(&mut self, what: impl Into<String>, place: Span) {
        self.code.refuse(Refusal::NotYet {
            what: what.into(),
            place: Some(place),
        });
    }

    /// What is written next belongs to this rule, move or definition.
    pub(crate) fn begin_part(&mut self, name: &str) {
        self.parts.push(name.to_owned());
        self.code.part(self.parts.len() as u32);
    }

    /// What is written next is a routine that steps share: whatever happens in it was done by the step that called
    /// it.
    pub(crate) fn begin_shared_part(&mut self, name: &str) {
        self.begin_part(name);
        self.code.nowhere();
    }

    /// Registers for the temporary values of an effect.
    pub(crate) fn bind_locals(&mut self, scope: &mut Scope, block: &Block) {
        let first = self.code.slots(block.locals.len());
        scope.locals = (0..block.locals.len())
            .map(|number| Value::In(Slot(first.0 + number as u8)))
            .collect();
    }

    /// A register that holds a value.
    pub(crate) fn slot(&mut self, value: Value) -> Slot {
        match value {
            Value::In(slot) => slot,
            Value::Known(number) => {
                let slot = self.code.slot();
                self.set(slot, number);
                slot
            }
        }
    }

    /// Puts a number into a register.
    pub(crate) fn set(&mut self, to: Slot, number: i64) {
        if number == engine::ids::NOTHING {
            self.code.emit(Op::SetNothing { to });
        } else if let Ok(value) = i32::try_from(number) {
            self.code.emit(Op::Set { to, value });
        } else {
            let value = self.code.constant(vec![number]);
            self.code.emit(Op::SetWide { to, value });
        }
    }

    /// Puts a value into a register.
    pub(crate) fn put(&mut self, to: Slot, value: Value) {
        match value {
            Value::Known(number) => self.set(to, number),
            Value::In(from) if from == to => {}
            Value::In(from) => self.code.emit(Op::Copy { to, from }),
        }
    }

    pub(crate) fn ask(&mut self, prompt: Text, secret: bool) -> AskId {
        self.program.asks.push(AskInfo {
            prompt,
            part: self.parts.last().cloned().unwrap_or_default(),
            secret,
            several: false,
            always: false,
            about: None,
        });
        AskId(self.program.asks.len() as u16 - 1)
    }

    /// A question for several options, which are chosen one after the other.
    pub(crate) fn ask_for_several(&mut self, prompt: Text, secret: bool) -> AskId {
        let ask = self.ask(prompt, secret);
        self.program.asks[ask.index()].several = true;
        ask
    }

    pub(crate) fn meaning(&mut self, kind: ChoiceKind, name: Text, sort: Sort) -> Meaning {
        self.program.meanings.push(MeaningInfo { kind, name, sort });
        self.meaning_origins.push(self.code.place());
        Meaning(self.program.meanings.len() as u16 - 1)
    }

    /// Where a routine begins; it is written later.
    pub(crate) fn routine(&mut self, routine: Routine) -> Label {
        if let Some(known) = self.known_routines.get(&routine) {
            return *known;
        }
        let label = self.code.label();
        self.known_routines.insert(routine.clone(), label);
        self.routines.push((label, routine));
        label
    }

    fn write_routine(&mut self, label: Label, routine: &Routine) {
        self.code.free(0);
        self.code.bind(label);
        match routine {
            Routine::Move { how, is_setup } => self.write_move(*how, *is_setup),
            Routine::MoveOn { how, again } => self.write_move_on(*how, *again),
            Routine::Reveal => self.write_reveal(),
            Routine::Shuffle => self.write_shuffle(),
            Routine::Delayed(number) => self.write_delayed(*number as usize),
            Routine::Transfer { is_setup } => self.write_transfer(*is_setup),
            Routine::TransferOn { again } => self.write_transfer_on(*again),
            Routine::Effect {
                definition,
                is_setup,
                is_cost,
            } => {
                let id = cgml::model::DefinitionId(*definition);
                self.write_effect(id, *is_setup, *is_cost);
            }
            Routine::EffectOn {
                definition,
                is_cost,
                again,
            } => {
                let id = cgml::model::DefinitionId(*definition);
                self.write_effect_on(id, *is_cost, *again);
            }
            Routine::Declared(event) => self.write_declared(cgml::model::EventId(*event)),
            Routine::Wait => self.write_wait(),
            Routine::Round => self.write_round(),
            Routine::Ability(number) => self.write_ability(*number as usize),
            Routine::Changed(thing, reading) => self.write_changed(*thing, *reading),
            Routine::Keyword(keyword) => self.write_keyword(cgml::model::KeywordId(*keyword)),
            Routine::EndOn { of_keywords } => self.write_end_on(*of_keywords),
            Routine::ChainNext => self.write_chain_next(),
            Routine::Respond => self.write_respond(),
            Routine::Checks => self.write_checks(),
            Routine::Check(number) => self.write_check(*number as usize),
            Routine::Invariant(number) => self.write_invariant(*number as usize),
        }
    }
}

fn names<'a>(all: impl Iterator<Item = (&'a String, &'a cgml::model::Prose)>) -> Vec<Text> {
    all.map(|(name, prose)| crate::layout::text(name, prose))
        .collect()
}

fn place_of(sources: &SourceMap, parts: &[String], place: Origin) -> Place {
    let part = (place.part as usize)
        .checked_sub(1)
        .and_then(|part| parts.get(part));
    let (file, line, column) = match place.span {
        Some(span) => {
            let file = sources.file(span.file).path().to_owned();
            let place = sources.place(span);
            (file, place.line, place.column)
        }
        None => (String::new(), 0, 0),
    };
    Place {
        file,
        line,
        column,
        part: part.cloned().unwrap_or_default(),
        step: place.step,
    }
}

/// A number that stands for the program: records of one program do not fit another.
fn fingerprint(program: &Program) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    let mut add = |text: &str| {
        for byte in text.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    };
    for op in &program.ops {
        add(op.name());
        add(&format!("{:?}", op.operands()));
    }
    for constant in &program.constants {
        add(&format!("{constant:?}"));
    }
    for column in &program.columns {
        add(&format!("{:?}", column.values));
    }
    // Two decks may have the same cards in other sections.
    if !program.decks.is_empty() {
        for card in &program.cards {
            add(&format!("{},", card.start));
        }
    }
    hash
}

/// The meanings whose choices may be in an order that rules have made. Cards offered as they lie are in no such
/// order.
fn sorted(program: &Program) -> Vec<bool> {
    let sorts = |op: &Op| {
        let Op::List { verb, .. } = op else {
            return false;
        };
        matches!(verb, ListVerb::SortBy | ListVerb::GroupBy)
    };
    if !program.ops.iter().any(sorts) {
        return Vec::new();
    }
    let mut sorted = vec![false; program.meanings.len()];
    for op in &program.ops {
        if let Op::Offer { meaning, .. } | Op::OfferList { meaning, .. } = op {
            sorted[meaning.index()] = true;
        }
    }
    sorted
}
