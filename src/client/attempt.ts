/**
 * One try of one part, with its lines in the journal: intent before the bytes, `last` before the last of them, the outcome after.
 * It decides nothing about trying again.
 */
import { SalesError } from '../contract/problem.js';
import { keyOf, sha256Of } from './job-identity.js';
import type { JournalEntry } from './journal-entry.js';
import type { Part, Sending } from './sending.js';

/** The answer's upload id, or the failure. Throws only what is no answer of a server: a failing journal, a defect. */
export async function tryOnce({ id, rows }: Part, body: Uint8Array, sending: Sending): Promise<string | SalesError> {
  const { api, journal, identity, group, clock, abort } = sending;
  const known = journal.state.parts.get(id);
  const sha = known?.plan.sha ?? sha256Of(body);
  const key = known?.plan.key ?? keyOf(identity, id, sha);
  const number = (known?.tries ?? 0) + 1;
  const range = { first: rows[0]?.record ?? 0, last: rows.at(-1)?.record ?? 0, rows: rows.length };
  const planned: JournalEntry[] = known ? [] : [{ t: 'planned', b: id, ...range, sha, key }];
  await journal.append([...planned, { t: 'sending', b: id, try: number, ms: clock.nowMs() }]);
  let lastIsWritten = false;
  try {
    const { uploadId } = await api.upload(body, {
      importConfigurationId: identity.importConfigurationId ?? undefined,
      signal: abort,
      key,
      group,
      beforeLastByte: () => {
        lastIsWritten = true;
        return journal.append([{ t: 'last', b: id, try: number }]);
      },
    });
    await journal.append([{ t: 'acked', b: id, uploadId }]);
    return uploadId;
  } catch (error) {
    if (!(error instanceof SalesError) || error === journal.failure) throw error;
    if (isDoubt(error)) await journal.append([{ t: 'doubt', b: id, try: number, why: error.message }]);
    else if (lastIsWritten && !isVerdict(error)) await journal.append([{ t: 'unsent', b: id, try: number, why: error.message }]);
    return error;
  }
}

/** Whether the server may have the part all the same. */
export function isDoubt(failure: SalesError): boolean {
  return failure.code === 'inDoubt' || failure.code === 'inFlight';
}

/** An answer about the content of the part: it gets a line of its own. */
function isVerdict(failure: SalesError): boolean {
  return failure.code === 'validation' || failure.code === 'payloadTooLarge';
}
