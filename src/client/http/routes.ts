/**
 * Where the operations are: the templates of the contract, or those of a profile for a service that places them elsewhere.
 * It makes URLs and knows nothing of who calls them.
 */
import { type OperationId, operationOf } from '../../contract/operations.js';
import { own } from '../../contract/own-names.js';
import { basePath, type QueryValues } from '../../contract/paths.js';
import { SalesError } from '../../contract/problem.js';

/** The operations that a profile may move, by the names that it has for them; the access test stands in the interface document. */
const movable = {
  upload: 'uploadTransactions',
  uploadState: 'getUploadState',
  list: 'listTransactions',
  get: 'getTransaction',
} as const satisfies Record<string, OperationId>;

/** Path templates below the base URL; `{uploadId}` and `{id}` are filled in; a template may hold a query part. */
export type Routes = Partial<Record<keyof typeof movable, string>>;
export const movableRoutes = Object.keys(movable) as (keyof Routes)[];

/** Where an operation is: as the contract says, unless it is moved. */
export function templateOf(operation: OperationId, moved: Routes): string {
  const name = movableRoutes.find((route) => movable[route] === operation);
  return (name && moved[name]) ?? operationOf(operation).path;
}

/**
 * `text` as the base URL of an API. One that already ends in the area and version is taken, too.
 * Fails with `usage` for anything but https, and for a URL with credentials, a query or a fragment in it.
 */
export function baseUrlOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  // A host that somebody typed as they would into a browser.
  if (/^(?:localhost|[^/:]*[.:][^/]*)(?:\/|$)/.test(text) && !text.includes('://') && URL.canParse(`https://${text}`)) {
    throw new SalesError('usage', `The base URL has no protocol: ${text}`, { hint: `Use https://${text}` });
  }
  if (!url) throw new SalesError('usage', 'The base URL is not a URL.', { hint: 'It looks like https://sales.example.com' });
  if (url.protocol !== 'https:') {
    throw new SalesError('usage', `The base URL must be https:, not ${url.protocol}`, { hint: `Use https://${url.host}` });
  }
  if (url.username !== '' || url.password !== '') {
    throw new SalesError('usage', 'The base URL must not contain a user name or a password.', {
      hint: ['Use ', ['--user'], ' and ', ['sales', 'login']],
    });
  }
  if (url.search !== '' || url.hash !== '') throw new SalesError('usage', 'The base URL must not contain a query or a fragment.');
  url.pathname = url.pathname.replace(/\/+$/, '').replace(new RegExp(`${basePath}$`), '');
  return url;
}

/** The URL of one call: the template below the base, its placeholders filled in, and every query value that is given. */
export function urlOf(baseUrl: URL, template: string, placeholders: Record<string, string>, query: QueryValues): URL {
  const filled = template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = own(placeholders, name);
    return value === undefined ? whole : encodeURIComponent(value);
  });
  const root = baseUrl.pathname.replace(/\/+$/, '');
  const url = new URL(`${baseUrl.origin}${root}${filled.startsWith('/') ? '' : '/'}${filled}`);
  if (url.origin !== baseUrl.origin) throw new SalesError('usage', 'A route template must stay on the host of the base URL.');
  for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, String(value));
  return url;
}
