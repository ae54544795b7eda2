/** The report on a run, as one HTML page. */
package org.anabranch.seeing.report;
