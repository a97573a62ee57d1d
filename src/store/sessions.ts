/**
 * The log-ins of browsers. They lie in the store, so that a restart keeps them and each of several servers knows them. Whoever reads the store
 * cannot use them: of what a browser sends, only a hash is kept. How long they last is decided by the server. Types only.
 */

/** A log-in as it stands. It counts only while the user has that version of the password, and is not disabled. */
export interface BrowserSession {
  userName: string;
  credentialVersion: number;
  createdAt: Date;
  /** When it was last used, as far as that was noted. */
  seenAt: Date;
}

export interface NewSession {
  /** SHA-256 of what the browser sends, in hex. */
  tokenHash: string;
  userId: string;
  credentialVersion: number;
  at: Date;
}

/** Log-ins that began, or were last seen, before these instants are over. */
export interface SessionsOver {
  createdBefore: Date;
  seenBefore: Date;
}

/** A unit that was granted to a user. */
export interface GrantedUnit {
  tenantId: string;
  id: string;
  name: string;
}

/** A user's log-in, for whoever administers users. */
export interface KnownSession {
  createdAt: string;
  seenAt: string;
}
