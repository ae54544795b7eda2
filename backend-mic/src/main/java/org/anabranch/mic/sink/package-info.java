/**
 * The card's own program: a process that has its memory, its cores and its framework, and is told
 * over the link what to do. It computes in its private memory only, never in the window.
 */
package org.anabranch.mic.sink;
