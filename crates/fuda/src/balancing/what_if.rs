//! Changes, and edits that reach a target.

use super::figures::{Compared, Proposed};
use super::look::{Opened, Request, Target, Unlooked};
use super::{Evaluation, Figure, Subject, patch};
use crate::boards::Work;
use crate::contestants::short;
use metagame::balance::{BadChange, Change, Goal, Results, Search, changed_parameters, compare};
use metagame::deck::Deck;

impl Opened {
    /// The changes that are asked for, each a list that is made together.
    pub(super) fn changes(&self, asked: &Request) -> Result<Vec<Vec<Change>>, BadChange> {
        let game = &self.game;
        let mut single = Vec::new();
        for text in &asked.change {
            single.push(Change::number(game, text)?);
        }
        for (name, value) in &asked.parameters {
            single.extend(changed_parameters(game, name, value)?);
        }
        for card in &asked.ban {
            single.push(Change::ban(game, card)?);
        }
        Ok(match asked.together && !single.is_empty() {
            true => vec![single],
            false => single.into_iter().map(|change| vec![change]).collect(),
        })
    }

    pub(super) fn comparisons(
        &self,
        changes: &[Vec<Change>],
        subject: &Subject<'_>,
        before: &Results,
        deals: u64,
        work: Work<'_>,
    ) -> Result<Vec<Compared>, Unlooked> {
        let mut compared = Vec::new();
        for changes in changes {
            let after = subject.results(changes, &before.pairs, 0..deals, work.onlooker)?;
            compared.push(Compared {
                change: changes
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(", "),
                names: self.names.clone(),
                comparison: compare(before, &after),
            });
        }
        Ok(compared)
    }

    pub(super) fn proposal(
        &self,
        asked: &Request,
        subject: &Subject<'_>,
        deals: u64,
        work: Work<'_>,
    ) -> Result<Option<Proposed>, Unlooked> {
        let Some(target) = asked.target else {
            return Ok(None);
        };
        let (figure, decks) = self.figure(asked, target)?;
        let goal = match target {
            Target::Share(wanted) => Goal {
                wanted,
                tolerance: asked.tolerance / 100.0,
                or_more: false,
            },
            Target::Wider => Goal {
                wanted: self.decks.len() as f64,
                tolerance: self.decks.len() as f64 / 2.0,
                or_more: true,
            },
        };
        let evaluation = Evaluation {
            subject,
            figure,
            deals,
            onlooker: work.onlooker,
        };
        let found = Search::new(&self.game, &decks, goal, &evaluation).proposal()?;
        let patch = patch(&self.located, &found.changes)?;
        Ok(Some(Proposed {
            figure: self.figure_name(figure),
            changes: found.changes.iter().map(ToString::to_string).collect(),
            before: found.before,
            after: found.after,
            is_reached: found.is_reached,
            patch,
        }))
    }

    /// The figure that a target is about, and the decks whose cards may be edited.
    pub(super) fn figure(
        &self,
        asked: &Request,
        target: Target,
    ) -> Result<(Figure, Vec<&Deck>), Unlooked> {
        if self.decks.len() < 2 {
            return match target {
                Target::Share(_) => Ok((Figure::FirstSeat, Vec::new())),
                Target::Wider => Err(Unlooked::NoField),
            };
        }
        match (target, asked.pair.as_slice()) {
            (Target::Share(_), [one, other]) => {
                let place =
                    |name: &String| self.names.iter().position(|known| *known == short(name));
                let both = place(one)
                    .zip(place(other))
                    .filter(|(one, other)| one != other);
                let (one, other) = both.ok_or(Unlooked::NoPair)?;
                Ok((
                    Figure::Match(one, other),
                    vec![&self.decks[one], &self.decks[other]],
                ))
            }
            (Target::Share(_), _) => Err(Unlooked::NoMatch),
            (Target::Wider, _) => Ok((Figure::EffectiveDecks, self.decks.iter().collect())),
        }
    }

    fn figure_name(&self, figure: Figure) -> String {
        match figure {
            Figure::Match(one, other) => {
                format!("{} against {}", self.names[one], self.names[other])
            }
            Figure::FirstSeat => "share of the first seat".to_owned(),
            Figure::EffectiveDecks => "effective number of decks".to_owned(),
        }
    }
}
