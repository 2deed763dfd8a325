//! Exceptions. Their classes are written in Python, in `fuda.errors`.

use cgml::diagnostic::{Diagnostic, Diagnostics};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde_json::{Value, json};

use crate::plain;

/// An exception of a class of `fuda.errors`.
pub(crate) fn raised<'py, A>(py: Python<'py>, class: &str, arguments: A) -> PyErr
where
    A: IntoPyObject<'py, Target = PyTuple, Output = Bound<'py, PyTuple>>,
    PyErr: From<A::Error>,
{
    let made = || -> PyResult<PyErr> {
        let class = py.import("fuda.errors")?.getattr(class)?;
        let arguments = arguments.into_pyobject(py).map_err(PyErr::from)?;
        Ok(PyErr::from_value(class.call1(arguments)?))
    };
    made().unwrap_or_else(|error| error)
}

/// A value that cannot be: `fuda.FudaError`, which is a `ValueError`, with a hint.
pub(crate) fn wrong(message: impl Into<String>, hint: impl Into<String>) -> PyErr {
    let (message, hint) = (message.into(), hint.into());
    Python::attach(|py| raised(py, "FudaError", (message, hint)))
}

/// The problems of a game's files.
pub(crate) fn problems(py: Python<'_>, diagnostics: &Diagnostics) -> PyErr {
    let found: Vec<Value> = diagnostics
        .iter()
        .map(|it| problem(diagnostics, it))
        .collect();
    let shown = cgml::render::terminal(diagnostics, cgml::render::Style::Plain);
    match plain::python(py, &Value::Array(found)) {
        Ok(found) => raised(py, "DiagnosticsError", (found, shown)),
        Err(error) => error,
    }
}

/// A problem as plain data.
pub(crate) fn problem(diagnostics: &Diagnostics, found: &Diagnostic) -> Value {
    let files = diagnostics.files();
    let place = found
        .span
        .map(|span| (files.place(span), files.file(span.file)));
    json!({
        "severity": found.severity().word(),
        "code": found.code.name(),
        "message": found.message,
        "label": found.label,
        "hint": found.hint.as_ref().map(ToString::to_string),
        "file": place.map(|(_, file)| file.path()),
        "line": place.map(|(place, _)| place.line),
        "column": place.map(|(place, _)| place.column),
    })
}
