//! The macro that makes the op type, its accesses and its builder from the table.

/// The type of an operand: registers are written in the table by what the op does to them.
macro_rules! operand_type {
    (In) => {
        Slot
    };
    (Out) => {
        Slot
    };
    (InOut) => {
        Slot
    };
    (Unless) => {
        Slot
    };
    (InUnless) => {
        Slot
    };
    (Grown) => {
        Slot
    };
    (At) => {
        Slot
    };
    ($type:ident) => {
        $type
    };
}

/// The type of an operand for builders, which take labels for places.
macro_rules! argument_type {
    (Pc) => {
        impl Into<Pc>
    };
    ($type:ident) => {
        operand_type!($type)
    };
}

/// Notes what an op does to a register.
macro_rules! access {
    ($flow:ident, In, $slot:ident) => {
        $flow.read($slot)
    };
    ($flow:ident, Out, $slot:ident) => {
        $flow.write($slot)
    };
    ($flow:ident, InOut, $slot:ident) => {
        $flow.read($slot);
        $flow.write($slot)
    };
    ($flow:ident, Unless, $slot:ident) => {
        $flow.write_unless_jumping($slot)
    };
    ($flow:ident, InUnless, $slot:ident) => {
        $flow.read($slot);
        $flow.write_unless_jumping($slot)
    };
    ($flow:ident, Grown, $slot:ident) => {
        $flow.read($slot);
        $flow.grow($slot)
    };
    ($flow:ident, $type:ident, $other:ident) => {
        let _ = $other;
    };
}

/// Declares the ops. A row has its code, which no other op ever had or gets (fingerprints of programs are made of
/// codes), the name, the builder's name, the operands, its traits, what it leaves in the registers it writes, the part of a pile
/// whose order it reads, the piles whose cards it takes or looks at, the cells it reads or writes, and what it wants beyond operands that are in range. Registers are `In` if they are read, `Out` if
/// they are written, `InOut` for both, `Unless` if they are written unless the op jumps, `Grown` if the list in them
/// gets longer, and `At` if they are where a routine's registers begin.
macro_rules! ops {
    ($($(#[doc = $about:literal])+ $code:literal $name:ident $builder:ident { $($field:ident: $type:ident),* $(,)? }
        $([$($trait:ident),*])? $(gives $gives:ident)? $(order $which:ident($pile:ident))? $(cards($cards:ident))?
        $(cells $access:ident $extent:ident($first:ident $(, $count:ident)?))?
        $(wants [$($demand:ident $(($($about_operand:ident),*))?),*])?)*) => {
        /// One compiled step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Op {
            $($(#[doc = $about])+ $name {
                $(#[doc = concat!("The operand `", stringify!($field), "`.")] $field: operand_type!($type)),*
            }),*
        }

        /// The codes of the ops: two ops with one code do not compile.
        #[repr(u16)]
        enum Code {
            $($name = $code),*
        }

        impl Op {
            /// Its code, which stays when the op is renamed or the table reordered.
            pub(crate) fn code(&self) -> u16 {
                let code = match self {
                    $(Self::$name { .. } => Code::$name),*
                };
                code as u16
            }

            /// Executes ops, or only the next one if `ONE`, until one of them leaves the routine. Each is a function of
            /// the running routine, named as its builder; every arm decides for itself whether the loop ends, so that
            /// nothing is kept and compared for those that do not end it.
            #[inline(always)]
            pub(crate) fn execute<W: Watch, const ONE: bool>(run: &mut Execution<'_, W>) -> Next {
                loop {
                    match *run.next_op() {
                        $(Self::$name { $($field),* } => match run.$builder($($field),*) {
                            Next::Op => {}
                            left => return left,
                        }),*
                    }
                    if ONE {
                        return Next::Op;
                    }
                }
            }

            /// Name of the op in listings, without its operands.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$name { .. } => stringify!($name)),*
                }
            }

            /// Every operand with its name, in order.
            pub fn operands(&self) -> Vec<(&'static str, Operand)> {
                match *self {
                    $(Self::$name { $($field),* } => vec![$((stringify!($field), Operand::from($field))),*]),*
                }
            }

            /// The register that is its result, if it has one.
            pub fn result(&mut self) -> Option<&mut Slot> {
                #[allow(unused_mut, unused_assignments)]
                match self {
                    $(Self::$name { $($field),* } => {
                        let mut found = None;
                        $(if stringify!($field) == "to" {
                            found = Target::register($field);
                        })*
                        found
                    }),*
                }
            }

            /// Every register, to be set when the op is executed with others.
            pub fn registers(&mut self, visit: &mut dyn FnMut(&mut Slot)) {
                match self {
                    $(Self::$name { $($field),* } => {
                        $(if let Some(slot) = Target::register($field) {
                            visit(slot);
                        })*
                    }),*
                }
            }

            /// Every jump target, to be set when labels are known.
            pub fn targets(&mut self, visit: &mut dyn FnMut(&mut Pc)) {
                match self {
                    $(Self::$name { $($field),* } => { $(Target::visit($field, visit);)* }),*
                }
            }

            /// The registers it reads and writes; a call is for the routine that it calls.
            pub(crate) fn flow(&self) -> Flow {
                #[allow(unused_mut)]
                let mut flow = Flow::default();
                match *self {
                    $(Self::$name { $($field),* } => { $(access!(flow, $type, $field);)* }),*
                }
                flow
            }

            /// The values that it leaves in the registers that it writes; nothing if it writes none.
            pub(crate) fn gives(&self) -> Option<Gives> {
                match self {
                    $(Self::$name { .. } => gives!($($gives)?),)*
                }
            }

            fn traits(&self) -> &'static [Trait] {
                match self {
                    $(Self::$name { .. } => &[$($(Trait::$trait),*)?]),*
                }
            }

            /// The pile whose order it reads, and which part of it: chance must have decided that before.
            pub fn reads_order(&self) -> Option<(PileOperand, Which)> {
                match *self {
                    $($(Self::$name { $pile, .. } => Some(($pile.into(), order!($which))),)?)*
                    _ => None,
                }
            }

            /// The way in which it places cards, if that is an operand.
            fn placement(&self) -> Option<Placement> {
                #[allow(unused_mut, unused_variables, unused_assignments)]
                match *self {
                    $(Self::$name { $($field),* } => {
                        let mut found = None;
                        $(placement!(found, $type, $field);)*
                        found
                    }),*
                }
            }

            /// The meaning of choices, if that is an operand.
            fn meaning(&self) -> Option<Meaning> {
                #[allow(unused_mut, unused_variables, unused_assignments)]
                match *self {
                    $(Self::$name { $($field),* } => {
                        let mut found = None;
                        $(meaning!(found, $type, $field);)*
                        found
                    }),*
                }
            }

            /// The cells that it reads or writes by its operands.
            pub fn cells(&self) -> Option<CellAccess> {
                match *self {
                    $($(Self::$name { $first, $($count,)? .. } => Some(CellAccess {
                        access: Access::$access,
                        cells: Cells::$extent($first $(, $count)?),
                    }),)?)*
                    _ => None,
                }
            }

            /// Its demands beyond operands that are in range.
            pub(crate) fn demands(&self) -> Vec<Demand> {
                #[allow(unused_variables)]
                match *self {
                    $(Self::$name { $($field),* } => {
                        vec![$($(Demand::$demand $(($($about_operand),*))?),*)?]
                    }),*
                }
            }

            /// The piles whose cards it takes or looks at.
            pub(crate) fn cards_of(&self) -> Option<Operand> {
                match *self {
                    $($(Self::$name { $cards, .. } => Some($cards.into()),)?)*
                    _ => None,
                }
            }
        }

        $(const _: () = assert!(
            says_access!($($access)?) || $(!names_cell!($type) &&)* true,
            concat!("`", stringify!($name), "` names a cell: its row must say what it does to it"),
        );)*

        $(const _: () = assert!(
            says_gives!($($gives)?) == ($(names_result!($type) ||)* false),
            concat!("`", stringify!($name), "`: its row must say what it leaves in the registers it writes, and nothing else"),
        );)*

        $(const _: () = assert!(
            says_demands!($([$($demand),*])?) || says_access!($($access)?) || $(!names_constant!($type) &&)* true,
            concat!("`", stringify!($name), "` names a constant: its row must say what the constant holds"),
        );)*

        /// Writes ops, with a function for each.
        pub trait Builder {
            /// Appends an op to the code.
            fn emit(&mut self, op: Op);

            $($(#[doc = $about])+
            fn $builder(&mut self, $($field: argument_type!($type)),*) {
                self.emit(Op::$name { $($field: argument!($type, $field)),* });
            })*
        }
    };
}

