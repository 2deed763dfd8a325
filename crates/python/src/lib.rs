//! fuda for Python: the module `fuda._native`, on which the package in `python/fuda` stands.
//!
//! It holds what must be fast or needs the crates below; what a Python programmer would write better is
//! written in Python. Long work releases the interpreter, and looks for Ctrl-C. Bad input is an exception: nothing
//! here panics on it.
#![deny(unsafe_code)]

mod contests;
mod decks;
mod environments;
mod error;
mod learning;
mod plain;
mod play;
mod solvers;

use pyo3::prelude::*;

/// The compiled part of fuda.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<play::game::Game>()?;
    module.add_class::<play::position::Position>()?;
    module.add_class::<play::features::Features>()?;
    module.add_class::<environments::env::VecEnv>()?;
    module.add_class::<environments::spiel::SpielState>()?;
    module.add_class::<contests::guests::Asked>()?;
    module.add_class::<environments::opponents::Opponents>()?;
    module.add_class::<learning::network::Network>()?;
    module.add_class::<contests::series::Sim>()?;
    module.add_class::<contests::contest::Arena>()?;
    module.add_class::<learning::training::Training>()?;
    module.add_class::<learning::training::TrainingWorker>()?;
    module.add_function(wrap_pyfunction!(contests::guests::player_names, module)?)?;
    module.add_function(wrap_pyfunction!(contests::guests::named_players, module)?)?;
    module.add_function(wrap_pyfunction!(play::position::record_data, module)?)?;
    module.add_function(wrap_pyfunction!(learning::network::describe, module)?)?;
    module.add_function(wrap_pyfunction!(learning::network::described, module)?)?;
    module.add_function(wrap_pyfunction!(
        learning::network::shipped_network,
        module
    )?)?;
    module.add_class::<contests::serving::Studio>()?;
    module.add_class::<decks::evolving::Evolution>()?;
    module.add_function(wrap_pyfunction!(decks::evolving::judge, module)?)?;
    module.add_function(wrap_pyfunction!(decks::balance::balance, module)?)?;
    module.add_function(wrap_pyfunction!(decks::meta::meta, module)?)?;
    module.add_function(wrap_pyfunction!(solvers::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solvers::odds, module)?)?;
    module.add_function(wrap_pyfunction!(play::game::load, module)?)?;
    module.add_function(wrap_pyfunction!(play::game::games, module)?)?;
    Ok(())
}
