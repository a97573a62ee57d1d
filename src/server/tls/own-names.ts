/** Which Host headers name this server: localhost, any IP address, and the names that its certificate is for. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Certificate } from './certificate.js';

/** Returns a test for Host headers, with or without a port. */
export function ownNames({ cert }: Certificate): (host: string) => boolean {
  const leaf = new X509Certificate(cert);
  return (host) => {
    const name = /^(?:\[([0-9a-fA-F:.]+)\]|([^:\s/@]+))(?::\d{1,5})?$/.exec(host);
    const bare = name?.[1] ?? name?.[2];
    if (!bare) return false;
    return isIP(bare) !== 0 || bare.toLowerCase() === 'localhost' || leaf.checkHost(bare) !== undefined;
  };
}
