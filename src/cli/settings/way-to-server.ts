/** Tests the connection to the server of the settings, layer by layer, up to the one that fails: for `ping` and `doctor`. */
import type { AccessAnswer, SalesApi } from '../../client/http/api.js';
import { type Probe, probe } from '../../client/http/probe.js';
import { SalesError } from '../../contract/problem.js';
import type { Host } from '../terminal/host.js';
import type { ServerTarget } from './connect.js';

/** Seconds from which on a difference of clocks is worth a warning. */
const CLOCK_DIFFERENCE_S_MUCH = 60;

export interface WayToServer {
  probe: Probe;
  /** It asks for a log-in, which nobody gave: as far as one gets without a user. */
  asksForLogin: boolean;
  access: AccessAnswer | null;
  /** Seconds by which the server's clock is ahead of ours; null where it does not tell its time. */
  clockDifferenceS: number | null;
}

/** Tests DNS, TCP and TLS, and then the log-in; a failing layer is part of the result. Fails only with defects. */
export async function wayToServer(api: SalesApi, { url, user, ca, pin, settings }: ServerTarget, host: Host): Promise<WayToServer> {
  const found = await probe(url, { ca, pin }, settings.timeoutMs.value, host.clock.nowMs());
  const nothing = { probe: found, asksForLogin: false, access: null, clockDifferenceS: null };
  if (found.failed) return nothing;
  try {
    const access = await api.testLogIn();
    const clockDifferenceS = access.dateMs === null ? null : Math.round((access.dateMs - host.clock.nowMs()) / 1_000);
    return { ...nothing, access, clockDifferenceS };
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    if (user === null && error.code === 'unauthorized') return { ...nothing, asksForLogin: true };
    found.failed = { layer: error.code === 'unauthorized' ? 'log-in' : 'HTTP', error };
    return nothing;
  }
}

export function isMuchDifference(clockDifferenceS: number | null): boolean {
  return clockDifferenceS !== null && Math.abs(clockDifferenceS) > CLOCK_DIFFERENCE_S_MUCH;
}
