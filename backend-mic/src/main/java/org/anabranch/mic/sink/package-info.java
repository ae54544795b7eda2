/**
 * The card's own program: a process with its memory, its cores and its framework, controlled over
 * the link. It computes in its private memory only, never in the window.
 */
package org.anabranch.mic.sink;
