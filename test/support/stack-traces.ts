/** Some file of a worker leaves the limit of stack traces at 0 for those that come later. Which one, and why, is not known. */
Error.stackTraceLimit = 100;
