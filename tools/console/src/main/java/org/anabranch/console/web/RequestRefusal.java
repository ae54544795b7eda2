package org.anabranch.console.web;

/**
 * A refused request.
 *
 * @param status of HTTP
 * @param reason one line, without any text of the request
 */
record RequestRefusal(int status, String reason) {}
