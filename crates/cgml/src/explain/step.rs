//! Steps of an effect, in the words of the vocabulary.

use super::event::Times;
use super::fill::Slots;
use super::page::{Marks, Passage};
use super::teller::{Acting, Teller, words};
use crate::model::{
    ArgumentValue, Callee, Expr, ExprKind, Mode, Modifier, ModifierOperation, NameRef, PropertyId,
    Step, Type,
};
use crate::version::Version;
use crate::vocabulary::Language;
use crate::vocabulary::actions::{Action, ActionKind};
use crate::vocabulary::operators::Gives;
use crate::vocabulary::parameters::Parameter;
use crate::vocabulary::phrase::{How, Slot};
use crate::vocabulary::shape::{Key, Shape};
use crate::vocabulary::want::Want;

impl Teller<'_> {
    /// The steps of an effect: one as it is, several as a numbered list.
    pub(super) fn steps(&self, steps: &[Step]) -> Passage {
        let mut items: Vec<Passage> = steps.iter().map(|step| self.step(step)).collect();
        match items.len() {
            0 => Passage::text(self.pick("do nothing", "何もしない")),
            1 if items[0].can_follow_text() => items.remove(0),
            1 => Passage::list(Marks::Dashes, items),
            _ => Passage::list(Marks::Numbers, items),
        }
    }

    /// A step with everything inside it.
    pub(super) fn step(&self, step: &Step) -> Passage {
        let mut passage = match step.callee {
            Callee::Effect(definition) => Passage::text(self.called(definition, step)),
            Callee::Action(action) => match self.setting(step) {
                Some(text) => Passage::text(text),
                None => self.action(action.row(), step),
            },
        };
        if passage.is_line() {
            passage.push(&self.stored(step));
        }
        passage
    }

    /// The name under which the rest knows the result of a step.
    fn stored(&self, step: &Step) -> String {
        let result = step.result.filter(|_| !is_loop(step));
        let name = result.and_then(|local| self.stored_name(local));
        let name = name.map(|name| self.call_it(&self.quoted_name(name)));
        name.unwrap_or_default()
    }

    fn action(&self, action: &'static Action, step: &Step) -> Passage {
        let teller = self.inside(step);
        let slots = Parameters {
            outer: self,
            inner: &teller,
            action,
            step,
        };
        self.say(action.says, &slots)
    }

    /// The names inside a step: the element of a loop, the card that is changed.
    fn inside(&self, step: &Step) -> Self {
        if let Some(local) = changed_card(step)
            && let Some(ArgumentValue::Expr(cards)) = step.argument(Parameter::Card)
        {
            return self.naming(local, self.elements_as(How::Each, cards, None, None));
        }
        if let Some(ArgumentValue::Event(event)) = step.argument(Parameter::When) {
            return self.with_event(Some(event));
        }
        let element = step.result.filter(|_| is_loop(step));
        let Some((local, known)) = element.and_then(|it| Some((it, self.known_local(it)?))) else {
            return self.clone();
        };
        let name = self.element_name(step);
        let name = name.unwrap_or_else(|| self.that(&known.ty));
        let mut teller = self.naming(local, &name);
        if known.ty == Type::Player && self.game.version >= Version::V1_4 && is_for_players(step) {
            teller.acting = Acting::That(name);
        }
        teller
    }

    /// The name of a loop's element, if "that card" already is another.
    fn element_name(&self, step: &Step) -> Option<String> {
        let known = self.known_local(step.result.filter(|_| is_loop(step))?)?;
        let is_taken = self.is_taken(&self.that(&known.ty));
        is_taken.then(|| self.quoted_name(&known.name))
    }

    /// "call it …".
    fn call_it(&self, name: &str) -> String {
        match self.language {
            Language::English => format!(" (call it {name})"),
            Language::Japanese => format!("（これを{name}とする）"),
        }
    }

    /// Continuous changes, joined by "and".
    fn changes(&self, modifiers: &[Modifier]) -> String {
        let changes: Vec<String> = modifiers.iter().map(|it| self.change(it)).collect();
        self.joined(&changes, ("and", "、"))
    }

    /// A continuous change as a clause.
    pub(super) fn change(&self, modifier: &Modifier) -> String {
        let says = match modifier.operation {
            ModifierOperation::Set => words("{0} is {1}", "{0}は{1}になる"),
            ModifierOperation::Add => words("{0} is increased by {1}", "{0}は{1}増える"),
            ModifierOperation::Subtract => words("{0} is reduced by {1}", "{0}は{1}減る"),
            ModifierOperation::Multiply => words("{0} is multiplied by {1}", "{0}は{1}倍になる"),
            ModifierOperation::Divide => words("{0} is divided by {1}", "{0}は{1}分の1になる"),
        };
        let operands = [self.value(&modifier.target), self.value(&modifier.amount)];
        self.texts(says, &operands)
    }

    fn modes(&self, modes: &[Mode]) -> Passage {
        let items = modes.iter().map(|mode| self.mode(mode)).collect();
        Passage::list(Marks::Dashes, items)
    }

    fn mode(&self, mode: &Mode) -> Passage {
        let text = mode.text.of(self.language.code());
        let mut passage = match (text.is_empty(), self.language) {
            (true, _) => Passage::default(),
            (false, Language::English) => Passage::text(format!("{}: ", self.quoted(text))),
            (false, Language::Japanese) => Passage::text(format!("{}：", self.quoted(text))),
        };
        if let Some(condition) = &mode.condition {
            let condition = self.condition(condition);
            passage.push(&match self.language {
                Language::English => format!("only if {condition}: "),
                Language::Japanese => format!("{condition}場合のみ、"),
            });
        }
        let steps = self.steps(&mode.steps);
        if passage.is_empty() && !steps.is_line() {
            passage.push(self.pick("all of this:", "次のすべて："));
        }
        passage.append(steps);
        passage
    }

    /// Several names: "summon or attack".
    fn name_refs(&self, names: &[NameRef]) -> String {
        let names: Vec<String> = names.iter().map(|name| self.name_ref(*name)).collect();
        self.joined(&names, ("or", "か"))
    }

    /// Fields of an event that is emitted, or of a card that is made.
    fn open_fields(&self, step: &Step, fields: &[(u32, Expr)]) -> String {
        let pairs = fields.iter().map(|(position, value)| {
            let name = self.open_name(step, *position).unwrap_or_default();
            self.pair(&name, &self.value(value))
        });
        let pairs: Vec<String> = pairs.collect();
        pairs.join(self.pick(", ", "、"))
    }

    fn open_name(&self, step: &Step, position: u32) -> Option<String> {
        match step.arguments.first().map(|argument| &argument.value) {
            Some(ArgumentValue::Name(NameRef::Event(event))) => {
                let field = self.game.events[*event].fields.get(position as usize);
                field.map(|field| field.name.clone())
            }
            Some(ArgumentValue::Name(NameRef::Card(_))) => {
                Some(self.property_name(PropertyId(position)))
            }
            Some(_) | None => self.event_field(position).map(str::to_owned),
        }
    }
}

