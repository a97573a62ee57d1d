/** Whose address a request counts as: only a trusted load balancer can say that it is another one than the connection's. */
import { describe, expect, it } from 'vitest';
import { clientAddresses } from '../../../src/server/access/client-address.js';

const asked = (remoteAddress: string | undefined, forwardedFor?: string | string[]) => ({
  headers: { ...(forwardedFor !== undefined && { 'x-forwarded-for': forwardedFor as string }) },
  socket: { remoteAddress },
});
const trusted = ['10.0.0.5', '192.168.0.0/16', '2001:db8:1::/48'];

describe('the address of a client', () => {
  it.each([
    ['a trusted address', '10.0.0.5', '203.0.113.9', '203.0.113.9'],
    ['one of a trusted network', '192.168.7.1', '203.0.113.9', '203.0.113.9'],
    ['the same, on a socket for both families', '::ffff:192.168.7.1', '203.0.113.9', '203.0.113.9'],
    ['one of a trusted network of IPv6', '2001:db8:1:2::3', '2001:db8:9::1', '2001:db8:9::1'],
    ['one with a zone', '2001:db8:1::3%eth0', '203.0.113.9', '203.0.113.9'],
    ['a chain, whose beginning the client wrote itself', '10.0.0.5', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['blanks around it', '10.0.0.5', ' 198.51.100.1 ,  203.0.113.9 ', '203.0.113.9'],
    ['the header given twice', '10.0.0.5', ['198.51.100.1', '203.0.113.9'], '203.0.113.9'],
  ])('is the last that it noted: %s', (_, remote, header, address) => {
    expect(clientAddresses(trusted)(asked(remote, header))).toBe(address);
  });

  it.each([
    ['nobody of the trusted', '10.0.0.6', '203.0.113.9'],
    ['one just outside a network', '192.169.0.1', '203.0.113.9'],
    ['another network of IPv6', '2001:db8:2::1', '203.0.113.9'],
    ['no header', '10.0.0.5', undefined],
    ['an empty one', '10.0.0.5', ''],
    ['a name', '10.0.0.5', '203.0.113.9, unknown'],
    ['an address with a port', '10.0.0.5', '203.0.113.9:4711'],
    ['one in brackets', '10.0.0.5', '[2001:db8::1]'],
    ['a comma at the end', '10.0.0.5', '203.0.113.9,'],
    ['more than an address', '10.0.0.5', '203.0.113.9 "x'],
  ])("is the connection's: %s", (_, remote, header) => {
    expect(clientAddresses(trusted)(asked(remote, header))).toBe(remote);
  });

  it('is empty for a connection that has ended, and nobody is trusted unless told', () => {
    expect(clientAddresses(trusted)(asked(undefined, '203.0.113.9'))).toBe('');
    expect(clientAddresses([])(asked('10.0.0.5', '203.0.113.9'))).toBe('10.0.0.5');
  });
});
