package org.anabranch.console.web;

/** What the page may change. Nothing waits for what it begins. */
public interface Controls {

    /** {@return false if there is no such run} */
    boolean cancelJob(long id);

    /** {@return false if there is no such plug-in} */
    boolean startPlugin(long id);

    /** {@return false if there is no such plug-in} */
    boolean stopPlugin(long id);
}
