//! Names of things.

use super::glossary;
use super::teller::Teller;
use crate::model::{
    CardDefId, CounterId, KeywordId, KeywordUse, KindId, Literal, MoveId, NameRef, ParameterId,
    PhaseId, PropertyId, Prose, StateId, Type,
};
use crate::vocabulary::Language;

impl Teller<'_> {
    /// The name for people, or the author's name in words. A whole sentence is no name.
    pub(super) fn name(&self, text: &Prose, name: &str) -> String {
        let text = self.title(text);
        match self.language {
            Language::English if text.is_empty() => name.replace('_', " "),
            Language::English => text.to_owned(),
            Language::Japanese if text.is_empty() => match self.japanese(name) {
                Some(japanese) => japanese.to_owned(),
                None => self.foreign(&name.replace('_', " ")),
            },
            Language::Japanese => self.foreign(text),
        }
    }

    /// Japanese for a word of the game: its author's, or the usual one.
    fn japanese(&self, word: &str) -> Option<&str> {
        let own = self.game.texts.of(word, Language::Japanese.code());
        own.filter(|text| !text.is_ascii())
            .or_else(|| glossary::japanese(word))
    }

    /// The name for people; empty if there is none.
    pub(super) fn title<'p>(&self, text: &'p Prose) -> &'p str {
        let text = text.of(self.language.code());
        match text.ends_with(['.', '!', '?', '。', '！', '？']) {
            true => "",
            false => text,
        }
    }

    /// The author's name in words, where there is none for people.
    pub(super) fn bare_name(&self, name: &str) -> String {
        self.name(&Prose::default(), name)
    }

    /// A word in Latin letters stands in quotation marks in a Japanese sentence, unless it is short.
    fn foreign(&self, word: &str) -> String {
        match word.is_ascii() && word.len() > 2 {
            true => self.quoted(word),
            false => word.to_owned(),
        }
    }

    pub(super) fn card_name(&self, card: CardDefId) -> String {
        let card = &self.game.cards[card];
        self.name(&card.title, &card.name)
    }

    pub(super) fn property_name(&self, property: PropertyId) -> String {
        let property = &self.game.properties[property];
        match self.language {
            // A label "Cost" on a card is "the cost" in a sentence.
            Language::English => self.bare_name(&property.name),
            Language::Japanese => self.name(&property.text, &property.name),
        }
    }

    pub(super) fn kind_name(&self, kind: KindId) -> String {
        let kind = &self.game.kinds[kind];
        self.name(&kind.text, &kind.name)
    }

    pub(super) fn phase_name(&self, phase: PhaseId) -> String {
        let phase = &self.game.phases[phase];
        let name = self.name(&phase.text, &phase.name);
        without_ending(name, &[" phase", " Phase", "フェイズ", "フェーズ"])
    }

    /// A kind of counter, without the word "counter", which sentences add.
    fn counter_name(&self, counter: CounterId) -> String {
        let counter = &self.game.counters[counter];
        let name = self.name(&counter.text, &counter.name);
        without_ending(name, &[" counter", " Counter", "カウンター"])
    }

    pub(super) fn state_name(&self, state: StateId) -> String {
        let state = &self.game.states[state];
        self.quoted_in_japanese(self.name(&state.text, &state.name))
    }

    /// Moves are often called by a verb, which a Japanese sentence must mark as a name.
    pub(super) fn move_name(&self, def: MoveId) -> String {
        let def = &self.game.moves[def];
        self.quoted_in_japanese(self.name(&def.text, &def.name))
    }

    fn quoted_in_japanese(&self, name: String) -> String {
        match self.language {
            Language::Japanese if !name.starts_with('「') => self.quoted(&name),
            Language::English | Language::Japanese => name,
        }
    }

    /// A parameter with the value it has in this game.
    pub(super) fn parameter(&self, parameter: ParameterId) -> String {
        let parameter = &self.game.parameters[parameter];
        let name = self.bare_name(&parameter.name);
        let value = self.literal(&parameter.default);
        match self.language {
            Language::English => format!("{name} ({value})"),
            Language::Japanese => format!("{name}（{value}）"),
        }
    }

    pub(super) fn name_ref(&self, name: NameRef) -> String {
        match name {
            NameRef::State(state) => self.state_name(state),
            NameRef::Phase(phase) => self.phase_name(phase),
            NameRef::Move(def) => self.move_name(def),
            NameRef::Counter(counter) => self.counter_name(counter),
            NameRef::Card(card) => self.card_name(card),
            NameRef::Event(event) => self.quoted_name(&self.game.events[event].name),
            NameRef::Duration(duration) => {
                self.bare_name(&self.game.resolution.durations[duration].0)
            }
            NameRef::Regulation(regulation) => match &self.game.deck_rules {
                Some(rules) => {
                    let regulation = &rules.regulations[regulation];
                    self.name(&regulation.text, &regulation.name)
                }
                None => String::new(),
            },
        }
    }

    /// A name in words, in quotation marks.
    pub(super) fn quoted_name(&self, name: &str) -> String {
        self.quoted(&name.replace('_', " "))
    }

    /// A keyword, whatever its parameters.
    pub(super) fn keyword_name(&self, keyword: KeywordId) -> String {
        let keyword = &self.game.keywords[keyword];
        match self.title(&keyword.text).contains('{') {
            true => self.bare_name(&keyword.name),
            false => self.name(&keyword.text, &keyword.name),
        }
    }

    /// Several keywords, with their parameters.
    pub(super) fn keywords(&self, uses: &[KeywordUse]) -> String {
        let uses: Vec<String> = uses.iter().map(|it| self.keyword_use(it)).collect();
        self.joined(&uses, ("and", "、"))
    }

    /// A keyword with its parameters.
    pub(super) fn keyword_use(&self, keyword: &KeywordUse) -> String {
        let declared = &self.game.keywords[keyword.keyword];
        let arguments: Vec<String> = keyword
            .arguments
            .iter()
            .map(|argument| match argument.ty == Type::Bool {
                true => self.bracketed(&self.condition(argument)),
                false => self.value(argument),
            })
            .collect();
        let params = declared.params.iter().map(|(name, _)| name.as_str());
        let slots: Vec<(&str, Option<String>)> =
            params.zip(arguments.iter().cloned().map(Some)).collect();
        if let Some(text) = self.author_phrase(&declared.text, &slots) {
            return text;
        }
        let name = self.keyword_name(keyword.keyword);
        match arguments.is_empty() {
            true => name,
            false => format!("{name} {}", arguments.join(" ")),
        }
    }

    /// A constant as it reads in a sentence.
    pub(super) fn literal(&self, literal: &Literal) -> String {
        match literal {
            Literal::Nothing => self.pick("nothing", "なし").to_owned(),
            Literal::Bool(true) => self.pick("true", "真").to_owned(),
            Literal::Bool(false) => self.pick("false", "偽").to_owned(),
            Literal::Number(number) => number.to_string(),
            Literal::Text(text) => self.quoted(text),
            Literal::Symbol(set, position) => {
                let values = &self.game.symbol_sets[*set].values;
                let value = values.get_index(*position as usize);
                value.map_or_else(String::new, |value| self.bare_name(value))
            }
            Literal::Range(ranges) => {
                let ranges: Vec<String> = ranges.iter().map(range).collect();
                ranges.join(self.pick(", ", "、"))
            }
            Literal::Record(items) => {
                let items = items.iter().map(|item| match item {
                    Literal::Nothing => "–".to_owned(),
                    _ => self.literal(item),
                });
                items.collect::<Vec<_>>().join("/")
            }
            Literal::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.literal(item)).collect();
                self.joined(&items, ("and", "、"))
            }
        }
    }
}

/// A name without a word at its end that the sentence has already.
fn without_ending(name: String, endings: &[&str]) -> String {
    let bare = endings.iter().find_map(|ending| name.strip_suffix(ending));
    match bare {
        Some(bare) if !bare.is_empty() => bare.to_owned(),
        Some(_) | None => name,
    }
}

fn range(range: &(i64, i64)) -> String {
    match range {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}–{last}"),
    }
}
