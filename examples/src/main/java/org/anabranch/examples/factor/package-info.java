/** LU and QR factorisations of a user's matrix, systems solved with them, and LAPACK's measures. */
package org.anabranch.examples.factor;
