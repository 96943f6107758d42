//! The search for a partner: a tree of alternating paths that starts at one unpaired member.

use super::graph::Set;
use super::{Bucket, Cost, Matcher, NOBODY};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not in the tree.
    Free,
    /// At an even distance from the root: a better partner is looked for.
    Even,
    /// At an odd distance; reached by the pair (from, to), `to` being in this node.
    Odd { from: usize, to: usize },
}

struct Tree {
    label: Vec<Label>,
    free: Set,
    even: Set,
    /// Free members in nodes that have no partner.
    targets: Set,
    queue: Vec<usize>,
}

enum Growth {
    Paired,
    Stuck,
}

impl Matcher {
    /// Pairs a member that has no partner, changing others' partners; fails if that is impossible, or if the lower
    /// bound of the cost would pass the ceiling.
    pub(super) fn find_partner(&mut self, member: usize, ceiling: Option<Cost>) -> bool {
        loop {
            let mut tree = self.plant(member);
            loop {
                if let Growth::Paired = self.grow(&mut tree) {
                    self.structure.open_idle();
                    return true;
                }
                let Some(change) = self.least_change(&tree) else { return false };
                if ceiling.is_some_and(|ceiling| self.structure.lower_bound + change > ceiling) {
                    return false;
                }
                if self.change_duals(&tree, change) {
                    break;
                }
                tree.queue = tree.even.iter().collect();
            }
            self.structure.open_idle();
        }
    }

    fn plant(&mut self, member: usize) -> Tree {
        if self.buckets.is_empty() {
            self.fill_buckets();
        }
        let size = self.structure.size();
        let mut tree = Tree {
            label: vec![Label::Free; self.structure.nodes()],
            free: self.present.clone(),
            even: Set::new(size),
            targets: Set::new(size),
            queue: Vec::new(),
        };
        let root = self.structure.top[member];
        for other in self.present.iter().filter(|other| self.structure.mate[*other] == NOBODY) {
            let node = self.structure.top[other];
            if node != root && self.structure.base(node) == other {
                self.structure.for_each_member(node, |member| tree.targets.insert(member));
            }
        }
        self.make_even(&mut tree, root);
        tree
    }

    fn fill_buckets(&mut self) {
        self.buckets.clear();
        let size = self.structure.size();
        for member in 0..size {
            let (class, dual) = (self.class[member], self.structure.dual[member]);
            match self.buckets.iter_mut().find(|bucket| bucket.class == class && bucket.dual == dual) {
                Some(bucket) => bucket.members.insert(member),
                None => self.buckets.push(Bucket { class, dual, members: Set::of(size, [member]) }),
            }
        }
    }

    fn make_even(&self, tree: &mut Tree, node: usize) {
        tree.label[node] = Label::Even;
        self.structure.for_each_member(node, |member| {
            tree.free.remove(member);
            if !tree.even.contains(member) {
                tree.even.insert(member);
                tree.queue.push(member);
            }
        });
    }

    fn grow(&mut self, tree: &mut Tree) -> Growth {
        let mut tight = Set::new(self.structure.size());
        while let Some(member) = tree.queue.pop() {
            self.tight_neighbours(member, &mut tight);
            if let Some(target) = tight.first_in(&tree.targets) {
                self.augment(tree, member, target);
                return Growth::Paired;
            }
            while let Some(other) = tight.first_in(&tree.free) {
                self.take_in(tree, member, other);
            }
            while let Some(other) = match self.structure.members(self.structure.top[member]) {
                Some(own) => tight.first_in_outside(&tree.even, own),
                None => tight.first_in(&tree.even),
            } {
                self.close_cycle(tree, member, other);
            }
        }
        Growth::Stuck
    }

    fn tight_neighbours(&self, member: usize, tight: &mut Set) {
        tight.clear();
        let (class, dual) = (self.class[member], self.structure.dual[member]);
        for bucket in &self.buckets {
            if self.costs.doubled(class, bucket.class) == Some(dual + bucket.dual) {
                tight.add_all(&bucket.members);
            }
        }
        tight.keep_only(self.graph.neighbours(member));
    }

    /// A free node and the node of its partner join the tree.
    fn take_in(&self, tree: &mut Tree, from: usize, to: usize) {
        let odd = self.structure.top[to];
        tree.label[odd] = Label::Odd { from, to };
        self.structure.for_each_member(odd, |member| tree.free.remove(member));
        let partner = self.structure.mate[self.structure.base(odd)];
        self.make_even(tree, self.structure.top[partner]);
    }

    /// The way from an even node to the root: each odd node on it, and the next even node.
    fn way_up(&self, tree: &Tree, node: usize) -> Option<(usize, usize, (usize, usize))> {
        let partner = self.structure.mate[self.structure.base(node)];
        if partner == NOBODY {
            return None;
        }
        let odd = self.structure.top[partner];
        match tree.label[odd] {
            Label::Odd { from, to } => Some((odd, self.structure.top[from], (from, to))),
            _ => None,
        }
    }

