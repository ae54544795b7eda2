/** Who may ask for what, and the answers. */
package org.anabranch.console.web;
