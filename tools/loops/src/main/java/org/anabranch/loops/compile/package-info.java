/**
 * The compiler of lifted bodies to classes, whose iterations run over memory that each call passes.
 */
package org.anabranch.loops.compile;
