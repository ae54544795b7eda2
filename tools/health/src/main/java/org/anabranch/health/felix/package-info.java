/** The checks as services of Felix Health Checks. */
package org.anabranch.health.felix;
