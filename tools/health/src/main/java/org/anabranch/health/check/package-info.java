/** Health checks, with advice. */
package org.anabranch.health.check;
