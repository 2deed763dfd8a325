//! Curves as SVG that a page holds itself.

use kuva::backend::svg::SvgBackend;
use kuva::plot::LinePlot;
use kuva::render::layout::Layout;
use kuva::render::plots::Plot;
use kuva::render::render::render_multiple;

/// Colours that people with any kind of sight can tell apart (Okabe and Ito).
const COLOURS: [&str; 6] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9",
];

/// A curve.
#[derive(Debug, Clone, Default)]
pub(super) struct Curve {
    /// Its name, for the legend.
    pub(super) name: String,
    /// Its points, by time.
    pub(super) points: Vec<(f64, f64)>,
    /// Half the width of the interval around each point; empty without intervals.
    pub(super) errors: Vec<f64>,
}

/// Curves in one picture, as SVG; nothing if there is nothing to draw.
pub(super) fn curves(title: &str, across: &str, up: &str, curves: &[Curve]) -> Option<String> {
    let drawn: Vec<&Curve> = curves.iter().filter(|it| !it.points.is_empty()).collect();
    if drawn.is_empty() {
        return None;
    }
    let colours = COLOURS.iter().cycle();
    let plots: Vec<Plot> = drawn
        .iter()
        .zip(colours)
        .map(|(curve, colour)| Plot::Line(line(curve, colour, drawn.len() > 1)))
        .collect();
    let layout = Layout::auto_from_plots(&plots)
        .with_title(title)
        .with_x_label(across)
        .with_y_label(up);
    Some(SvgBackend.render_scene(&render_multiple(plots, layout)))
}

fn line(curve: &Curve, colour: &str, is_named: bool) -> LinePlot {
    let mut line = LinePlot::new()
        .with_data(curve.points.clone())
        .with_color(colour)
        .with_stroke_width(2.0);
    if is_named {
        line = line.with_legend(curve.name.clone());
    }
    if curve.errors.len() == curve.points.len() {
        let bound = |sign: f64| {
            let pairs = curve.points.iter().zip(&curve.errors);
            pairs
                .map(|((_, value), error)| value + sign * error)
                .collect::<Vec<f64>>()
        };
        line = line.with_band(bound(-1.0), bound(1.0));
    }
    line
}
