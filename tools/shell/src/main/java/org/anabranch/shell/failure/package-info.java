/** How commands fail: in one sentence, with a status. Uses no other package. */
package org.anabranch.shell.failure;
