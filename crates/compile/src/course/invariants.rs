//! Invariants, tested after every step where a caller asks for it.

use engine::fault::StopReason;
use engine::op::Builder;

use crate::compiler::Compiler;
use crate::emit::scope::Scope;
use crate::plan::refusal::{Limited, Refusal};
use crate::routines::Routine;

impl Compiler<'_> {
    /// Lays out the names of what is tested.
    pub(crate) fn lay_out_invariants(&mut self) {
        if !self.plan.setting.invariants {
            return;
        }
        let own = self.game.invariants.iter();
        let own = own.map(|invariant| invariant.name.clone());
        let totals = self.game.resources.iter();
        let totals = totals.filter(|resource| resource.total.is_some());
        let totals = totals.map(|resource| format!("the total of {}", resource.name));
        self.plan.program.invariants = own.chain(totals).collect();
        if self.plan.program.invariants.len() > StopReason::INVARIANTS {
            self.code.refuse(Refusal::TooLarge {
                what: Limited::Invariants,
            });
        }
    }

    /// A step is done: everything that always holds must hold.
    pub(crate) fn test_invariants(&mut self, scope: &Scope) {
        if !self.plan.setting.invariants || scope.is_setup {
            return;
        }
        for number in 0..self.plan.program.invariants.len() {
            let (broken, done) = (self.code.label(), self.code.label());
            let inner = Scope::new(broken);
            self.call_with(Routine::Invariant(number as u32), &[], &inner);
            self.code.jump(done);
            self.code.bind(broken);
            let reason = StopReason::Invariant(number as u8);
            self.code.stop(reason);
            self.code.bind(done);
        }
    }

    /// The routine that fails if something does not hold that always does.
    pub(crate) fn write_invariant(&mut self, number: usize) {
        let game = self.game;
        let fail = self.code.label();
        let own = game.invariants.get(number);
        if let Some(invariant) = own {
            self.begin_part(&invariant.name);
            self.code.at(invariant.origin);
            let mut scope = Scope::new(fail);
            self.bind_locals(&mut scope, &invariant.locals);
            self.require(&invariant.holds, true, fail, &scope);
        } else {
            self.require_total(number - game.invariants.len(), fail);
        }
        self.code.ret();
        self.code.bind(fail);
        self.code.fail();
    }

    /// The pieces of a resource with a total add up to it.
    fn require_total(&mut self, number: usize, fail: crate::emit::builder::Label) {
        let game = self.game;
        let with_total = game.resources.pairs();
        let mut with_total = with_total.filter(|(_, resource)| resource.total.is_some());
        let Some((id, resource)) = with_total.nth(number) else {
            return;
        };
        self.begin_part(&resource.name);
        self.code.at(resource.origin);
        let sum = self.sum_of_pieces(id);
        let total = resource.total.unwrap_or_default();
        let b = self.slot(crate::emit::scope::Value::Known(total));
        self.code.unless_equal(sum, b, fail);
    }
}
