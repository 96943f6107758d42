//! How storing can fail.

use diesel::result::{DatabaseErrorKind, Error as Diesel};

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Another transaction holds what this one needs; a retry may succeed.
    #[error("the database is busy: {0}")]
    Busy(String),
    #[error("the database cannot be reached: {0}")]
    Unreachable(String),
    /// A backup that cannot be made or put back.
    #[error("{0}")]
    Copy(String),
    /// A unique, foreign key or check constraint refused the row.
    #[error("a constraint refuses it: {0}")]
    Constraint(String),
    /// A row that this program would never write.
    #[error("inconsistent row in {table}, column {column}, row {row}")]
    Inconsistent { table: &'static str, column: &'static str, row: String },
    #[error(transparent)]
    Other(Diesel),
}

impl From<Diesel> for Error {
    fn from(error: Diesel) -> Self {
        match &error {
            Diesel::DatabaseError(kind, information) => {
                let words = information.message().to_owned();
                match kind {
                    DatabaseErrorKind::UniqueViolation
                    | DatabaseErrorKind::ForeignKeyViolation
                    | DatabaseErrorKind::CheckViolation
                    | DatabaseErrorKind::NotNullViolation => {
                        Error::Constraint(information.constraint_name().map(str::to_owned).unwrap_or(words))
                    }
                    DatabaseErrorKind::SerializationFailure => Error::Busy(words),
                    DatabaseErrorKind::ClosedConnection => Error::Unreachable(words),
                    _ if words.contains("database is locked")
                        || words.contains("lock timeout")
                        || words.contains("deadlock") =>
                    {
                        Error::Busy(words)
                    }
                    _ if words.contains("server closed the connection") || words.contains("shutting down") => {
                        Error::Unreachable(words)
                    }
                    _ => Error::Other(error),
                }
            }
            Diesel::BrokenTransactionManager => Error::Unreachable("the transaction was lost".to_owned()),
            _ => Error::Other(error),
        }
    }
}

pub type Result<T> = std::result::Result<T, Error>;
