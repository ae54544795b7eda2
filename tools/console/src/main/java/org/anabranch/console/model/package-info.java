/** What the page shows: gathered from the log and the monitor, in memory that does not grow. */
package org.anabranch.console.model;
