//! Plain data of Rust as plain data of Python.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString};
use serde::Serialize;
use serde_json::Value;

/// Anything that can be written down, as dictionaries, lists, texts and numbers.
pub(crate) fn plain<'py, T: Serialize>(py: Python<'py>, thing: &T) -> PyResult<Bound<'py, PyAny>> {
    let value = serde_json::to_value(thing)
        .map_err(|error| PyTypeError::new_err(format!("this cannot be plain data: {error}")))?;
    python(py, &value)
}

/// A JSON value as an object of Python.
pub(crate) fn python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(truth) => PyBool::new(py, *truth).to_owned().into_any(),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_pyobject(py)?.into_any(),
            (None, Some(number)) => number.into_pyobject(py)?.into_any(),
            (None, None) => PyFloat::new(py, number.as_f64().unwrap_or(f64::NAN)).into_any(),
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(python(py, item)?)?;
            }
            list.into_any()
        }
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}
