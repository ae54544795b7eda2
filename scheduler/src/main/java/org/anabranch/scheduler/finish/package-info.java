/** Finish scopes: tasks, loops on the host, and loops shared by several domains. */
package org.anabranch.scheduler.finish;
