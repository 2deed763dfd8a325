//! Numbers as people read them, and how sure they are.

/// Quantile: distance of a normal value from its mean, 19 times out of 20.
pub(in crate::commands) const SURE: f64 = 1.959_964;

/// `12345` as `12,345`.
pub(in crate::commands) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Wilson's interval for a share, 19 times out of 20; nothing of nothing.
pub(in crate::commands) fn interval(part: u64, whole: u64) -> Option<(f64, f64)> {
    if whole == 0 {
        return None;
    }
    let count = whole as f64;
    let share = part as f64 / count;
    let spread = SURE * SURE / count;
    let middle = share + spread / 2.0;
    let half = SURE * (share * (1.0 - share) / count + spread / (4.0 * count)).sqrt();
    Some((
        (middle - half).max(0.0) / (1.0 + spread),
        (middle + half).min(1.0 + spread) / (1.0 + spread),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_numbers_can_be_read() {
        let texts = [0, 999, 1000, 1_234_567].map(grouped);
        assert_eq!(texts, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn an_interval_is_as_wide_as_wilson_says() {
        let rounded = |part, whole| {
            let (low, high) = interval(part, whole).expect("there are games");
            ((low * 1e4).round(), (high * 1e4).round())
        };
        assert_eq!(rounded(50, 100), (4038.0, 5962.0));
        assert_eq!(rounded(0, 10), (0.0, 2775.0));
        assert_eq!(interval(0, 0), None);
    }
}
