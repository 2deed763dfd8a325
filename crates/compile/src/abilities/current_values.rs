//! Current values of cards for views: entries that evaluate what continuous effects change.

use cgml::model::{
    AttributeId, Expr, KeywordId, PropertyId, Reads, Scope as Owners, VariableId, VariableValue,
};
use cgml::vocabulary::fields::FieldKind;
use engine::ids::{FAILED, Pc, Slot};
use engine::op::Builder;
use engine::program::{ComputedInfo, PresentInfo, PresentOf, Text, ValueKind};

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Scope, Value};
use crate::plan::cards::keyword_sources::printed_with;
use crate::plan::effects::continuous_values::Thing;
use crate::plan::layout::parts::part_of;
use crate::plan::layout::sort;
use crate::plan::texts::text;

impl Compiler<'_> {
    /// Writes how everything is evaluated that effects may change.
    pub(crate) fn write_current_values(&mut self) {
        self.begin_part("present");
        for thing in self.abilities.continuous.changed.clone() {
            let Some((of, name, sort)) = self.said_of(thing) else {
                continue;
            };
            self.write_present_of(of, name, sort, &mut |compiler, subject, fail| {
                let base = compiler.base_of(thing, subject, fail);
                let now = compiler.changed_value(thing, Value::In(subject));
                [now, base]
            });
        }
        for keyword in self.abilities.continuous.granted.clone() {
            let said = &self.game.keywords[keyword];
            let name = text(&said.name, &said.text);
            let of = PresentOf::Keyword;
            self.write_present_of(of, name, ValueKind::Truth, &mut |compiler, card, _| {
                let printed = compiler.is_printed_with(keyword, card);
                let now = compiler.keyword_on(keyword, Value::In(card));
                [now, printed]
            });
        }
        if self.abilities.continuous.durations.control.is_some() && self.plan.setting.players > 1 {
            self.write_present_controller();
        }
        for id in self.game.shown_variables.clone() {
            self.write_present_computed(id);
        }
    }

    /// A variable that is evaluated whenever it is read. Of cards and lists nothing is shown.
    fn write_present_computed(&mut self, id: VariableId) {
        let variable = &self.game.variables[id];
        let VariableValue::Computed(expr) = &variable.value else {
            return;
        };
        let sort = sort(&variable.ty);
        if matches!(
            sort,
            ValueKind::Card
                | ValueKind::Pile
                | ValueKind::Cards
                | ValueKind::Groups
                | ValueKind::List
        ) {
            return;
        }
        let owners = match variable.scope {
            Owners::Global => 0,
            Owners::PerPlayer => self.plan.setting.players.into(),
            Owners::PerTeam => self.plan.layout.teams.len() as u16,
        };
        let of = PresentOf::Computed(ComputedInfo {
            owners,
            of_teams: variable.scope == Owners::PerTeam,
            hidden: variable.hidden,
            secret: self.may_follow_from_secrets(expr),
        });
        let name = text(&variable.name, &variable.text);
        self.write_present_of(of, name, sort, &mut |compiler, owner, fail| {
            let owner = (owners > 0).then_some(Value::In(owner));
            let now = compiler.variable_of(id, owner, &Scope::new(fail));
            // It is always worth a word.
            [now, Value::Known(FAILED)]
        });
    }

    /// True of an expression that reads values that not every seat sees. Cards that a seat does not know are looked after
    /// where it is shown.
    fn may_follow_from_secrets(&self, expr: &Expr) -> bool {
        let mut secret = false;
        self.note_reads(expr, &mut |reads| {
            secret |= match reads {
                Reads::Variable(id) => self.game.variables[id].hidden,
                Reads::CanMove(_) | Reads::CanPerform(_) => true,
                // Everybody sees these, but for cards that a seat does not know.
                Reads::Operands
                | Reads::Operator(_)
                | Reads::Local(_)
                | Reads::Elements(_)
                | Reads::This
                | Reads::Event
                | Reads::Players
                | Reads::Course
                | Reads::Zone(_)
                | Reads::AnyZone
                | Reads::Pool(_)
                | Reads::Property(_)
                | Reads::Attribute(_)
                | Reads::Counters(_)
                | Reads::Keyword(_)
                | Reads::Field(_)
                | Reads::Function(_) => false,
            };
        });
        secret
    }

    fn write_present_controller(&mut self) {
        let name = Text {
            id: FieldKind::Controller.name().to_owned(),
            texts: Vec::new(),
        };
        let of = PresentOf::Value;
        self.write_present_of(of, name, ValueKind::Player, &mut |compiler, card, fail| {
            let now = compiler.code.slot();
            // Only who was given control of it is worth a word.
            compiler.controller_by_effect(card, now, fail);
            let pile = compiler.code.slot();
            compiler.code.pile_of(pile, card);
            compiler.code.owner_of(pile, pile);
            [Value::In(now), Value::In(pile)]
        });
    }

    /// One thing: the card or owner is in the first register. At the end the value at present is there, and what
    /// it would be without effects in the second.
    fn write_present_of(
        &mut self,
        of: PresentOf,
        name: Text,
        sort: ValueKind,
        values: &mut dyn FnMut(&mut Self, Slot, Label) -> [Value; 2],
    ) {
        self.code.free(0);
        let entry = self.code.enter();
        let (first, second) = (self.code.slot(), self.code.slot());
        let (fail, done) = (self.code.label(), self.code.label());
        let [now, base] = values(self, first, fail);
        self.put(second, base);
        self.put(first, now);
        self.code.jump(done);
        self.code.bind(fail);
        self.set(first, engine::ids::NOTHING);
        self.set(second, engine::ids::NOTHING);
        self.code.bind(done);
        self.code.end();
        self.plan.program.present.push(PresentInfo {
            of,
            name,
            sort,
            at: Pc(entry as u32),
        });
    }

    /// Name and kind of a value that effects change.
    fn said_of(&self, thing: Thing) -> Option<(PresentOf, Text, ValueKind)> {
        let game = self.game;
        let plain = |id: String| Text {
            id,
            texts: Vec::new(),
        };
        Some(match thing {
            Thing::Property(id) => {
                let property = &game.properties[PropertyId(id)];
                let name = plain(property.name.clone());
                (PresentOf::Value, name, sort(&property.ty))
            }
            Thing::Part(id, part) => {
                let property = &game.properties[PropertyId(id)];
                let (part, of) = part_of(&property.ty, part)?;
                let name = plain(format!("{}.{part}", property.name));
                (PresentOf::Value, name, of)
            }
            Thing::Attribute(id) => {
                let attribute = &game.attributes[AttributeId(id)];
                let name = text(&attribute.name, &attribute.text);
                (PresentOf::Value, name, sort(&attribute.ty))
            }
            Thing::Variable(id) => {
                let variable = &game.variables[VariableId(id)];
                let mut known = self.plan.program.variables.iter();
                let at =
                    known.position(|known| !known.of_cards && known.name.id == variable.name)?;
                let name = text(&variable.name, &variable.text);
                (PresentOf::Variable(at as u16), name, sort(&variable.ty))
            }
        })
    }

    /// True if a keyword is printed on a card.
    fn is_printed_with(&mut self, keyword: KeywordId, card: Slot) -> Value {
        let printed = printed_with(self.game, keyword);
        let kinds = self.game.cards.pairs();
        let has: Vec<i64> = kinds
            .map(|(id, _)| i64::from(printed.contains(&id)))
            .collect();
        let list = self.code.constant(has);
        let to = self.code.slot();
        let column = self.plan.layout.kinds;
        self.code.print(to, column, card);
        self.code.look_up(to, list, to);
        Value::In(to)
    }
}
