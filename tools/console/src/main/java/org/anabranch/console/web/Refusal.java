package org.anabranch.console.web;

/**
 * Why a request is not answered.
 *
 * @param status of HTTP
 * @param reason one line, which names nothing that the request said
 */
record Refusal(int status, String reason) {}
