//! The caller's arrays: checked once for each call, then written in place.

use nets::Ragged;
use numpy::{
    Element, PyArray, PyArray1, PyArrayMethods, PyReadwriteArray, PyUntypedArray,
    PyUntypedArrayMethods, ndarray::Dimension,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::Field;
use crate::error::raised;

/// The arrays of a call, without their interpreter.
pub(super) struct Arrays<'a> {
    pub(super) seat: &'a mut [i32],
    pub(super) count: &'a mut [i32],
    pub(super) reward: &'a mut [f32],
    pub(super) done: &'a mut [bool],
    pub(super) truncated: &'a mut [bool],
    pub(super) dense: Option<&'a mut [f32]>,
    pub(super) mask: Option<&'a mut [bool]>,
    /// True if observations are wanted as lists.
    pub(super) sparse: bool,
    /// True if the features of choices are wanted.
    pub(super) offered: bool,
    /// True if the arrays are those of the last call, so that it is known what was written.
    pub(super) is_known: bool,
}

impl<'a> Arrays<'a> {
    /// The part of the first lanes, and the rest.
    pub(super) fn split(self, lanes: usize, field: &Field) -> (Self, Self) {
        let seats = usize::from(field.made.program.seats);
        let (seat, seats_after) = self.seat.split_at_mut(lanes);
        let (count, counts_after) = self.count.split_at_mut(lanes);
        let (reward, rewards_after) = self.reward.split_at_mut(lanes * seats);
        let (done, done_after) = self.done.split_at_mut(lanes);
        let (truncated, truncated_after) = self.truncated.split_at_mut(lanes);
        let (dense, dense_after) = halves(self.dense, lanes * field.input_width());
        let (mask, mask_after) = halves(self.mask, lanes * field.space.len());
        let own = Self {
            seat,
            count,
            reward,
            done,
            truncated,
            dense,
            mask,
            ..self
        };
        let rest = Self {
            seat: seats_after,
            count: counts_after,
            reward: rewards_after,
            done: done_after,
            truncated: truncated_after,
            dense: dense_after,
            mask: mask_after,
            sparse: own.sparse,
            offered: own.offered,
            is_known: own.is_known,
        };
        (own, rest)
    }

    /// Nothing was paid, and the game goes on.
    #[inline]
    pub(super) fn nothing_ended(&mut self, lane: usize, field: &Field) {
        let seats = usize::from(field.made.program.seats);
        self.reward[lane * seats..(lane + 1) * seats].fill(0.0);
        self.done[lane] = false;
        self.truncated[lane] = false;
    }
}

type Halves<'a, T> = (Option<&'a mut [T]>, Option<&'a mut [T]>);

fn halves<T>(array: Option<&mut [T]>, at: usize) -> Halves<'_, T> {
    match array {
        None => (None, None),
        Some(array) => {
            let (one, other) = array.split_at_mut(at);
            (Some(one), Some(other))
        }
    }
}

/// Arrays that were lent for a call.
pub(super) struct Lent<'py> {
    owner: Bound<'py, PyAny>,
    lanes: usize,
    seat: PyReadwriteArray<'py, i32, numpy::Ix1>,
    count: PyReadwriteArray<'py, i32, numpy::Ix1>,
    reward: PyReadwriteArray<'py, f32, numpy::Ix2>,
    done: PyReadwriteArray<'py, bool, numpy::Ix1>,
    truncated: PyReadwriteArray<'py, bool, numpy::Ix1>,
    dense: Option<PyReadwriteArray<'py, f32, numpy::Ix2>>,
    mask: Option<PyReadwriteArray<'py, bool, numpy::Ix2>>,
    sparse: bool,
    offered: bool,
}

