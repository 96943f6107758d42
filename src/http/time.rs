//! Times as the API writes them.

use crate::domain::calendar::Instant;
use crate::service::error::Error;

/// Microseconds as kept, in RFC 3339 and UTC.
pub fn moment(micros: i64) -> Result<String, Error> {
    Ok(Instant::from_unix_micros(micros)?.to_string())
}
