//! The report about a field of decks.

use super::charts::{Curve, curves};
use super::page::{Cell, Grid, Page, Section, Words, diverging, percent};
use askama::Template;
use cgml::vocabulary::Language;
use metagame::analysis::{Analysis, Estimate};

/// A page about a field of decks.
pub fn field(
    game: &str,
    about: &str,
    analysis: &Analysis,
    language: Language,
) -> Result<String, askama::Error> {
    let words = Words(language);
    let sections = [
        equilibrium(analysis, words),
        given(analysis, words),
        matrix(analysis, words),
        cycles(analysis, words),
        course(analysis, words),
    ];
    let page = Page {
        language: language.code(),
        title: words.say(
            &format!("{game}: the field of decks"),
            &format!("{game}：デッキの環境"),
        ),
        lead: about.to_owned(),
        figures: figures(analysis, words),
        sections: sections
            .into_iter()
            .filter(|section| !section.is_empty())
            .collect(),
    };
    page.render()
}

fn figures(analysis: &Analysis, words: Words) -> Vec<(String, String)> {
    let Estimate { value, low, high } = analysis.effective_decks;
    vec![
        (
            words.say("Effective number of decks", "実質的なデッキ数"),
            format!("{value:.2} ({low:.2} – {high:.2})"),
        ),
        (
            words.say("Decks", "デッキ"),
            analysis.decks.len().to_string(),
        ),
        (words.say("Games", "対戦数"), analysis.games.to_string()),
        (
            words.say("Cycles", "三すくみ"),
            analysis.cycles.len().to_string(),
        ),
    ]
}

fn ranged(estimate: Estimate) -> String {
    let Estimate { value, low, high } = estimate;
    format!(
        "{} ({:.1} – {:.1})",
        percent(value),
        100.0 * low,
        100.0 * high
    )
}

fn equilibrium(analysis: &Analysis, words: Words) -> Section {
    let mut lines: Vec<_> = analysis.decks.iter().collect();
    lines.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
    let rows = lines.into_iter().map(|line| {
        let figures = [
            line.share,
            line.alpha_rank,
            line.against_equilibrium,
            line.against_all,
        ];
        let cells = figures.into_iter().map(|figure| Cell::text(ranged(figure)));
        [Cell::text(&line.name)].into_iter().chain(cells).collect()
    });
    Section {
        heading: words.say("Equilibrium and rank", "均衡と順位"),
        texts: vec![words.say(
            "The equilibrium is the mix of decks against which no deck wins more than half. Alpha-rank is the share of \
             the time that each deck is what everybody plays, where people copy what wins. In brackets: the interval, \
             19 times out of 20.",
            "均衡は、どのデッキも半分を超えて勝てないデッキの混合である。アルファランクは、勝つデッキをまねていく集団が各デッキで\
             占められる時間の割合である。括弧内は 95 % 区間。",
        )],
        grids: vec![Grid {
            head: words.head(&[
                ("deck", "デッキ"),
                ("share in the equilibrium", "均衡での割合"),
                ("alpha-rank", "アルファランク"),
                ("against the equilibrium", "均衡に対する勝率"),
                ("against all alike", "全デッキに対する勝率"),
            ]),
            rows: rows.collect(),
        }],
        ..Section::default()
    }
}

fn given(analysis: &Analysis, words: Words) -> Section {
    let rows = analysis.field.iter().map(|line| {
        vec![
            Cell::text(&line.name),
            Cell::text(percent(line.share)),
            Cell::text(ranged(line.rate)),
        ]
    });
    Section {
        heading: words.say("Against your field", "指定した環境に対して"),
        texts: vec![words.say(
            "The first deck is the best response.",
            "先頭のデッキが最も有利である。",
        )],
        grids: vec![Grid {
            head: words.head(&[("deck", "デッキ"), ("share", "割合"), ("win rate", "勝率")]),
            rows: rows.collect(),
        }],
        ..Section::default()
    }
}

fn matrix(analysis: &Analysis, words: Words) -> Section {
    let names: Vec<&str> = analysis
        .decks
        .iter()
        .map(|line| line.name.as_str())
        .collect();
    let mut head = vec![words.say("points against", "相手")];
    head.extend(names.iter().map(|name| (*name).to_owned()));
    let rows = names.iter().map(|one| {
        let cells = names.iter().map(|other| cell(analysis, one, other));
        [Cell::text(*one)].into_iter().chain(cells).collect()
    });
    Section {
        heading: words.say("Who beats whom", "対戦表"),
        grids: vec![Grid {
            head,
            rows: rows.collect(),
        }],
        ..Section::default()
    }
}

fn cell(analysis: &Analysis, one: &str, other: &str) -> Cell {
    let found = analysis.pairs.iter().find_map(|pair| {
        let Estimate { value, low, high } = pair.rate;
        if pair.one == one && pair.other == other {
            Some((value, low, high, pair.games))
        } else if pair.one == other && pair.other == one {
            Some((1.0 - value, 1.0 - high, 1.0 - low, pair.games))
        } else {
            None
        }
    });
    match found {
        Some((rate, low, high, games)) => Cell {
            text: format!("{:.0} %", 100.0 * rate),
            colour: diverging(rate),
            tip: format!(
                "{one} – {other}: {} ({} – {}), n = {games}",
                percent(rate),
                percent(low),
                percent(high)
            ),
        },
        None => Cell::text("–"),
    }
}

fn cycles(analysis: &Analysis, words: Words) -> Section {
    let items = analysis.cycles.iter().map(|cycle| {
        let steps = cycle.decks.iter().zip(&cycle.rates);
        let steps = steps.map(|(deck, rate)| format!("{deck} ({:.0} %)", 100.0 * rate));
        let first = cycle.decks.first().cloned().unwrap_or_default();
        format!("{} → {first}", steps.collect::<Vec<_>>().join(" → "))
    });
    Section {
        heading: words.say(
            "Cycles: each beats the next",
            "三すくみ：矢印の先のデッキに勝つ",
        ),
        items: items.collect(),
        ..Section::default()
    }
}

fn course(analysis: &Analysis, words: Words) -> Section {
    let lines: Vec<Curve> = analysis
        .decks
        .iter()
        .enumerate()
        .map(|(deck, line)| Curve {
            name: line.name.clone(),
            points: analysis
                .course
                .iter()
                .enumerate()
                .map(|(at, mix)| (at as f64 * 5.0, mix[deck]))
                .collect(),
            errors: Vec::new(),
        })
        .collect();
    let title = words.say("Where people copy what wins", "勝つデッキをまねていくと");
    Section {
        heading: words.say(
            "Over time (replicator dynamics)",
            "時間による変化（レプリケーター動学）",
        ),
        charts: curves(
            &title,
            &words.say("time", "時間"),
            &words.say("share", "割合"),
            &lines,
        )
        .into_iter()
        .collect(),
        ..Section::default()
    }
}
