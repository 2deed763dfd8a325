//! Codes for tests, so that expectations do not change with the real ones.

use super::codes;

codes! {
    SAMPLE_ERROR = "E0301" "a sample error" "Only for tests.";
    SAMPLE_WARNING = "W1301" "a sample warning" "Only for tests.";
}
