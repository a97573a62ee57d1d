/**
 * Who sent a request: the other end of the connection; or, where that is a load balancer that is trusted, the address that it has noted. Failed
 * log-ins are counted by it, and the log and the audit trail tell it.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

type NotedRequest = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } };

/**
 * `trusted` are addresses, and networks such as `10.0.0.0/8`. Of X-Forwarded-For only the last address is taken, which is the trusted one's own
 * note: what stands before it came with the request, and could be anything. Where that is no address, it is the connection's.
 */
export function clientAddresses(trusted: readonly string[]): (request: NotedRequest) => string {
  const proxies = new BlockList();
  for (const one of trusted) {
    const [address = '', prefix] = one.split('/');
    if (prefix === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(prefix), familyOf(address));
  }
  return ({ headers, socket }) => {
    const own = socket.remoteAddress ?? '';
    const noted = trusted.length > 0 ? headers['x-forwarded-for'] : undefined;
    if (noted === undefined || isIP(own) === 0 || !proxies.check(own.replace(/%.*$/, ''), familyOf(own))) return own;
    const last = [noted].flat().join(',').split(',').at(-1)?.trim() ?? '';
    return isIP(last) === 0 ? own : last;
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
