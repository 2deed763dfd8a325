//! The result of a run for programs. Nothing in it depends on the clock.

use cgml::model::Game;
use metagame::deck::Deck;
use metagame::evolution::{Champion, State};
use metagame::folder::Header;
use metagame::payoffs::Deals;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// All figures of a run, with what another player made with its champions.
pub(super) fn result(
    game: &Game,
    header: &Header,
    state: &State,
    checked: &[(String, Deals)],
) -> Value {
    let champions = state.champions.iter().map(|it| champion(game, it, checked));
    json!({
        "game": header.game,
        "player": header.player,
        "checker": header.checker,
        "settings": header.settings,
        "end": state.finished,
        "games": state.games,
        "generations": state.total,
        "champions": champions.collect::<Vec<_>>(),
        "archive": archive(state),
        "cards": cards(state),
        "history": history(state),
        "field": field(state),
        "pairs": pairs(state),
    })
}

fn rate(deals: &Deals) -> Value {
    let (low, high) = deals.interval();
    json!({ "rate": deals.rate(), "low": low, "high": high, "deals": deals.count() })
}

fn sections(deck: &Deck) -> BTreeMap<&str, &[(String, u32)]> {
    let sections = deck.sections.iter();
    sections
        .map(|(name, cards)| (name.as_str(), cards.as_slice()))
        .collect()
}

fn champion(game: &Game, it: &Champion, checked: &[(String, Deals)]) -> Value {
    let check = checked.iter().find(|(name, _)| *name == it.name);
    json!({
        "name": it.name,
        "round": it.round + 1,
        "deck": sections(&it.deck),
        "ids": it.deck.numbers(game),
        "founder": sections(&it.founder),
        "changes": it.founder.changes(&it.deck),
        "confirmed": rate(&it.confirmed),
        "before": it.before.as_ref().map(rate),
        "checked": check.map(|(_, deals)| rate(deals)),
        "joined": it.joined,
    })
}

fn archive(state: &State) -> Vec<Value> {
    let kept = state.archive.all();
    kept.map(|(cell, it)| json!({ "kind": cell, "rate": it.score(), "deck": it.deck.counts() }))
        .collect()
}

fn cards(state: &State) -> Vec<Value> {
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
    cards.collect()
}

fn history(state: &State) -> Vec<Value> {
    let history = state.history.iter().map(|it| {
        json!({
            "generation": it.number,
            "round": it.round + 1,
            "best": it.best,
            "rate": it.score,
            "low": it.low,
            "high": it.high,
            "mean": it.mean,
            "games": it.games,
            "adoption": it.adoption,
        })
    });
    history.collect()
}

/// The decks that are met, with their shares.
fn field(state: &State) -> Vec<Value> {
    let members = state.field.iter().enumerate().map(|(place, member)| {
        json!({
            "name": member.name,
            "round": member.round.map(|round| round + 1),
            "share": state.mix.get(place),
        })
    });
    members.collect()
}

fn pairs(state: &State) -> Vec<Value> {
    let name = |deck: usize| state.field.get(deck).map(|member| member.name.as_str());
    let pairs = state.payoffs.pairs().map(|(one, other)| {
        let mut line = rate(&state.payoffs.deals(one, other));
        line["one"] = name(one).into();
        line["other"] = name(other).into();
        line
    });
    pairs.collect()
}
