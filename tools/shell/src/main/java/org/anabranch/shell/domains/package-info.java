/**
 * Domains: listing them, selecting them by names, and waiting for those on their way. Uses {@code
 * commands} and what is below.
 */
package org.anabranch.shell.domains;
