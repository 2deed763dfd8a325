//! The report about decks that were bred.

use super::charts::{Curve, curves};
use super::page::{Cell, Grid, Page, Section, Words, diverging, percent, sequential};
use askama::Template;
use cgml::model::Game;
use cgml::vocabulary::Language;
use metagame::deck::Deck;
use metagame::evolution::{Champion, Guide, Matchmaking, State};
use metagame::folder::Header;
use metagame::payoffs::Deals;

/// The most columns of the heat map: of more generations some are shown.
const COLUMNS: usize = 40;

/// A page about a run, with the results of another player, if one has checked the champions.
pub fn evolution(
    game: &Game,
    header: &Header,
    state: &State,
    checked: &[(String, Deals)],
    language: Language,
) -> Result<String, askama::Error> {
    let report = Report {
        game,
        header,
        state,
        checked,
        words: Words(language),
    };
    let mut sections = vec![report.curves()];
    sections.extend(
        state
            .champions
            .iter()
            .map(|champion| report.champion(champion)),
    );
    sections.extend([
        report.adoption(),
        report.cards(),
        report.field(),
        report.archive(),
    ]);
    let page = Page {
        language: language.code(),
        title: report.words.say(
            &format!("{}: decks that were bred", header.game),
            &format!("{}：デッキの進化", header.game),
        ),
        lead: report.lead(),
        figures: report.figures(),
        sections: sections
            .into_iter()
            .filter(|section| !section.is_empty())
            .collect(),
    };
    page.render()
}

struct Report<'a> {
    game: &'a Game,
    header: &'a Header,
    state: &'a State,
    checked: &'a [(String, Deals)],
    words: Words,
}

fn ranged(deals: &Deals) -> String {
    let (low, high) = deals.interval();
    format!(
        "{} ({:.1} – {:.1}), n = {}",
        percent(deals.rate()),
        100.0 * low,
        100.0 * high,
        deals.count()
    )
}

