/**
 * Where one is: path and parameters of the address, and how to go elsewhere. Links are plain `<a href>`; a click on one of ours is taken here,
 * so that nothing is loaded anew, and everything else about links (a new tab, copying one) stays the browser's.
 */
import { signal } from '@preact/signals';

export const root = '/console/';

interface PageAddress {
  /** Below the root, without a slash at either end: `transactions`, `uploads/ID`; empty for the first page. */
  path: string;
  query: URLSearchParams;
}

export const place = signal<PageAddress>(placeNow());

function placeNow(): PageAddress {
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : '';
  return { path: path.replace(/\/$/, ''), query: new URLSearchParams(location.search) };
}

export type Parameters = Record<string, string | number | null | undefined>;

/** The address of a page with those parameters that have a value. */
export function hrefOf(path: string, parameters: Parameters = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  return `${root}${path}${query.size > 0 ? `?${query}` : ''}`;
}

/** The address of the page one is on, with these parameters changed and all others kept. */
export function hrefWith(changes: Parameters): string {
  return hrefOf(place.value.path, { ...Object.fromEntries(place.value.query), ...changes });
}

/** The same up to the value of one parameter, which comes last. */
export function hrefBefore(name: string): string {
  const href = hrefWith({ [name]: null });
  return `${href}${href.includes('?') ? '&' : '?'}${name}=`;
}

/** Goes to an address of ours; `replace` where going back should not come by here. */
export function go(href: string, replace = false): void {
  if (href === location.pathname + location.search) return;
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  const before = place.value;
  place.value = placeNow();
  if (before.path !== place.value.path) scrollTo(0, 0);
}

/** Takes the clicks on links of ours, and the browser's way back. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    place.value = placeNow();
  });
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(root) || link.pathname.startsWith(`${root}v1/`)) return;
    // Within the page: the browser's own matter.
    if (link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  });
}
