//! Possessives: "your hand", "the card's rank", "its cost".

use super::elements::leaf;
use super::teller::{Reference, Teller};
use crate::model::{Expr, ExprKind, Literal, Type};
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

    /// Something of a card, or of each card of a zone.
    pub(super) fn owned_by_cards(&self, cards: &Expr, noun: &str) -> String {
        if *leaf(&cards.ty) != Type::Zone {
            return self.owned(cards, noun);
        }
        let each = self.elements_as(How::Each, cards, None, None);
        match self.language {
            Language::English => format!("the {noun} of {each}"),
            Language::Japanese => format!("{each}の{noun}"),
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
        match self.is_short(owner) {
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

    fn pronoun(&self, owner: &Expr) -> Option<Pronoun> {
        let ExprKind::Local(local) = owner.kind else {
            return self.is_you(owner).then_some(Pronoun::You);
        };
        if self.lead == Some(local) {
            return Some(Pronoun::LeftOut);
        }
        match self.reference(local) {
            Some(Reference::It) if owner.ty == Type::Player || is_several(&owner.ty) => {
                Some(Pronoun::They)
            }
            Some(Reference::It) => Some(Pronoun::It),
            Some(Reference::Named(_) | Reference::Fact(_)) | None => None,
        }
    }

    /// True if an owner is short enough for "'s".
    fn is_short(&self, owner: &Expr) -> bool {
        match &owner.kind {
            ExprKind::Local(local) => match self.reference(*local) {
                Some(Reference::Named(name)) => name.split(' ').count() <= SHORT,
                Some(Reference::It) => true,
                Some(Reference::Fact(_)) | None => false,
            },
            ExprKind::PlayerAt(index) => {
                matches!(index.kind, ExprKind::Literal(Literal::Number(_)))
            }
            kind => matches!(
                kind,
                ExprKind::Context(_)
                    | ExprKind::ContextField(_)
                    | ExprKind::This
                    | ExprKind::Team(_)
                    | ExprKind::CardName(_)
                    | ExprKind::Variable(_, None)
                    | ExprKind::Who(_)
            ),
        }
    }
}

/// Pronoun of an owner.
enum Pronoun {
    LeftOut,
    It,
    They,
    You,
}

/// Owners of more words are named with "of".
const SHORT: usize = 3;

/// True if it is a list.
pub(super) fn is_several(ty: &Type) -> bool {
    matches!(ty, Type::List(_))
}
