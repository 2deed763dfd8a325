//! Knowledge of seats: views, tellings, redeals, and hidden values.

pub(crate) mod current_values;
pub mod dealer;
pub mod hidden;
pub mod proof;
pub mod redeal;
pub mod samples;
pub mod seen;
pub mod telling;
pub mod view;
pub mod view_hasher;
