//! Zones, variables and pools: whose they are, who sees what, how they begin.

use super::event::Times;
use super::page::sentence;
use super::teller::{Teller, words};
use crate::model::{
    DeckSource, EventPattern, Expr, LocalId, Ordering, Overflow, Pool, PoolHolder, Prose, Role,
    Scope, Variable, VariableValue, Visibility, Visible, Zone, ZoneId, ZoneOwner,
};
use crate::vocabulary::Words;

impl<'g> Teller<'g> {
    /// A zone: whose it is, what it is for, who sees what, and how cards lie in it.
    pub(super) fn zone(&self, zone: &'g Zone) -> String {
        let mut notes = self.remark(&zone.text);
        notes.push(self.zone_owner(zone));
        notes.extend(self.zone_deck(zone));
        notes.extend(self.visibility(zone.zone_type.visibility, zone.owner));
        notes.extend(self.ordering(zone.zone_type.ordering));
        let flag = |flag: bool, says: Words| flag.then(|| says.of(self.language).to_owned());
        notes.extend(flag(
            zone.zone_type.face_down,
            words("cards lie face down", "カードは裏向きに置く"),
        ));
        notes.extend(flag(
            zone.zone_type.allows_reorder,
            words("its owner may change the order", "持ち主は並べ替えてよい"),
        ));
        notes.extend(self.capacity(zone));
        notes.extend(self.overflow_effect(zone));
        notes.extend(flag(
            zone.zone_type.slots,
            words("cards keep fixed places", "カードの場所は決まっている"),
        ));
        self.sentences(&notes)
    }

    /// Several sentences, one after the other.
    pub(super) fn sentences(&self, texts: &[String]) -> String {
        let sentences: Vec<String> = texts.iter().map(|it| sentence(it, self.language)).collect();
        sentences.join(self.pick(" ", ""))
    }

    /// The author's remark, if that is no name.
    fn remark(&self, text: &Prose) -> Vec<String> {
        match self.title(text).is_empty() {
            true => self.description(text),
            false => Vec::new(),
        }
    }

    fn zone_owner(&self, zone: &Zone) -> String {
        let says = match zone.owner {
            ZoneOwner::Table => words("one on the table: {role}", "テーブルに1つ：{role}"),
            ZoneOwner::Player => words("one for each player: {role}", "各プレイヤーに1つ：{role}"),
            ZoneOwner::Team => words("one for each team: {role}", "各チームに1つ：{role}"),
        };
        let role = match zone.role {
            Role::Deck => words("a draw pile", "カードを引く山"),
            Role::Hand => words("a hand", "手札"),
            Role::Play => words("a place for cards in play", "カードを出す場"),
            Role::Discard => words("a pile of used cards", "使い終えたカードを置く山"),
            Role::Out => words(
                "a place out of the game",
                "ゲームから除かれたカードを置く場所",
            ),
            Role::Other => words("a place for cards", "カードを置く場所"),
        };
        let role = Some(role.of(self.language).to_owned());
        self.line(says, &[("role", role)])
    }

    fn zone_deck(&self, zone: &Zone) -> Option<String> {
        let deck = &self.game.decks[zone.deck?];
        let (says, value) = match &deck.source {
            DeckSource::DeckList(section) => (
                words(
                    "it begins with the section {deck} of the player's deck list",
                    "開始時には、プレイヤーのデッキリストの{deck}が入っている",
                ),
                self.quoted_name(section),
            ),
            DeckSource::Type(_) | DeckSource::Cards(_) => (
                words(
                    "it begins with the deck {deck}",
                    "開始時には、デッキ{deck}が入っている",
                ),
                self.quoted_name(&deck.name),
            ),
        };
        Some(self.line(says, &[("deck", Some(value))]))
    }

    fn visibility(&self, visibility: Visibility, owner: ZoneOwner) -> Vec<String> {
        let Visibility { owner: own, others } = visibility;
        if own == others || owner == ZoneOwner::Table {
            return vec![match others {
                Visible::Hidden => {
                    let says = words(
                        "nobody sees anything, not even the number of cards",
                        "枚数も含めて、誰にも公開されない",
                    );
                    says.of(self.language).to_owned()
                }
                Visible::All | Visible::CountOnly | Visible::TopCardOnly => {
                    self.seen(others, words("everyone", "全員"))
                }
            }];
        }
        vec![
            self.seen(own, words("its owner", "持ち主")),
            self.seen(others, words("everyone else", "他のプレイヤー")),
        ]
    }

    fn seen(&self, visible: Visible, by: Words) -> String {
        let says = match visible {
            Visible::All => words("{0} sees all cards", "{0}がすべてのカードを見られる"),
            Visible::CountOnly => words(
                "{0} sees only the number of cards",
                "{0}に枚数だけが公開される",
            ),
            Visible::Hidden => words(
                "{0} sees nothing, not even the number of cards",
                "{0}に枚数も含めて何も公開されない",
            ),
            Visible::TopCardOnly => words(
                "{0} sees only the top card and the number of cards",
                "{0}に一番上のカードと枚数だけが公開される",
            ),
        };
        self.texts(says, &[by.of(self.language).to_owned()])
    }

