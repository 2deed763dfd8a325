//! The whole tree of a small game, in flat arrays: what solvers go through again and again.
//!
//! A game that was compiled with open chance is played in every way there is, once. What is left is where
//! chance, a seat or nobody decides, which nodes come after which, and what the seats get at the ends. A node
//! comes before those that follow from it, so that one pass forwards finds how likely each is, and one
//! backwards what each is worth. Where there is one choice only there is no node.

use engine::ids::Seat;
use engine::position::{Decision, Position};
use engine::program::Program;
use engine::telling::Telling;
use rustc_hash::FxHashMap;

use crate::knowledge::{Digest, Knowledge};

/// The largest depth of decisions with several choices between the beginning and an end: solvers descend the tree by
/// recursion.
const DEEPEST: u32 = 500;

/// The number of decisions a game may have, those with one choice included.
const LONGEST: u32 = 50_000;

/// Payoffs of the seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Payoff {
    /// The scores of the game, as they are.
    #[default]
    Scores,
    /// To win: 1 is shared by the winners and −1 by the others; 0 if nobody or everybody wins.
    Wins,
}

/// Reason why there is no tree of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TreeProblem {
    /// It has more nodes than allowed.
    #[error("the game is too large: its tree has more than {0} nodes")]
    TooLarge(usize),
    /// A game may have very many decisions.
    #[error(
        "the game is too long: it may have more than {DEEPEST} decisions with several choices, \
         or more than {LONGEST} in all"
    )]
    TooLong,
    /// A game of it was stopped.
    #[error("a game was stopped: {0}")]
    Stopped(String),
    /// A seat's tellings do not determine the number of its choices.
    #[error(
        "a seat has {now} choices where it had {before} when it knew the same: \
         the game does not tell the seat everything it can choose from"
    )]
    Unclear {
        /// The number of choices elsewhere.
        before: usize,
        /// The number of choices here.
        now: usize,
    },
}

/// A game tree with its information sets, for exact solvers.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(crate) seats: usize,
    pub(crate) nodes: Vec<Node>,
    /// Payoffs of the seats, end by end.
    pub(crate) payoffs: Vec<f64>,
    pub(crate) sets: Vec<InformationSet>,
    /// The number of choices all information sets have together.
    pub(crate) choices: usize,
    /// Reach probability of each node by chance.
    pub(crate) chance: Vec<f64>,
    /// The nodes at which each seat chooses.
    pub(crate) asked: Vec<Vec<u32>>,
    ends: usize,
    is_playable: bool,
}

/// A node. Those that follow from it lie one after the other.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    /// The first node that follows, or where the payoffs of an end begin.
    pub(crate) first: u32,
    pub(crate) count: u32,
}

impl Node {
    /// The nodes that follow.
    pub(crate) fn next(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

/// The decider at a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    /// The game is over.
    #[default]
    End,
    /// Chance: all that follows is equally likely.
    Chance,
    /// The seat of an information set.
    Choice { set: u32 },
}

/// Nodes between which a seat cannot tell a difference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct InformationSet {
    pub(crate) seat: u8,
    pub(crate) count: u32,
    /// Index of its first choice among those of all sets.
    pub(crate) first: u32,
    /// Knowledge of a player here that is only ever asked.
    pub(crate) asked: Digest,
}

impl InformationSet {
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }
}

impl Tree {
    /// The tree of a program that was compiled with open chance, if it has at most so many nodes.
    pub fn of(program: &Program, payoff: Payoff, most: usize) -> Result<Self, TreeProblem> {
        let mut grower = Grower::new(program, payoff, most);
        grower.grow()?;
        let mut tree = grower.tree;
        tree.find_chance();
        Ok(tree)
    }

    fn find_chance(&mut self) {
        self.chance = vec![1.0; self.nodes.len()];
        self.asked = vec![Vec::new(); self.seats];
        for (at, node) in self.nodes.iter().enumerate() {
            let mut chance = self.chance[at];
            match node.kind {
                Kind::End => continue,
                Kind::Chance => chance *= 1.0 / f64::from(node.count),
                Kind::Choice { set } => {
                    let seat = self.sets[set as usize].seat;
                    self.asked[usize::from(seat)].push(at as u32);
                }
            }
            self.chance[node.next()].fill(chance);
        }
    }

    /// The number of seats there are.
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The number of nodes it has.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes at which the game ends.
    pub fn ends(&self) -> usize {
        self.ends
    }

    /// The number of information sets it has.
    pub fn information_sets(&self) -> usize {
        self.sets.len()
    }

    /// True if what one seat gets, another one loses, however the game ends.
    pub fn is_zero_sum(&self) -> bool {
        let mut ends = self.payoffs.chunks(self.seats.max(1));
        ends.all(|payoffs| payoffs.iter().sum::<f64>().abs() < 1e-9)
    }

    /// True if a player that is only asked, and told nothing in between, always knows where it is.
    pub fn is_playable(&self) -> bool {
        self.is_playable
    }
}

/// A position that was reached and is to be looked at.
struct Reached {
    position: Position,
    known: Vec<Knowledge>,
    node: usize,
    /// The number of nodes that lie before it.
    depth: u32,
    /// The number of decisions that were made.
    made: u32,
}

/// Plays a game in every way there is.
struct Grower<'p> {
    program: &'p Program,
    payoff: Payoff,
    most: usize,
    tree: Tree,
    numbers: FxHashMap<Digest, u32>,
    asked: FxHashMap<Digest, u32>,
    telling: Telling,
}

