/** The HTTP interface: access control and answers. */
package org.anabranch.console.web;
