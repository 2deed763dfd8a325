//! What belongs to someone or something: "your hand", "the card's rank", "its cost".

use super::teller::{Reference, Teller};
use crate::model::{Expr, ExprKind, Literal, Type, Who};
use crate::vocabulary::Language;
use crate::vocabulary::phrase::How;

impl Teller<'_> {
    /// Something of an owner.
    pub(super) fn owned(&self, owner: &Expr, noun: &str) -> String {
        match self.language {
            Language::English => self.owned_in_english(owner, noun),
            Language::Japanese => self.owner_in_japanese(owner) + noun,
        }
    }

    /// Something of an owner, or of the table.
    pub(super) fn maybe_owned(&self, owner: Option<&Expr>, noun: &str) -> String {
        match owner {
            Some(owner) => self.owned(owner, noun),
            None => noun.to_owned(),
        }
    }

    fn owned_in_english(&self, owner: &Expr, noun: &str) -> String {
        match self.pronoun(owner) {
            Some(Pronoun::LeftOut) => return noun.to_owned(),
            Some(Pronoun::It) => return format!("its {noun}"),
            Some(Pronoun::They) => return format!("their {noun}"),
            Some(Pronoun::You) => return format!("your {noun}"),
            None => {}
        }
        if is_several(&owner.ty) {
            let each = self.elements_as(How::Each, owner, None, None);
            return match owner.kind {
                ExprKind::Who(_) => format!("{each}'s {noun}"),
                _ => format!("the {noun} of {each}"),
            };
        }
        match is_short(owner) {
            true => format!("{}'s {noun}", self.value(owner)),
            false => format!("the {noun} of {}", self.value(owner)),
        }
    }

    /// The owner alone, with の; nothing where it is left out.
    pub(super) fn owner_in_japanese(&self, owner: &Expr) -> String {
        match self.pronoun(owner) {
            Some(Pronoun::LeftOut) => String::new(),
            Some(Pronoun::It | Pronoun::They) => "その".to_owned(),
            Some(Pronoun::You) => "あなたの".to_owned(),
            None if is_several(&owner.ty) => {
                let each = self.elements_as(How::Each, owner, None, None);
                format!("{each}の")
            }
            None => format!("{}の", self.value(owner)),
        }
    }

    /// The owner alone: "your", "the opponent's".
    pub(super) fn owner(&self, owner: &Expr) -> String {
        match self.language {
            Language::English => self.owned_in_english(owner, "").trim_end().to_owned(),
            Language::Japanese => self.owner_in_japanese(owner),
        }
    }

    fn pronoun(&self, owner: &Expr) -> Option<Pronoun> {
        let ExprKind::Local(local) = owner.kind else {
            return self.is_you(owner).then_some(Pronoun::You);
        };
        if self.lead == Some(local) {
            return Some(Pronoun::LeftOut);
        }
        match self.reference(local) {
            Some(Reference::It) if owner.ty == Type::Player => Some(Pronoun::They),
            Some(Reference::It) => Some(Pronoun::It),
            Some(Reference::Named(_)) | None => None,
        }
    }
}

/// What stands for an owner.
enum Pronoun {
    LeftOut,
    It,
    They,
    You,
}

/// Whether it is a list, or a zone as the list of its cards.
pub(super) fn is_several(ty: &Type) -> bool {
    matches!(ty, Type::List(_) | Type::Zone)
}

/// Whether an owner is short enough for "'s".
fn is_short(owner: &Expr) -> bool {
    match &owner.kind {
        ExprKind::Local(_)
        | ExprKind::Context(_)
        | ExprKind::ContextField(_)
        | ExprKind::This
        | ExprKind::Team(_)
        | ExprKind::CardName(_)
        | ExprKind::Who(
            Who::Current | Who::Acting | Who::Opponent | Who::Opponents | Who::Others,
        ) => true,
        ExprKind::PlayerAt(index) => matches!(index.kind, ExprKind::Literal(Literal::Number(_))),
        _ => false,
    }
}
