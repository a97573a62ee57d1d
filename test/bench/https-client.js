/** Timed requests over kept-alive HTTPS connections, each answer read in full. */
import { Agent } from 'undici';

/** Servers close connections after five seconds without a request; a new one would be measured as part of the answer. */
const STALE_MS = 2_000;
const PING = '/sales/v1/';

/** `timed(path)` gets, `timed(path, body)` posts: `{ms, status, text}`, and an error for any status but 200. */
export function openClient({ url, ca }, connections = 1) {
  const agent = new Agent({ connect: { ca }, connections, pipelining: 1 });
  const authorization = `Basic ${Buffer.from('api:bench').toString('base64')}`;
  let usedMs = Number.NEGATIVE_INFINITY;

  const once = async (path, body) => {
    const headers = { authorization, ...(body !== undefined && { 'content-type': 'application/json' }) };
    const startedMs = performance.now();
    const response = await agent.request({ origin: url, path, method: body === undefined ? 'GET' : 'POST', headers, body: body ?? null });
    const text = await response.body.text();
    usedMs = performance.now();
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text.slice(0, 500)}`);
    return { ms: usedMs - startedMs, status: response.statusCode, text };
  };
  return {
    timed: async (path, body) => {
      if (performance.now() - usedMs > STALE_MS) await once(PING);
      return once(path, body);
    },
    close: () => agent.destroy(),
  };
}
