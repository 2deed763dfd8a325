//! fuda for Python: the module `fuda._native`, on which the package in `python/fuda` stands.
//!
//! What is here is what must be fast or needs the crates below; what a Python programmer would write better is
//! written in Python. Long work releases the interpreter, and looks for Ctrl-C. Bad input is an exception: nothing
//! here panics on it.
#![deny(unsafe_code)]

mod actions;
mod balance;
mod contest;
mod contestants;
mod elsewhere;
mod env;
mod error;
mod evolving;
mod features;
mod game;
mod guests;
mod learning;
mod meta;
mod network;
mod opponents;
mod plain;
mod position;
mod returns;
mod series;
mod serving;
mod solvers;
mod spiel;
mod watch;

use pyo3::prelude::*;

/// The compiled part of fuda.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<position::Position>()?;
    module.add_class::<features::Features>()?;
    module.add_class::<env::VecEnv>()?;
    module.add_class::<spiel::SpielState>()?;
    module.add_class::<guests::Asked>()?;
    module.add_class::<opponents::Opponents>()?;
    module.add_class::<network::Network>()?;
    module.add_class::<series::Sim>()?;
    module.add_class::<contest::Arena>()?;
    module.add_class::<learning::Training>()?;
    module.add_class::<learning::TrainingWorker>()?;
    module.add_function(wrap_pyfunction!(guests::player_names, module)?)?;
    module.add_function(wrap_pyfunction!(guests::named_players, module)?)?;
    module.add_function(wrap_pyfunction!(position::record_data, module)?)?;
    module.add_function(wrap_pyfunction!(network::describe, module)?)?;
    module.add_function(wrap_pyfunction!(network::described, module)?)?;
    module.add_function(wrap_pyfunction!(network::shipped_network, module)?)?;
    module.add_class::<serving::Studio>()?;
    module.add_class::<evolving::Evolution>()?;
    module.add_function(wrap_pyfunction!(evolving::judge, module)?)?;
    module.add_function(wrap_pyfunction!(balance::balance, module)?)?;
    module.add_function(wrap_pyfunction!(meta::meta, module)?)?;
    module.add_function(wrap_pyfunction!(solvers::solve, module)?)?;
    module.add_function(wrap_pyfunction!(solvers::odds, module)?)?;
    module.add_function(wrap_pyfunction!(game::load, module)?)?;
    module.add_function(wrap_pyfunction!(game::games, module)?)?;
    Ok(())
}
