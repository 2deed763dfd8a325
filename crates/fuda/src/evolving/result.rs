//! The result of a run, for programs.

use cgml::model::Game;
use metagame::evolution::State;
use metagame::folder::Header;
use metagame::payoffs::Deals;
use serde_json::{Value, json};

/// The result for programs. Nothing in it depends on the clock.
pub(super) fn result(
    game: &Game,
    header: &Header,
    state: &State,
    checked: &[(String, Deals)],
) -> Value {
    let rate = |deals: &Deals| {
        let (low, high) = deals.interval();
        json!({ "rate": deals.rate(), "low": low, "high": high, "deals": deals.count() })
    };
    let champions = state.champions.iter().map(|it| {
        let check = checked.iter().find(|(name, _)| *name == it.name);
        json!({
            "name": it.name,
            "round": it.round + 1,
            "deck": it.deck.sections.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "ids": it.deck.numbers(game),
            "founder": it.founder.sections.iter().cloned().collect::<std::collections::BTreeMap<_, _>>(),
            "changes": it.founder.changes(&it.deck),
            "confirmed": rate(&it.confirmed),
            "before": it.before.as_ref().map(rate),
            "checked": check.map(|(_, deals)| rate(deals)),
            "joined": it.joined,
        })
    });
    let archive = state
        .archive
        .all()
        .map(|(cell, it)| json!({ "kind": cell, "rate": it.score(), "deck": it.deck.counts() }));
    let cards = state.values.all().map(|(card, value)| {
        json!({
            "card": card,
            "swap": value.swap(),
            "contribution": value.uses.contribution(),
            "games": value.uses.all.games,
            "drawn": value.uses.drawn.rate(),
            "opening": value.uses.opening.rate(),
            "played": value.uses.played.rate(),
            "play_rate": value.uses.play_rate(),
        })
    });
    json!({
        "game": header.game,
        "player": header.player,
        "checker": header.checker,
        "settings": header.settings,
        "end": state.finished,
        "games": state.games,
        "generations": state.total,
        "champions": champions.collect::<Vec<_>>(),
        "archive": archive.collect::<Vec<_>>(),
        "cards": cards.collect::<Vec<_>>(),
    })
}
