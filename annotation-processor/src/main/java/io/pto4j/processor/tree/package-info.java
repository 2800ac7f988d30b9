/**
 * Kernel sources as small immutable trees, taken from the attributed trees of {@code javac} while
 * those exist: names are resolved, constants folded, and what the language does not have is
 * reported here.
 */
package io.pto4j.processor.tree;
