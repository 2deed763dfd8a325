//! A field of decks for people.

use comfy_table::{CellAlignment, Table, TableComponent, presets};
use metagame::analysis::{Analysis, Estimate};

/// The figures as text.
pub(super) fn text(game: &str, about: &str, analysis: &Analysis) -> String {
    let Estimate { value, low, high } = analysis.effective_decks;
    let mut text = format!(
        "{game}: {} games, {about}\neffective number of decks: {value:.2} ({low:.2} – {high:.2})\n\n{}\n",
        analysis.games,
        decks(analysis)
    );
    if !analysis.is_unique {
        text += "\nseveral mixes are stable; shown is one in their middle\n";
    }
    text += &format!("\n{}\n", matrix(analysis));
    for (number, cycle) in analysis.cycles.iter().enumerate() {
        let heading = if number == 0 {
            "\ncycles, each beats the next:\n"
        } else {
            ""
        };
        let steps = cycle.decks.iter().zip(&cycle.rates);
        let steps = steps.map(|(deck, rate)| format!("{deck} ({:.0} %)", 100.0 * rate));
        let first = cycle.decks.first().cloned().unwrap_or_default();
        text += &format!(
            "{heading}  {} > {first}\n",
            steps.collect::<Vec<_>>().join(" > ")
        );
    }
    if !analysis.field.is_empty() {
        text += &format!(
            "\nagainst the field, the best response first:\n{}\n",
            field(analysis)
        );
    }
    text
}

fn table(head: Vec<String>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_style(TableComponent::HeaderLines, '─');
    table.set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(head);
    table
}

fn aligned(mut table: Table) -> Table {
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn ranged(estimate: Estimate) -> [String; 2] {
    let Estimate { value, low, high } = estimate;
    [
        percent(value),
        format!("{:.1} – {:.1} %", 100.0 * low, 100.0 * high),
    ]
}

fn decks(analysis: &Analysis) -> Table {
    let head = [
        "deck",
        "equilibrium",
        "sure to 95 %",
        "alpha-rank",
        "against equilibrium",
        "sure to 95 %",
        "against all",
    ];
    let mut table = table(head.map(str::to_owned).to_vec());
    let mut lines: Vec<_> = analysis.decks.iter().collect();
    lines.sort_by(|one, other| other.share.value.total_cmp(&one.share.value));
    for line in lines {
        let [share, sure] = ranged(line.share);
        let [against, against_sure] = ranged(line.against_equilibrium);
        table.add_row([
            line.name.clone(),
            share,
            sure,
            percent(line.alpha_rank.value),
            against,
            against_sure,
            percent(line.against_all.value),
        ]);
    }
    aligned(table)
}

fn matrix(analysis: &Analysis) -> Table {
    let names = analysis.decks.iter().map(|line| line.name.clone());
    let head = ["points against".to_owned()]
        .into_iter()
        .chain(names.clone());
    let mut table = table(head.collect());
    for one in names.clone() {
        let cells = names.clone().map(|other| {
            let pair = analysis.pairs.iter().find_map(|pair| {
                let is = |first: &str, second: &str| pair.one == first && pair.other == second;
                match (is(&one, &other), is(&other, &one)) {
                    (true, _) => Some(pair.rate.value),
                    (_, true) => Some(1.0 - pair.rate.value),
                    (false, false) => None,
                }
            });
            pair.map_or("–".to_owned(), percent)
        });
        let row: Vec<String> = [one.clone()].into_iter().chain(cells).collect();
        table.add_row(row);
    }
    aligned(table)
}

fn field(analysis: &Analysis) -> Table {
    let mut table = table(
        ["deck", "share", "win rate", "sure to 95 %"]
            .map(str::to_owned)
            .to_vec(),
    );
    for line in &analysis.field {
        let [rate, sure] = ranged(line.rate);
        table.add_row([line.name.clone(), percent(line.share), rate, sure]);
    }
    aligned(table)
}
