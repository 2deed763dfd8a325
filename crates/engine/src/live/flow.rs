//! What ops do to registers.

use crate::ids::Slot;
use crate::op::Op;

/// What an op does to registers.
pub(super) struct Flow {
    reads: [Option<Slot>; 5],
    writes: [Option<Slot>; 2],
    /// Written unless the op jumps.
    unless_jumping: Option<Slot>,
}

impl Flow {
    pub(super) fn reads(&self) -> impl Iterator<Item = Slot> {
        self.reads.into_iter().flatten()
    }

    /// What is written whether the op jumps or not.
    pub(super) fn writes(&self) -> impl Iterator<Item = Slot> {
        self.writes.into_iter().flatten()
    }

    pub(super) fn unless_jumping(&self) -> Option<Slot> {
        self.unless_jumping
    }

    fn unless(self, unless_jumping: Slot) -> Self {
        Self {
            unless_jumping: Some(unless_jumping),
            ..self
        }
    }
}

/// Which registers an op reads and writes, one line for each op. What an op both reads and writes counts as
/// read; a call is for the routine that it calls.
pub(super) fn flow(op: &Op) -> Flow {
    let does = |reads: &[Slot], writes: &[Slot]| {
        let mut flow = Flow {
            reads: [None; 5],
            writes: [None; 2],
            unless_jumping: None,
        };
        assert!(reads.len() <= flow.reads.len() && writes.len() <= flow.writes.len());
        for (place, slot) in flow.reads.iter_mut().zip(reads) {
            *place = Some(*slot);
        }
        for (place, slot) in flow.writes.iter_mut().zip(writes) {
            *place = Some(*slot);
        }
        flow
    };
    match *op {
        Op::Set { to, .. }
        | Op::SetWide { to, .. }
        | Op::SetNothing { to }
        | Op::Load { to, .. }
        | Op::Count { to, .. }
        | Op::CountAll { to, .. }
        | Op::Top { to, .. }
        | Op::NewList { to }
        | Op::ListOf { to, .. }
        | Op::MarkLists { to }
        | Op::CountChoices { to }
        | Op::CountPhases { to }
        | Op::PrintTop { to, .. }
        | Op::PrintTopNumber { to, .. } => does(&[], &[to]),
        Op::PrintNumber { to, card, .. } | Op::OfCard { to, card, .. } => does(&[card], &[to]),
        Op::Lose { seats, to } => does(&[seats], &[to]),
        Op::UnlessAmong { card, .. } => does(&[card], &[]),
        Op::AddToSet { set, card } => does(&[set, card], &[set]),
        Op::UnlessRelatedToSome { card, set, .. } => does(&[card, set], &[]),
        Op::SkipCards { cursor, .. } => does(&[cursor], &[cursor]),
        Op::Raise { to, b } | Op::Lower { to, b } => does(&[to, b], &[to]),
        Op::UnlessBetter { record, value, .. } | Op::UnlessWorse { record, value, .. } => {
            does(&[record, value], &[]).unless(record)
        }
        Op::NextPhase { to, .. } => does(&[], &[]).unless(to),
        Op::Copy { to, from } => does(&[from], &[to]),
        Op::Store { from, .. } | Op::Score { from, .. } => does(&[from], &[]),
        Op::LoadAt { to, index, .. }
        | Op::LookUp { to, index, .. }
        | Op::LoadList { to, index, .. } => does(&[index], &[to]),
        Op::StoreAt { index, from, .. } => does(&[index, from], &[]),
        Op::RemoveRow { index, .. } => does(&[index], &[]),
        Op::StoreList { index, list, .. } => does(&[index, list], &[]),
        Op::Add { to, a, b }
        | Op::Sub { to, a, b }
        | Op::Mul { to, a, b }
        | Op::Div { to, a, b }
        | Op::Mod { to, a, b }
        | Op::Least { to, a, b }
        | Op::Most { to, a, b }
        | Op::IsEqual { to, a, b }
        | Op::IsLess { to, a, b }
        | Op::List { to, a, b, .. } => does(&[a, b], &[to]),
        Op::Sets {
            to,
            list,
            least,
            keys,
        } => does(&[list, least, keys], &[to]),
        Op::Matching {
            to,
            list,
            count,
            needs,
            holds,
            worth,
        } => does(&[list, count, needs, holds, worth], &[to]),
        Op::MatchingSets {
            to,
            list,
            count,
            needs,
            worth,
            ..
        } => does(&[list, count, needs, worth], &[to]),
        Op::Packing { to, lists, weights } => does(&[lists, weights], &[to]),
        Op::Runs {
            to,
            list,
            least,
            numbers,
            keys,
        } => does(&[list, least, numbers, keys], &[to]),
        Op::PrintedSets {
            to, list, least, ..
        }
        | Op::PrintedRuns {
            to, list, least, ..
        } => does(&[list, least], &[to]),
        Op::SumColumn { to, list, .. } => does(&[list], &[to]),
        Op::AddNumber { to, a, .. }
        | Op::Absolute { to, a }
        | Op::Not { to, a }
        | Op::IsThere { to, a }
        | Op::Need { to, a } => does(&[a], &[to]),
        Op::HasBit { to, bits, bit } => does(&[bits, bit], &[to]),
        Op::SetBit { bit, .. } => does(&[bit], &[]),
        Op::AddToCell { .. }
        | Op::ResetAll { .. }
        | Op::Jump { .. }
        | Op::UnlessFewer { .. }
        | Op::UnlessHolds { .. }
        | Op::UnlessCellIs { .. }
        | Op::UnlessCellIsNot { .. }
        | Op::Call { .. }
        | Op::Return {}
        | Op::Fail {}
        | Op::Leave { .. }
        | Op::MoveTop { .. }
        | Op::MoveAll { .. }
        | Op::Settle { .. }
        | Op::NewChoices {}
        | Op::FreeAllLists {}
        | Op::TakeTurn {}
        | Op::Ready {}
        | Op::EndTurn { .. }
        | Op::OfferPlain { .. }
        | Op::Deal { .. }
        | Op::DealRound { .. }
        | Op::SetCell { .. }
        | Op::UnlessChoices { .. }
        | Op::EnterState { .. }
        | Op::EnterPhase { .. }
        | Op::Reverse {}
        | Op::PlanPhases { .. }
        | Op::GoToPhase { .. }
        | Op::InsertPhase { .. }
        | Op::RemovePhase { .. }
        | Op::StepFailed {}
        | Op::Remember {}
        | Op::Try { .. }
        | Op::GoBack {}
        | Op::EndTry {}
        | Op::Forget {}
        | Op::End {}
        | Op::Stop { .. }
        | Op::Broken {} => does(&[], &[]),
        Op::UnlessTrue { a, .. }
        | Op::IfTrue { a, .. }
        | Op::UnlessWorkedOut { a, .. }
        | Op::IfIs { a, .. }
        | Op::UnlessFalse { a, .. }
        | Op::UnlessIs { a, .. }
        | Op::UnlessIsNot { a, .. }
        | Op::UnlessBelow { a, .. }
        | Op::UnlessFrom { a, .. }
        | Op::UnlessThere { a, .. }
        | Op::UnlessMissing { a, .. }
        | Op::Switch { a, .. } => does(&[a], &[]),
        Op::UnlessEqual { a, b, .. }
        | Op::IfEqual { a, b, .. }
        | Op::IfLess { a, b, .. }
        | Op::UnlessDifferent { a, b, .. }
        | Op::UnlessLess { a, b, .. }
        | Op::UnlessAtLeast { a, b, .. }
        | Op::UnlessRelated { a, b, .. }
        | Op::SwapPiles { a, b }
        | Op::SwapCards { a, b } => does(&[a, b], &[]),
        Op::UnlessBit { bits, .. } => does(&[bits], &[]),
        Op::UnlessFrequent { pile, .. } => does(&[pile], &[]),
        Op::CountAt { to, pile }
        | Op::TopAt { to, pile }
        | Op::BottomAt { to, pile }
        | Op::OwnerOf { to, pile }
        | Op::Room { to, pile } => does(&[pile], &[to]),
        Op::CardAt { to, pile, index } => does(&[pile, index], &[to]),
        Op::PileFor { to, seat, .. } => does(&[seat], &[to]),
        Op::Print { to, card, .. }
        | Op::PileOf { to, card }
        | Op::HolderOf { to, card, .. }
        | Op::FaceOf { to, card } => does(&[card], &[to]),
        Op::FirstCard { cursor, pile } => does(&[pile], &[cursor]),
        Op::FirstCardIn { cursor, .. } => does(&[], &[cursor]),
        Op::EachCard { cursor, card, .. } | Op::EachFacing { cursor, card, .. } => {
            does(&[cursor], &[]).unless(card)
        }
        Op::EachCardIn {
            cursor,
            index,
            card,
            ..
        } => does(&[cursor, index], &[]).unless(card),
        Op::EachPrinted {
            cursor,
            card,
            value,
            ..
        } => does(&[cursor, value], &[]).unless(card),
        Op::MoveCard { card, to, .. } | Op::MoveOpen { card, to, .. } => does(&[card, to], &[]),
        Op::MoveAllAt { from, to, .. } => does(&[from, to], &[]),
        Op::Shuffle { pile }
        | Op::Open { pile }
        | Op::SettleAt { pile, .. }
        | Op::OfferPile { pile, .. } => does(&[pile], &[]),
        Op::Flip { card, .. } | Op::PlaceBy { card, .. } | Op::ClearMarks { card } => {
            does(&[card], &[])
        }
        Op::NoteMove { card, to, .. } => does(&[card, to], &[]),
        Op::TakeOver { card, from } => does(&[card, from], &[]),
        Op::PushMarked { list, value, .. } => does(&[list, value], &[]),
        Op::Reveal { card, seats } | Op::Conceal { card, seats } => does(&[card, seats], &[]),
        Op::Arrange { pile, list, seats } => does(&[pile, list, seats], &[]),
        Op::NamesOf { to, from, into } => does(&[from, into], &[to]),
        Op::Push { list, value } => does(&[list, value], &[]),
        Op::PushPile { list, pile } | Op::PushPrinted { list, pile, .. } => {
            does(&[list, pile], &[])
        }
        Op::PushColumn { list, cards, .. } => does(&[list, cards], &[]),
        Op::PushList { list, from } => does(&[list, from], &[]),
        Op::Length { to, list } | Op::SeatBits { to, list } => does(&[list], &[to]),
        Op::ItemAt { to, list, index } => does(&[list, index], &[to]),
        Op::EachItem {
            list, index, item, ..
        } => does(&[list, index], &[]).unless(item),
        Op::EachNumber {
            index, limit, item, ..
        } => does(&[index, limit], &[]).unless(item),
        Op::FreeLists { mark } => does(&[mark], &[]),
        Op::Offer { value, .. } | Op::Tell { value, .. } => does(&[value], &[]),
        Op::OfferList { list, .. } => does(&[list], &[]),
        Op::Ask {
            seat,
            meaning,
            value,
            ..
        } => does(&[seat], &[meaning, value]),
        Op::ChooseRandom { to, list, count }
        | Op::Pick {
            to, list, count, ..
        } => does(&[list, count], &[to]),
        Op::SkipTurn { seat } | Op::ExtraTurn { seat } | Op::Win { seat } => does(&[seat], &[]),
    }
}
