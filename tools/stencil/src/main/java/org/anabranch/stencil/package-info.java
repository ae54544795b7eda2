/**
 * Stencils over every domain, after STEPOCL (Li, Brunet, Namyst, HPCC 2013). Each package uses
 * those before it only:
 *
 * <ul>
 *   <li>{@code geometry}: points and boxes of cells;
 *   <li>{@code description}: a {@link org.anabranch.stencil.description.Stencil} describes one
 *       single-device kernel and its ghost zone, in XML or in Java;
 *   <li>{@code plan}: a {@link org.anabranch.stencil.plan.Planner} cuts it into zones with exactly
 *       the necessary exchanges;
 *   <li>{@code run}: a {@link org.anabranch.stencil.run.StencilRun} runs the plan over streams;
 *   <li>{@code advice}: how many domains to use, and with which weights;
 *   <li>{@code check}: tests of a kernel against its description, in one zone and in several;
 *   <li>{@code emit}: a plan as a C program;
 *   <li>{@code shell}: the commands.
 * </ul>
 */
package org.anabranch.stencil;