    fn ordering(&self, ordering: Ordering) -> Option<String> {
        let says = match ordering {
            Ordering::Unordered => return None,
            Ordering::Fifo => words(
                "the card that lies there longest is taken first",
                "先に置かれたカードから取る",
            ),
            Ordering::Lifo => words(
                "the card put last is on top",
                "最後に置いたカードが一番上になる",
            ),
            Ordering::Shuffled => words("it begins shuffled", "開始時にシャッフルされている"),
        };
        Some(says.of(self.language).to_owned())
    }

    fn capacity(&self, zone: &Zone) -> Option<String> {
        let capacity = self.value(zone.zone_type.capacity.as_ref()?);
        let name = |zone: Option<ZoneId>| {
            let zone = &self.game.zones[zone?];
            Some(self.name(&zone.text, &zone.name))
        };
        let (says, to) = match zone.zone_type.overflow {
            Overflow::Refuse => (
                words(
                    "it has room for {capacity}; no more can be put there",
                    "{capacity}枚まで置ける",
                ),
                None,
            ),
            Overflow::Replace(to) => (
                words(
                    "it has room for {capacity}; a new card replaces an old one[, which goes to: {to}]",
                    "{capacity}枚まで置ける。あふれると、古いカードを[{to}へ]取り除く",
                ),
                name(to),
            ),
            Overflow::Push(to) => (
                words(
                    "it has room for {capacity}; after a new card comes in, an old one leaves[ and goes to: {to}]",
                    "{capacity}枚まで置ける。あふれると、新しいカードを置いてから、古いカードを[{to}へ]取り除く",
                ),
                name(to),
            ),
            Overflow::Discard(to) => (
                words(
                    "it has room for {capacity}; a card too many goes[ to: {to}| away]",
                    "{capacity}枚まで置ける。あふれたカードは[{to}へ]取り除く",
                ),
                name(to),
            ),
        };
        Some(self.line(says, &[("capacity", Some(capacity)), ("to", to)]))
    }

    /// The effect on a card too many.
    fn overflow_effect(&self, zone: &'g Zone) -> Option<String> {
        let effect = zone.zone_type.overflow_effect.as_ref()?;
        let teller = self.with_locals(effect).naming_itself(LocalId(0));
        let steps = teller.steps(&effect.steps).into_line(self.language);
        let says = words("with the card too many: {0}", "あふれたカードについて：{0}");
        Some(self.texts(says, &[steps]))
    }

    /// A variable: whose it is, its value at the start or at any time.
    pub(super) fn variable(&self, variable: &Variable) -> String {
        let owner = match variable.scope {
            Scope::Global => words("a value of the game", "ゲーム全体の値"),
            Scope::PerPlayer => words("a value of each player", "各プレイヤーの値"),
            Scope::PerTeam => words("a value of each team", "各チームの値"),
        };
        let (says, value) = match &variable.value {
            VariableValue::Stored(value) => (words("it begins as {0}", "最初は{0}"), value),
            VariableValue::Computed(value) => (words("it is always {0}", "常に{0}"), value),
        };
        let mut notes = self.remark(&variable.text);
        notes.push(owner.of(self.language).to_owned());
        notes.push(self.texts(says, &[self.value(value)]));
        notes.extend(self.resets(&variable.resets, value));
        if variable.hidden {
            let says = words("only its player sees it", "そのプレイヤーだけが見られる");
            notes.push(says.of(self.language).to_owned());
        }
        self.sentences(&notes)
    }

    fn resets(&self, resets: &[EventPattern], value: &Expr) -> Option<String> {
        let times: Vec<String> = resets
            .iter()
            .map(|event| self.when(event, Times::Every))
            .collect();
        let says = words("{0}, it becomes {1} again", "{0}、{1}に戻る");
        let times = (!times.is_empty()).then(|| self.joined(&times, ("and", "と")));
        times.map(|times| self.texts(says, &[times, self.value(value)]))
    }

    /// A pool: whose it is, of what, and its bounds.
    pub(super) fn pool(&self, pool: &Pool) -> String {
        let resource = &self.game.resources[pool.resource];
        let resource_name = self.name(&resource.text, &resource.name);
        let owner = match &pool.holder {
            PoolHolder::Table => words("{0} on the table", "テーブルの{0}"),
            PoolHolder::Player => words("{0} of each player", "各プレイヤーの{0}"),
            PoolHolder::Team => words("{0} of each team", "各チームの{0}"),
            PoolHolder::Card(_) => words("{0} on cards", "カードの上の{0}"),
        };
        let mut notes = vec![self.texts(owner, &[resource_name])];
        for (bound, says) in [
            (&pool.start, words("it begins with {0}", "最初は{0}")),
            (&pool.min, words("at least {0}", "{0}以上")),
            (&pool.max, words("at most {0}", "{0}以下")),
        ] {
            let bound = bound.as_ref().map(|bound| self.value(bound));
            notes.extend(bound.map(|bound| self.texts(says, &[bound])));
        }
        let total = resource.total.map(|total| {
            let says = words("there are {0} in all", "全部で{0}");
            self.texts(says, &[total.to_string()])
        });
        notes.extend(total);
        self.sentences(&notes)
    }
}
