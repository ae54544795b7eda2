/** What a run's figures say, as one page. */
package org.anabranch.seeing.report;
