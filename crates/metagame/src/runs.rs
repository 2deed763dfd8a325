//! Runs on the disk: folders that can be resumed, and their figures as tables.

pub mod field_folder;
pub mod folder;
pub mod tables;
