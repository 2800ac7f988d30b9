/**
 * The text form of programs: a printer and a parser of the Python syntax. Source: PyPTO Python
 * syntax specification.
 */
package io.pto4j.text;
