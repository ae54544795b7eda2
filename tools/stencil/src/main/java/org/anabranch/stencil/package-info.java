/**
 * Stencils over every domain, after STEPOCL (Li, Brunet, Namyst, HPCC 2013). Each package uses
 * those before it only:
 *
 * <ul>
 *   <li>{@code geometry}: points and boxes of cells;
 *   <li>{@code description}: a {@link org.anabranch.stencil.description.Stencil} describes one
 *       single-device kernel and what it reads, in XML or in Java;
 *   <li>{@code plan}: a {@link org.anabranch.stencil.plan.Planner} cuts it into zones with exactly
 *       the exchanges that they need;
 *   <li>{@code run}: a {@link org.anabranch.stencil.run.StencilRun} runs that over streams;
 *   <li>{@code advice}: how many domains pay, and with which weights;
 *   <li>{@code check}: whether a kernel is as described, in one zone and in several;
 *   <li>{@code emit}: a plan as a C program;
 *   <li>{@code shell}: the commands.
 * </ul>
 */
package org.anabranch.stencil;
