/** Where the console is: its pages, and what they ask beside the API. Without the console there is none of these routes. */
import { SalesError } from '../../contract/problem.js';
import type { Gate } from '../http/operation.js';
import type { Route, RouteAnswer, RouteRequest } from '../http/route.js';
import { administrationRoutes } from './administration/administration-routes.js';
import { type Asset, type Assets, formFor } from './assets.js';
import { fileRoutes } from './files/file-routes.js';
import { pageHeaders } from './page-headers.js';
import type { ConsoleParts } from './parts.js';
import { sessionRoutes } from './session-routes.js';

export const consolePath = '/console/';
const apiPath = `${consolePath}v1/`;

/** By path and method. */
export function consoleRoutes(parts: ConsoleParts, gate: Gate): Map<string, Record<string, Route>> {
  const pages: Route = async (request) => pageAnswer(request, parts.assets);
  return new Map(
    Object.entries({
      ...sessionRoutes(parts, gate),
      ...fileRoutes(parts, gate),
      ...administrationRoutes(parts, gate),
      [`${consolePath}**`]: { GET: pages },
    }),
  );
}

/** A file by its name; for any other address the one page, which shows what the address says. */
function pageAnswer({ node, pathname }: RouteRequest, { page, named }: Assets): RouteAnswer {
  // Beside its folder, what it asks for would be asked elsewhere.
  if (`${pathname}/` === consolePath) return { status: 302, body: null, headers: { location: consolePath } };
  if (pathname.startsWith(apiPath) || !pathname.startsWith(consolePath)) throw nothingHere();
  const name = pathname.slice(consolePath.length);
  const file = named.get(name);
  const isFile = /\.\w+$/.test(name) || name.startsWith('assets/');
  if (!file && isFile) throw nothingHere();
  return assetAnswer(file ?? page, node.headers['accept-encoding'], node.headers['if-none-match']);
}

function nothingHere(): SalesError {
  return new SalesError('notFound', 'There is nothing at this address.');
}

function assetAnswer(asset: Asset, acceptEncoding: string | string[] | undefined, known: string | undefined): RouteAnswer {
  const { encoding, etag, bytes } = formFor(asset, String(acceptEncoding ?? ''));
  const headers = {
    'content-type': asset.mediaType,
    etag,
    vary: 'accept-encoding',
    ...(encoding && { 'content-encoding': encoding }),
  };
  const cacheControl = asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  const instead = { ...pageHeaders, 'cache-control': cacheControl };
  const isKnown = known?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag);
  return isKnown ? { status: 304, body: null, headers, instead } : { bytes, headers, instead };
}
