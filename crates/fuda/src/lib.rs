//! fuda: card games written in YAML.
