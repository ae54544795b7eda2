/** A JSON writer. */
package org.anabranch.console.json;
