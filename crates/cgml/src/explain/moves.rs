//! Moves, and effects and functions with a name.

use super::clause::each;
use super::event::Times;
use super::page::{Passage, sentence};
use super::teller::{Teller, words};
use crate::model::{Definition, DefinitionBody, LocalId, Move, Often};
use crate::vocabulary::phrase::How;

impl<'g> Teller<'g> {
    /// A move: when it may be made, what is chosen and paid, and what it does.
    pub(super) fn player_move(&self, def: &'g Move) -> Vec<String> {
        let mut teller = self.clone().addressing_you().with_locals(&def.effect);
        if let Some((card, _)) = def.from {
            teller = teller.naming_itself(card);
        }
        for target in &def.targets {
            teller = teller.naming_itself(target.local);
        }
        let mut lines = vec![sentence(&teller.may_move(def), self.language)];
        let targets = def.targets.iter().map(|target| teller.target(target));
        lines.extend(targets.map(|target| sentence(&target, self.language)));
        for (title, steps) in [
            (self.pick("cost", "コスト"), &def.cost),
            (self.pick("effect", "効果"), &def.effect.steps),
        ] {
            if !steps.is_empty() {
                let mut passage = Passage::text(format!("{title}{}", self.pick(": ", "：")));
                passage.append(teller.steps(steps));
                lines.extend(passage.into_lines(self.language));
            }
        }
        lines.extend(teller.with_notes(Passage::default(), &self.move_notes(def)));
        lines
    }

    fn may_move(&self, def: &Move) -> String {
        let phases: Vec<String> = def
            .phases
            .iter()
            .map(|phase| self.phase_name(*phase))
            .collect();
        let from = def.from.as_ref().map(|(card, from)| {
            let filter = def.filter.as_ref().map(|filter| each(*card, filter));
            self.elements_as(How::Some, from, None, filter.as_ref())
        });
        // They are seen from the phase's player.
        let offering = self.clone().addressing_nobody();
        let players = def.players.as_ref();
        let players = players.map(|players| offering.value(players));
        let says = words(
            "[in the phase {phases}|when it is offered], [{players}|you] may make this move[ with {from}][, if {condition}]",
            "[{phases}フェイズに|求められたとき]、[{players}|あなた]は[{condition}場合、][{from}を使って]このムーブを行ってもよい",
        );
        let slots = [
            (
                "phases",
                (!phases.is_empty()).then(|| self.joined(&phases, ("or", "か"))),
            ),
            ("players", players),
            ("from", from),
            (
                "condition",
                def.condition.as_ref().map(|it| self.condition(it)),
            ),
        ];
        self.line(says, &slots)
    }

    fn move_notes(&self, def: &Move) -> Vec<String> {
        let flag = |flag: bool, en, ja| flag.then(|| self.pick(en, ja).to_owned());
        let ends = def.ends.map(|often| {
            let says = match often {
                Often::Phase => words("the phase ends with it", "これでフェイズが終わる"),
                Often::Turn => words("the turn ends with it", "これでターンが終わる"),
                Often::Game => words("the game ends with it", "これでゲームが終わる"),
                Often::Duration(_) => {
                    words("it ends what is going on", "これで進行中の処理が終わる")
                }
            };
            says.of(self.language).to_owned()
        });
        let requires = def.requires.as_ref().map(|event| {
            let says = words(
                "the abilities of the card must be possible that work {0}",
                "カードの「{0}」の能力が働けなければならない",
            );
            self.texts(says, &[self.when(event, Times::Once)])
        });
        let notes = [
            flag(
                def.abilities,
                "it uses an ability of the card",
                "カードの能力を1つ使う",
            ),
            flag(
                def.chain,
                "its effect waits, so that others may respond",
                "効果は待機し、他のプレイヤーは対応できる",
            ),
            flag(def.secret, "the choice is secret", "選択は秘密にする"),
            def.once_per
                .map(|(often, scope)| self.once_for(often, scope)),
            requires,
            ends,
            self.speed(def.speed),
            self.priority(def.priority),
        ];
        notes.into_iter().flatten().collect()
    }

    /// An effect or function with a name.
    pub(super) fn definition(&self, definition: &'g Definition) -> Vec<String> {
        let block = match &definition.body {
            DefinitionBody::Effect(block) | DefinitionBody::Function(_, block) => block,
        };
        let mut teller = self.clone().addressing_you().with_locals(block);
        for local in 0..definition.params.len() {
            teller = teller.naming_itself(LocalId(local as u32));
        }
        let name = self.named_with_params(definition);
        let condition = definition.condition.as_ref().map(|it| teller.if_(it));
        let passage = match &definition.body {
            DefinitionBody::Effect(block) => {
                let says = words("to {name}", "{name}とは");
                let head = self.line(says, &[("name", Some(name))]);
                let heads = [head].into_iter().chain(condition).collect();
                teller.effect(heads, &block.steps)
            }
            DefinitionBody::Function(value, _) => {
                let says = words("{name} is {value}", "{name}は、{value}");
                let value = Some(teller.value(value));
                Passage::text(self.line(says, &[("name", Some(name)), ("value", value)]))
            }
        };
        let event = definition.event.map(|event| {
            let says = words(
                "doing it is the event {event}",
                "これはイベント{event}になる",
            );
            let name = self.quoted_name(&self.game.events[event].name);
            self.line(says, &[("event", Some(name))])
        });
        let params = definition.params.iter().map(|(name, _, _)| name.as_str());
        let text = self.author_text(&definition.text, &params.collect::<Vec<_>>());
        let mut lines = self.description(&text);
        lines.extend(self.with_notes(passage, event.as_slice()));
        lines
    }

    /// The name of a definition with its parameters and what they are if left out.
    fn named_with_params(&self, definition: &Definition) -> String {
        let name = self.quoted_name(&definition.name);
        let params: Vec<String> = definition
            .params
            .iter()
            .map(|(param, _, default)| {
                let says = words(
                    "{name}[: {default} unless given]",
                    "{name}[：省略時は{default}]",
                );
                let default = default.as_ref().map(|default| self.value(default));
                let param = Some(param.replace('_', " "));
                self.line(says, &[("name", param), ("default", default)])
            })
            .collect();
        let says = words("{name}[ ({params})]", "{name}[（{params}）]");
        let params = (!params.is_empty()).then(|| params.join(self.pick(", ", "、")));
        self.line(says, &[("name", Some(name)), ("params", params)])
    }
}
