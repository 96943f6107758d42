//! Sets of small numbers, and graphs made of them: one bit for each member, 64 at a time.

/// A set of numbers below a fixed size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    words: Vec<u64>,
}

impl Set {
    pub fn new(size: usize) -> Self {
        Self { words: vec![0; size.div_ceil(64)] }
    }

    pub fn of(size: usize, members: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::new(size);
        members.into_iter().for_each(|member| set.insert(member));
        set
    }

    pub fn insert(&mut self, member: usize) {
        self.words[member / 64] |= 1 << (member % 64);
    }

    pub fn remove(&mut self, member: usize) {
        self.words[member / 64] &= !(1 << (member % 64));
    }

    pub fn contains(&self, member: usize) -> bool {
        self.words[member / 64] >> (member % 64) & 1 == 1
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn add_all(&mut self, other: &Set) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word |= other);
    }

    pub fn remove_all(&mut self, other: &Set) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= !other);
    }

    pub fn keep_only(&mut self, other: &Set) {
        self.words.iter_mut().zip(&other.words).for_each(|(word, other)| *word &= other);
    }

    pub fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Whether a member is in all of three sets, and outside a fourth.
    pub fn meets_within(&self, second: &Set, third: &Set, outside: Option<&Set>) -> bool {
        let mut common = self.words.iter().zip(&second.words).zip(&third.words).map(|((a, b), c)| a & b & c);
        match outside {
            None => common.any(|word| word != 0),
            Some(outside) => common.zip(&outside.words).any(|(word, out)| word & !out != 0),
        }
    }

    /// The least member that is also in another set.
    pub fn first_in(&self, other: &Set) -> Option<usize> {
        self.words
            .iter()
            .zip(&other.words)
            .enumerate()
            .find_map(|(index, (a, b))| (a & b != 0).then(|| index * 64 + (a & b).trailing_zeros() as usize))
    }

    /// The least member that is also in another set and outside a third.
    pub fn first_in_outside(&self, other: &Set, outside: &Set) -> Option<usize> {
        self.words.iter().zip(&other.words).zip(&outside.words).enumerate().find_map(|(index, ((a, b), c))| {
            let both = a & b & !c;
            (both != 0).then(|| index * 64 + both.trailing_zeros() as usize)
        })
    }

    /// The members in rising order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |word| {
                let rest = word & (word - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }
}

/// Who may be joined with whom.
#[derive(Clone, Debug)]
pub struct Graph {
    rows: Vec<Set>,
}

impl Graph {
    pub fn empty(size: usize) -> Self {
        Self { rows: vec![Set::new(size); size] }
    }

    pub fn complete(size: usize) -> Self {
        let everybody = Set::of(size, 0..size);
        let mut graph = Self { rows: vec![everybody; size] };
        for one in 0..size {
            graph.rows[one].remove(one);
        }
        graph
    }

    pub fn size(&self) -> usize {
        self.rows.len()
    }

    pub fn join(&mut self, one: usize, other: usize) {
        self.rows[one].insert(other);
        self.rows[other].insert(one);
    }

    pub fn part(&mut self, one: usize, other: usize) {
        self.rows[one].remove(other);
        self.rows[other].remove(one);
    }

    pub fn joined(&self, one: usize, other: usize) -> bool {
        self.rows[one].contains(other)
    }

    pub fn neighbours(&self, one: usize) -> &Set {
        &self.rows[one]
    }

    /// The graph among some of the members, renumbered in the order given.
    pub fn among(&self, members: &[usize]) -> Graph {
        let mut graph = Graph::empty(members.len());
        for (index, one) in members.iter().enumerate() {
            let row = &self.rows[*one];
            for (place, other) in members.iter().enumerate() {
                if row.contains(*other) {
                    graph.rows[index].insert(place);
                }
            }
        }
        graph
    }
}

#[cfg(test)]
mod tests {
    use super::{Graph, Set};

    #[test]
    fn members_come_out_in_rising_order_across_words() {
        let set = Set::of(200, [199, 0, 64, 63, 128]);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 64, 128, 199]);
        assert_eq!(set.len(), 5);
        assert_eq!(set.first_in(&Set::of(200, [128, 199])), Some(128));
        assert_eq!(set.first_in_outside(&set, &Set::of(200, [0, 63])), Some(64));
    }

    #[test]
    fn a_part_of_a_graph_is_renumbered() {
        let mut graph = Graph::complete(6);
        graph.part(1, 4);
        let among = graph.among(&[4, 5, 1]);
        assert!(!among.joined(0, 2));
        assert!(among.joined(0, 1) && among.joined(1, 2));
        assert!(!among.joined(1, 1));
    }
}
