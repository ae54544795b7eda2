/**
 * The commands that list and explain, and what commands have in common. Uses {@code output} and
 * {@code failure}.
 */
package org.anabranch.shell.commands;
