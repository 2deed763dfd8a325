//! Cards with what is printed on them, and keywords.

use super::page::{hanging, indented, sentence};
use super::teller::{Reference, Teller, words};
use crate::model::{
    Ability, CardDef, Keyword, KeywordUse, KindId, Literal, NameRef, PropertyId, Type,
};
use crate::vocabulary::Language;

impl<'g> Teller<'g> {
    /// A card: its kind and what is printed on it, its keywords and what they mean, its abilities.
    pub(super) fn card(&self, card: &'g CardDef) -> Vec<String> {
        let teller = self.clone().addressing_you();
        let mut lines = vec![self.card_head(card)];
        lines.extend(self.description(&card.text));
        lines.extend(self.card_counters(card));
        for keyword in &card.keywords {
            lines.extend(teller.keyword_line(keyword));
        }
        for kind in self.kinds_of(card.kind) {
            let kind = &self.game.kinds[kind];
            for keyword in &kind.keywords {
                lines.extend(teller.keyword_line(keyword));
            }
            lines.extend(self.abilities(&kind.abilities));
        }
        lines.extend(self.abilities(&card.abilities));
        lines
    }

    /// "Wisp: Creature, cost 1, power 1000".
    fn card_head(&self, card: &CardDef) -> String {
        let kind = card.kind.map(|kind| self.kind_name(kind));
        let printed = card
            .properties
            .iter()
            .filter(|(_, value)| !is_empty(value))
            .map(|(property, value)| self.printed(*property, value));
        let parts: Vec<String> = kind.into_iter().chain(printed).collect();
        let says = words("{title}[: {printed}]", "{title}[：{printed}]");
        let title = card.title.of(self.language.code());
        let title = match title.is_empty() {
            true => self.bare_name(&card.name),
            false => title.to_owned(),
        };
        let slots = [
            ("title", Some(title)),
            (
                "printed",
                (!parts.is_empty()).then(|| parts.join(self.pick(", ", "、"))),
            ),
        ];
        sentence(&self.line(says, &slots), self.language)
    }

    /// A property with its value; a flag by its name alone.
    fn printed(&self, property: PropertyId, value: &Literal) -> String {
        let name = self.property_name(property);
        if *value == Literal::Bool(true) {
            return name;
        }
        let value = self.literal(value);
        match self.language {
            Language::English => format!("{name} {value}"),
            Language::Japanese => format!("{name}：{value}"),
        }
    }

    fn card_counters(&self, card: &CardDef) -> Option<String> {
        let counters: Vec<String> = card
            .counters
            .iter()
            .map(|(counter, count)| {
                let name = self.name_ref(NameRef::Counter(*counter));
                format!("{name} {count}")
            })
            .collect();
        let says = words(
            "it comes into play with counters: {0}",
            "カウンターが置かれた状態で出る：{0}",
        );
        let text = self.texts(says, &[counters.join(self.pick(", ", "、"))]);
        (!counters.is_empty()).then(|| sentence(&text, self.language))
    }

    /// A kind and those it is a special case of.
    fn kinds_of(&self, kind: Option<KindId>) -> Vec<KindId> {
        let extends = |kind: &KindId| self.game.kinds[*kind].extends;
        std::iter::successors(kind, extends).collect()
    }

    fn abilities(&self, abilities: &'g [Ability]) -> Vec<String> {
        let lines = abilities
            .iter()
            .flat_map(|ability| hanging("- ", self.ability(ability, &[])));
        lines.collect()
    }

    /// A keyword of a card, with what it means.
    fn keyword_line(&self, keyword: &KeywordUse) -> Vec<String> {
        let declared = &self.game.keywords[keyword.keyword];
        let name = self.keyword_use(keyword);
        let mut lines = vec![format!("- {}", sentence(&name, self.language))];
        let arguments = keyword
            .arguments
            .iter()
            .map(|it| match it.ty == Type::Bool {
                true => Reference::Fact(self.condition(it)),
                false => Reference::Named(self.value(it)),
            });
        let arguments: Vec<Reference> = arguments.collect();
        let meaning = declared
            .abilities
            .iter()
            .flat_map(|ability| self.ability(ability, &arguments));
        lines.extend(indented(meaning.collect()));
        lines
    }

    /// Meaning of a keyword.
    pub(super) fn keyword(&self, keyword: &'g Keyword) -> Vec<String> {
        let params = keyword.params.iter();
        let params: Vec<Reference> = params
            .map(|(name, _)| Reference::Named(self.the(name)))
            .collect();
        match keyword.abilities.as_slice() {
            [] => {
                let says = words(
                    "a mark on cards, which rules ask for",
                    "ルールが参照する、カードの印",
                );
                vec![sentence(says.of(self.language), self.language)]
            }
            [only] => self.ability(only, &params),
            several => {
                let abilities = several.iter().map(|it| self.ability(it, &params));
                abilities.flat_map(|lines| hanging("- ", lines)).collect()
            }
        }
    }
}

/// True if nothing is printed.
fn is_empty(value: &Literal) -> bool {
    let nothing = [
        Literal::Nothing,
        Literal::Bool(false),
        Literal::List(Vec::new()),
    ];
    nothing.contains(value)
}