    /// Two even nodes that may be paired close an odd cycle, which is shrunk.
    fn close_cycle(&mut self, tree: &mut Tree, one: usize, other: usize) {
        let (left, right) = (self.structure.top[one], self.structure.top[other]);
        let meeting = self.meeting_point(tree, left, right);
        let (mut children, mut links) = self.branch(tree, left, meeting);
        children.reverse();
        links.reverse();
        for link in &mut links {
            *link = (link.1, link.0);
        }
        let (right_children, right_links) = self.branch(tree, right, meeting);
        links.push((one, other));
        children.extend(right_children.iter().take(right_children.len() - 1));
        links.extend(right_links);
        let odd: Vec<usize> =
            children.iter().copied().filter(|child| matches!(tree.label[*child], Label::Odd { .. })).collect();
        let blossom = self.structure.shrink(children, links);
        if tree.label.len() < self.structure.nodes() {
            tree.label.resize(self.structure.nodes(), Label::Free);
        }
        tree.label[blossom] = Label::Even;
        for node in odd {
            self.structure.for_each_member(node, |member| {
                tree.even.insert(member);
                tree.queue.push(member);
            });
        }
    }

    fn meeting_point(&self, tree: &Tree, left: usize, right: usize) -> usize {
        let mut seen = Set::new(self.structure.nodes());
        let mut ends = [Some(left), Some(right)];
        loop {
            for end in &mut ends {
                if let Some(node) = *end {
                    if seen.contains(node) {
                        return node;
                    }
                    seen.insert(node);
                    *end = self.way_up(tree, node).map(|(_, next, _)| next);
                }
            }
        }
    }

    /// The nodes from one up to another, both included, and the pairs that lead from each to the next.
    fn branch(&self, tree: &Tree, from: usize, to: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let (mut nodes, mut links) = (vec![from], Vec::new());
        let mut node = from;
        while node != to {
            let Some((odd, next, (above, below))) = self.way_up(tree, node) else { break };
            let base = self.structure.base(node);
            links.push((base, self.structure.mate[base]));
            links.push((below, above));
            nodes.extend([odd, next]);
            node = next;
        }
        (nodes, links)
    }

    /// Pairs along the path from the target to the root.
    fn augment(&mut self, tree: &Tree, member: usize, target: usize) {
        self.structure.rebase(self.structure.top[target], target);
        let (mut from, mut to) = (member, target);
        loop {
            let even = self.structure.top[from];
            let way_up = self.way_up(tree, even);
            self.structure.rebase(even, from);
            self.structure.mate[from] = to;
            self.structure.mate[to] = from;
            let Some((odd, _, (above, below))) = way_up else { return };
            self.structure.rebase(odd, below);
            (from, to) = (above, below);
        }
    }

    /// The least change of the dual values that lets the tree grow; nothing if it can't grow any more.
    fn least_change(&self, tree: &Tree) -> Option<Cost> {
        let odd_blossom = |node: &usize| {
            self.structure.is_blossom(*node)
                && matches!(tree.label[*node], Label::Odd { .. })
                && self.structure.is_outermost(*node)
        };
        let mut least: Option<Cost> =
            (0..tree.label.len()).filter(odd_blossom).map(|node| self.structure.blossom_dual(node) / 2).min();
        for member in tree.even.iter() {
            let (class, dual) = (self.class[member], self.structure.dual[member]);
            let neighbours = self.graph.neighbours(member);
            let own = self.structure.members(self.structure.top[member]);
            for bucket in &self.buckets {
                let Some(cost) = self.costs.doubled(class, bucket.class) else { continue };
                let slack = cost - dual - bucket.dual;
                let better = |change: Cost| change > 0 && least.is_none_or(|least| change < least);
                if better(slack / 2) && neighbours.meets_within(&bucket.members, &tree.even, own) {
                    least = Some(slack / 2);
                } else if better(slack) && neighbours.meets_within(&bucket.members, &tree.free, None) {
                    least = Some(slack);
                }
            }
        }
        least
    }

    /// Whether an odd blossom has come to nothing, so that the tree must be planted anew.
    fn change_duals(&mut self, tree: &Tree, change: Cost) -> bool {
        let mut emptied = false;
        for node in 0..tree.label.len() {
            let sign = match tree.label[node] {
                Label::Free => continue,
                Label::Even => 1,
                Label::Odd { .. } => -1,
            };
            if !self.structure.is_outermost(node) {
                continue;
            }
            let mut members = Vec::new();
            self.structure.for_each_member(node, |member| members.push(member));
            members.into_iter().for_each(|member| self.structure.dual[member] += sign * change);
            self.structure.change_blossom_dual(node, 2 * sign * change);
            emptied |= sign < 0 && self.structure.is_blossom(node) && self.structure.blossom_dual(node) == 0;
        }
        self.structure.lower_bound += change;
        self.buckets.clear();
        if !emptied {
            self.fill_buckets();
        }
        emptied
    }
}
