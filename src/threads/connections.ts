/** How many connections one server opens to a database that it shares, by who holds them. */

/** The main thread. */
export const mainConnections = { readers: 8, writers: 1 };
/** Each thread that receives uploads: what it reads before a commit, and commits of two tenants. */
export const receiverConnections = { readers: 2, writers: 2 };
export const RECEIVERS_MAX = 4;
/** Administration, the look for tenants to match, the thread that matches and a dry run have a reader and a writer each. */
const BESIDE = 4 * 2;

/** What max_connections of the database must leave for each server. */
export const connectionsMax =
  mainConnections.readers + mainConnections.writers + RECEIVERS_MAX * (receiverConnections.readers + receiverConnections.writers) + BESIDE;
