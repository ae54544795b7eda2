/** What an operator may set, checked, and what follows from it. */
package org.anabranch.mic.settings;
