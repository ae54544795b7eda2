/** JMX beans, whose attributes JConsole and similar tools show. */
package org.anabranch.metrics.beans;
