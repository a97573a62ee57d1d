/**
 * Whether a request was made by a page of this very server. A browser sends its cookie along by itself, whoever made it send the request; these
 * headers no page of another site can set. There is no CORS, so no other site can ask for leave to.
 */
import type { IncomingMessage } from 'node:http';
import { own } from '../../contract/own-names.js';

/** What our pages send with every change. A header of its own makes a browser ask first, and nobody here says yes. */
export const pageHeader = 'x-sales-console';

/** Whatever changes something must also say its Origin, which is ours. */
export function isFromOwnPage({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (headers['sec-fetch-site'] !== 'same-origin') return false;
  if (method === 'GET' || method === 'HEAD') return true;
  return own(headers, pageHeader) === '1' && headers.host !== undefined && headers.origin === `https://${headers.host}`;
}
