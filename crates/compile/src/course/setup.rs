//! Setup: variables, cards and the first player.

use cgml::model::{Ordering, Type, VariableId, VariableValue};
use cgml::vocabulary::sections::Section;
use engine::op::Builder;
use engine::program::cells;

use crate::compiler::Compiler;
use crate::course::flow::{Places, is_settled};
use crate::emit::scope::{Scope, Value};

impl Compiler<'_> {
    pub(crate) fn write_setup(&mut self, places: &[Places]) {
        let game = self.game;
        self.begin_part(Section::Setup.name());
        // Steps that do not depend on chance come first: they are executed once for all games.
        self.set_cell(cells::STATE, game.initial_state.0 as i32);
        self.write_first_player();
        let next = self.code.label();
        self.initialise_variables(true, &Scope::new(next));
        self.code.bind(next);
        self.write_empty_tables();
        self.clear_move_arguments();
        self.code.ready();
        self.shuffle_decks();
        let done = self.code.label();
        let mut scope = Scope::new(done);
        scope.is_setup = true;
        self.initialise_variables(false, &scope);
        self.write_first_pieces();
        self.bind_locals(&mut scope, &game.setup);
        self.steps(&game.setup.steps, &scope);
        self.code.bind(done);
        self.code.free(0);
        // The setup may have decided on what the first player depends on.
        if game.first_player.is_some() {
            self.write_first_player();
        }
        self.write_begin();
        self.test_invariants(&Scope::new(places[0].enter));
        let initial = &places[game.initial_state.0 as usize];
        if self.plan.uses.breaks {
            self.code
                .unless_cell_is(cells::NEXT_STATE, -1, initial.leave);
        }
        self.code.jump(initial.enter);
    }

    /// Initialises the variables whose first value is settled before chance comes in, or the others.
    fn initialise_variables(&mut self, settled: bool, scope: &Scope) {
        let game = self.game;
        for (id, variable) in game.variables.pairs() {
            if let VariableValue::Stored(expr) = &variable.value
                && is_settled(expr) == settled
            {
                let next = self.code.label();
                self.initialise(id, &scope.failing(next));
                self.code.bind(next);
            }
        }
    }

    /// Shuffles the piles that decks begin in.
    fn shuffle_decks(&mut self) {
        let game = self.game;
        for (id, zone) in game.zones.pairs() {
            if zone.deck.is_some() && zone.zone_type.ordering == Ordering::Shuffled {
                let first = self.plan.layout.pile(id).0;
                let count = self.plan.program.zones[id.0 as usize].count;
                for pile in first..first + count {
                    let taken = self.code.taken();
                    let pile = self.slot(Value::Known(i64::from(pile)));
                    self.code.shuffle(pile);
                    self.code.free(taken);
                }
            }
        }
    }

    /// The player with the first turn.
    pub(crate) fn write_first_player(&mut self) {
        let game = self.game;
        let taken = self.code.taken();
        let first = match &game.first_player {
            None => Value::Known(0),
            Some(expr) => {
                let fail = self.code.label();
                let mut scope = Scope::new(fail);
                scope.acting = Some(Value::Known(0));
                scope.locals = self.locals_of_expr(expr);
                let value = self.value(expr, &scope);
                self.code.bind(fail);
                let to = self.code.slot();
                let done = self.code.label();
                self.put(to, value);
                self.code.unless_missing(to, done);
                self.set(to, 0);
                self.code.bind(done);
                Value::In(to)
            }
        };
        let from = self.slot(first);
        self.code.store(cells::CURRENT, from);
        let before = self.code.slot();
        self.code
            .add_number(before, from, -i32::from(self.plan.uses.direction));
        self.code.store(cells::LAST_OWN, before);
        self.code.free(taken);
    }

    /// A variable gets its initial value; of several owners, each its own.
    pub(crate) fn initialise(&mut self, id: VariableId, scope: &Scope) {
        let game = self.game;
        let VariableValue::Stored(expr) = &game.variables[id].value else {
            return;
        };
        let owners = self.owners_of(id);
        let of_players = game.variables[id].scope == cgml::model::Scope::PerPlayer;
        let taken = self.code.taken();
        if owners == 0 {
            self.initialise_for(id, None, expr, scope);
        }
        for owner in 0..owners {
            let owner = Value::Known(i64::from(owner));
            let mut inner = scope.clone();
            if of_players {
                inner.acting = Some(owner);
            }
            self.initialise_for(id, Some(owner), expr, &inner);
        }
        self.code.free(taken);
    }

    fn initialise_for(
        &mut self,
        id: VariableId,
        owner: Option<Value>,
        expr: &cgml::model::Expr,
        scope: &Scope,
    ) {
        let taken = self.code.taken();
        let mut scope = scope.clone();
        scope.locals = self.locals_of_expr(expr);
        let game = self.game;
        let value = match (&expr.ty, &game.variables[id].ty) {
            (Type::List(_) | Type::Zone, Type::List(_)) => Value::In(self.gather(expr, &scope)),
            (_, Type::List(_)) => {
                let list = self.code.slot();
                self.code.new_list(list);
                Value::In(list)
            }
            (_, ty) => self.value_as(expr, ty, &scope),
        };
        self.store(id, owner, value, &scope);
        self.code.free(taken);
    }
}
