/** Beans of JMX, of which JConsole and the like show the attributes. */
package org.anabranch.metrics.beans;
