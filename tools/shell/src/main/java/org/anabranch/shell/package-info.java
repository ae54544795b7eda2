/** Commands of the Felix Gogo shell. */
package org.anabranch.shell;
