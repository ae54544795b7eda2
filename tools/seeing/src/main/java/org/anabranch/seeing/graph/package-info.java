/** Graphs of actions for Graphviz. */
package org.anabranch.seeing.graph;
