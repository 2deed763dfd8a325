//! From files to one document: YAML read, included, inherited and merged, every problem at its place.

mod files;
mod hostile;
mod includes;
mod layers;
mod loaded;
mod merging;
mod properties;
mod shown;
mod versions;
mod yaml;
