/** Text in the notation of JSON. */
package org.anabranch.console.json;
