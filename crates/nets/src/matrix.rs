//! Products of matrices, for training and for wide layers.

use gemm::Parallelism;

/// A matrix in a slice, row by row or, transposed, column by column.
#[derive(Clone, Copy)]
pub(crate) struct Matrix<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
    is_transposed: bool,
}

impl<'a> Matrix<'a> {
    /// `values` row by row.
    pub(crate) fn new(values: &'a [f32], rows: usize, columns: usize) -> Self {
        assert!(values.len() >= rows * columns, "a matrix needs its values");
        Self {
            values,
            rows,
            columns,
            is_transposed: false,
        }
    }

    /// Rows and columns exchanged.
    pub(crate) fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            is_transposed: !self.is_transposed,
            ..self
        }
    }

    /// Distances between neighbours in a row, and in a column, in elements.
    fn strides(&self) -> (isize, isize) {
        if self.is_transposed {
            (self.rows as isize, 1)
        } else {
            (1, self.columns as isize)
        }
    }
}

/// `to` = left × right, or `to` += left × right; `to` is row by row.
pub(crate) fn multiply(to: &mut [f32], left: Matrix<'_>, right: Matrix<'_>, adds: bool) {
    let (rows, columns, inner) = (left.rows, right.columns, left.columns);
    assert_eq!(inner, right.rows, "the matrices fit together");
    assert!(to.len() >= rows * columns, "the product has room");
    if rows == 0 || columns == 0 {
        return;
    }
    let (left_column, left_row) = left.strides();
    let (right_column, right_row) = right.strides();
    #[expect(unsafe_code, reason = "the library takes pointers")]
    // SAFETY: the assertions here and in `Matrix::new` keep every element that the strides reach inside its slice,
    // and `to` is borrowed exclusively.
    unsafe {
        gemm::gemm(
            rows,
            columns,
            inner,
            to.as_mut_ptr(),
            1,
            columns as isize,
            adds,
            left.values.as_ptr(),
            left_column,
            left_row,
            right.values.as_ptr(),
            right_column,
            right_row,
            1.0_f32,
            1.0_f32,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}

/// Adds up the rows of a matrix.
pub(crate) fn add_rows(to: &mut [f32], rows: &[f32]) {
    for row in rows.chunks_exact(to.len().max(1)) {
        crate::kernels::add_scaled(to, row, 1.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_matrices_and_of_transposed_ones() {
        let left = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let right = [1.0, 0.0, 2.0, 1.0, 0.0, 3.0];
        let mut to = [0.0; 4];
        multiply(
            &mut to,
            Matrix::new(&left, 2, 3),
            Matrix::new(&right, 3, 2),
            false,
        );
        assert_eq!(to, [5.0, 11.0, 14.0, 23.0]);
        let turned = Matrix::new(&left, 3, 2).transposed();
        multiply(&mut to, turned, Matrix::new(&right, 3, 2), true);
        assert_eq!(to, [5.0 + 7.0, 11.0 + 18.0, 14.0 + 10.0, 23.0 + 22.0]);
    }
}
