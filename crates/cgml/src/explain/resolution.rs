//! Deck rules, and the resolution of waiting effects.

use super::clause::each;
use super::elements::Amount;
use super::teller::{Teller, words};
use crate::model::{DeckSection, NameRef, visit};
use crate::vocabulary::resolution::Policy;

impl Teller<'_> {
    /// A section of a deck list: how many cards, of which kinds, how often.
    pub(super) fn deck_section(&self, section: &DeckSection) -> String {
        let value = |expr: &Option<crate::model::Expr>| expr.as_ref().map(|it| self.value(it));
        let kinds: Vec<String> = section.kinds.iter().map(|it| self.kind_name(*it)).collect();
        let is_exact = value(&section.min) == value(&section.max);
        let filter = section.filter.as_ref();
        let filter = filter.map(|(local, body)| each(*local, body));
        let says = words(
            "[exactly {exactly} cards|{min} to {max} cards|at least {min} cards|at most {max} cards|any number of cards][, only {kinds}][, only cards {whose}][; at most {copies} of each[{?by_title} name]]",
            "[ちょうど{exactly}枚|{min}～{max}枚|{min}枚以上|{max}枚以下|枚数は自由][、{kinds}のみ][、{whose}カードのみ][。同じ[{?by_title}名前の]カードは{copies}枚まで]",
        );
        let slots = [
            ("exactly", value(&section.min).filter(|_| is_exact)),
            ("min", value(&section.min)),
            ("max", value(&section.max)),
            (
                "kinds",
                (!kinds.is_empty()).then(|| self.joined(&kinds, ("and", "と"))),
            ),
            (
                "whose",
                filter.map(|filter| self.clause(&filter, Amount::Many)),
            ),
            ("copies", value(&section.copies)),
            ("by_title", section.copies_by_title.then(String::new)),
        ];
        self.line(says, &slots)
    }

    /// The order in which waiting effects are resolved; nothing for a game whose cards do nothing.
    pub(super) fn resolution(&self) -> Option<String> {
        let resolution = &self.game.resolution;
        visit::abilities(self.game).next()?;
        let says = match resolution.policy {
            Policy::Pool => words(
                "effects that wait are carried out group by group, in the order their players choose[: {groups}]",
                "待機中の効果は、グループごとに、プレイヤーが選んだ順に解決する[（{groups}）]",
            ),
            Policy::Chain => words(
                "effects may be responded to[ with {responses}]; the last one is carried out first",
                "効果には[{responses}で]対応でき、最後のものから解決する",
            ),
            Policy::Nested => words(
                "effects are carried out at once, inside each other[; {responses} may respond]",
                "効果は発生した時点ですぐに解決する[。{responses}で対応できる]",
            ),
            Policy::Queue => words(
                "effects that wait are carried out in the order in which they came",
                "待機中の効果は、発生した順に解決する",
            ),
        };
        let groups = resolution.groups.iter();
        let groups: Vec<String> = groups.map(|it| self.name(&it.text, &it.name)).collect();
        let responses = resolution.responses.iter();
        let responses: Vec<String> = responses
            .map(|it| self.name_ref(NameRef::Move(*it)))
            .collect();
        let slots = [
            (
                "groups",
                (!groups.is_empty()).then(|| groups.join(self.pick(", ", "→"))),
            ),
            (
                "responses",
                (!responses.is_empty()).then(|| self.joined(&responses, ("or", "か"))),
            ),
        ];
        Some(self.line(says, &slots))
    }
}
