/** The longest way through the actions of a run. */
package org.anabranch.seeing.path;
