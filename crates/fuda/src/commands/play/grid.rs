//! Grid of choices on the screen: in columns, as many as fit, and only the rows around the selected one.

/// Choices in columns, numbered row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    pub(super) columns: usize,
    pub(super) rows: usize,
    count: usize,
}

impl Grid {
    /// For so many choices, the widest of which takes `cell` columns of `width`.
    pub(super) fn new(count: usize, cell: usize, width: usize) -> Self {
        let columns = (width / cell.max(1)).clamp(1, count.max(1));
        Self {
            columns,
            rows: count.div_ceil(columns),
            count,
        }
    }

    /// The first row to show, so that the selected choice is among `height` rows.
    pub(super) fn first_row(self, selected: usize, height: usize) -> usize {
        let row = selected / self.columns;
        let middle = row.saturating_sub(height / 2);
        middle.min(self.rows.saturating_sub(height))
    }

    /// The choice so many columns and rows further; the same one at an edge.
    pub(super) fn moved(self, selected: usize, across: isize, down: isize) -> usize {
        let steps = across + down * self.columns as isize;
        let target = selected.checked_add_signed(steps);
        target
            .filter(|target| *target < self.count)
            .unwrap_or(selected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_fill_the_width() {
        let grid = Grid::new(10, 20, 70);
        assert_eq!((grid.columns, grid.rows), (3, 4));
        assert_eq!(Grid::new(2, 20, 70).columns, 2);
        assert_eq!(Grid::new(5, 90, 70).columns, 1);
        assert_eq!(Grid::new(0, 0, 0).rows, 0);
    }

    #[test]
    fn the_selected_choice_is_always_among_the_rows_shown() {
        let grid = Grid::new(100, 20, 60);
        for selected in 0..100 {
            let first = grid.first_row(selected, 5);
            let row = selected / grid.columns;
            assert!((first..first + 5).contains(&row), "{selected}");
            assert!(first + 5 <= grid.rows);
        }
    }

    #[test]
    fn the_selection_stays_inside() {
        let grid = Grid::new(7, 20, 60);
        assert_eq!(grid.moved(0, -1, 0), 0);
        assert_eq!(grid.moved(0, 1, 0), 1);
        assert_eq!(grid.moved(1, 0, 1), 4);
        assert_eq!(grid.moved(5, 0, 1), 5);
        assert_eq!(grid.moved(6, 0, -1), 3);
    }
}
