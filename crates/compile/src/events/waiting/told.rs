//! Fields of an event, as waiting abilities keep them: a column for each.

use cgml::model::{EventSource, Type};
use cgml::vocabulary::events::Trigger;
use engine::ids::{NOTHING, Slot};
use engine::op::Builder;
use engine::program::ValueKind;

use crate::compiler::Compiler;
use crate::emit::builder::Label;
use crate::emit::scope::{Context, Scope, Value};
use crate::events::triggers::Heard;
use crate::plan::cards::keyword_sources::Way;
use crate::plan::effects::event_keys::EventKey;
use crate::plan::layout::sort;

impl Compiler<'_> {
    /// Columns for the fields of the events that abilities listen to: those that are cards, then the others.
    pub(crate) fn sorts_of_fields(&mut self) -> Vec<ValueKind> {
        let mut cards = 0;
        let mut others: Vec<ValueKind> = Vec::new();
        for event in self.events_waited_for() {
            let (of_cards, rest): (Vec<ValueKind>, Vec<ValueKind>) = self
                .fields_of_event(event)
                .into_iter()
                .partition(|sort| *sort == ValueKind::Card);
            cards = cards.max(of_cards.len());
            for (place, sort) in rest.into_iter().enumerate() {
                match others.get_mut(place) {
                    Some(known) if *known != sort => *known = ValueKind::Any,
                    Some(_) => {}
                    None => others.push(sort),
                }
            }
        }
        // Lists are not kept, so that nothing of their sort is there.
        for sort in &mut others {
            if sort.cells() > 1 {
                *sort = ValueKind::Any;
            }
        }
        self.events.waiting.card_fields = cards;
        let mut sorts = vec![ValueKind::Card; cards];
        sorts.extend(others);
        sorts
    }

    /// The events with fields that triggered abilities wait for.
    fn events_waited_for(&self) -> Vec<EventKey> {
        let mut events = Vec::new();
        if self.is_trigger(EventKey::Inner(Trigger::Transfer)) {
            events.push(EventKey::Inner(Trigger::Transfer));
        }
        let patterns = self.abilities.carried.iter();
        let patterns = patterns.flat_map(|carried| carried.patterns());
        for pattern in patterns {
            if let EventSource::Declared(event) = pattern.event {
                events.push(EventKey::Declared(event.0));
            }
        }
        events
    }

    /// Kinds of the fields of an event.
    fn fields_of_event(&self, event: EventKey) -> Vec<ValueKind> {
        match event {
            EventKey::Declared(id) => {
                let fields = &self.game.events[cgml::model::EventId(id)].fields;
                fields.iter().map(|field| sort(&field.ty)).collect()
            }
            // The number of pieces that moved.
            EventKey::Inner(Trigger::Transfer) => vec![ValueKind::Number],
            EventKey::Plain(_)
            | EventKey::Inner(_)
            | EventKey::Phase(..)
            | EventKey::State(..)
            | EventKey::Move => Vec::new(),
        }
    }

    /// The column of each field of an event.
    fn columns_of_event(&self, event: EventKey) -> Vec<usize> {
        let (mut cards, mut others) = (0, self.events.waiting.card_fields);
        let fields = self.fields_of_event(event).into_iter();
        fields
            .map(|sort| {
                let next = if sort == ValueKind::Card {
                    &mut cards
                } else {
                    &mut others
                };
                *next += 1;
                *next - 1
            })
            .collect()
    }

    /// True if a field can be kept while an ability waits: lists cannot.
    fn can_wait(&self, event: EventKey, field: usize) -> bool {
        let EventKey::Declared(id) = event else {
            return true;
        };
        let fields = &self.game.events[cgml::model::EventId(id)].fields;
        !fields
            .get(field)
            .is_some_and(|field| matches!(field.ty, Type::List(_) | Type::Record(_) | Type::Range))
    }

    /// Kinds of the parameters of keywords that are given with arguments and whose abilities wait.
    pub(crate) fn sorts_of_arguments(&self) -> Vec<ValueKind> {
        let mut sorts: Vec<ValueKind> = Vec::new();
        for carried in &self.abilities.carried {
            let is_given = carried.given.is_some() && !carried.patterns().is_empty();
            let Some(keyword) = carried.keyword.filter(|_| is_given) else {
                continue;
            };
            for (place, (_, ty)) in self.game.keywords[keyword].params.iter().enumerate() {
                let own = sort(ty);
                match sorts.get_mut(place) {
                    None => sorts.push(own),
                    Some(known) if *known != own => *known = ValueKind::Any,
                    Some(_) => {}
                }
            }
        }
        sorts
    }

    /// Fields of an event, as rows keep them.
    pub(crate) fn told_values(&mut self, event: &Heard) -> Vec<Value> {
        let told = event.context;
        let player = match told.player {
            Some(player) => player,
            None => self.current(),
        };
        let nothing = Value::Known(NOTHING);
        let or_nothing = |value: Option<Value>| value.unwrap_or(nothing);
        let mut values = vec![
            or_nothing(told.card),
            or_nothing(told.from),
            or_nothing(told.to),
            player,
        ];
        let mut columns = vec![nothing; self.events.waiting.fields];
        for (field, column) in self.columns_of_event(event.key).into_iter().enumerate() {
            if let (Some(first), true) = (told.fields, self.can_wait(event.key, field)) {
                columns[column] = Value::In(Slot(first.0 + field as u8));
            }
        }
        values.extend(columns);
        values
    }

    /// Scope of an ability whose routine begins with the registers from `entry` on.
    pub(crate) fn scope_of_ability(&mut self, number: usize, entry: Slot, fail: Label) -> Scope {
        let mut scope = Scope::new(fail);
        let part = |place: u8| Value::In(Slot(entry.0 + place));
        scope.acting = Some(if self.plan.setting.players == 1 {
            Value::Known(0)
        } else {
            part(0)
        });
        scope.this = Some(part(1));
        if self.events.waiting.tells {
            scope.context = Context {
                card: Some(part(2)),
                from: Some(part(3)),
                to: Some(part(4)),
                player: Some(part(5)),
                fields: self.fields_of_ability(number, Slot(entry.0 + 6)),
            };
        }
        let given = self.abilities.carried[number].given.as_ref();
        if given.is_some_and(|way| !matches!(way, Way::Keyword(_))) {
            let first = self.events.waiting.before_arguments();
            let places = (0..self.events.waiting.arguments).map(|place| first + place);
            let arguments: Vec<Value> = places.map(|place| part(place as u8)).collect();
            self.bind_arguments(&mut scope, number, &arguments);
        } else {
            self.bind_ability(&mut scope, number);
        }
        scope
    }

    /// The fields of the event that an ability waits for in their order, given the columns they were kept in.
    fn fields_of_ability(&mut self, number: usize, columns: Slot) -> Option<Slot> {
        let carried = &self.abilities.carried[number];
        let ability = carried.ability;
        let events = self.events_waited_for().into_iter();
        let mut events: Vec<EventKey> = events.filter(|event| carried.listens_to(*event)).collect();
        events.sort_by_key(|event| std::cmp::Reverse(self.fields_of_event(*event).len()));
        let longest = *events.first()?;
        let places = self.columns_of_event(longest);
        let agree = events.iter().all(|event| {
            let own = self.columns_of_event(*event);
            places.starts_with(&own)
        });
        let mut lost = !agree;
        cgml::model::visit::ability_exprs(ability, &mut |expr| {
            if let cgml::model::ExprKind::ContextField(field) = expr.kind {
                lost |= !self.can_wait(longest, field as usize);
            }
        });
        if lost {
            self.not_yet(
                "an ability that waits with a list, or with different fields of several events",
                ability.origin,
            );
        }
        let first = self.code.slots(places.len());
        for (field, column) in places.into_iter().enumerate() {
            self.code
                .copy(Slot(first.0 + field as u8), Slot(columns.0 + column as u8));
        }
        Some(first)
    }
}
