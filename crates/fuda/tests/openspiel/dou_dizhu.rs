//! Dou Dizhu.
