/** The figures as instruments of every {@code OpenTelemetry} that is a service. */
package org.anabranch.metrics.opentelemetry;
