/** The product with the Vector API, if the JVM has its module. */
package org.anabranch.dense.vector;