impl<'p> Grower<'p> {
    fn new(program: &'p Program, payoff: Payoff, most: usize) -> Self {
        Self {
            program,
            payoff,
            most: most.min(u32::MAX as usize),
            tree: Tree {
                seats: usize::from(program.seats),
                nodes: vec![Node::default()],
                payoffs: Vec::new(),
                sets: Vec::new(),
                choices: 0,
                chance: Vec::new(),
                asked: Vec::new(),
                ends: 0,
                is_playable: true,
            },
            numbers: FxHashMap::default(),
            asked: FxHashMap::default(),
            telling: Telling::new(program, ""),
        }
    }

    fn grow(&mut self) -> Result<(), TreeProblem> {
        let position = Position::start_watched(self.program, 0, &mut self.telling);
        let mut start = Reached {
            position,
            known: vec![Knowledge::default(); self.tree.seats],
            node: 0,
            depth: 0,
            made: 0,
        };
        self.tell(&mut start);
        let mut waiting = vec![start];
        while let Some(reached) = waiting.pop() {
            self.look_at(reached, &mut waiting)?;
        }
        Ok(())
    }

    /// Tells the seats what they noticed since they were last told.
    fn tell(&mut self, reached: &mut Reached) {
        for (seat, known) in reached.known.iter_mut().enumerate() {
            known.hear(&self.telling.take(Seat(seat as u8)));
        }
    }

    fn look_at(
        &mut self,
        mut reached: Reached,
        waiting: &mut Vec<Reached>,
    ) -> Result<(), TreeProblem> {
        loop {
            if reached.depth > DEEPEST || reached.made > LONGEST {
                return Err(TreeProblem::TooLong);
            }
            let (count, seat) = match reached.position.decision() {
                Decision::Over => {
                    self.end(&reached);
                    return Ok(());
                }
                Decision::Fault(fault) => {
                    return Err(TreeProblem::Stopped(fault.message(self.program)));
                }
                Decision::Chance { outcomes } => (outcomes.len(), None),
                Decision::Choose { seat, choices, .. } => (choices.len(), Some(seat)),
            };
            if count == 1 {
                self.go_on(&mut reached, seat, 0);
                continue;
            }
            let kind = match seat {
                None => Kind::Chance,
                Some(seat) => Kind::Choice {
                    set: self.set(&mut reached, seat, count)?,
                },
            };
            let first = self.branch(reached.node, kind, count)?;
            // The last one is looked at first: pushed in reverse, the tree is grown in order.
            for number in (0..count).rev() {
                let mut next = Reached {
                    position: reached.position.clone(),
                    known: reached.known.clone(),
                    node: first + number,
                    depth: reached.depth + 1,
                    made: reached.made,
                };
                if let Some(seat) = seat {
                    next.known[seat.index()].answer(number);
                }
                self.go_on(&mut next, seat, number);
                waiting.push(next);
            }
            return Ok(());
        }
    }

    fn go_on(&mut self, reached: &mut Reached, seat: Option<Seat>, number: usize) {
        let (program, telling) = (self.program, &mut self.telling);
        match seat {
            Some(_) => reached.position.play_number(program, number, telling),
            None => reached
                .position
                .play_chance_watched(program, number, telling),
        }
        reached.made += 1;
        self.tell(reached);
    }

    fn branch(&mut self, node: usize, kind: Kind, count: usize) -> Result<usize, TreeProblem> {
        let first = self.tree.nodes.len();
        if first + count > self.most {
            return Err(TreeProblem::TooLarge(self.most));
        }
        self.tree.nodes[node] = Node {
            kind,
            first: first as u32,
            count: count as u32,
        };
        self.tree.nodes.resize(first + count, Node::default());
        Ok(first)
    }

    fn end(&mut self, reached: &Reached) {
        let first = self.tree.payoffs.len();
        self.tree.nodes[reached.node] = Node {
            kind: Kind::End,
            first: first as u32,
            count: 0,
        };
        self.tree.ends += 1;
        let payoffs = payoffs(self.program, &reached.position, self.payoff);
        self.tree.payoffs.extend(payoffs);
    }

    /// The information set in which a seat is asked.
    fn set(&mut self, reached: &mut Reached, seat: Seat, count: usize) -> Result<u32, TreeProblem> {
        let known = &mut reached.known[seat.index()];
        let (told, asked) = known.ask(self.program, &reached.position, seat);
        let told = told.with_number(u64::from(seat.0));
        let tree = &mut self.tree;
        let number = *self.numbers.entry(told).or_insert_with(|| {
            tree.sets.push(InformationSet {
                seat: seat.0,
                count: count as u32,
                first: tree.choices as u32,
                asked,
            });
            tree.choices += count;
            tree.sets.len() as u32 - 1
        });
        let before = tree.sets[number as usize].count as usize;
        if before != count {
            return Err(TreeProblem::Unclear { before, now: count });
        }
        tree.is_playable &= *self.asked.entry(asked).or_insert(number) == number;
        Ok(number)
    }
}

/// The payoffs of the seats at the end of a game.
pub fn payoffs(program: &Program, end: &Position, payoff: Payoff) -> Vec<f64> {
    let seats = usize::from(program.seats);
    match payoff {
        Payoff::Scores => end.scores(program).iter().map(|it| *it as f64).collect(),
        Payoff::Wins => {
            let won = |seat: usize| end.has_won(Seat(seat as u8));
            let winners = (0..seats).filter(|seat| won(*seat)).count();
            if seats == 1 {
                return vec![f64::from(u8::from(won(0)))];
            }
            if winners == 0 || winners == seats {
                return vec![0.0; seats];
            }
            let share = |seat| match won(seat) {
                true => 1.0 / winners as f64,
                false => -1.0 / (seats - winners) as f64,
            };
            (0..seats).map(share).collect()
        }
    }
}
