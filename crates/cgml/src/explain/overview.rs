//! A whole game as a small rulebook.

use super::page::{hanging, indented, sentence};
use super::teller::{Teller, words};
use crate::model::{DeckSource, Expr, Named};
use crate::vocabulary::Words;

impl Teller<'_> {
    /// The rulebook: a title, then sections with a heading each.
    pub(super) fn overview(&self) -> String {
        let mut sections = vec![self.name_and_description()];
        for (heading, lines) in self.sections() {
            if !lines.is_empty() {
                let heading = heading.of(self.language);
                sections.push(format!("{heading}\n{}", indented(lines).join("\n")));
            }
        }
        sections.join("\n\n")
    }

    fn name_and_description(&self) -> String {
        let meta = &self.game.meta;
        let code = self.language.code();
        let texts = [meta.name.of(code), meta.description.of(code)];
        let lines: Vec<&str> = texts.into_iter().filter(|it| !it.is_empty()).collect();
        lines.join("\n")
    }

    fn sections(&self) -> Vec<(Words, Vec<String>)> {
        vec![
            (words("Players", "プレイヤー"), self.players()),
            (words("Parameters", "設定"), self.parameters()),
            (words("Cards", "カード"), self.decks()),
            (words("Decks", "デッキ構築"), self.deck_rules()),
            (words("Deck lists", "デッキリスト"), self.deck_lists()),
            (words("Zones", "ゾーン"), self.all_zones()),
            (words("Values", "値"), self.all_variables()),
            (words("Resources", "リソース"), self.all_pools()),
            (words("Setup", "準備"), self.setup()),
            (words("Course of play", "進行"), self.course()),
            (words("Moves", "ムーブ"), self.all_moves()),
            (words("Effects", "効果の解決"), self.effects()),
            (words("Rules", "ルール"), self.all_rules()),
            (words("Checks", "チェック"), self.all_checks()),
            (words("Definitions", "定義"), self.all_definitions()),
            (words("Keywords", "キーワード"), self.all_keywords()),
            (words("Winning", "勝敗"), self.ending()),
            (words("Invariants", "不変条件"), self.all_invariants()),
        ]
    }

    fn all_zones(&self) -> Vec<String> {
        let zones = self.game.zones.iter();
        self.entries(zones.map(|it| (self.called_by(&it.name, &it.text), vec![self.zone(it)])))
    }

    fn all_variables(&self) -> Vec<String> {
        let variables = self.game.variables.iter();
        self.entries(
            variables.map(|it| (self.called_by(&it.name, &it.text), vec![self.variable(it)])),
        )
    }

    fn all_pools(&self) -> Vec<String> {
        let pools = self.game.pools.iter();
        self.entries(pools.map(|it| (self.called_by(&it.name, &it.text), vec![self.pool(it)])))
    }

    fn all_moves(&self) -> Vec<String> {
        let moves = self.game.moves.iter();
        self.entries(moves.map(|it| (self.called_by(&it.name, &it.text), self.player_move(it))))
    }

    fn all_rules(&self) -> Vec<String> {
        let rules = self.game.rules.iter();
        self.entries(rules.map(|it| (it.name.clone(), self.rule(it))))
    }

    fn all_checks(&self) -> Vec<String> {
        let checks = self.game.checks.iter();
        self.entries(checks.map(|it| (it.name.clone(), self.check(it))))
    }

    fn all_definitions(&self) -> Vec<String> {
        let definitions = self.game.definitions.iter();
        self.entries(definitions.map(|it| (it.name.clone(), self.definition(it))))
    }

    fn all_keywords(&self) -> Vec<String> {
        self.entries(self.game.keywords.iter().map(|it| {
            let params = it.params.iter().map(|(name, _)| name.as_str());
            let text = self.author_text(&it.text, &params.collect::<Vec<_>>());
            (self.called_by(&it.name, &text), self.keyword(it))
        }))
    }

    fn all_invariants(&self) -> Vec<String> {
        let invariants = self.game.invariants.iter();
        self.entries(invariants.map(|it| (it.name.clone(), self.invariant(it))))
    }

    /// Names with what they are.
    fn entries(&self, entries: impl Iterator<Item = (String, Vec<String>)>) -> Vec<String> {
        let colon = self.pick(": ", "：");
        let entries = entries.flat_map(|(name, lines)| match lines.as_slice() {
            [only] => vec![format!("{name}{colon}{only}")],
            _ => {
                let head = format!("{name}{}", self.pick(":", "："));
                let mut all = vec![head];
                all.extend(indented(lines));
                all
            }
        });
        entries.collect()
    }

    /// The name in the files, and the one for people where there is one.
    fn called_by(&self, name: &str, text: &crate::model::Prose) -> String {
        let title = self.title(text);
        match title.is_empty() || title == name {
            true => name.to_owned(),
            false => format!("{name}{}", self.bracketed_after(title)),
        }
    }

    fn bracketed_after(&self, text: &str) -> String {
        format!("{}{}", self.pick(" ", ""), self.bracketed(text))
    }

    fn players(&self) -> Vec<String> {
        let meta = &self.game.meta;
        let says = match meta.min_players == meta.max_players {
            true => words("{0} {2}", "{0}人"),
            false => words("{0} to {1} players", "{0}～{1}人"),
        };
        let players = match meta.max_players {
            1 => "player",
            _ => "players",
        };
        let counts = [
            meta.min_players.to_string(),
            meta.max_players.to_string(),
            players.to_owned(),
        ];
        let mut notes = vec![self.texts(says, &counts), self.player_order()];
        let value = |expr: &Option<Expr>, says: Words| {
            let value = expr.as_ref().map(|expr| self.value(expr));
            value.map(|value| self.texts(says, &[value]))
        };
        notes.extend(value(
            &self.game.first_player,
            words("{0} begins", "{0}から始める"),
        ));
        notes.extend(value(
            &self.game.turn_limit,
            words(
                "after {0} turns the game is a draw",
                "{0}ターンで引き分けになる",
            ),
        ));
        let mut lines = vec![self.sentences(&notes)];
        lines.extend(self.entries(self.game.teams.iter().map(|team| {
            let seats: Vec<String> = team
                .seats
                .iter()
                .map(|seat| self.texts(words("player {0}", "プレイヤー{0}"), &[seat.to_string()]))
                .collect();
            let seats = sentence(&self.joined(&seats, ("and", "、")), self.language);
            (self.called_by(&team.name, &team.text), vec![seats])
        })));
        lines
    }

    fn parameters(&self) -> Vec<String> {
        self.entries(self.game.parameters.iter().map(|parameter| {
            let says = words("{0}[. {1}]", "{0}[。{1}]");
            let value = self.literal(&parameter.default);
            let text = self.description(&parameter.text).pop();
            let slots = [("0", Some(value)), ("1", text)];
            (parameter.name.clone(), vec![self.line(says, &slots)])
        }))
    }

    fn decks(&self) -> Vec<String> {
        self.entries(self.game.decks.iter().map(|deck| {
            let count = |cards: &[(crate::model::CardDefId, u32)]| {
                let count: u32 = cards.iter().map(|(_, copies)| copies).sum();
                let says = match deck.per_player {
                    true => words("{0} cards for each player", "各プレイヤーに{0}枚のカード"),
                    false => words("{0} cards", "{0}枚のカード"),
                };
                self.texts(says, &[count.to_string()])
            };
            let text = match &deck.source {
                DeckSource::Type(id) => count(&self.game.deck_types[*id].cards),
                DeckSource::Cards(cards) => count(cards),
                DeckSource::DeckList(section) => {
                    let says = words(
                        "each player brings the section {0} of a deck list",
                        "各プレイヤーがデッキリストの{0}を用意する",
                    );
                    self.texts(says, &[self.quoted_name(section)])
                }
            };
            (deck.name().to_owned(), vec![sentence(&text, self.language)])
        }))
    }

    fn deck_rules(&self) -> Vec<String> {
        let sections = self
            .game
            .deck_rules
            .iter()
            .flat_map(|rules| &rules.sections);
        self.entries(sections.map(|section| {
            let text = sentence(&self.deck_section(section), self.language);
            (self.called_by(&section.name, &section.text), vec![text])
        }))
    }

    /// A section of a deck list: its name for people, or the author's name in quotation marks.
    fn section_name(&self, name: &str) -> String {
        let rules = self.game.deck_rules.iter();
        let mut sections = rules.flat_map(|rules| &rules.sections);
        let section = sections.find(|section| section.name == name);
        match section.map_or("", |section| self.title(&section.text)) {
            "" => self.quoted_name(name),
            title => title.to_owned(),
        }
    }

    fn deck_lists(&self) -> Vec<String> {
        self.entries(self.game.deck_lists.iter().map(|deck| {
            let sizes = deck.sections.iter().map(|(section, cards)| {
                let size: u32 = cards.iter().map(|(_, copies)| copies).sum();
                let says = match size {
                    1 => words("1 card in {0}", "{0}1枚"),
                    _ => words("{1} cards in {0}", "{0}{1}枚"),
                };
                self.texts(says, &[self.section_name(section), size.to_string()])
            });
            let sizes = self.joined(&sizes.collect::<Vec<_>>(), ("and", "、"));
            let mut lines = vec![sentence(&sizes, self.language)];
            lines.extend(self.description(&deck.text));
            (self.called_by(&deck.name, &deck.title), lines)
        }))
    }

    fn effects(&self) -> Vec<String> {
        let text = self.resolution();
        text.iter().map(|it| sentence(it, self.language)).collect()
    }

    /// States, phases and transitions.
    fn course(&self) -> Vec<String> {
        let game = self.game;
        let says = words(
            "the game begins in the state {0}",
            "ゲームは状態{0}から始まる",
        );
        let mut lines = Vec::new();
        if !game.states.is_empty() {
            let begins = self.texts(says, &[self.state_name(game.initial_state)]);
            lines.push(sentence(&begins, self.language));
        }
        lines.extend(self.entries(game.states.iter().map(|state| {
            (
                self.called_by(&state.name, &state.text),
                vec![self.state(state)],
            )
        })));
        let has_more = |phase: &&crate::model::Phase| {
            !phase.moves.is_empty() || !phase.enter.steps.is_empty() || phase.skip_when.is_some()
        };
        lines.extend(
            self.entries(
                game.phases
                    .iter()
                    .filter(has_more)
                    .map(|phase| (self.called_by(&phase.name, &phase.text), self.phase(phase))),
            ),
        );
        let transitions = game.transitions.iter();
        lines.extend(transitions.flat_map(|it| hanging("- ", vec![self.transition(it)])));
        lines
    }

    fn ending(&self) -> Vec<String> {
        self.game.win.iter().flat_map(|win| self.win(win)).collect()
    }
}
