//! Analyses of effects: values that are changed continuously, durations, delays, events and breaks.

pub(crate) mod breaks;
pub(crate) mod continuous_values;
pub(crate) mod delayed_steps;
pub(crate) mod durations;
pub(crate) mod event_keys;
pub(crate) mod missing;
