//! Refusals in words.

use crate::wire::Problem;
pub(crate) use crate::wire::ProblemCode;
use std::fmt::Display;
use std::io;

/// A refusal without a hint.
pub(crate) fn problem(code: ProblemCode, message: String) -> Problem {
    Problem {
        code,
        message,
        hint: None,
    }
}

/// Hint for a disk that refuses to write; nothing if the error itself says enough.
pub(crate) fn of_disk(kind: io::ErrorKind) -> Option<String> {
    let hint = match kind {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "the disk is full: make room, and try again"
        }
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            "it may not be written to: look at its permissions"
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Something could not be kept in the database.
pub(crate) fn not_kept(error: rusqlite::Error) -> Problem {
    use rusqlite::ErrorCode;
    let hint = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => of_disk(io::ErrorKind::StorageFull),
        Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            of_disk(io::ErrorKind::ReadOnlyFilesystem)
        }
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
            Some("another program uses the database: end it, and try again".to_owned())
        }
        Some(ErrorCode::SystemIoFailure) => Some("is the disk full, or damaged?".to_owned()),
        Some(_) | None => None,
    };
    Problem {
        code: ProblemCode::NotKept,
        message: format!("it could not be kept: {error}"),
        hint,
    }
}

/// The stored data cannot be read.
pub(crate) fn damaged(reason: &dyn Display) -> Problem {
    Problem {
        code: ProblemCode::Damaged,
        message: format!("what is kept of it cannot be read: {reason}"),
        hint: Some("the database was damaged or changed; other tables can be played".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rusqlite::ffi;

    #[test]
    fn hints_say_what_is_wrong_with_the_disk() {
        let hint = |code| {
            let error = rusqlite::Error::SqliteFailure(ffi::Error::new(code), None);
            not_kept(error).hint.unwrap_or_default()
        };
        assert!(hint(ffi::SQLITE_FULL).contains("full"));
        assert!(hint(ffi::SQLITE_READONLY).contains("permissions"));
        assert!(!hint(ffi::SQLITE_READONLY).contains("full"));
        assert!(hint(ffi::SQLITE_BUSY).contains("another program"));
        assert_eq!(hint(ffi::SQLITE_CONSTRAINT), "");
    }
}
