//! The figures as tables with commas.

use super::figures::{Compared, Figures};
use metagame::tables::{optional, ranged, row};

impl Figures {
    /// All tables with the names of their files.
    pub fn tables(&self) -> Vec<(&'static str, String)> {
        vec![
            ("figures.csv", self.single()),
            ("decks.csv", self.deck_table()),
            ("cards.csv", self.csv()),
            ("first_moves.csv", self.first_move_table()),
            ("never.csv", self.never_table()),
            ("changes.csv", self.change_table()),
        ]
    }

    /// Figures of the game, one in each row.
    fn single(&self) -> String {
        let mut text = String::from("figure,value,low,high\n");
        text += &row(&[&["first_seat".to_owned()][..], &ranged(self.first_seat)].concat());
        let seats = self.seats.iter().enumerate();
        let seats = seats.map(|(seat, share)| (format!("seat_{}", seat + 1), *share));
        let others = [
            ("games", Some(self.games as f64)),
            ("draws", Some(self.draws)),
            ("turns", Some(self.turns)),
            ("decisions", Some(self.decisions)),
            ("comebacks", self.comebacks),
        ];
        let others = others.map(|(name, value)| (name.to_owned(), value));
        for (name, value) in seats.map(|(name, value)| (name, Some(value))).chain(others) {
            text += &row(&[name, optional(value), String::new(), String::new()]);
        }
        text
    }

    fn deck_table(&self) -> String {
        let mut text = String::from("deck,rate,low,high\n");
        for deck in &self.decks {
            text += &row(&[&[deck.name.clone()][..], &ranged(deck.rate)].concat());
        }
        text
    }

    /// The cards.
    pub fn csv(&self) -> String {
        let mut text = String::from(
            "card,games,won_when_drawn,won_from_opening,won_when_played,play_rate,contribution,contribution_half,swap,swap_half\n",
        );
        for card in &self.cards {
            text += &row(&[
                card.card.clone(),
                card.games.to_string(),
                optional(card.won_when_drawn),
                optional(card.won_from_opening),
                optional(card.won_when_played),
                optional(card.play_rate),
                optional(card.contribution.map(|it| it.0)),
                optional(card.contribution.map(|it| it.1)),
                optional(card.swap.map(|it| it.0)),
                optional(card.swap.map(|it| it.1)),
            ]);
        }
        text
    }

    fn first_move_table(&self) -> String {
        let mut text = String::from("move,games,rate\n");
        for it in &self.first_moves {
            text += &row(&[it.name.clone(), it.games.to_string(), it.rate.to_string()]);
        }
        text
    }

    fn never_table(&self) -> String {
        let rows = self.never.iter().map(|it| row(std::slice::from_ref(it)));
        String::from("never\n") + &rows.collect::<String>()
    }

    fn change_table(&self) -> String {
        let mut text = String::from("change,figure,deck,before,after,difference,low,high\n");
        self.comparisons
            .iter()
            .for_each(|compared| text += &change_rows(compared));
        text
    }
}

/// The effects of a change, one in each row.
fn change_rows(compared: &Compared) -> String {
    let Compared {
        change,
        names,
        comparison,
    } = compared;
    let none = String::new;
    let line = |figure: &str, deck: &str, both: Option<(f64, f64)>, rest: [String; 3]| {
        let both = [both.map(|it| it.0), both.map(|it| it.1)].map(optional);
        let about = [change.clone(), figure.to_owned(), deck.to_owned()];
        row(&[&about[..], &both, &rest].concat())
    };
    let difference = |(before, after): (f64, f64)| [(after - before).to_string(), none(), none()];
    let mut text = String::new();
    for effect in &comparison.decks {
        let name = names.get(effect.deck).map_or("", String::as_str);
        let both = Some((effect.before, effect.after));
        text += &line("win_rate", name, both, ranged(effect.difference));
    }
    for (name, both) in names.iter().zip(&comparison.equilibrium) {
        text += &line("equilibrium", name, Some(*both), difference(*both));
    }
    text += &line("first_seat", "", None, ranged(comparison.first_seat));
    for (figure, both) in [
        ("turns", comparison.turns),
        ("decisions", comparison.decisions),
        ("effective_decks", comparison.effective_decks),
    ] {
        text += &line(figure, "", Some(both), difference(both));
    }
    text
}