impl Report<'_> {
    /// The name of a card for people.
    fn card(&self, card: &str) -> String {
        let found = self
            .game
            .cards
            .find(card)
            .map(|id| &self.game.cards[id].title);
        let title = found.map_or("", |title| title.of(self.words.0.code()));
        if title.is_empty() {
            card.to_owned()
        } else {
            title.to_owned()
        }
    }

    fn lead(&self) -> String {
        let settings = &self.header.settings;
        let (met, met_ja) = match settings.matchmaking {
            Matchmaking::Equilibrium => (
                "the equilibrium of all decks so far",
                "それまでの全デッキの均衡",
            ),
            Matchmaking::League => (
                "the environment and earlier champions",
                "環境デッキと過去の優勝デッキ",
            ),
            Matchmaking::Environment => ("the environment", "環境デッキ"),
            Matchmaking::Past => ("earlier champions", "過去の優勝デッキ"),
            Matchmaking::Alone => ("nobody", "なし（一人用）"),
        };
        let (led, led_ja) = match settings.guide {
            Guide::Swap => ("swap values", "交換価値"),
            Guide::Contribution => ("contributions", "貢献度"),
            Guide::Chance => ("chance", "無作為"),
        };
        let (player, seed) = (&self.header.player, settings.seed);
        self.words.say(
            &format!(
                "Player {player}, seed {seed}; the decks meet {met}; exchanges are led by {led}."
            ),
            &format!(
                "プレイヤー {player}、シード {seed}。対戦相手：{met_ja}。入れ替えの指標：{led_ja}。"
            ),
        )
    }

    fn figures(&self) -> Vec<(String, String)> {
        let words = self.words;
        let mut figures = vec![
            (words.say("Games", "対戦数"), self.state.games.to_string()),
            (
                words.say("Generations", "世代"),
                self.state.total.to_string(),
            ),
            (
                words.say("Rounds", "ラウンド"),
                self.state.champions.len().to_string(),
            ),
        ];
        if let Some(champion) = self.state.champions.last() {
            figures.push((
                words.say("Last champion, new deals", "最後の優勝デッキ（新しい対戦）"),
                ranged(&champion.confirmed),
            ));
        }
        for (name, deals) in self.checked {
            let checker = self.header.checker.as_deref().unwrap_or_default();
            let heading = words.say(
                &format!("{name} against the equilibrium of the environment, played by {checker}"),
                &format!("{name}（環境の均衡に対して、{checker}）"),
            );
            figures.push((heading, ranged(deals)));
        }
        if let Some(end) = &self.state.finished {
            let end = words.say(end, &self.end_in_japanese());
            figures.push((words.say("End", "終了"), end));
        }
        figures
    }

    /// Reason why the run is over; a run keeps it in English.
    fn end_in_japanese(&self) -> String {
        let settings = &self.header.settings;
        let Some(last) = self.state.champions.last() else {
            return "組めるデッキがなかった".to_owned();
        };
        let points = 100.0 * settings.gain;
        match settings.matchmaking {
            Matchmaking::Equilibrium if !last.joined => {
                format!("均衡に対して {points:.1} ポイント以上勝ち越すデッキがもう見つからない")
            }
            Matchmaking::Equilibrium
            | Matchmaking::League
            | Matchmaking::Environment
            | Matchmaking::Past
            | Matchmaking::Alone => "予定の世代をすべて終えた".to_owned(),
        }
    }

    fn curves(&self) -> Section {
        let words = self.words;
        let history = &self.state.history;
        let best = Curve {
            name: words.say("best deck", "最良のデッキ"),
            points: history
                .iter()
                .map(|it| (f64::from(it.number), it.score))
                .collect(),
            errors: history.iter().map(|it| (it.high - it.low) / 2.0).collect(),
        };
        let mean = Curve {
            name: words.say("average", "平均"),
            points: history
                .iter()
                .map(|it| (f64::from(it.number), it.mean))
                .collect(),
            errors: Vec::new(),
        };
        let title = words.say(
            "Win rate against the opponents of the round",
            "各ラウンドの相手に対する勝率",
        );
        let chart = curves(
            &title,
            &words.say("generation", "世代"),
            &words.say("win rate", "勝率"),
            &[best, mean],
        );
        Section {
            heading: words.say("Win rate", "勝率の推移"),
            texts: vec![words.say(
                "A new round has harder opponents: the champions before it may be among them.",
                "ラウンドが変わると、それまでの優勝デッキも相手に加わる。",
            )],
            charts: chart.into_iter().collect(),
            ..Section::default()
        }
    }

    /// A deck before and after, with every exchange and its reason.
    fn champion(&self, champion: &Champion) -> Section {
        let words = self.words;
        let rows = self.both(&champion.founder, &champion.deck);
        let mut texts = vec![words.say(
            &format!(
                "Against the opponents of its round, in deals that nothing was bred with: {}.",
                ranged(&champion.confirmed)
            ),
            &format!(
                "進化に使っていない対戦での勝率：{}。",
                ranged(&champion.confirmed)
            ),
        )];
        if let Some(before) = &champion.before {
            texts.push(words.say(
                &format!(
                    "The deck that it began with, in the same deals: {}.",
                    ranged(before)
                ),
                &format!("もとのデッキの同じ対戦での勝率：{}。", ranged(before)),
            ));
        }
        texts.push(words.say(
            "Exchanges by generation; in brackets the swap values per copy, in points, when they were decided:",
            "世代ごとの入れ替え。括弧内は決めた時点の 1 枚あたりの交換価値（ポイント）：",
        ));
        Section {
            heading: format!(
                "{} ({} {})",
                champion.name,
                words.say("round", "ラウンド"),
                champion.round + 1
            ),
            texts,
            items: self.exchanges(champion),
            grids: vec![Grid {
                head: words.head(&[
                    ("card", "カード"),
                    ("before", "前"),
                    ("after", "後"),
                    ("change", "変化"),
                ]),
                rows,
            }],
            ..Section::default()
        }
    }

    /// Every exchange in the line of a champion, with the values that led it.
    fn exchanges(&self, champion: &Champion) -> Vec<String> {
        let lines = champion.path.iter().map(|exchange| {
            let changes = exchange.changes.iter();
            let changes = changes.map(|(card, more)| format!("{more:+} {}", self.card(card)));
            let reasons = exchange.reason.iter();
            let reasons =
                reasons.map(|(card, value)| format!("{} {:+.1}", self.card(card), 100.0 * value));
            let (changes, reasons): (Vec<String>, Vec<String>) =
                (changes.collect(), reasons.collect());
            let why = match reasons.is_empty() {
                true => String::new(),
                false => format!(" [{}]", reasons.join(", ")),
            };
            format!("{}: {}{why}", exchange.generation, changes.join(", "))
        });
        lines.collect()
    }

    fn both(&self, before: &Deck, after: &Deck) -> Vec<Vec<Cell>> {
        let (old, new) = (before.counts(), after.counts());
        let mut cards: Vec<&str> = old.keys().chain(new.keys()).copied().collect();
        cards.sort_unstable();
        cards.dedup();
        let count = |of: &std::collections::BTreeMap<&str, u32>, card: &str| {
            of.get(card).copied().unwrap_or(0)
        };
        let rows = cards.into_iter().map(|card| {
            let (one, other) = (count(&old, card), count(&new, card));
            let change = i64::from(other) - i64::from(one);
            let text = if change == 0 {
                String::new()
            } else {
                format!("{change:+}")
            };
            let colour = match change.cmp(&0) {
                std::cmp::Ordering::Less => diverging(0.25),
                std::cmp::Ordering::Equal => String::new(),
                std::cmp::Ordering::Greater => diverging(0.75),
            };
            vec![
                Cell::text(self.card(card)),
                Cell::text(one.to_string()),
                Cell::text(other.to_string()),
                Cell {
                    text,
                    colour,
                    tip: String::new(),
                },
            ]
        });
        rows.collect()
    }

    /// The heat map: cards by generations, the share of decks that have each.
    fn adoption(&self) -> Section {
        let words = self.words;
        let history = &self.state.history;
        let apart = history.len().div_ceil(COLUMNS).max(1);
        let shown: Vec<_> = history
            .iter()
            .filter(|it| (it.number as usize).is_multiple_of(apart) || it.number == 1)
            .collect();
        let mut cards: Vec<(&str, u32)> = Vec::new();
        for (card, copies, _) in shown.iter().flat_map(|it| &it.adoption) {
            match cards.iter_mut().find(|(known, _)| known == card) {
                Some((_, sum)) => *sum += copies,
                None => cards.push((card, *copies)),
            }
        }
        cards.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        let rows = cards.into_iter().map(|(card, _)| {
            let cells = shown.iter().map(|generation| {
                let most = generation
                    .adoption
                    .iter()
                    .map(|(_, _, decks)| *decks)
                    .max()
                    .unwrap_or(1);
                let found = generation.adoption.iter().find(|(name, ..)| name == card);
                found.map_or_else(Cell::default, |(_, copies, decks)| Cell {
                    text: decks.to_string(),
                    colour: sequential(f64::from(*decks) / f64::from(most.max(1))),
                    tip: format!("{}: {decks}, {copies}", generation.number),
                })
            });
            [Cell::text(self.card(card))]
                .into_iter()
                .chain(cells)
                .collect()
        });
        let rows = rows.collect();
        let mut head = vec![words.say("card \\ generation", "カード＼世代")];
        head.extend(shown.iter().map(|it| it.number.to_string()));
        Section {
            heading: words.say("Adoption of cards by generation", "世代ごとのカード採用率"),
            texts: vec![words.say(
                "The darker, the more decks of the generation have the card.",
                "濃いほど、その世代の多くのデッキに採用されている。",
            )],
            grids: vec![Grid { head, rows }],
            ..Section::default()
        }
    }

    fn cards(&self) -> Section {
        let words = self.words;
        let shown = |value: Option<f64>| value.map_or("–".to_owned(), percent);
        let signed = |value: Option<(f64, f64)>| {
            value.map_or("–".to_owned(), |(value, half)| {
                format!("{:+.1} ± {:.1}", 100.0 * value, 100.0 * half)
            })
        };
        let mut values: Vec<_> = self.state.values.all().collect();
        let worth = |value: &metagame::evolution::CardValue| {
            value
                .swap()
                .or(value.uses.contribution())
                .map_or(f64::MIN, |it| it.0)
        };
        values.sort_by(|one, other| worth(other.1).total_cmp(&worth(one.1)));
        let rows = values.into_iter().map(|(card, value)| {
            let uses = &value.uses;
            vec![
                Cell::text(self.card(card)),
                Cell::text(signed(value.swap())),
                Cell::text(signed(uses.contribution())),
                Cell::text(shown(uses.drawn.rate())),
                Cell::text(shown(uses.opening.rate())),
                Cell::text(shown(uses.played.rate())),
                Cell::text(shown(uses.play_rate())),
                Cell::text(uses.all.games.to_string()),
            ]
        });
        Section {
            heading: words.say("Cards", "カード"),
            texts: vec![words.say(
                "Swap value: points of win rate per copy that the card makes more than a neutral one in the same deals. \
                 Contribution: won when drawn minus won when not drawn, by the same decks.",
                "交換価値：同じ対戦で中立のカードと比べて 1 枚あたりに増える勝率（ポイント）。貢献度：引いた対戦と引かなかった対戦の勝率の差。",
            )],
            grids: vec![Grid {
                head: words.head(&[
                    ("card", "カード"),
                    ("swap value", "交換価値"),
                    ("contribution", "貢献度"),
                    ("won when drawn", "引いたとき勝率"),
                    ("won from opening", "初手にあるとき勝率"),
                    ("won when played", "使ったとき勝率"),
                    ("play rate", "使用率"),
                    ("games", "対戦数"),
                ]),
                rows: rows.collect(),
            }],
            ..Section::default()
        }
    }

    /// The field at the end: its matrix and the mix that the last round met.
    fn field(&self) -> Section {
        let words = self.words;
        let field = &self.state.field;
        if self.state.payoffs.count() == 0 {
            return Section::default();
        }
        let mut head = words.head(&[("deck", "デッキ"), ("share", "割合")]);
        head.extend(field.iter().map(|member| member.name.clone()));
        let rows = field.iter().enumerate().map(|(one, member)| {
            let share = self
                .state
                .mix
                .get(one)
                .map_or("–".to_owned(), |share| percent(*share));
            let cells = (0..field.len()).map(|other| {
                let deals = self.state.payoffs.deals(one, other);
                match deals.count() {
                    0 => Cell::text("–"),
                    _ => Cell {
                        text: format!("{:.0} %", 100.0 * deals.rate()),
                        colour: diverging(deals.rate()),
                        tip: ranged(&deals),
                    },
                }
            });
            [Cell::text(&member.name), Cell::text(share)]
                .into_iter()
                .chain(cells)
                .collect()
        });
        Section {
            heading: words.say(
                "The field and the mix that was met last",
                "環境と最後に対戦した混合",
            ),
            grids: vec![Grid {
                head,
                rows: rows.collect(),
            }],
            ..Section::default()
        }
    }

    fn archive(&self) -> Section {
        let words = self.words;
        let rows = self.state.archive.all().map(|(cell, individual)| {
            let cards = individual.deck.counts().into_iter();
            let cards: Vec<String> = cards
                .map(|(card, count)| format!("{count} {}", self.card(card)))
                .collect();
            vec![
                Cell::text(cell),
                Cell::text(percent(individual.score())),
                Cell::text(cards.join(", ")),
            ]
        });
        Section {
            heading: words.say("Different good decks", "多様な良いデッキ"),
            texts: vec![words.say(
                "The best deck of each kind, by curve and colours.",
                "カーブと色で分けた、それぞれの最良のデッキ。",
            )],
            grids: vec![Grid {
                head: words.head(&[("kind", "種類"), ("win rate", "勝率"), ("cards", "カード")]),
                rows: rows.collect(),
            }],
            ..Section::default()
        }
    }
}
