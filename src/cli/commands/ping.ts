/** `sales ping`: tests the connection to the server, layer by layer, up to the one that fails. */
import { Command } from 'commander';
import { capabilitiesOf } from '../../client/http/capabilities.js';
import type { Layer, TlsFacts } from '../../client/http/probe.js';
import { endsSoon } from '../../contract/findings.js';
import { SalesError } from '../../contract/problem.js';
import type { Run } from '../flags/run.js';
import { connectToTest, type ServerTarget } from '../settings/connect.js';
import { isMuchDifference, type WayToServer, wayToServer } from '../settings/way-to-server.js';

export function commandOf(run: Run): Command {
  return new Command('ping')
    .description('Test the connection to the server and the log-in, and name the layer that fails. Without a user: all but the log-in.')
    .action(async (_flags: object, command: Command) => {
      const { api, target } = await connectToTest(command, run);
      try {
        const result = await wayToServer(api, target, run.host);
        if (run.output.flags.json) documentOf(result, target, run);
        else show(result, target, run);
        if (result.probe.failed) throw named(result.probe.failed.layer, result.probe.failed.error);
      } finally {
        await api.close();
      }
    });
}

function named(layer: Layer, error: SalesError): SalesError {
  const { hint, retryAfterS, errors, cause } = error;
  return new SalesError(error.code, `${layer} failed: ${error.message}`, { cause, hint, retryAfterS, errors });
}

function documentOf({ probe: found, access, clockDifferenceS }: WayToServer, { url, user }: ServerTarget, { output }: Run): void {
  output.document({
    schema: 'sales.ping/1',
    url: url.href,
    user,
    address: found.address,
    tls: found.tls && tlsDocument(found.tls),
    failedLayer: found.failed?.layer ?? null,
    clockDifferenceS,
    capabilities: access?.capabilities ?? null,
  });
}

function tlsDocument({ version, certificateDaysLeft, certificate }: TlsFacts) {
  const { names, issuer, keySha256, certificateSha256 } = certificate;
  return { version, certificateDaysLeft, names, issuer, keySha256, certificateSha256 };
}

function show({ probe: found, access, asksForLogin, clockDifferenceS }: WayToServer, { url, user }: ServerTarget, { output }: Run): void {
  const line = (name: string, text: string, warns = false) => output.text(`${name.padEnd(9)}${text}`, warns ? 'yellow' : undefined);
  const failed = found.failed?.layer;
  if (found.address) line('DNS', `${url.hostname} is ${found.address}`);
  if (found.address && failed !== 'TCP') line('TCP', `port ${url.port || 443} answers`);
  if (found.tls && failed !== 'TLS') {
    const days = found.tls.certificateDaysLeft;
    const few = endsSoon(days);
    line('TLS', `${found.tls.version}, certificate valid for ${days ?? '?'} more days${few ? ': it must be renewed soon' : ''}`, few);
  }
  if (failed === 'log-in') line('HTTP', 'answers');
  if (asksForLogin) {
    line('HTTP', 'answers, and asks for a log-in');
    output.note(`Without a user this is as far as it goes. To log in:   ${output.commandLine('login', '--user', 'NAME')}`);
  }
  if (!access) return;
  line('HTTP', clockDifferenceS === null ? '200' : `200, its clock differs by ${clockDifferenceS} s`, isMuchDifference(clockDifferenceS));
  line('Log-in', `${user} has access`);
  const idempotent = capabilitiesOf(access.capabilities).idempotencyMs !== null;
  line('Uploads', idempotent ? 'idempotent: a batch can be sent again' : 'idempotent: not announced');
}
