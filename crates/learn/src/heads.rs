//! Extra outputs that teach the layers before them and are left out of what plays: the value some decisions ahead, and
//! which cards others hold unseen.
//!
//! They stand after the values: first the value ahead, then a number for each kind of card, all as logits.

use crate::values::sigmoid;

/// Weights of the extra outputs in the loss; one that weighs nothing does not exist.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Heads {
    /// Weight of the value ahead.
    pub ahead: f32,
    /// The number of decisions that it looks ahead.
    pub decisions: u32,
    /// Weight of the cards that others hold.
    pub held: f32,
}

/// Answers that the extra outputs of a sample are taught.
#[derive(Debug, Clone, Copy)]
pub struct Answers<'a> {
    /// The value some decisions ahead, from 0 to 1.
    pub ahead: f32,
    /// Kinds of cards that others hold unseen.
    pub held: &'a [u32],
}

impl Heads {
    /// The number of extra outputs for so many kinds of cards.
    pub fn outputs(&self, kinds: usize) -> usize {
        let ahead = usize::from(self.ahead > 0.0);
        let held = if self.held > 0.0 { kinds } else { 0 };
        ahead + held
    }

    /// Adds the gradient of the loss of a sample's extra outputs.
    pub fn judge(&self, outputs: &[f32], answers: Answers<'_>, weight: f32, gradient: &mut [f32]) {
        let mut first = 0;
        if self.ahead > 0.0 {
            first = 1;
            let off = sigmoid(outputs[0]) - answers.ahead.clamp(0.0, 1.0);
            gradient[0] += weight * self.ahead * off;
        }
        if self.held > 0.0 {
            let (outputs, gradient) = (&outputs[first..], &mut gradient[first..]);
            let each = weight * self.held / outputs.len().max(1) as f32;
            for (output, gradient) in outputs.iter().zip(gradient.iter_mut()) {
                *gradient += each * sigmoid(*output);
            }
            for kind in answers.held {
                gradient[*kind as usize] -= each;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_of_extra_outputs_point_to_their_answers() {
        let heads = Heads {
            ahead: 1.0,
            decisions: 4,
            held: 2.0,
        };
        assert_eq!(heads.outputs(3), 4);
        let answers = Answers {
            ahead: 0.75,
            held: &[1],
        };
        let mut gradient = [0.0; 4];
        heads.judge(&[0.0; 4], answers, 1.0, &mut gradient);
        let third = 1.0 / 3.0;
        for (found, wanted) in gradient.iter().zip([-0.25, third, -third, third]) {
            assert!((found - wanted).abs() < 1e-6, "{gradient:?}");
        }
    }

    #[test]
    fn outputs_that_weigh_nothing_do_not_exist() {
        assert_eq!(Heads::default().outputs(52), 0);
        let held = Heads {
            held: 0.5,
            ..Heads::default()
        };
        assert_eq!(held.outputs(52), 52);
        let mut gradient = [0.0; 2];
        let answers = Answers {
            ahead: 1.0,
            held: &[0],
        };
        held.judge(&[0.0; 2], answers, 1.0, &mut gradient);
        assert_eq!(gradient, [-0.125, 0.125]);
    }
}
