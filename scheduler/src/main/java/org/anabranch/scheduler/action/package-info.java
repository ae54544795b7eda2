/**
 * Actions: what comes before what, the life of one action, whom it belongs to and where it runs.
 *
 * <p>Knows no data: {@code Action} has hooks for that. Read {@code Action} and {@code
 * DependenceNode} first.
 */
package org.anabranch.scheduler.action;
