/** What is counted, for every {@code OpenTelemetry} that is a service. */
package org.anabranch.metrics.opentelemetry;
