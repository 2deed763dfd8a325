//! Following a gradient: Adam with decoupled weight decay.

use crate::kernels::vectorized;
use pulp::Arch;
use serde::{Deserialize, Serialize};

/// Settings of the optimiser.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Adam {
    /// Decay of the mean of gradients.
    pub first: f32,
    /// Decay of the mean of their squares.
    pub second: f32,
    /// Keeps the division finite.
    pub epsilon: f32,
    /// Share of every parameter that is taken away per step, times the learning rate.
    pub decay: f32,
    /// The longest gradient that is followed as it is; longer ones are shortened.
    pub longest: f32,
}

impl Default for Adam {
    fn default() -> Self {
        Self {
            first: 0.9,
            second: 0.999,
            epsilon: 1e-8,
            decay: 0.0,
            longest: 1.0,
        }
    }
}

/// State of the optimiser: running moments of the gradients.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Moments {
    /// Means of gradients.
    pub first: Vec<f32>,
    /// Means of their squares.
    pub second: Vec<f32>,
    /// Steps taken so far, for the correction of the moments' bias.
    pub steps: u64,
}

impl Moments {
    /// Nothing yet, for so many parameters.
    pub fn new(parameters: usize) -> Self {
        Self {
            first: vec![0.0; parameters],
            second: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// Takes a step against a gradient; gives the gradient's length.
    pub fn step(
        &mut self,
        adam: &Adam,
        rate: f32,
        parameters: &mut [f32],
        gradient: &[f32],
    ) -> f32 {
        self.steps += 1;
        let length = length(gradient);
        let scale = if length > adam.longest {
            adam.longest / length
        } else {
            1.0
        };
        let steps = self.steps.min(1 << 20) as i32;
        let unbias_first = 1.0 / (1.0 - adam.first.powi(steps));
        let unbias_second = 1.0 / (1.0 - adam.second.powi(steps));
        let step = Step {
            adam: *adam,
            rate,
            scale,
            unbias_first,
            unbias_second,
        };
        follow(
            step,
            parameters,
            gradient,
            &mut self.first,
            &mut self.second,
        );
        length
    }
}

/// Numbers of one step.
#[derive(Clone, Copy)]
struct Step {
    adam: Adam,
    rate: f32,
    scale: f32,
    unbias_first: f32,
    unbias_second: f32,
}

vectorized! {
    fn follow<'a>(
        step: Step,
        parameters: &'a mut [f32],
        gradient: &'a [f32],
        first: &'a mut [f32],
        second: &'a mut [f32],
    ) {
        let Step { adam, rate, scale, unbias_first, unbias_second } = step;
        let moments = first.iter_mut().zip(second);
        for ((parameter, gradient), (first, second)) in
            parameters.iter_mut().zip(gradient).zip(moments)
        {
            let gradient = gradient * scale;
            *first += (gradient - *first) * (1.0 - adam.first);
            *second += (gradient * gradient - *second) * (1.0 - adam.second);
            let root = (*second * unbias_second).sqrt() + adam.epsilon;
            *parameter -= rate * (*first * unbias_first / root + adam.decay * *parameter);
        }
    }
}

/// Length of a vector, summed in a fixed order and in double precision.
fn length(values: &[f32]) -> f32 {
    let sum: f64 = values.iter().map(|value| f64::from(*value).powi(2)).sum();
    sum.sqrt() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let mut parameters = vec![3.0, -2.0, 0.5];
        let goal = [1.0, 1.0, -1.0];
        let mut moments = Moments::new(3);
        for step in 0..2000 {
            let gradient: Vec<f32> = parameters
                .iter()
                .zip(goal)
                .map(|(at, goal)| at - goal)
                .collect();
            let rate = 0.05 / (1.0 + step as f32 * 0.01);
            moments.step(&Adam::default(), rate, &mut parameters, &gradient);
        }
        for (parameter, goal) in parameters.iter().zip(goal) {
            assert!((parameter - goal).abs() < 1e-2, "{parameters:?}");
        }
    }
}
