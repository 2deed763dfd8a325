//! Figures of runs about decks, as pages show them.

use super::DeckRun;
use fuda::serving::id_of;
use metagame::analysis::{Analysis, Estimate};
use metagame::deck::Deck;
use metagame::evolution::{Champion, Generation, Individual, State};
use metagame::field_folder::{read_analysis, read_decks};
use metagame::folder::Header;
use metagame::payoffs::Deals;
use std::path::Path;
use studio::wire::{
    CardWorth, CardWorths, MetaDeck, MetaFieldLine, MetaKind, MetaOrigin, MetaPoint, MetaRate,
    MetaRunDetail, MetaRunSummary, NewMetaRun, RunState,
};

/// A run that has not written anything yet.
pub(super) fn announcement(name: &str, wanted: &NewMetaRun) -> MetaRunSummary {
    MetaRunSummary {
        name: name.to_owned(),
        game: wanted.game.clone(),
        kind: wanted.kind,
        state: RunState::Running,
        progress: 0.0,
        seconds_left: None,
        games: 0.0,
        generation: 0,
        best: None,
        player: wanted.player.clone(),
        has_report: false,
    }
}

/// A run in the list; it is over, or else whether it is worked on is not known here.
pub(super) fn summary(name: &str, path: &Path, known: &DeckRun) -> MetaRunSummary {
    // The file that is written last.
    let last = match known {
        DeckRun::Evolution(..) => "result.json",
        DeckRun::Field(_) => "report.html",
    };
    let is_over = path.join(last).is_file();
    let run = match known {
        DeckRun::Evolution(header, state) => of_evolution(name, header, state.as_deref()),
        DeckRun::Field(header) => {
            let analysis = read_analysis(path).ok().flatten();
            let games = analysis.map_or(0.0, |analysis| analysis.games as f64);
            MetaRunSummary {
                name: name.to_owned(),
                game: id_of(&header.game),
                kind: MetaKind::Field,
                state: RunState::Stopped,
                progress: (games / header.games.max(1) as f64).min(1.0),
                seconds_left: None,
                games,
                generation: 0,
                best: None,
                player: header.player.clone(),
                has_report: games > 0.0,
            }
        }
    };
    match is_over {
        true => MetaRunSummary {
            state: RunState::Over,
            progress: 1.0,
            ..run
        },
        false => run,
    }
}

fn of_evolution(name: &str, header: &Header, state: Option<&State>) -> MetaRunSummary {
    let settings = &header.settings;
    let most = f64::from(settings.rounds) * f64::from(settings.generations);
    let made = state.map_or(0.0, |state| {
        let rounds = f64::from(state.round) * f64::from(settings.generations);
        rounds + f64::from(state.generation)
    });
    let last = state.and_then(|state| state.history.last());
    MetaRunSummary {
        name: name.to_owned(),
        game: id_of(&header.game),
        kind: MetaKind::Evolve,
        state: RunState::Stopped,
        progress: (made / most.max(1.0)).min(1.0),
        seconds_left: None,
        games: state.map_or(0.0, |state| state.games as f64),
        generation: state.map_or(0, |state| state.total),
        best: last.map(best),
        player: header.player.clone(),
        has_report: state.is_some(),
    }
}

pub(super) fn without_figures(run: MetaRunSummary) -> MetaRunDetail {
    MetaRunDetail {
        run,
        points: Vec::new(),
        decks: Vec::new(),
        field: Vec::new(),
        effective_decks: None,
        failure: None,
    }
}

pub(super) fn detail(run: MetaRunSummary, path: &Path, known: &DeckRun) -> MetaRunDetail {
    let detail = without_figures(run);
    match known {
        DeckRun::Evolution(_, None) => detail,
        DeckRun::Evolution(_, Some(state)) => MetaRunDetail {
            points: state.history.iter().map(point).collect(),
            decks: bred(state),
            field: met(state),
            ..detail
        },
        DeckRun::Field(_) => match read_analysis(path) {
            Ok(Some(analysis)) => MetaRunDetail {
                decks: weighed(&analysis, &read_decks(path).unwrap_or_default()),
                field: shares(&analysis),
                effective_decks: Some(rate(analysis.effective_decks)),
                ..detail
            },
            Ok(None) | Err(_) => detail,
        },
    }
}

