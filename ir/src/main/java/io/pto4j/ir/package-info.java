/** The intermediate representation: expressions, statements, types, functions and programs. */
package io.pto4j.ir;
