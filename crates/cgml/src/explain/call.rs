//! Calls of what the author defined, in the author's words where they have slots.

use super::fill::Texts;
use super::teller::Teller;
use crate::model::{ArgumentValue, DefinitionId, Expr, Prose, Step};
use crate::vocabulary::Language;
use crate::vocabulary::phrase::{How, parse, slots};

impl Teller<'_> {
    /// The author's text with values in its slots; `None` if it has none of these slots.
    ///
    /// A definition whose text is "draw {count} cards" reads so wherever it is called.
    pub(super) fn author_phrase(
        &self,
        text: &Prose,
        values: &[(&str, Option<String>)],
    ) -> Option<String> {
        let text = text.of(self.language.code());
        let pieces = parse(text)?;
        let names: Vec<&str> = slots(&pieces).iter().flat_map(|it| it.names()).collect();
        let is_known = |name: &&str| values.iter().any(|(known, _)| known == name);
        if names.is_empty() || !names.iter().all(is_known) {
            return None;
        }
        let filled = super::fill::fill(text, &Texts(values)).into_line(self.language);
        Some(filled.trim_end_matches(['.', '。']).to_owned())
    }

    /// The author's text, with the names of the parameters in its slots.
    pub(super) fn author_text(&self, text: &Prose, names: &[&str]) -> Prose {
        let values: Vec<(&str, Option<String>)> = names
            .iter()
            .map(|name| (*name, Some(name.replace('_', " "))))
            .collect();
        match self.author_phrase(text, &values) {
            Some(phrase) => Prose {
                texts: vec![(String::new(), phrase)],
            },
            None => text.clone(),
        }
    }

    /// A definition in the author's words, with the values of its parameters.
    pub(super) fn defined_phrase(
        &self,
        definition: DefinitionId,
        values: &[String],
    ) -> Option<String> {
        let definition = &self.game.definitions[definition];
        let names = definition.params.iter().map(|(name, _, _)| name.as_str());
        let values: Vec<(&str, Option<String>)> =
            names.zip(values.iter().cloned().map(Some)).collect();
        self.author_phrase(&definition.text, &values)
    }

    /// State that a function of one parameter asks for: of `is_trump`, “trump”.
    pub(super) fn defined_state(&self, definition: DefinitionId) -> String {
        let name = &self.game.definitions[definition].name;
        self.quoted_name(name.strip_prefix("is_").unwrap_or(name))
    }

    /// A call of a function.
    pub(super) fn function(&self, definition: DefinitionId, arguments: &[Expr]) -> String {
        let values: Vec<String> = arguments.iter().map(|it| self.value(it)).collect();
        if let Some(text) = self.defined_phrase(definition, &values) {
            return text;
        }
        let name = &self.game.definitions[definition].name;
        let quoted = self.quoted_name(name);
        match (arguments, self.language) {
            ([], _) => quoted,
            ([of], Language::English) if name.ends_with("_of") => {
                format!("{quoted} {}", self.elements_as(How::Each, of, None, None))
            }
            ([of], _) => self.owned(of, &quoted),
            (_, _) => quoted + &self.given(definition, &values),
        }
    }

    /// The parameters of a call: " (player: you, count: 1)".
    pub(super) fn given(&self, definition: DefinitionId, values: &[String]) -> String {
        let params = &self.game.definitions[definition].params;
        let pairs: Vec<String> = params
            .iter()
            .zip(values)
            .map(|((name, _, _), value)| self.pair(name, value))
            .collect();
        if pairs.is_empty() {
            return String::new();
        }
        match self.language {
            Language::English => format!(" ({})", pairs.join(", ")),
            Language::Japanese => format!("（{}）", pairs.join("、")),
        }
    }

    /// A step that is a defined effect.
    pub(super) fn called(&self, definition: DefinitionId, step: &Step) -> String {
        let values: Vec<String> = step
            .arguments
            .iter()
            .filter_map(|argument| match &argument.value {
                ArgumentValue::Each(all) => Some(self.elements_as(How::Each, all, None, None)),
                value => value.expr().map(|value| self.value(value)),
            })
            .collect();
        if let Some(text) = self.defined_phrase(definition, &values) {
            return text;
        }
        let name = &self.game.definitions[definition].name;
        let given = self.given(definition, &values);
        match self.language {
            Language::English => format!("{}{given}", name.replace('_', " ")),
            Language::Japanese => format!("{}{given}を行う", self.quoted_name(name)),
        }
    }
}
