//! Values on cards and zones: printed ones, marks, pools, links, ranks, and tables over cards.

pub(crate) mod attributes;
pub(crate) mod card_symbols;
pub(crate) mod card_tables;
pub(crate) mod linked_cards;
pub(crate) mod marks;
pub(crate) mod parts;
pub(crate) mod pools;
pub(crate) mod printed_tests;
pub(crate) mod ranks;
pub(crate) mod zone_fields;
pub(crate) mod zones;
