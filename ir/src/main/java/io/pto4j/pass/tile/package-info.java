/**
 * Passes on kernels between outlining and memory planning: tensor operators become tile operators,
 * tiles get two dimensions, a memory and a layout, and kernels a core.
 */
package io.pto4j.pass.tile;