/// Keeps an operand that is a placement.
macro_rules! placement {
    ($found:ident, Placement, $how:ident) => {
        $found = Some($how);
    };
    ($found:ident, $type:ident, $other:ident) => {};
}

/// Keeps an operand that is the meaning of choices.
macro_rules! meaning {
    ($found:ident, Meaning, $meaning:ident) => {
        $found = Some($meaning);
    };
    ($found:ident, $type:ident, $other:ident) => {};
}

/// The kind of result that a row names.
macro_rules! gives {
    () => {
        None
    };
    ($gives:ident) => {
        Some(Gives::$gives)
    };
}

/// True if a row names the kind of its result.
macro_rules! says_gives {
    () => {
        false
    };
    ($gives:ident) => {
        true
    };
}

/// True for an operand that is a register the op writes.
macro_rules! names_result {
    (Out) => {
        true
    };
    (InOut) => {
        true
    };
    (Unless) => {
        true
    };
    (InUnless) => {
        true
    };
    (Grown) => {
        true
    };
    ($type:ident) => {
        false
    };
}

/// True for an operand that is a cell.
macro_rules! names_cell {
    (Cell) => {
        true
    };
    ($type:ident) => {
        false
    };
}

/// True for an operand that is a constant.
macro_rules! names_constant {
    (Constant) => {
        true
    };
    ($type:ident) => {
        false
    };
}

/// True if a row says what the op demands.
macro_rules! says_demands {
    () => {
        false
    };
    ([$($demand:ident),*]) => {
        true
    };
}

/// True if a row says what the op does to cells.
macro_rules! says_access {
    () => {
        false
    };
    ($access:ident) => {
        true
    };
}

/// An argument of a builder as an operand.
macro_rules! argument {
    (Pc, $place:ident) => {
        $place.into()
    };
    ($type:ident, $value:ident) => {
        $value
    };
}

macro_rules! order {
    (Top) => {
        Which::Top
    };
    (Bottom) => {
        Which::Bottom
    };
    (All) => {
        Which::All
    };
}
