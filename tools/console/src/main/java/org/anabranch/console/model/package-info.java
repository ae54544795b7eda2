/** The model of the page, aggregated from the log and the monitor in bounded memory. */
package org.anabranch.console.model;
