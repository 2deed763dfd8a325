//! Decks against decks as a page of its own: a heat map, and the numbers behind it.

use super::standing::{Standing, wilson};
use crate::report::page::diverging;
use std::fmt::Write;

const CELL: usize = 58;
const LETTER: usize = 8;

/// A self-contained page: who wins how often against whom.
pub fn page(title: &str, about: &str, names: &[String], standings: &[Standing]) -> String {
    let mut page = String::new();
    let title = escaped(title);
    let about = escaped(about);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n\
         </head>\n<body>\n<h1>{title}</h1>\n<p>{about}</p>\n{}\n<h2>In numbers</h2>\n{}</body>\n</html>\n",
        map(names, standings),
        table(names, standings)
    )
    .expect("a text takes anything");
    page
}

const STYLE: &str = "\
body { font-family: system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff; }
svg text { font-size: 13px; fill: #222; }
svg .value { font-size: 12px; text-anchor: middle; dominant-baseline: central; }
table { border-collapse: collapse; }
th, td { padding: 0.3rem 0.7rem; text-align: right; border-bottom: 1px solid #ccc; }
th:first-child, td:first-child { text-align: left; }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd; } svg text { fill: #ddd; } svg .value { fill: #222; } }
";

/// One square for each pair: blue where the row wins, red where it loses.
fn map(names: &[String], standings: &[Standing]) -> String {
    let longest = names.iter().map(|name| width(name)).max().unwrap_or(0);
    let left = longest * LETTER + 16;
    let (wide, high) = (left + names.len() * CELL + 8, left + names.len() * CELL + 8);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" role=\"img\" \
         aria-label=\"Share of points that the deck of each row makes against the deck of each column\">\n"
    );
    for (column, name) in names.iter().enumerate() {
        let x = left + column * CELL + CELL / 2;
        let y = left - 8;
        let name = escaped(name);
        writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" transform=\"rotate(-90 {x} {y})\" dominant-baseline=\"central\">{name}</text>"
        )
        .expect("a text takes anything");
    }
    for (row, name) in names.iter().enumerate() {
        let y = left + row * CELL;
        let middle = y + CELL / 2;
        let name = escaped(name);
        writeln!(
            svg,
            "<text x=\"{}\" y=\"{middle}\" text-anchor=\"end\" dominant-baseline=\"central\">{name}</text>",
            left - 8
        )
        .expect("a text takes anything");
        for column in 0..names.len() {
            svg.push_str(&cell(
                names,
                standings,
                row,
                column,
                left + column * CELL,
                y,
            ));
        }
    }
    svg.push_str("</svg>");
    svg
}

fn cell(
    names: &[String],
    standings: &[Standing],
    row: usize,
    column: usize,
    x: usize,
    y: usize,
) -> String {
    let share = share(standings, row, column);
    let (colour, text) = match share {
        Some((share, ..)) => (diverging(share), format!("{:.0} %", share * 100.0)),
        None => ("#ddd".to_owned(), "–".to_owned()),
    };
    let tip = match share {
        Some((share, games, low, high)) => format!(
            "{} against {}: {:.1} % of {games:.0} games, sure to 95 %: {:.1} – {:.1} %",
            names[row],
            names[column],
            share * 100.0,
            low * 100.0,
            high * 100.0
        ),
        None => format!("{} against {}: no games", names[row], names[column]),
    };
    let size = CELL - 2;
    let (x_middle, y_middle) = (x + CELL / 2, y + CELL / 2);
    format!(
        "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\" rx=\"4\" fill=\"{colour}\"/>\
         <text class=\"value\" x=\"{x_middle}\" y=\"{y_middle}\">{text}</text></g>\n",
        escaped(&tip)
    )
}

/// The share of points, of how many games, and between what it lies.
fn share(standings: &[Standing], row: usize, column: usize) -> Option<(f64, f64, f64, f64)> {
    let made = standings[row].points[column];
    let games = made + standings[column].points[row];
    let interval = wilson(made, games).filter(|_| row != column)?;
    Some((made / games, games, interval.low, interval.high))
}

fn table(names: &[String], standings: &[Standing]) -> String {
    let mut table = String::from(
        "<table>\n<tr><th>deck</th><th>games</th><th>won</th><th>sure to 95 %</th><th>draws</th></tr>\n",
    );
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|one, other| {
        let rate = |number: usize| standings[number].win_rate().unwrap_or(0.0);
        rate(*other).total_cmp(&rate(*one))
    });
    for number in order {
        let standing = &standings[number];
        let percent = |rate: Option<f64>| {
            rate.map_or("–".to_owned(), |rate| format!("{:.1} %", rate * 100.0))
        };
        let interval = standing.win_interval().map_or("–".to_owned(), |interval| {
            format!(
                "{:.1} – {:.1} %",
                interval.low * 100.0,
                interval.high * 100.0
            )
        });
        writeln!(
            table,
            "<tr><td>{}</td><td>{}</td><td>{}</td><td>{interval}</td><td>{}</td></tr>",
            escaped(&names[number]),
            standing.games,
            percent(standing.win_rate()),
            standing.draws
        )
        .expect("a text takes anything");
    }
    table.push_str("</table>\n");
    table
}

/// Width of a name, in letters: Japanese ones count twice.
fn width(name: &str) -> usize {
    name.chars()
        .map(|letter| if letter.is_ascii() { 1 } else { 2 })
        .sum()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_needs_nothing_else_and_shows_every_pair() {
        let standing = |points: [f64; 2], wins| Standing {
            games: 10,
            wins,
            points: points.to_vec(),
            ..Standing::default()
        };
        let names = ["fire & ice".to_owned(), "水".to_owned()];
        let standings = [standing([0.0, 7.0], 7), standing([3.0, 0.0], 3)];
        let page = page("Decks <of> a game", "20 games", &names, &standings);
        assert!(page.contains("70 %") && page.contains("30 %"));
        assert!(page.contains("fire &amp; ice against 水: 70.0 % of 10 games"));
        assert!(page.contains("Decks &lt;of&gt; a game"));
        for outside in ["<script", "<link", "src=", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
