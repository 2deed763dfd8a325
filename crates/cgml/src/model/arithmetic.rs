//! Arithmetic on numbers that are known before play, the same for all who evaluate expressions early.
//!
//! In play the ops of the engine do it; they round and overflow in the same way.

use crate::vocabulary::operators::OperatorKind;

impl OperatorKind {
    /// The number that the operator makes of some; nothing if it makes none of them, or one that is too large.
    pub fn of_numbers(self, numbers: &[i64]) -> Option<i64> {
        match (self, numbers) {
            (Self::Add, [a, b]) => a.checked_add(*b),
            (Self::Sub, [a, b]) => a.checked_sub(*b),
            (Self::Mul, [a, b]) => a.checked_mul(*b),
            (Self::Div, [a, b]) => divided(*a, *b),
            (Self::Mod, [a, b]) => divided(*a, *b).map(|quotient| a.wrapping_sub(quotient * b)),
            (Self::Abs, [a]) => a.checked_abs(),
            (Self::Clamp, [a, least, most]) => Some((*a).max(*least).min(*most)),
            (Self::Sum, all) => sum(all),
            (Self::Avg, all) => divided(sum(all)?, all.len() as i64),
            (Self::Max, all) => all.iter().max().copied(),
            (Self::Min, all) => all.iter().min().copied(),
            // It takes other values, or other numbers of them.
            _ => None,
        }
    }
}

fn sum(numbers: &[i64]) -> Option<i64> {
    let mut numbers = numbers.iter();
    numbers.try_fold(0_i64, |sum, number| sum.checked_add(*number))
}

/// Rounded down, also below zero.
fn divided(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    let is_rounded_up = a % b != 0 && (a < 0) != (b < 0);
    Some(quotient - i64::from(is_rounded_up))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_and_what_is_too_large_is_nothing() {
        let of = |operator: OperatorKind, numbers: &[i64]| operator.of_numbers(numbers);

        assert_eq!(of(OperatorKind::Div, &[-7, 2]), Some(-4));
        assert_eq!(of(OperatorKind::Mod, &[-7, 2]), Some(1));
        assert_eq!(of(OperatorKind::Mod, &[7, -2]), Some(-1));
        assert_eq!(of(OperatorKind::Div, &[1, 0]), None);
        assert_eq!(of(OperatorKind::Avg, &[]), None);
        assert_eq!(of(OperatorKind::Add, &[i64::MAX, 1]), None);
        assert_eq!(of(OperatorKind::Sum, &[1, 2, 3]), Some(6));
        assert_eq!(of(OperatorKind::Add, &[1]), None);
    }
}
