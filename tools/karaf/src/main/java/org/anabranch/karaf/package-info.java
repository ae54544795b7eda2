/** A Java agent with which Apache Karaf 4.4 runs on Java 25. */
package org.anabranch.karaf;