/// The parameters of an action as slots.
struct Parameters<'a> {
    outer: &'a Teller<'a>,
    /// Inside loops, where the element is known.
    inner: &'a Teller<'a>,
    action: &'static Action,
    step: &'a Step,
}

impl Slots for Parameters<'_> {
    fn fill(&self, slot: &Slot) -> Option<Passage> {
        let text = match slot {
            Slot::Value("fields") => self.fields()?,
            Slot::Value(name) => return self.value(name),
            Slot::Owned(name, noun) => self.outer.owned(self.expr(name)?, noun),
            Slot::Owner(name) => self.outer.owner_in_japanese(self.expr(name)?),
            Slot::Agrees(name, one, many) => match self.expr(name) {
                Some(value) => self.outer.agreeing(value, one, many).to_owned(),
                None => self.each_in_turn(name).map(|_| (*one).to_owned())?,
            },
            Slot::Given(name) => match is_nothing(self.step.argument_named(name)?) {
                true => return None,
                false => String::new(),
            },
            Slot::Joined(_) => return None,
            Slot::Elements(how, names) => self.elements(*how, names)?,
        };
        Some(Passage::text(text))
    }
}

impl Parameters<'_> {
    fn expr(&self, name: &str) -> Option<&Expr> {
        self.step.argument_named(name)?.expr()
    }

    fn key(&self, name: &str) -> Option<&'static Key> {
        self.action.parameters.iter().find(|key| key.name == name)
    }

    /// The player who acts in turn, where a parameter for the acting player is left out.
    fn each_in_turn(&self, name: &str) -> Option<&str> {
        let is_acting = self
            .key(name)?
            .about
            .contains("the acting player if left out");
        match &self.outer.acting {
            Acting::That(player) if is_acting => Some(player),
            Acting::That(_) | Acting::Current | Acting::You => None,
        }
    }

    fn value(&self, name: &str) -> Option<Passage> {
        let Some(value) = self.step.argument_named(name) else {
            return self.each_in_turn(name).map(Passage::text);
        };
        let text = match value {
            ArgumentValue::Expr(expr) => self.value_of(name, expr),
            ArgumentValue::Each(all) => self.outer.elements_as(How::Each, all, None, None),
            ArgumentValue::Word(word) => match self.outer.word(name, word.name()) {
                "" => return None,
                text => text.to_owned(),
            },
            ArgumentValue::Prose(prose) => prose.of(self.outer.language.code()).to_owned(),
            ArgumentValue::Name(name) => self.outer.name_ref(*name),
            ArgumentValue::Names(names) => self.outer.name_refs(names),
            ArgumentValue::Keywords(uses) => self.outer.keywords(uses),
            ArgumentValue::Steps(steps) => return Some(self.inner.steps(steps)),
            ArgumentValue::Modes(modes) => return Some(self.inner.modes(modes)),
            ArgumentValue::Modifiers(modifiers) => self.inner.changes(modifiers),
            ArgumentValue::Event(event) => self.outer.end(event),
            ArgumentValue::Flag(_) | ArgumentValue::Binding(_) | ArgumentValue::Fields(_) => {
                return None;
            }
        };
        Some(Passage::text(text))
    }

    fn value_of(&self, name: &str, expr: &Expr) -> String {
        let shape = self.key(name).map(|key| key.shape);
        match (shape, &expr.kind) {
            (Some(Shape::Operand(Want::Bool)), _) if name == "if" => self.inner.condition(expr),
            (Some(Shape::Operand(Want::Bool)), _) => self.outer.condition(expr),
            (_, ExprKind::Each(..)) => self.outer.key(expr),
            (Some(Shape::Count), ExprKind::Operator(operation))
                if operation.operator.gives == Gives::Branch =>
            {
                self.outer.bracketed(&self.outer.value(expr))
            }
            (_, _) => self.outer.value(expr),
        }
    }

    fn fields(&self) -> Option<String> {
        let fields = self.step.arguments.iter().find_map(|argument| {
            let ArgumentValue::Fields(fields) = &argument.value else {
                return None;
            };
            Some(fields)
        });
        let fields = fields.filter(|fields| !fields.is_empty())?;
        Some(self.outer.open_fields(self.step, fields))
    }

    fn elements(&self, how: How, names: &[&str]) -> Option<String> {
        let (first, others) = names.split_first()?;
        if let (How::When, ArgumentValue::Event(event)) = (how, self.step.argument_named(first)?) {
            return Some(self.outer.when(event, Times::Once));
        }
        let list = self.expr(first)?;
        let find = |is: fn(&Shape) -> bool| {
            let name = others
                .iter()
                .find(|name| self.key(name).is_some_and(|key| is(&key.shape)))?;
            self.expr(name)
        };
        let count = find(|shape| matches!(shape, Shape::Count));
        let filter = find(|shape| matches!(shape, Shape::Operand(Want::Predicate)));
        if how == How::It {
            return Some(self.outer.it(list));
        }
        if how == How::Whose && filter.is_none() {
            return None;
        }
        let elements = self.outer.elements_as(how, list, count, filter);
        let name = self.outer.element_name(self.step);
        let name = name.map(|name| self.outer.call_it(&name));
        Some(elements + &name.unwrap_or_default())
    }
}

