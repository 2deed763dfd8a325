//! The figures for people: the same tables as text and on a page.

use cgml::vocabulary::Language;
use comfy_table::{CellAlignment, Table, TableComponent, presets};
use fuda::balancing::{Compared, Figures, Proposed, Remark};
use fuda::report::{ReportTable, ReportTables};

/// The figures as text.
pub(super) fn text(game: &str, about: &str, figures: &Figures) -> String {
    // By their ids, as other options of the command name them.
    let mut by_id = figures.clone();
    by_id
        .cards
        .iter_mut()
        .for_each(|card| card.name.clone_from(&card.card));
    let tables = tables(&by_id, Language::English);
    let mut text = format!("{game}: {} games, {about}\n", figures.games);
    for (name, value) in &tables.figures {
        text += &format!("{name}: {value}\n");
    }
    for table in &tables.tables {
        text += &format!("\n{}:\n{}\n", table.heading, drawn(table));
    }
    for (heading, items) in &tables.lists {
        text += &format!("\n{heading}:\n");
        items.iter().for_each(|item| text += &format!("  {item}\n"));
    }
    text
}

fn drawn(of: &ReportTable) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table.set_style(TableComponent::HeaderLines, '─');
    table.set_style(TableComponent::MiddleHeaderIntersections, '─');
    table.set_header(&of.head);
    of.rows.iter().for_each(|row| {
        table.add_row(row);
    });
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn shown(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), percent)
}

fn signed(value: Option<(f64, f64)>) -> String {
    value.map_or("–".to_owned(), |(value, half)| {
        format!("{:+.1} ± {:.1}", 100.0 * value, 100.0 * half)
    })
}

/// A text in the language of a page.
struct Words(Language);

impl Words {
    fn say(&self, english: &str, japanese: &str) -> String {
        match self.0 {
            Language::English => english.to_owned(),
            Language::Japanese => japanese.to_owned(),
        }
    }
}

/// The figures as tables in a language.
pub(super) fn tables(figures: &Figures, language: Language) -> ReportTables {
    let words = Words(language);
    let say = |english: &str, japanese: &str| words.say(english, japanese);
    let mut all = ReportTables {
        figures: heading(figures, &words),
        ..ReportTables::default()
    };
    let edit = figures.proposal.as_ref();
    all.tables
        .extend(edit.map(|proposal| proposed(proposal, &say)));
    let compared = figures.comparisons.iter();
    all.tables
        .extend(compared.map(|compared| comparison(compared, &say)));
    deck_table(&mut all, figures, &words);
    push(
        &mut all,
        say("cards", "カード"),
        card_head(&say),
        card_rows(figures, &say),
    );
    move_table(&mut all, figures, &words);
    if !figures.never.is_empty() {
        let heading = say("never happened", "一度も起きなかったこと");
        all.lists.push((heading, figures.never.clone()));
    }
    if let Some(proposal) = edit.filter(|proposal| !proposal.patch.is_empty()) {
        let lines = proposal.patch.lines().map(str::to_owned).collect();
        all.lists.push((say("patch", "パッチ"), lines));
    }
    all
}

fn heading(figures: &Figures, words: &Words) -> Vec<(String, String)> {
    let first = figures.first_seat;
    let (turns, decisions) = (figures.turns, figures.decisions);
    let seats: Vec<String> = figures.seats.iter().map(|share| percent(*share)).collect();
    let range = format!(
        "{} ({:.1} – {:.1})",
        percent(first.value),
        100.0 * first.low,
        100.0 * first.high
    );
    let length = words.say(
        &format!("{turns:.1} turns, {decisions:.1} decisions"),
        &format!("{turns:.1} ターン、{decisions:.1} 決定"),
    );
    vec![
        (words.say("first seat", "先手の得点率"), range),
        (words.say("seats", "席ごとの得点率"), seats.join(", ")),
        (words.say("draws", "引き分け"), percent(figures.draws)),
        (words.say("length", "長さ"), length),
        (words.say("comebacks", "逆転"), shown(figures.comebacks)),
    ]
}

fn deck_table(all: &mut ReportTables, figures: &Figures, words: &Words) {
    let head = [
        ("deck", "デッキ"),
        ("win rate", "勝率"),
        ("sure to 95 %", "95 % 区間"),
    ];
    let head = head.map(|(english, japanese)| words.say(english, japanese));
    let rows = figures.decks.iter().map(|deck| {
        let rate = deck.rate;
        let range = format!("{:.1} – {:.1} %", 100.0 * rate.low, 100.0 * rate.high);
        vec![deck.name.clone(), percent(rate.value), range]
    });
    let heading = words.say("decks, against all alike", "デッキ（全デッキに対して）");
    push(all, heading, head.to_vec(), rows.collect());
}

