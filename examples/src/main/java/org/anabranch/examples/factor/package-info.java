/**
 * LU and QR factorisations of a user's matrix, solutions of systems with them, and LAPACK's error
 * measures.
 */
package org.anabranch.examples.factor;