impl<'py> Lent<'py> {
    /// Borrows the arrays of an object, and checks each.
    pub(super) fn of(owner: &Bound<'py, PyAny>, field: &Field, lanes: usize) -> PyResult<Self> {
        let seats = usize::from(field.made.program.seats);
        let has = |name: &str| -> PyResult<bool> {
            Ok(owner.hasattr(name)? && !owner.getattr(name)?.is_none())
        };
        let dense = match has("observation")? {
            true => Some(array(owner, "observation", [lanes, field.input_width()])?),
            false => None,
        };
        let mask = match has("mask")? && field.wishes.fixed {
            true => Some(array(owner, "mask", [lanes, field.space.len()])?),
            false => None,
        };
        Ok(Self {
            seat: array(owner, "seat", [lanes])?,
            count: array(owner, "count", [lanes])?,
            reward: array(owner, "reward", [lanes, seats])?,
            done: array(owner, "done", [lanes])?,
            truncated: array(owner, "truncated", [lanes])?,
            dense,
            mask,
            sparse: has("rows")?,
            offered: has("choice_rows")?,
            lanes,
            owner: owner.clone(),
        })
    }

    /// The arrays as slices.
    pub(super) fn arrays(&mut self, is_known: bool) -> Arrays<'_> {
        Arrays {
            seat: slice(&mut self.seat),
            count: slice(&mut self.count),
            reward: slice(&mut self.reward),
            done: slice(&mut self.done),
            truncated: slice(&mut self.truncated),
            dense: self.dense.as_mut().map(slice),
            mask: self.mask.as_mut().map(slice),
            sparse: self.sparse,
            offered: self.offered,
            is_known,
        }
    }

    /// The arrays of which only what changes is written.
    pub(super) fn written_in_place(&self) -> PyResult<[Py<PyAny>; 2]> {
        let named = |name: &str| -> PyResult<Py<PyAny>> {
            match self.owner.hasattr(name)? {
                true => Ok(self.owner.getattr(name)?.unbind()),
                false => Ok(self.owner.py().None()),
            }
        };
        Ok([named("observation")?, named("mask")?])
    }

    /// The arrays for observations as lists.
    pub(super) fn observations(&self) -> PyResult<Option<RaggedArrays<'py>>> {
        if !self.sparse {
            return Ok(None);
        }
        RaggedArrays::of(
            &self.owner,
            ["offsets", "rows", "weights"],
            Some(self.lanes),
        )
        .map(Some)
    }

    /// The arrays for the features of choices.
    pub(super) fn choices(&self) -> PyResult<Option<RaggedArrays<'py>>> {
        if !self.offered {
            return Ok(None);
        }
        let names = ["choice_offsets", "choice_rows", "choice_weights"];
        RaggedArrays::of(&self.owner, names, None).map(Some)
    }
}

/// An array of the caller's, of this type and shape, which may be written.
fn array<'py, T: Element, D: Dimension, const N: usize>(
    owner: &Bound<'py, PyAny>,
    name: &str,
    shape: [usize; N],
) -> PyResult<PyReadwriteArray<'py, T, D>> {
    let object = owner.getattr(name)?;
    let py = object.py();
    let Ok(untyped) = object.cast::<PyUntypedArray>() else {
        return Err(PyTypeError::new_err(format!("`{name}` is no numpy array")));
    };
    let Ok(array) = object.cast::<PyArray<T, D>>() else {
        let wanted = T::get_dtype(py);
        return Err(PyTypeError::new_err(format!(
            "`{name}` is an array of {} with {} dimensions, not of {wanted} with {N}",
            untyped.dtype(),
            untyped.ndim(),
        )));
    };
    if N > 0 && shape[0] != usize::MAX && untyped.shape() != shape {
        return Err(PyValueError::new_err(format!(
            "`{name}` has the shape {:?}, not {shape:?}",
            untyped.shape()
        )));
    }
    if !untyped.is_c_contiguous() {
        return Err(PyValueError::new_err(format!(
            "`{name}` is not contiguous: give an array of its own, not a slice with steps"
        )));
    }
    array
        .try_readwrite()
        .map_err(|error| PyValueError::new_err(format!("`{name}` cannot be written: {error}")))
}

