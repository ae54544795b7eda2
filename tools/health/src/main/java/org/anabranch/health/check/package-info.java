/** What may be wrong, and what to do about it. */
package org.anabranch.health.check;
