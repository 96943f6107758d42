//! The pairing found so far, its dual values, and its blossoms: odd sets that are shrunk to one node.

use super::graph::Set;
use super::{Cost, NOBODY};

/// Nodes are the members 0 … n-1, and blossoms from n on.
#[derive(Clone)]
pub(super) struct Structure {
    pub mate: Vec<usize>,
    pub dual: Vec<Cost>,
    /// Of each member, the outermost node that holds it.
    pub top: Vec<usize>,
    /// No pairing costs less than half of it.
    pub lower_bound: Cost,
    /// Of each node, the blossom that it is a child of.
    parent: Vec<usize>,
    blossoms: Vec<Option<Blossom>>,
}

/// An odd cycle of nodes. The first child holds the base; the others are paired along the cycle, second with third and so on.
#[derive(Clone)]
struct Blossom {
    children: Vec<usize>,
    /// From a member of each child to a member of the next one.
    links: Vec<(usize, usize)>,
    base: usize,
    dual: Cost,
    members: Set,
}

impl Structure {
    pub fn new(size: usize) -> Self {
        Self {
            mate: vec![NOBODY; size],
            dual: vec![0; size],
            top: (0..size).collect(),
            lower_bound: 0,
            parent: vec![NOBODY; size],
            blossoms: Vec::new(),
        }
    }

    pub fn size(&self) -> usize {
        self.mate.len()
    }

    pub fn nodes(&self) -> usize {
        self.parent.len()
    }

    pub fn set_dual(&mut self, member: usize, dual: Cost) {
        self.lower_bound += dual - self.dual[member];
        self.dual[member] = dual;
    }

    fn blossom(&self, node: usize) -> Option<&Blossom> {
        self.blossoms.get(node.checked_sub(self.size())?)?.as_ref()
    }

    fn blossom_mut(&mut self, node: usize) -> Option<&mut Blossom> {
        let index = node.checked_sub(self.size())?;
        self.blossoms.get_mut(index)?.as_mut()
    }

    /// The member of a node whose partner is outside it.
    pub fn base(&self, node: usize) -> usize {
        self.blossom(node).map_or(node, |blossom| blossom.base)
    }

    /// The members of a blossom; nothing for a single member.
    pub fn members(&self, node: usize) -> Option<&Set> {
        self.blossom(node).map(|blossom| &blossom.members)
    }

    pub fn for_each_member(&self, node: usize, mut act: impl FnMut(usize)) {
        match self.members(node) {
            Some(members) => members.iter().for_each(act),
            None => act(node),
        }
    }

    pub fn is_blossom(&self, node: usize) -> bool {
        node >= self.size()
    }

    /// Whether a node is in no other one. The number of a blossom that was opened is none.
    pub fn is_outermost(&self, node: usize) -> bool {
        self.parent[node] == NOBODY && (node < self.size() || self.blossom(node).is_some())
    }

    pub fn blossom_dual(&self, node: usize) -> Cost {
        self.blossom(node).map_or(0, |blossom| blossom.dual)
    }

    pub fn change_blossom_dual(&mut self, node: usize, change: Cost) {
        if let Some(blossom) = self.blossom_mut(node) {
            blossom.dual += change;
        }
    }

    /// The dual values of the blossoms that hold both members.
    pub fn shared_duals(&self, one: usize, other: usize) -> Cost {
        let mut sum = 0;
        let mut node = self.parent[one];
        while let Some(blossom) = self.blossom(node) {
            if blossom.members.contains(other) {
                sum += blossom.dual;
            }
            node = self.parent[node];
        }
        sum
    }

    pub fn unmatch(&mut self, member: usize) {
        let mate = std::mem::replace(&mut self.mate[member], NOBODY);
        if mate != NOBODY {
            self.mate[mate] = NOBODY;
        }
    }

    /// Shrinks an odd cycle of outermost nodes.
    pub fn shrink(&mut self, children: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        let size = self.size();
        let mut members = Set::new(size);
        for child in &children {
            match self.members(*child) {
                Some(set) => members.add_all(set),
                None => members.insert(*child),
            }
        }
        let base = self.base(children[0]);
        let node = match self.blossoms.iter().position(Option::is_none) {
            Some(index) => size + index,
            None => {
                self.blossoms.push(None);
                self.parent.push(NOBODY);
                size + self.blossoms.len() - 1
            }
        };
        children.iter().for_each(|child| self.parent[*child] = node);
        members.iter().for_each(|member| self.top[member] = node);
        self.blossoms[node - size] = Some(Blossom { children, links, base, dual: 0, members });
        node
    }

    /// Makes a member the base of its outermost node: the one whose partner is outside.
    pub fn rebase(&mut self, node: usize, member: usize) {
        let mut open = vec![(node, member)];
        while let Some((node, member)) = open.pop() {
            if !self.is_blossom(node) {
                continue;
            }
            let mut holder = member;
            while self.parent[holder] != node {
                holder = self.parent[holder];
            }
            let Some(blossom) = self.blossom_mut(node) else { continue };
            let length = blossom.children.len();
            let at = blossom.children.iter().position(|child| *child == holder).unwrap_or(0);
            let links: Vec<usize> =
                if at % 2 == 0 { (0..at).step_by(2).collect() } else { (at + 1..length).step_by(2).collect() };
            let mut changed = Vec::with_capacity(links.len());
            for link in links {
                let (from, to) = blossom.links[link];
                changed.push((from, to));
                open.push((blossom.children[link], from));
                open.push((blossom.children[(link + 1) % length], to));
            }
            blossom.children.rotate_left(at);
            blossom.links.rotate_left(at);
            blossom.base = member;
            open.push((holder, member));
            for (from, to) in changed {
                self.mate[from] = to;
                self.mate[to] = from;
            }
        }
    }

    /// Makes the children of an outermost blossom outermost. A dual value that it had goes to its members, and then
    /// the pair that leaves it is given up.
    pub fn open(&mut self, node: usize) -> Vec<usize> {
        let index = node - self.size();
        let Some(blossom) = self.blossoms.get_mut(index).and_then(Option::take) else { return Vec::new() };
        for child in &blossom.children {
            self.parent[*child] = NOBODY;
            match self.blossom(*child).map(|inner| inner.members.clone()) {
                Some(members) => members.iter().for_each(|member| self.top[member] = *child),
                None => self.top[*child] = *child,
            }
        }
        if blossom.dual != 0 {
            let half = blossom.dual / 2;
            blossom.members.iter().for_each(|member| self.dual[member] -= half);
            self.lower_bound -= half;
            self.unmatch(blossom.base);
        }
        blossom.children
    }

    /// Opens every blossom that holds a member.
    pub fn open_around(&mut self, member: usize) {
        while self.top[member] != member {
            self.open(self.top[member]);
        }
    }

    /// Opens the outermost blossoms whose dual value is nothing, and those that become outermost by it.
    pub fn open_idle(&mut self) {
        let size = self.size();
        let mut open: Vec<usize> = (size..self.nodes()).filter(|node| self.is_outermost(*node)).collect();
        while let Some(node) = open.pop() {
            if self.is_blossom(node) && self.blossom_dual(node) == 0 {
                open.extend(self.open(node));
            }
        }
    }

    #[cfg(test)]
    pub fn assert_blossoms_left_once(&self) {
        for blossom in self.blossoms.iter().flatten() {
            assert!(blossom.dual >= 0);
            let leaving = blossom.members.iter().filter(|member| !blossom.members.contains(self.mate[*member]));
            assert!(blossom.dual == 0 || leaving.count() == 1);
            assert_eq!(blossom.members.len() % 2, 1);
        }
    }
}
