/** `sales ping`: the way to the server, layer by layer, up to the one that fails. */
import { Command } from 'commander';
import type { Access, SalesApi } from '../../client/api.js';
import { capabilitiesOf } from '../../client/capabilities.js';
import { type Layer, type Probe, probe, type TlsFacts } from '../../client/probe.js';
import { SalesError } from '../../contract/problem.js';
import { connect, type Target } from '../connect.js';
import type { Run } from '../run.js';

const CERTIFICATE_DAYS_FEW = 21;
const CLOCK_DIFFERENCE_S_MUCH = 60;

interface Result {
  probe: Probe;
  access: Access | null;
  clockDifferenceS: number | null;
}

export function pingCommand(run: Run): Command {
  return new Command('ping')
    .description('Test the way to the server and the log-in; name the layer that fails.')
    .action(async (_flags: object, command: Command) => {
      const { api, target } = await connect(command, run);
      try {
        const result = await test(api, target, run);
        if (run.output.flags.json) documentOf(result, target, run);
        else show(result, target, run);
        if (result.probe.failed) throw named(result.probe.failed.layer, result.probe.failed.error);
      } finally {
        await api.close();
      }
    });
}

async function test(api: SalesApi, { url, ca, pin, settings }: Target, { host }: Run): Promise<Result> {
  const found = await probe(url, { ca, pin }, settings.timeoutMs.value, host.clock.nowMs());
  if (found.failed) return { probe: found, access: null, clockDifferenceS: null };
  try {
    const access = await api.testAccess();
    const clockDifferenceS = access.dateMs === null ? null : Math.round((access.dateMs - host.clock.nowMs()) / 1_000);
    return { probe: found, access, clockDifferenceS };
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    found.failed = { layer: error.code === 'unauthorized' ? 'log-in' : 'HTTP', error };
    return { probe: found, access: null, clockDifferenceS: null };
  }
}

function named(layer: Layer, error: SalesError): SalesError {
  const { hint, retryAfterS, errors, cause } = error;
  return new SalesError(error.code, `${layer} failed: ${error.message}`, {
    cause,
    ...(hint !== undefined && { hint }),
    ...(retryAfterS !== undefined && { retryAfterS }),
    ...(errors && { errors }),
  });
}

function documentOf({ probe: found, access, clockDifferenceS }: Result, { url, user }: Target, { output }: Run): void {
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

function tlsDocument({ version, certificateDaysLeft, certificate }: TlsFacts): object {
  const { names, issuer, keySha256, certificateSha256 } = certificate;
  return { version, certificateDaysLeft, names, issuer, keySha256, certificateSha256 };
}

function show({ probe: found, access, clockDifferenceS }: Result, { url, user }: Target, { output }: Run): void {
  const line = (name: string, text: string, warns = false) => output.text(`${name.padEnd(9)}${text}`, warns ? 'yellow' : undefined);
  const failed = found.failed?.layer;
  if (found.address) line('DNS', `${url.hostname} is ${found.address}`);
  if (found.address && failed !== 'TCP') line('TCP', `port ${url.port || 443} answers`);
  if (found.tls && failed !== 'TLS') {
    const days = found.tls.certificateDaysLeft;
    const few = days !== null && days < CERTIFICATE_DAYS_FEW;
    line('TLS', `${found.tls.version}, certificate valid for ${days ?? '?'} more days${few ? ': it must be renewed soon' : ''}`, few);
  }
  if (failed === 'log-in') line('HTTP', 'answers');
  if (!access) return;
  const much = clockDifferenceS !== null && Math.abs(clockDifferenceS) > CLOCK_DIFFERENCE_S_MUCH;
  line('HTTP', clockDifferenceS === null ? '200' : `200, its clock differs by ${clockDifferenceS} s`, much);
  line('Log-in', `${user} has access`);
  const idempotent = capabilitiesOf(access.capabilities).idempotencyMs !== null;
  line('Uploads', idempotent ? 'idempotent: a batch can be sent again' : 'idempotent: not announced');
}
