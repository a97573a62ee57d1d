/** Says what is wrong with a connection to the database, for whoever administers it. */
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import { type DatabaseAddress, shownAddress } from './address.js';
import { codeOf, endsSession } from './failure.js';

/** What is wrong with a connection that did not come about, for whoever administers the server. Other failures are returned as they are. */
export function connectFailure(error: unknown, address: DatabaseAddress): unknown {
  if (!(error instanceof Error) || error instanceof SalesError) return error;
  const shown = shownAddress(address);
  const code = codeOf(error);
  const failure = (is: 'usage' | 'tlsTrust' | 'network', message: string, hint: Hint) =>
    new SalesError(is, message, { hint, cause: error });
  if (/^28/.test(code)) {
    return failure('usage', `The database ${shown} refuses the user or the password.`, 'Correct the address, or the rules in pg_hba.conf.');
  }
  if (code === '3D000') return failure('usage', `There is no such database: ${shown}.`, 'Correct its name, or create it.');
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/.test(code)) {
    return failure(
      'tlsTrust',
      `The certificate of the database ${shown} is not trusted (${code}).`,
      'Give the authority that it comes from with --database-ca, and the host by a name that the certificate has.',
    );
  }
  if (/does not support SSL/i.test(error.message)) {
    return failure('tlsTrust', `The database ${shown} does not offer TLS.`, 'Set ssl = on and a certificate in its postgresql.conf.');
  }
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|53)/.test(code) && !endsSession(error)) return error;
  return failure('network', `The database ${shown} cannot be reached (${code || error.message}).`, 'Start it, or correct the address.');
}
