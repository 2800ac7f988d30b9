/**
 * Type rules: small functions from the operands of a call to its result type, and the facts about
 * shapes they share. Sources: PyPTO operator catalogue, shared rules; PTO ISA.
 */
package io.pto4j.op.rule;
