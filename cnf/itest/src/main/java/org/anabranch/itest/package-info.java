/** The whole system inside a framework. */
package org.anabranch.itest;
