//! Functions of numbers that give the same bits on every machine: those of the system may differ in the last
//! place, and a search would then go another way. `libm` is plain Rust.

use engine::random::Random;
use std::sync::LazyLock;

/// The natural logarithm of a positive number.
pub(crate) fn ln(x: f64) -> f64 {
    libm::log(x)
}

/// The number of logarithms that are computed once for all.
const READY: usize = 4096;

/// The natural logarithm of a count from 1 on: that of [`ln`], only faster.
#[inline]
pub(crate) fn ln_of_count(count: u32) -> f64 {
    static KNOWN: LazyLock<Vec<f64>> =
        LazyLock::new(|| (0..READY).map(|count| ln(count.max(1) as f64)).collect());
    match KNOWN.get(count as usize) {
        Some(known) => *known,
        None => ln(f64::from(count)),
    }
}

/// e to the power of `x`, with the same bits on every machine.
pub(crate) fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// A number from 0 to 1, neither of them.
pub(crate) fn unit(random: &mut Random) -> f64 {
    (f64::from(random.bits()) + 0.5) / 4_294_967_296.0
}

/// A draw from the standard normal distribution.
fn normal(random: &mut Random) -> f64 {
    // Marsaglia's polar method.
    loop {
        let (x, y) = (2.0 * unit(random) - 1.0, 2.0 * unit(random) - 1.0);
        let square = x * x + y * y;
        if square < 1.0 && square > 0.0 {
            return x * (-2.0 * ln(square) / square).sqrt();
        }
    }
}

/// A number of the gamma distribution with a shape (Marsaglia and Tsang).
pub(crate) fn gamma(shape: f64, random: &mut Random) -> f64 {
    if shape < 1.0 {
        let unit = unit(random);
        return gamma(shape + 1.0, random) * exp(ln(unit) / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        if ln(unit(random)) < 0.5 * x * x + d - d * v + d * ln(v) {
            return d * v;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_and_powers_are_right() {
        for x in [1e-9, 0.1, 0.5, 1.0, 1.5, 2.0, 10.0, 12345.678] {
            assert!((ln(x) - x.ln()).abs() < 1e-9, "{x}");
            assert!((exp(ln(x)) - x).abs() < 1e-8 * x, "{x}");
        }
    }

    #[test]
    fn logarithms_of_counts_are_the_same_to_the_last_bit() {
        for count in [1, 2, 3, 1000, 4095, 4096, 5000, u32::MAX] {
            assert_eq!(ln_of_count(count), ln(f64::from(count)), "{count}");
        }
    }

    #[test]
    fn gamma_numbers_have_the_mean_and_variance_of_their_shape() {
        for shape in [0.3, 1.0, 4.0] {
            let mut random = Random::new(3);
            let drawn: Vec<f64> = (0..40_000).map(|_| gamma(shape, &mut random)).collect();
            let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
            let squares = drawn.iter().map(|x| (x - mean) * (x - mean));
            let variance = squares.sum::<f64>() / drawn.len() as f64;
            assert!((mean / shape - 1.0).abs() < 0.05, "{mean}");
            assert!((variance / shape - 1.0).abs() < 0.1, "{variance}");
        }
    }
}
