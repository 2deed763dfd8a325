//! Lists that several moves of a question are chosen from: evaluated once, by the first move that needs them.
//!
//! While moves are offered nothing changes, so that a function of the game gives the same list for each of them.
//! A register keeps the list; it holds nothing as long as no move has asked for it.

use cgml::model::visit::each_expr;
use cgml::model::{DefinitionBody, DefinitionId, Expr, ExprKind, Literal, Move, Reads, Type};
use engine::ids::Slot;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::{Scope, Value};
use crate::moves::offer::Entry;

/// The number of lists that are shared for one question.
const MOST_SHARED: usize = 8;

/// The number of functions that may be called inside of each other.
const DEEPEST: u8 = 8;

/// A list that is shared for a question.
#[derive(Debug, Clone)]
pub(crate) struct Shared {
    function: Call,
    /// The seat that is asked.
    seat: Slot,
    /// The list, or nothing.
    list: Slot,
    /// True if it has been made for the move that is being written.
    is_made: bool,
}

/// A function with arguments that are known.
type Call = (DefinitionId, Vec<i64>);

impl<'g> Compiler<'g> {
    /// Takes a register for each list that targets of several moves are chosen from.
    pub(crate) fn share_lists(&mut self, entries: &[Entry<'g>], seat: Slot) {
        if self.plan.setting.open_chance {
            return;
        }
        let moves = entries.iter().map(|entry| entry.def);
        let calls: Vec<Call> = moves.flat_map(|def| self.shared_calls(def)).collect();
        let mut often: Vec<Call> = Vec::new();
        for (place, call) in calls.iter().enumerate() {
            if calls[..place].contains(call) && !often.contains(call) {
                often.push(call.clone());
            }
        }
        for function in often.into_iter().take(MOST_SHARED) {
            let list = self.code.slot();
            self.code.set_nothing(list);
            self.moves.shared.push(Shared {
                function,
                seat,
                list,
                is_made: false,
            });
        }
    }

    /// Makes the lists that the targets of a move are chosen from, unless an earlier move has.
    pub(crate) fn make_shared(&mut self, def: &'g Move, scope: &Scope) {
        for target in &def.targets {
            let Some(place) = self.shared_place(&target.from, scope) else {
                continue;
            };
            if self.moves.shared[place].is_made {
                continue;
            }
            let list = self.moves.shared[place].list;
            let taken = self.code.taken();
            let made = self.code.label();
            self.code.unless_missing(list, made);
            let value = self.gather(&target.from, scope);
            self.put(list, Value::In(value));
            self.code.bind(made);
            self.code.free(taken);
            self.moves.shared[place].is_made = true;
        }
    }

    /// The next move has to make its lists itself.
    pub(crate) fn forget_shared(&mut self) {
        self.moves
            .shared
            .iter_mut()
            .for_each(|shared| shared.is_made = false);
    }

    /// The register of the list that an expression gives, if it has been made.
    pub(crate) fn shared_list(&self, list: &Expr, scope: &Scope) -> Option<Slot> {
        let shared = &self.moves.shared[self.shared_place(list, scope)?];
        shared.is_made.then_some(shared.list)
    }

    fn shared_place(&self, list: &Expr, scope: &Scope) -> Option<usize> {
        if self.moves.shared.is_empty() {
            return None;
        }
        let ExprKind::Function(id, arguments) = &list.kind else {
            return None;
        };
        let arguments: Vec<i64> = arguments
            .iter()
            .map(|argument| self.known_argument(argument, scope))
            .collect::<Option<_>>()?;
        self.moves.shared.iter().position(|shared| {
            shared.function == (*id, arguments.clone())
                && scope.acting == Some(Value::In(shared.seat))
        })
    }

    fn known_argument(&self, argument: &Expr, scope: &Scope) -> Option<i64> {
        match &argument.kind {
            ExprKind::Local(id) => match scope.local(*id) {
                Some(Value::Known(value)) => Some(value),
                _ => None,
            },
            ExprKind::Literal(Literal::Number(number)) => Some(*number),
            _ => None,
        }
    }

    /// The functions that targets of a move are chosen from, if their lists can be shared.
    fn shared_calls(&self, def: &Move) -> Vec<Call> {
        if def.from.is_some() || !def.cost.is_empty() || def.abilities {
            return Vec::new();
        }
        let calls = def.targets.iter().filter_map(|target| {
            let ExprKind::Function(id, arguments) = &target.from.kind else {
                return None;
            };
            let arguments = arguments.iter().map(|argument| match argument.kind {
                ExprKind::Literal(Literal::Number(number)) => Some(number),
                _ => None,
            });
            let arguments: Vec<i64> = arguments.collect::<Option<_>>()?;
            let all_given = arguments.len() == self.game.definitions[*id].params.len();
            let is_list = matches!(target.from.ty, Type::List(_));
            (is_list && all_given && self.is_settled_by_position(*id, DEEPEST))
                .then_some((*id, arguments))
        });
        calls.collect()
    }

    /// True if what a function gives depends on its arguments, the acting player and the position alone.
    fn is_settled_by_position(&self, id: DefinitionId, deepest: u8) -> bool {
        let DefinitionBody::Function(body, _) = &self.game.definitions[id].body else {
            return false;
        };
        let mut is_settled = deepest > 0;
        each_expr(body, &mut |inner| {
            is_settled &= match inner.kind.reads() {
                Reads::This | Reads::Event | Reads::CanPerform(_) | Reads::CanMove(_) => false,
                Reads::Function(called) => {
                    is_settled && self.is_settled_by_position(called, deepest - 1)
                }
                Reads::Operands
                | Reads::Operator(_)
                | Reads::Local(_)
                | Reads::Elements(_)
                | Reads::Players
                | Reads::Course
                | Reads::Zone(_)
                | Reads::AnyZone
                | Reads::Variable(_)
                | Reads::Pool(_)
                | Reads::Property(_)
                | Reads::Attribute(_)
                | Reads::Counters(_)
                | Reads::Keyword(_)
                | Reads::Field(_) => true,
            };
        });
        is_settled
    }
}
