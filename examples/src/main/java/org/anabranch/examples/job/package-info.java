/** What the jobs share: arguments, the given domains, progress, the OpenCL code. */
package org.anabranch.examples.job;
