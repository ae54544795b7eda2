/** A BLAS, and the part of a LAPACK that it may have, called through foreign functions. */
package org.anabranch.dense.blas;
