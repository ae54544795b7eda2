package org.anabranch.loops.nest;

import org.anabranch.loops.depend.Linear;

import java.util.List;

/**
 * An object that a variable refers to: one known at the call, or a row of an array of arrays.
 *
 * @param root the object known at the call, never null
 * @param path the subscripts that lead to the row, outermost first
 * @param known true if the subscripts are known; if false, it may be any row
 */
record Reference(Object root, List<Linear> path, boolean known) {
    Reference {
        path = List.copyOf(path);
    }

    static Reference of(Object root) {
        return new Reference(root, List.of(), true);
    }

    int variables() {
        return path.stream().mapToInt(Linear::variables).max().orElse(0);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Reference reference
                && root == reference.root
                && known
                && reference.known
                && path.equals(reference.path);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(root) + path.hashCode();
    }
}
