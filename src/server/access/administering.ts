/** What the server administers in the name of a user, with the failures that HTTP has. */
import { SalesError } from '../../contract/problem.js';
import type { User } from '../../store/access.js';
import type { AdministrationCalls, Data } from '../../threads/data.js';

/** Turns failures for somebody at the machine into those of HTTP. Their remedies are commands, which mean nothing in a browser. */
export async function administering<Result>(
  data: Data,
  { name }: User,
  { address, requestId }: { address: string; requestId: string },
  work: (calls: AdministrationCalls) => Promise<Result>,
): Promise<Result> {
  const calls = data.administration?.(name, { origin: address, requestId });
  if (!calls) throw new SalesError('internal');
  try {
    return await work(calls);
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    const { code, message, errors, cause } = error;
    if (code === 'usage') throw new SalesError('conflict', message, { errors, cause });
    if (code === 'locked' || code === 'disk') throw new SalesError('unavailable', undefined, { retryAfterS: 5, cause });
    throw error;
  }
}
