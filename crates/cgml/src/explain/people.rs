//! Players: "the current player", "you", "each opponent".

use super::teller::{Acting, Teller};
use crate::model::{Expr, ExprKind, Literal, Type, Who};
use crate::vocabulary::Language;

/// Names for the players of a list, one by one.
pub(super) struct People {
    /// English singular: "opponent".
    pub(super) one: &'static str,
    /// English plural: "opponents".
    pub(super) many: &'static str,
    /// Japanese noun: "相手".
    pub(super) japanese: &'static str,
}

/// Players without any relation.
pub(super) const PLAYERS: People = people("player", "players", "プレイヤー");

const fn people(one: &'static str, many: &'static str, japanese: &'static str) -> People {
    People {
        one,
        many,
        japanese,
    }
}

/// Names for the players of a relation.
pub(super) fn called(who: Who) -> People {
    match who {
        Who::Current | Who::Acting | Who::All | Who::TurnOrder => PLAYERS,
        Who::Opponent | Who::Opponents => people("opponent", "opponents", "相手"),
        Who::Others => people("other player", "other players", "他のプレイヤー"),
        Who::Teammates => people("teammate", "teammates", "チームメイト"),
    }
}

impl Teller<'_> {
    /// Players by their relation to the acting player.
    pub(super) fn who(&self, who: Who) -> String {
        let for_two = self.game.meta.max_players <= 2;
        if let (Who::Acting, Acting::That(player)) = (who, &self.acting) {
            return player.clone();
        }
        let to_you = self.acting == Acting::You;
        let words = match who {
            Who::Acting if to_you => ("you", "あなた"),
            Who::Current | Who::Acting => ("the current player", "手番プレイヤー"),
            Who::Opponent | Who::Opponents if for_two => ("the opponent", "相手"),
            Who::Opponent | Who::Opponents => ("the opponents", "相手全員"),
            Who::Others if for_two => ("the other player", "もう一方のプレイヤー"),
            Who::Others => ("the other players", "他のプレイヤー全員"),
            Who::Teammates if to_you => ("your teammates", "あなたのチームメイト"),
            Who::Teammates => (
                "the current player's teammates",
                "手番プレイヤーのチームメイト",
            ),
            Who::All => ("all players", "全プレイヤー"),
            Who::TurnOrder => ("all players in turn order", "手番順の全プレイヤー"),
        };
        self.pick(words.0, words.1).to_owned()
    }

    /// The player with a number.
    pub(super) fn player_at(&self, index: &Expr) -> String {
        match (&index.kind, self.language) {
            (ExprKind::Literal(Literal::Number(seat)), Language::English) => {
                format!("player {seat}")
            }
            (ExprKind::Literal(Literal::Number(seat)), Language::Japanese) => {
                format!("プレイヤー{seat}")
            }
            (_, Language::English) => format!("the player with number {}", self.value(index)),
            (_, Language::Japanese) => format!("番号が{}のプレイヤー", self.value(index)),
        }
    }

    /// True if an expression is the one who is addressed.
    pub(super) fn is_you(&self, expr: &Expr) -> bool {
        self.acting == Acting::You && expr.kind == ExprKind::Who(Who::Acting)
    }

    /// The word that agrees with a value: "wins" or "win", "card" or "cards", 枚数 or 人数.
    pub(super) fn agreeing<'t>(&self, value: &Expr, one: &'t str, many: &'t str) -> &'t str {
        let takes_first = match self.language {
            Language::English => self.is_one(value),
            Language::Japanese => !is_person(&value.ty),
        };
        if takes_first { one } else { many }
    }

    fn is_one(&self, value: &Expr) -> bool {
        match (&value.kind, &value.ty) {
            (ExprKind::Literal(Literal::Number(number)), _) => *number == 1,
            (_, Type::Number | Type::Pool | Type::List(_)) => false,
            (_, _) => !self.is_you(value),
        }
    }
}

/// True if it is a player, or players.
pub(super) fn is_person(ty: &Type) -> bool {
    match ty {
        Type::Player | Type::Team => true,
        Type::List(element) => is_person(element),
        Type::Any
        | Type::Nothing
        | Type::Bool
        | Type::Number
        | Type::Text
        | Type::Symbol(_)
        | Type::Card
        | Type::Zone
        | Type::Phase
        | Type::State
        | Type::Kind
        | Type::CardName
        | Type::Range
        | Type::Pool
        | Type::Record(_) => false,
    }
}
