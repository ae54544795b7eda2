/** Linear algebra on views of memory: what there is to do, and how it is done in Java. */
package org.anabranch.dense.arithmetic;
