/**
 * What a browser sees at the server's own address: what this is, and where to read on. Plain HTML without styles, scripts or anything from
 * elsewhere, which is all that the headers of every answer allow. Whatever is no browser gets a 404 there.
 */
import type { IncomingMessage } from 'node:http';

export const htmlMediaType = 'text/html; charset=utf-8';

/** Browsers say that they would like HTML; curl and other programs do not. */
export function isBrowserAtFront({ method, headers }: IncomingMessage, path: string): boolean {
  return path === '/' && (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(headers.accept ?? '');
}

export const frontPage = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sales API</title><meta name="viewport" content="width=device-width"></head>
<body>
<h1>Sales API</h1>
<p>This server takes sales from tills and web shops. It is for programs: there is nothing to log in to here.</p>
<ul>
<li>To send a file or look at what was sent, use the command line, <code>sales</code>: log in to this address with it, then upload the file.</li>
<li>Whoever writes a program finds the description of the API at <a href="/openapi.json">/openapi.json</a>.</li>
<li>Whether the server is up is told by <a href="/healthz">/healthz</a> and <a href="/readyz">/readyz</a>.</li>
</ul>
</body>
</html>
`;
