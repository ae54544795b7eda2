/**
 * A card while its process lives, and the devices on it: operations, transfers through the window,
 * tasks that come and go, answers, signs of life and the loss.
 */
package org.anabranch.mic.card;
