//! iCalendar (RFC 5545): a pure writer for moments and days.

use jiff::civil::Date;

use crate::domain::calendar::Instant;

/// A calendar of events.
pub struct Calendar<'a> {
    pub name: &'a str,
    pub events: Vec<Event>,
}

pub struct Event {
    /// The same in every writing, so that a reader's copy is replaced and not doubled.
    pub uid: String,
    pub when: When,
    pub summary: String,
    pub description: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    Moment(Instant),
    Day(Date),
}

/// The most octets of a line, its end not counted.
const MAX_OCTETS: usize = 75;

impl Calendar<'_> {
    /// The text, with every line ended by CR LF. `now` is when it is written.
    pub fn write(&self, now: Instant) -> String {
        let mut out = String::new();
        let mut line = |name: &str, value: &str| fold(&mut out, &format!("{name}:{value}"));
        line("BEGIN", "VCALENDAR");
        line("VERSION", "2.0");
        line("PRODID", "-//teamchess//timetable//EN");
        line("CALSCALE", "GREGORIAN");
        line("METHOD", "PUBLISH");
        line("X-WR-CALNAME", &escape(self.name));
        for event in &self.events {
            line("BEGIN", "VEVENT");
            line("UID", &escape(&event.uid));
            line("DTSTAMP", &utc(now));
            match event.when {
                When::Moment(instant) => line("DTSTART", &utc(instant)),
                When::Day(date) => line("DTSTART;VALUE=DATE", &date.to_string().replace('-', "")),
            }
            line("SUMMARY", &escape(&event.summary));
            line("DESCRIPTION", &escape(&event.description));
            line("TRANSP", "TRANSPARENT");
            line("END", "VEVENT");
        }
        line("END", "VCALENDAR");
        out
    }
}

/// `20270110T225959Z`: whole seconds, what is finer is dropped.
fn utc(instant: Instant) -> String {
    let text = instant.to_string();
    let seconds = text.split(['.', 'Z']).next().unwrap_or_default();
    format!("{}Z", seconds.replace(['-', ':'], ""))
}

/// A value of the type TEXT.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.replace("\r\n", "\n").chars() {
        match letter {
            '\\' | ';' | ',' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if letter.is_control() && letter != '\t' => {}
            letter => out.push(letter),
        }
    }
    out
}

/// Adds a line, broken where it is too long; a continuation begins with a space, and no letter is split.
fn fold(out: &mut String, line: &str) {
    let mut octets = 0;
    for letter in line.chars() {
        if octets + letter.len_utf8() > MAX_OCTETS {
            out.push_str("\r\n ");
            octets = 1;
        }
        out.push(letter);
        octets += letter.len_utf8();
    }
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::{Calendar, Event, When};
    use crate::domain::calendar::Instant;

    fn written(summary: &str, when: When) -> String {
        let event = Event {
            uid: "one@teamchess".to_owned(),
            when,
            summary: summary.to_owned(),
            description: "a\nb".to_owned(),
        };
        let now = Instant::parse("2026-12-01T08:00:00.5Z").unwrap();
        Calendar { name: "A; B", events: vec![event] }.write(now)
    }

    #[test]
    fn an_event_is_written_with_its_marks_escaped() {
        let due = When::Moment(Instant::parse("2027-01-10T23:59:59.999999+01:00").unwrap());
        let expected = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//teamchess//timetable//EN\r\nCALSCALE:GREGORIAN\r\n\
                        METHOD:PUBLISH\r\nX-WR-CALNAME:A\\; B\r\nBEGIN:VEVENT\r\nUID:one@teamchess\r\n\
                        DTSTAMP:20261201T080000Z\r\nDTSTART:20270110T225959Z\r\nSUMMARY:x\\, y\\\\z\r\n\
                        DESCRIPTION:a\\nb\r\nTRANSP:TRANSPARENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n";
        assert_eq!(written("x, y\\z", due), expected);
        let day = written("x", When::Day(jiff::civil::date(2027, 4, 24)));
        assert!(day.contains("\r\nDTSTART;VALUE=DATE:20270424\r\n"), "{day}");
    }

    #[test]
    fn a_line_has_at_most_75_octets_and_no_letter_is_split() {
        let when = When::Day(jiff::civil::date(2027, 4, 24));
        let summary = "å…𝄞".repeat(40);
        let text = written(&summary, when);
        assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
        assert!(text.replace("\r\n ", "").contains(&format!("SUMMARY:{summary}\r\n")));
    }
}
