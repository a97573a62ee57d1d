/** What may go wrong for a client: its files, its profile, the folder of its jobs, and the way to its server. */
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { capabilitiesOf } from '../../../client/http/capabilities.js';
import type { Layer } from '../../../client/http/probe.js';
import { endsSoon } from '../../../contract/findings.js';
import { SalesError } from '../../../contract/problem.js';
import { exitOfFailure, exits } from '../../../jobs/exit-codes.js';
import type { Run } from '../../flags/run.js';
import { connectToTest } from '../../settings/connect.js';
import { isMuchDifference, type WayToServer, wayToServer } from '../../settings/way-to-server.js';
import { hintOf } from '../../terminal/hint-text.js';
import { modeFinding, spaceFindings } from './disk-findings.js';
import { type Finding, failed, good, warning } from './findings.js';

export async function clientFindings(command: Command, run: Run): Promise<Finding[]> {
  const { host } = run;
  const configDir = await host.configDir();
  const files = [configDir, join(configDir, 'config.json'), join(configDir, 'credentials.json')];
  const found = [good('program', `sales ${await host.version()}, Node ${process.versions.node}`), await modeFinding('settings', files)];
  found.push(...(await stateFindings(await host.jobsDir())));
  try {
    const connection = await connectToTest(command, run);
    try {
      found.push(...(await serverFindings(connection, run)));
    } finally {
      await connection.api.close();
    }
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    found.push(failed('profile', error.message, hintOf(error, run.output.begin), exitOfFailure(error.code)));
  }
  return found;
}

/** Uploads write their journal there before they send anything. */
async function stateFindings(jobsDir: string): Promise<Finding[]> {
  const probeFile = join(jobsDir, `.doctor-${process.pid}`);
  try {
    await mkdir(jobsDir, { recursive: true, mode: 0o700 });
    const file = await open(probeFile, 'wx', 0o600);
    try {
      await file.writeFile('x');
      await file.sync();
    } finally {
      await file.close();
      await rm(probeFile, { force: true });
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason';
    return [failed('state folder', `${jobsDir} cannot be written: ${code}`, 'Uploads need it: nothing is sent without it', exits.disk)];
  }
  return [good('state folder', `${dirname(jobsDir)} can be written`), ...(await spaceFindings(jobsDir, false))];
}

async function serverFindings({ api, target }: Awaited<ReturnType<typeof connectToTest>>, run: Run): Promise<Finding[]> {
  const { url, user, pin, ca, settings } = target;
  const way = await wayToServer(api, target, run.host);
  const found = [
    good('profile', `"${settings.profile.value}": ${user ?? 'no user yet,'} at ${url.href}`),
    ...layerFindings(way, url, pin, ca),
  ];
  if (way.access) {
    found.push(clockFinding(way.clockDifferenceS), good('log-in', `${user} has access`));
    const isIdempotent = capabilitiesOf(way.access.capabilities).idempotencyMs !== null;
    found.push(good('uploads', isIdempotent ? 'a batch can be sent again' : 'the server does not say that a batch can be sent again'));
  }
  if (way.asksForLogin) found.push(warning('log-in', 'not tried: there is no user yet', run.output.commandLine('login', '--user', 'NAME')));
  if (!way.probe.failed) return found;
  const { layer, error } = way.probe.failed;
  return [...found, failed(layer, error.message, hintOf(error, run.output.begin), exitOfFailure(error.code))];
}

/** Findings about the layers before the one that failed. */
function layerFindings(
  { probe: { address, tls, failed: failure } }: WayToServer,
  url: URL,
  pin: string | undefined,
  ca: string | undefined,
): Finding[] {
  const found: Finding[] = [];
  const isBefore = (layer: Layer) => failure?.layer !== layer;
  if (address !== null) found.push(good('DNS', `${url.hostname} is ${address}`));
  if (address !== null && isBefore('TCP')) found.push(good('TCP', `port ${url.port || 443} answers`));
  if (tls && isBefore('TLS')) {
    const why = pin ? 'trusted by its key' : `trusted by ${ca ? 'the authority of --ca-file or a' : 'a'} known one`;
    const text = `${tls.version}, ${why}, its certificate expires in ${tls.certificateDaysLeft ?? '?'} days`;
    found.push(endsSoon(tls.certificateDaysLeft) ? warning('TLS', text, 'Ask whoever runs the server to renew it') : good('TLS', text));
  }
  return found;
}

function clockFinding(differenceS: number | null): Finding {
  if (differenceS === null) return good('clock', 'the server does not report its time');
  const text = `the server's differs by ${differenceS} s`;
  return isMuchDifference(differenceS)
    ? warning('clock', text, 'Set the clock of this machine, or tell whoever runs the server')
    : good('clock', text);
}
