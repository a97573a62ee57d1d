/**
 * Node sets the limit of stack traces to 0 while it makes an error of its own. A stack that overflows just then leaves it there, for all files of
 * a worker that come later.
 */
Error.stackTraceLimit = 100;
