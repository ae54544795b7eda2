/** The figures as meters in every {@code MeterRegistry} that is a service. */
package org.anabranch.metrics.micrometer;
