/**
 * The cost model: decides from measured time whether a call of a loop is worth a proof. It never
 * decides whether a loop may run in parallel.
 */
package org.anabranch.loops.cost;
