package io.pto4j.processor.tree;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import io.pto4j.ir.Span;

/**
 * A place in the source.
 *
 * @param unit the file
 * @param tree the tree that an error is shown at
 * @param span the same place in the IR
 */
public record Place(CompilationUnitTree unit, Tree tree, Span span) {}
