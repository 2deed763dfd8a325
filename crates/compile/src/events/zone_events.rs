//! Events about a zone: a card is revealed, a pile is shuffled.

use crate::plan::effects::event_keys::EventKey;
use cgml::model::Timing;
use cgml::vocabulary::events::Trigger;
use engine::ids::Slot;
use engine::op::{Builder, Op};

use crate::compiler::Compiler;
use crate::emit::scope::{Context, Value};
use crate::events::proceed::Replaced;

impl Compiler<'_> {
    /// The routine of a card that is revealed while rules listen. Registers: card, seats, acting player.
    pub(crate) fn write_reveal(&mut self) {
        self.begin_shared_part(Trigger::Reveal.row().trigger);
        let (card, seats, acting) = (self.code.slot(), self.code.slot(), self.code.slot());
        let pile = self.code.slot();
        self.code.pile_of(pile, card);
        let of = Some(Value::In(card));
        self.write_about_zone(
            Trigger::Reveal,
            of,
            pile,
            acting,
            Op::Reveal { card, seats },
        );
    }

    /// The routine of a zone that is shuffled while rules listen. Registers: pile, acting player.
    pub(crate) fn write_shuffle(&mut self) {
        self.begin_shared_part(Trigger::Shuffle.row().trigger);
        let (pile, acting) = (self.code.slot(), self.code.slot());
        self.write_about_zone(Trigger::Shuffle, None, pile, acting, Op::Shuffle { pile });
    }

    /// Something is done in a zone by one op, and rules listen.
    fn write_about_zone(
        &mut self,
        trigger: Trigger,
        card: Option<Value>,
        pile: Slot,
        acting: Slot,
        op: Op,
    ) {
        let player = self.code.slot();
        self.owner_of_event(player, pile, pile, acting);
        let context = Context {
            card,
            to: Some(Value::In(pile)),
            player: Some(Value::In(player)),
            ..Context::default()
        };
        let key = EventKey::Inner(trigger);
        let acting = Some(Value::In(acting));
        let (prepared, done) = (self.code.label(), self.code.label());
        self.run_rules(key, Timing::Pre, acting, context, None, prepared);
        self.code.bind(prepared);
        let what = Replaced::Op(op);
        self.run_replacements(key, what, acting, context, None, done);
        match op {
            Op::Shuffle { pile } => self.arrange(pile, op),
            _ => self.code.emit(op),
        }
        self.reset_variables(key, None, context);
        self.trigger_abilities(key, acting, context, None);
        self.run_rules(key, Timing::Post, acting, context, None, done);
        self.code.bind(done);
        self.code.ret();
    }

    /// The owner of the zone the card goes to, or of the one it comes from, or who acts.
    pub(crate) fn owner_of_event(&mut self, player: Slot, from: Slot, to: Slot, acting: Slot) {
        let known = self.code.label();
        self.code.owner_of(player, to);
        self.code.unless_missing(player, known);
        self.code.owner_of(player, from);
        self.code.unless_missing(player, known);
        self.put(player, Value::In(acting));
        self.code.bind(known);
    }
}