/// The temporary value for each card that a change is about.
fn changed_card(step: &Step) -> Option<crate::model::LocalId> {
    let Some(ArgumentValue::Modifiers(modifiers)) = step.argument(Parameter::Change) else {
        return None;
    };
    let mut card = None;
    for modifier in modifiers {
        crate::model::visit::each_expr(&modifier.target, &mut |expr| {
            if let ExprKind::Local(local) = expr.kind {
                card = Some(local);
            }
        });
    }
    card
}

/// True if a parameter is given as nothing.
fn is_nothing(value: &ArgumentValue) -> bool {
    match value {
        ArgumentValue::Flag(flag) => !flag,
        ArgumentValue::Steps(steps) => steps.is_empty(),
        ArgumentValue::Expr(_)
        | ArgumentValue::Each(_)
        | ArgumentValue::Word(_)
        | ArgumentValue::Prose(_)
        | ArgumentValue::Name(_)
        | ArgumentValue::Names(_)
        | ArgumentValue::Keywords(_)
        | ArgumentValue::Binding(_)
        | ArgumentValue::Event(_)
        | ArgumentValue::Modifiers(_)
        | ArgumentValue::Modes(_)
        | ArgumentValue::Fields(_) => false,
    }
}

/// True if a step makes each player the acting player in turn.
fn is_for_players(step: &Step) -> bool {
    step.callee == Callee::Action(ActionKind::ForEachPlayer)
}

/// True if the result of a step is the element of a loop.
fn is_loop(step: &Step) -> bool {
    matches!(
        step.callee,
        Callee::Action(ActionKind::ForEach | ActionKind::ForEachPlayer)
    )
}

#[cfg(test)]
mod tests {
    use crate::vocabulary::actions;
    use crate::vocabulary::phrase::{parse, slots};

    #[test]
    fn every_action_says_something_of_its_own_parameters() {
        for action in actions::all() {
            for text in [action.says.en, action.says.ja] {
                let pieces = parse(text).unwrap_or_else(|| panic!("{}: {text}", action.name));
                for name in slots(&pieces).into_iter().flat_map(|slot| slot.names()) {
                    let is_parameter = action.parameters.iter().any(|key| key.name == name);
                    let is_fields = action.is_open() && name == "fields";
                    assert!(is_parameter || is_fields, "{}: {text}", action.name);
                }
            }
        }
    }

    #[test]
    fn both_languages_mention_every_required_parameter() {
        for action in actions::all() {
            for text in [action.says.en, action.says.ja] {
                let pieces = parse(text).unwrap_or_default();
                let names: Vec<_> = slots(&pieces).iter().flat_map(|it| it.names()).collect();
                for key in action.parameters.iter().filter(|key| key.required) {
                    // A change names its card itself: "the card's power is increased".
                    let is_named = names.contains(&key.name) || names.contains(&"change");
                    assert!(is_named, "{}: {}", action.name, key.name);
                }
            }
        }
    }
}