fn slice<'a, T: Element, D: Dimension>(array: &'a mut PyReadwriteArray<'_, T, D>) -> &'a mut [T] {
    // Contiguity was checked when it was lent.
    array.as_slice_mut().unwrap_or_default()
}

/// The actions of a step.
pub(super) fn actions_of(actions: &Bound<'_, PyAny>, lanes: usize) -> PyResult<Vec<i64>> {
    let chosen = if let Ok(array) = actions.cast::<PyArray1<i64>>() {
        array.try_readonly()?.as_array().to_vec()
    } else if let Ok(array) = actions.cast::<PyArray1<i32>>() {
        array
            .try_readonly()?
            .as_array()
            .iter()
            .map(|action| i64::from(*action))
            .collect()
    } else {
        return Err(PyTypeError::new_err(
            "actions are a numpy array of int32 or int64 with one dimension",
        ));
    };
    if chosen.len() != lanes {
        return Err(PyValueError::new_err(format!(
            "there are {} actions for {lanes} games",
            chosen.len()
        )));
    }
    Ok(chosen)
}

/// Arrays for lists of rows: where each list begins, the rows, and their weights.
pub(super) struct RaggedArrays<'py> {
    names: [&'static str; 3],
    offsets: PyReadwriteArray<'py, i64, numpy::Ix1>,
    rows: PyReadwriteArray<'py, i32, numpy::Ix1>,
    weights: PyReadwriteArray<'py, f32, numpy::Ix1>,
    lists: usize,
    used: usize,
    missing: usize,
}

impl<'py> RaggedArrays<'py> {
    fn of(
        owner: &Bound<'py, PyAny>,
        names: [&'static str; 3],
        lists: Option<usize>,
    ) -> PyResult<Self> {
        let mut made = Self {
            names,
            offsets: array(owner, names[0], [usize::MAX])?,
            rows: array(owner, names[1], [usize::MAX])?,
            weights: array(owner, names[2], [usize::MAX])?,
            lists: 0,
            used: 0,
            missing: 0,
        };
        let wanted = lists.map_or(1, |lists| lists + 1);
        if slice(&mut made.offsets).len() < wanted {
            let name = names[0];
            return Err(PyValueError::new_err(format!(
                "`{name}` has fewer than {wanted} places"
            )));
        }
        slice(&mut made.offsets)[0] = 0;
        Ok(made)
    }

    /// Adds lists; what does not fit is counted.
    pub(super) fn append(&mut self, lists: &Ragged) -> PyResult<()> {
        let offsets = slice(&mut self.offsets);
        let rows = slice(&mut self.rows);
        let weights = slice(&mut self.weights);
        let room = rows.len().min(weights.len());
        for number in 0..lists.len() {
            let (from, weighed) = lists.list(number);
            let end = self.used + from.len();
            self.lists += 1;
            if end > room || self.lists >= offsets.len() {
                self.missing += 1;
                self.used = end;
                continue;
            }
            for (to, row) in rows[self.used..end].iter_mut().zip(from) {
                *to = *row as i32;
            }
            weights[self.used..end].copy_from_slice(weighed);
            offsets[self.lists] = end as i64;
            self.used = end;
        }
        Ok(())
    }

    /// Fails if something did not fit.
    pub(super) fn finish(self) -> PyResult<()> {
        if self.missing == 0 {
            return Ok(());
        }
        let py = self.rows.py();
        let [offsets, rows, weights] = self.names;
        let (lists, used) = (self.lists + 1, self.used);
        let message =
            format!("`{rows}` and `{weights}` need {used} places, and `{offsets}` {lists}");
        let hint = "grow the arrays and call `observe`: nothing was lost";
        Err(raised(
            py,
            "BufferTooSmall",
            (message, hint, used.max(lists)),
        ))
    }
}
