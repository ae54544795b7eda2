/** The tiled matrix product over streams, after figure 4 of the hStreams paper. */
package org.anabranch.examples.product;