/// Worth of cards, if a run knows of it.
pub(super) fn worths(run: &str, state: &State) -> Option<CardWorths> {
    let cards = state.values.all().map(|(card, value)| {
        let worth = CardWorth {
            swap: value.swap(),
            contribution: value.uses.contribution(),
            games: value.uses.all.games as f64,
        };
        (card.to_owned(), worth)
    });
    let cards = cards.filter(|(_, worth)| worth.swap.is_some() || worth.contribution.is_some());
    let worths = CardWorths {
        run: run.to_owned(),
        cards: cards.collect(),
    };
    (!worths.cards.is_empty()).then_some(worths)
}

fn best(generation: &Generation) -> MetaRate {
    MetaRate {
        value: generation.score,
        low: generation.low,
        high: generation.high,
    }
}

fn rate(estimate: Estimate) -> MetaRate {
    let Estimate { value, low, high } = estimate;
    MetaRate { value, low, high }
}

fn of_deals(deals: &Deals) -> MetaRate {
    let (low, high) = deals.interval();
    MetaRate {
        value: deals.rate(),
        low,
        high,
    }
}

fn point(generation: &Generation) -> MetaPoint {
    MetaPoint {
        generation: generation.number,
        round: generation.round + 1,
        best: best(generation),
        mean: generation.mean,
        games: generation.games as f64,
    }
}

/// Champions, the newest first, the best deck at hand, and different good ones.
fn bred(state: &State) -> Vec<MetaDeck> {
    let champions = state.champions.iter().rev().map(champion);
    let is_new = |it: &&Individual| state.champions.iter().all(|known| known.deck != it.deck);
    let first = state.population.first().filter(is_new);
    let first = first.map(|it| individual("best".to_owned(), MetaOrigin::Best, "", it));
    let archive = state.archive.all().enumerate();
    let archive = archive.map(|(number, (cell, it))| {
        let name = format!("archive_{number:02}");
        individual(name, MetaOrigin::Archive, cell, it)
    });
    champions.chain(first).chain(archive).collect()
}

fn champion(it: &Champion) -> MetaDeck {
    MetaDeck {
        name: it.name.clone(),
        origin: MetaOrigin::Champion,
        rate: Some(of_deals(&it.confirmed)),
        before: it.before.as_ref().map(of_deals),
        about: String::new(),
        sections: it.deck.sections.clone(),
    }
}

fn individual(name: String, origin: MetaOrigin, about: &str, it: &Individual) -> MetaDeck {
    let (low, high) = it.interval();
    MetaDeck {
        name,
        origin,
        rate: Some(MetaRate {
            value: it.score(),
            low: low.max(0.0),
            high: high.min(1.0),
        }),
        before: None,
        about: about.to_owned(),
        sections: it.deck.sections.clone(),
    }
}

/// The decks that are met, the most frequent first.
fn met(state: &State) -> Vec<MetaFieldLine> {
    let lines = state.field.iter().zip(&state.mix);
    let lines = lines.filter(|(_, share)| **share > 0.0);
    let mut lines: Vec<MetaFieldLine> = lines
        .map(|(member, share)| MetaFieldLine {
            name: member.name.clone(),
            share: exactly(*share),
            rate: None,
        })
        .collect();
    lines.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
    lines
}

fn exactly(value: f64) -> MetaRate {
    MetaRate {
        value,
        low: value,
        high: value,
    }
}

fn shares(analysis: &Analysis) -> Vec<MetaFieldLine> {
    let lines = analysis.decks.iter().map(|deck| MetaFieldLine {
        name: deck.name.clone(),
        share: rate(deck.share),
        rate: Some(rate(deck.against_equilibrium)),
    });
    let mut lines: Vec<MetaFieldLine> = lines.collect();
    let by_rate = |line: &MetaFieldLine| line.rate.as_ref().map_or(0.0, |rate| rate.value);
    lines.sort_by(|one, other| {
        let shares = other.share.value.total_cmp(&one.share.value);
        shares.then(by_rate(other).total_cmp(&by_rate(one)))
    });
    lines
}

fn weighed(analysis: &Analysis, decks: &[Deck]) -> Vec<MetaDeck> {
    let decks = analysis.decks.iter().zip(decks);
    let decks = decks.map(|(line, deck)| MetaDeck {
        name: line.name.clone(),
        origin: MetaOrigin::Field,
        rate: Some(rate(line.against_equilibrium)),
        before: None,
        about: String::new(),
        sections: deck.sections.clone(),
    });
    decks.collect()
}
