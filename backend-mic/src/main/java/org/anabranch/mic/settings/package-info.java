/** The operator's settings, checked, and values derived from them. */
package org.anabranch.mic.settings;
