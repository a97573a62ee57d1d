/** Single connections to a database, for whoever administers it, and what is wrong with one that does not come about. */
import pg from 'pg';
import { SalesError } from '../../../contract/problem.js';
import type { Hint } from '../../../contract/remedy.js';
import { type DatabaseAddress, shownAddress } from './address.js';
import { clientConfig } from './connections.js';
import { codeOf, endsSession } from './failure.js';

/** Runs `work` on a connection of its own to the host at `index`. What it fails with comes out translated. */
export async function onHost<Result>(
  address: DatabaseAddress,
  index: number,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(clientConfig(address, index));
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } catch (error) {
    throw connectFailure(error, address);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same on the host that accepts writes. Fails with `network` where there is none; else as the host did that told most. */
export async function onPrimary<Result>(address: DatabaseAddress, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  let failure = new SalesError('network', `No host of ${shownAddress(address)} accepts writes.`);
  for (const index of address.hosts.keys()) {
    try {
      const found = await onHost(address, index, async (client) => {
        const { rows } = await client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
        return rows[0]?.standby ? null : { result: await work(client) };
      });
      if (found) return found.result;
    } catch (error) {
      if (!(error instanceof SalesError)) throw error;
      if (failure.code === 'network') failure = error;
    }
  }
  throw failure;
}

/** Failure to connect, in words for the server's administrator. Other failures are returned unchanged. */
export function connectFailure(error: unknown, address: DatabaseAddress): unknown {
  if (!(error instanceof Error) || error instanceof SalesError) return error;
  const shown = shownAddress(address);
  const code = codeOf(error);
  const failure = (is: 'usage' | 'tlsTrust' | 'network', message: string, hint: Hint) =>
    new SalesError(is, message, { hint, cause: error });
  const refused = loginRefused(error, address);
  if (refused) return failure('usage', ...refused);
  if (code === '3D000') return failure('usage', `There is no such database: ${shown}.`, 'Correct its name, or create it.');
  if (/^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT)/.test(code)) {
    return failure('tlsTrust', `The certificate of the database ${shown} is not trusted (${code}).`, [
      'Give the authority that it comes from with ',
      ['--database-ca', 'FILE'],
      ', and the host by a name that the certificate has.',
    ]);
  }
  if (/does not support SSL/i.test(error.message)) {
    return failure('tlsTrust', `The database ${shown} does not offer TLS.`, 'Set ssl = on and a certificate in its postgresql.conf.');
  }
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P|53)/.test(code) && !endsSession(error)) return error;
  return failure('network', `The database ${shown} cannot be reached (${code || error.message}).`, 'Start it, or correct the address.');
}

/** The message and its remedy for a log-in that the database refuses; null for any other failure. */
function loginRefused(error: Error, address: DatabaseAddress): [message: string, hint: Hint] | null {
  const shown = shownAddress(address);
  const { user, database, tls } = address;
  const code = codeOf(error);
  // The driver fails by itself, without a code, where the database asks for a password and the address has none.
  if (code === '28P01' || /^SASL:.*client password/.test(error.message)) {
    return [
      `The database ${shown} refuses the password of ${user}, or there is no such role.`,
      `Correct the password in the address. A superuser gives a new one: ALTER ROLE ${user} PASSWORD '…'.`,
    ];
  }
  if (!code.startsWith('28')) return null;
  // The name of the file is the same in every language of the server's messages.
  if (!error.message.includes('pg_hba.conf'))
    return [`The database ${shown} refuses ${user}: ${error.message}.`, 'Name another role in the address.'];
  if (tls === null) {
    return [
      `No line of pg_hba.conf lets ${user} into the database ${shown} without TLS.`,
      [
        'Give the authority of its certificate with ',
        ['--database-ca', 'FILE'],
        ', and leave sslmode=disable out of the address. Or add a line without TLS, and reload.',
      ],
    ];
  }
  // As the database sees it, in its English messages.
  const from = /host "([^"]+)"/.exec(error.message)?.[1];
  return [
    `No line of pg_hba.conf lets ${user} into the database ${shown} from ${from ?? 'this machine'}.`,
    `Add one, and reload: hostssl ${database} ${user} ${from ?? 'ADDRESS'} scram-sha-256.`,
  ];
}
