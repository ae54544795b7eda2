/** Example programs, meant to be copied. */
package org.anabranch.examples;
