/** The common parts of the jobs: arguments, domains, progress, the OpenCL code. */
package org.anabranch.examples.job;
