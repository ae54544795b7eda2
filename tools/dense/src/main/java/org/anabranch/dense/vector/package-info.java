/** The product by the Vector API, where the JVM has its module. */
package org.anabranch.dense.vector;