fn move_table(all: &mut ReportTables, figures: &Figures, words: &Words) {
    let head = [("move", "手"), ("games", "対戦数"), ("won", "勝率")];
    let head = head.map(|(english, japanese)| words.say(english, japanese));
    let rows = figures.first_moves.iter();
    let rows = rows.map(|it| vec![it.name.clone(), it.games.to_string(), percent(it.rate)]);
    push(
        all,
        words.say("first moves", "最初の手"),
        head.to_vec(),
        rows.collect(),
    );
}

fn push(all: &mut ReportTables, heading: String, head: Vec<String>, rows: Vec<Vec<String>>) {
    if !rows.is_empty() {
        all.tables.push(ReportTable {
            heading,
            head,
            rows,
        });
    }
}

fn card_head(say: &impl Fn(&str, &str) -> String) -> Vec<String> {
    vec![
        say("card", "カード"),
        say("swap value", "交換価値"),
        say("contribution", "貢献度"),
        say("won when drawn", "引いたとき勝率"),
        say("from opening", "初手にあるとき勝率"),
        say("when played", "使ったとき勝率"),
        say("play rate", "使用率"),
        say("games", "対戦数"),
        say("remark", "注意"),
    ]
}

fn card_rows(figures: &Figures, say: &impl Fn(&str, &str) -> String) -> Vec<Vec<String>> {
    let rows = figures.cards.iter().map(|card| {
        let remark = match card.remark {
            Some(Remark::TooStrong) => say("strong", "強い"),
            Some(Remark::TooWeak) => say("weak", "弱い"),
            Some(Remark::Unplayed) => say("nobody plays it", "使われない"),
            None => String::new(),
        };
        vec![
            card.name.clone(),
            signed(card.swap),
            signed(card.contribution),
            shown(card.won_when_drawn),
            shown(card.won_from_opening),
            shown(card.won_when_played),
            shown(card.play_rate),
            card.games.to_string(),
            remark,
        ]
    });
    rows.collect()
}

/// A change: every deck before and after, and the field.
fn comparison(compared: &Compared, say: &impl Fn(&str, &str) -> String) -> ReportTable {
    let it = &compared.comparison;
    let half = |low: f64, high: f64| 50.0 * (high - low);
    let mut rows = Vec::new();
    for deck in &it.decks {
        let (before, after) = it.equilibrium.get(deck.deck).copied().unwrap_or_default();
        let difference = deck.difference;
        rows.push(vec![
            compared.names[deck.deck].clone(),
            percent(deck.before),
            percent(deck.after),
            format!(
                "{:+.1} ± {:.1}",
                100.0 * difference.value,
                half(difference.low, difference.high)
            ),
            format!("{} → {}", percent(before), percent(after)),
        ]);
    }
    let first = it.first_seat;
    rows.push(vec![
        say("first seat", "先手"),
        String::new(),
        String::new(),
        format!(
            "{:+.1} ± {:.1}",
            100.0 * first.value,
            half(first.low, first.high)
        ),
        say(
            &format!("{:.1} → {:.1} turns", it.turns.0, it.turns.1),
            &format!("{:.1} → {:.1} ターン", it.turns.0, it.turns.1),
        ),
    ]);
    let heading = match it.decks.is_empty() {
        true => compared.change.clone(),
        false => say(
            &format!(
                "{}; effective number of decks {:.2} → {:.2}",
                compared.change, it.effective_decks.0, it.effective_decks.1
            ),
            &format!(
                "{}；実質的なデッキ数 {:.2} → {:.2}",
                compared.change, it.effective_decks.0, it.effective_decks.1
            ),
        ),
    };
    ReportTable {
        heading,
        head: vec![
            say("deck", "デッキ"),
            say("before", "前"),
            say("after", "後"),
            say("difference", "差"),
            say("equilibrium", "均衡"),
        ],
        rows,
    }
}

fn proposed(proposal: &Proposed, say: &impl Fn(&str, &str) -> String) -> ReportTable {
    let shown = |figure: f64| {
        if proposal.figure.starts_with("effective") {
            format!("{figure:.2}")
        } else {
            percent(figure)
        }
    };
    let edit = match proposal.changes.is_empty() {
        true => say("nothing", "なし"),
        false => proposal.changes.join(", "),
    };
    let reached = match proposal.is_reached {
        true => say("reached", "達成"),
        false => say(
            "not reached; the best that was found",
            "未達成（見つかった最良の案）",
        ),
    };
    ReportTable {
        heading: say("smallest edit", "最小の変更"),
        head: vec![
            say("figure", "指標"),
            say("edit", "変更"),
            say("before", "前"),
            say("after", "後"),
            say("target", "目標"),
        ],
        rows: vec![vec![
            proposal.figure.clone(),
            edit,
            shown(proposal.before),
            shown(proposal.after),
            reached,
        ]],
    }
}
