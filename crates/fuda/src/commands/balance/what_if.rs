//! Changes, and edits that reach a target.

use super::figures::{Compared, Proposed};
use super::{Balance, Opened, Target, Unlooked};
use crate::commands::Misuse;
use crate::commands::contestants::short;
use fuda::balancing::{Evaluation, Figure, Subject, patch};
use metagame::balance::{BadChange, Change, Goal, Results, Search, changed_parameters, compare};
use metagame::deck::Deck;

fn misuse(error: &BadChange) -> anyhow::Error {
    let hint = match error {
        BadChange::Form(_) | BadChange::Property { .. } => {
            "`fuda explain GAME` shows the cards and what is printed on them"
        }
        BadChange::Card { .. } => "name a card of the game",
        BadChange::Parameter { .. } | BadChange::Range(_) => {
            "a parameter is compared with `--param NAME=VALUE` or `--param NAME=4..6`"
        }
    };
    Misuse::new(error.to_string(), hint).into()
}

impl Balance {
    /// The changes that are asked for, each a list that is made together.
    fn changes(&self, opened: &Opened) -> anyhow::Result<Vec<Vec<Change>>> {
        let game = &opened.game;
        let mut single = Vec::new();
        for text in &self.change {
            single.push(Change::number(game, text).map_err(|error| misuse(&error))?);
        }
        for (name, value) in &self.game.parameters {
            single.extend(changed_parameters(game, name, value).map_err(|error| misuse(&error))?);
        }
        for card in &self.ban {
            single.push(Change::ban(game, card).map_err(|error| misuse(&error))?);
        }
        Ok(match self.together && !single.is_empty() {
            true => vec![single],
            false => single.into_iter().map(|change| vec![change]).collect(),
        })
    }

    pub(super) fn comparisons(
        &self,
        opened: &Opened,
        subject: &Subject<'_>,
        before: &Results,
        deals: u64,
    ) -> Result<Vec<Compared>, Unlooked> {
        let mut compared = Vec::new();
        for changes in self.changes(opened)? {
            let after = subject.results(&changes, &before.pairs, 0..deals, &|_| Ok(()))?;
            compared.push(Compared {
                change: changes
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", "),
                names: opened.names.clone(),
                comparison: compare(before, &after),
            });
        }
        Ok(compared)
    }

    pub(super) fn proposal(
        &self,
        opened: &Opened,
        subject: &Subject<'_>,
        deals: u64,
    ) -> Result<Option<Proposed>, Unlooked> {
        let Some(target) = self.target else {
            return Ok(None);
        };
        let (figure, decks) = self.figure(opened, target)?;
        let goal = match target {
            Target::Share(wanted) => Goal {
                wanted,
                tolerance: self.tolerance / 100.0,
                or_more: false,
            },
            Target::Wider => Goal {
                wanted: opened.decks.len() as f64,
                tolerance: opened.decks.len() as f64 / 2.0,
                or_more: true,
            },
        };
        let onlooker = |_: &metagame::stage::Played<'_>| Ok(());
        let evaluation = Evaluation {
            subject,
            figure,
            deals,
            onlooker: &onlooker,
        };
        let found = Search::new(&opened.game, &decks, goal, &evaluation).proposal()?;
        let patch = patch(&opened.located, &found.changes).map_err(anyhow::Error::from)?;
        Ok(Some(Proposed {
            figure: self.figure_name(figure, opened),
            changes: found.changes.iter().map(ToString::to_string).collect(),
            before: found.before,
            after: found.after,
            is_reached: found.is_reached,
            patch,
        }))
    }

    /// The figure that a target is about, and the decks whose cards may be edited.
    fn figure<'o>(
        &self,
        opened: &'o Opened,
        target: Target,
    ) -> anyhow::Result<(Figure, Vec<&'o Deck>)> {
        if opened.decks.len() < 2 {
            return match target {
                Target::Share(_) => Ok((Figure::FirstSeat, Vec::new())),
                Target::Wider => Err(Misuse::new(
                    "a game without decks has no field to widen",
                    "ask for a share, as in `--target 50%`",
                )
                .into()),
            };
        }
        match (target, self.pair.as_slice()) {
            (Target::Share(_), [one, other]) => {
                let place =
                    |name: &String| opened.names.iter().position(|known| *known == short(name));
                let both = place(one)
                    .zip(place(other))
                    .filter(|(one, other)| one != other);
                let (one, other) = both.ok_or_else(|| {
                    Misuse::new("`--match` names two decks", "as in `--match rush,blockers`")
                })?;
                Ok((
                    Figure::Match(one, other),
                    vec![&opened.decks[one], &opened.decks[other]],
                ))
            }
            (Target::Share(_), _) => Err(Misuse::new(
                "which match is to be even is missing",
                "name two decks with `--match A,B`, or ask for `--target wider`",
            )
            .into()),
            (Target::Wider, _) => Ok((Figure::EffectiveDecks, opened.decks.iter().collect())),
        }
    }

    fn figure_name(&self, figure: Figure, opened: &Opened) -> String {
        match figure {
            Figure::Match(one, other) => {
                format!("{} against {}", opened.names[one], opened.names[other])
            }
            Figure::FirstSeat => "share of the first seat".to_owned(),
            Figure::EffectiveDecks => "effective number of decks".to_owned(),
        }
    }
}
