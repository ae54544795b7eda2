/** The live page: a thread that reads the log, and a servlet. */
package org.anabranch.console;
