/** What several servers on one database have in common: its clock, and what they count together, so that a limit holds for all. Types only. */

/** The times of failed log-ins of one account or address, in ms since 1970 by the database's clock, oldest first. */
export type FailureTimes = readonly number[];

export interface SharedCounts {
  /** In ms since 1970, by the database's clock. */
  nowMs(): Promise<number>;
  /** The times by these keys, and what is now. */
  failures(keys: readonly string[]): Promise<{ times: readonly FailureTimes[]; nowMs: number }>;
  /**
   * Replaces the times by these keys, while no other server can change them. `change` is given what they are and what is now, and returns what
   * they become; it may be called again where the transaction is, and what it throws leaves all as it was.
   */
  changeFailures(
    keys: readonly string[],
    change: (times: readonly FailureTimes[], nowMs: number) => readonly FailureTimes[],
  ): Promise<void>;
  /**
   * Takes up to `wanted` of the requests that a user has left, of `requests` in a window of `windowS` seconds. A window begins with the first
   * request, and a new one with the first after its end.
   */
  takeRequests(userId: string, wanted: number, rate: { requests: number; windowS: number }): Promise<TakenRequests>;
}

export interface TakenRequests {
  /** 0 where none are left. */
  taken: number;
  /** How many of the window no server has taken yet. */
  left: number;
  /** Until the window ends. */
  leftMs: number;
}
