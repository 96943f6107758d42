//! A value together with the article that states it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A value, the article that states it, and what we read into the text where it is silent or its list is lost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cited<T> {
    pub value: T,
    pub article: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
}

/// One place of a rulebook that names an article, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Citation<'a> {
    pub article: &'a str,
    pub reading: Option<&'a str>,
    pub pointer: String,
}

/// What can list its citations; `at` is the JSON Pointer of the value itself.
pub trait Cites {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>);
}

impl<T> Cites for Cited<T> {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>) {
        found.push(Citation { article: &self.article, reading: self.reading.as_deref(), pointer: at.to_owned() });
    }
}

impl<T: Cites> Cites for Option<T> {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>) {
        if let Some(value) = self {
            value.cites(at, found);
        }
    }
}

impl<T: Cites> Cites for Vec<T> {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>) {
        for (index, value) in self.iter().enumerate() {
            value.cites(&format!("{at}/{index}"), found);
        }
    }
}

impl<T: Cites> Cites for BTreeMap<String, T> {
    fn cites<'a>(&'a self, at: &str, found: &mut Vec<Citation<'a>>) {
        for (key, value) in self {
            value.cites(&format!("{at}/{key}"), found);
        }
    }
}

macro_rules! cite_nothing {
    ($($type:ty),*) => {$(
        impl Cites for $type {
            fn cites<'a>(&'a self, _: &str, _: &mut Vec<Citation<'a>>) {}
        }
    )*};
}
cite_nothing!(String, Date);

/// Declares the sections of a rulebook: no field beyond those named, and every citation found whatever is added later.
macro_rules! sections {
    ($($(#[$doc:meta])* pub struct $name:ident { $($(#[$about:meta])* pub $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$about])* pub $field: $type,)* }

        impl $crate::domain::rulebook::cited::Cites for $name {
            fn cites<'a>(&'a self, at: &str, found: &mut Vec<$crate::domain::rulebook::cited::Citation<'a>>) {
                $(self.$field.cites(&format!("{at}/{}", stringify!($field)), found);)*
            }
        }
    )*};
}
pub(super) use sections;
