/** The critical path of a run. */
package org.anabranch.seeing.path;
