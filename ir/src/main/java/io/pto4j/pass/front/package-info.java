/**
 * The passes from the front end's form to outlined functions in SSA form: inlining, SSA conversion,
 * simplification, flattening of calls and outlining of scopes.
 */
package io.pto4j.pass.front;
