import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCommandLine } from '../cli/command-line.js';
import { casesOf, control, isSoak } from '../support/at-length.js';
import type { ServeProcess } from '../support/serve-process.js';
import type { Fault, FaultProxy } from './fault-proxy.js';
import { discrepancy, type Ended, heldBy, type Merchant, nothing, openMerchant, rowsOf } from './merchant.js';
import { openProxiedServer, type ProxiedServer } from './proxied-server.js';
import { password } from './storage-run.js';
import { ignoresKeys, variantOf } from './variant.js';

const ROWS = 60;
const flags = ['--batch', '20', '--json', '--timeout', '2s', '--retry-for', '60s'];

let directory: string;
let server: ServeProcess;
let proxy: FaultProxy;
let close: ProxiedServer['close'];
let merchant: Merchant;
/** The same merchant's command line, in this process: what becomes of a reply is the client's doing, whoever runs it. */
const line = openCommandLine(null);
const sales = async (...args: string[]): Promise<Ended> => {
  const env = { SALES_URL: proxy.url, SALES_USER: 'api', SALES_PASSWORD: password, SALES_CA_FILE: server.caFile };
  const { exit: code, ...said } = await line.run(args, { env, rawJobs: true });
  return { code, ...said };
};
beforeAll(async () => {
  ({ directory, server, proxy, close } = await openProxiedServer());
  merchant = openMerchant(proxy.url, server.caFile, password);
});
afterEach(() => {
  proxy.faultFor = () => null;
  proxy.upstream = server.url;
});
afterAll(async () => {
  await close();
  merchant.remove();
  line.remove();
});

/** The fault hits the second of three batches, the first time it is sent. */
function once(fault: (bytes: number) => Fault): FaultProxy['faultFor'] {
  const second = proxy.seen + 1;
  return (upload, bytes) => (upload === second ? fault(bytes) : null);
}

const status502 = 'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 13\r\nconnection: close\r\n\r\n<html></html>';

const replyFaults: [string, (bytes: number) => Fault][] = [
  ['nothing, reset', () => ({ kind: 'cutReply', afterBytes: 0, how: 'reset' })],
  ['nothing, closed in good order', () => ({ kind: 'cutReply', afterBytes: 0, how: 'end' })],
  ...[1, 8, 12, 14, 40, 200].map((afterBytes): [string, () => Fault] => [
    `${afterBytes} bytes, reset`,
    () => ({ kind: 'cutReply', afterBytes, how: 'reset' }),
  ]),
  ...[8, 300, 330, 350, 370].map((afterBytes): [string, () => Fault] => [
    `${afterBytes} bytes, closed in good order`,
    () => ({ kind: 'cutReply', afterBytes, how: 'end' }),
  ]),
  ['silence', () => ({ kind: 'silence' })],
  ['a 502', () => ({ kind: 'otherReply', reply: status502 })],
  [
    'a 504 without body',
    () => ({ kind: 'otherReply', reply: 'HTTP/1.1 504 Gateway Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n' }),
  ],
  ['garbage', () => ({ kind: 'otherReply', reply: '\u0000\u0001\u0002 this is no HTTP at all\r\n\r\n' })],
  [
    'a 200 without uploadId',
    () => ({ kind: 'otherReply', reply: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}' }),
  ],
  [
    'a 200 that ends too early',
    () => ({ kind: 'otherReply', reply: 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 51\r\n\r\n{"uploadId"' }),
  ],
  [
    'a 200 with an HTML page',
    () => ({ kind: 'otherReply', reply: 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 13\r\n\r\n<html></html>' }),
  ],
];

describe('a reply of which this comes through', () => {
  it.each(casesOf(replyFaults, 2))('%s', async (name, fault) => {
    const tag = `reply-${name.replace(/\W+/g, '_')}`;
    const { path, references } = merchant.file(tag, ROWS);
    proxy.faultFor = once(fault);
    const ended = await sales('upload', path, ...flags);
    expect({ code: ended.code, rows: rowsOf(ended) }).toEqual({
      code: 0,
      rows: { read: ROWS, accepted: ROWS, rejected: 0, inDoubt: 0, unsent: 0 },
    });
    expect(discrepancy(references, heldBy(directory, tag))).toEqual(nothing);
  });

  control('control: a server that ignores keys holds the rows of the lost reply twice', async () => {
    const variant = variantOf(ignoresKeys);
    const blind = await openProxiedServer(variant.bin);
    const other = openMerchant(blind.proxy.url, blind.server.caFile, password);
    const { path, references } = other.file('doubled', ROWS);
    blind.proxy.faultFor = (upload) => (upload === 1 ? { kind: 'cutReply', afterBytes: 0, how: 'reset' } : null);
    await other.sales('upload', path, ...flags);
    expect(discrepancy(references, heldBy(blind.directory, 'doubled')).repeated.length).toBe(20);
    await blind.close();
    other.remove();
    variant.remove();
  });
});

describe('a request that is cut', () => {
  const places: [string, (bytes: number) => number][] = [
    ['before its first byte', () => 0],
    ['after its first byte', () => 1],
    ['within its headers', () => 100],
    ['half way', (bytes) => Math.floor(bytes / 2)],
    ['ten bytes before its end', (bytes) => bytes - 10],
    ['before its last byte', (bytes) => bytes - 1],
  ];

  const bodies = ['plain', 'packed'].flatMap((how) => places.map(([name, place]) => [how, name, place] as const));

  it.each(casesOf(bodies, 2))('%s, %s, is sent again, and what came of it is not staged', async (how, name, place) => {
    const tag = `cut-${how}-${name.replace(/\W+/g, '_')}`;
    const { path, references } = merchant.file(tag, ROWS);
    proxy.faultFor = once((bytes) => ({ kind: 'cutRequest', afterBytes: place(bytes) }));
    const ended = await sales('upload', path, ...flags, '--gzip', how === 'packed' ? 'on' : 'off');
    expect({ code: ended.code, rows: rowsOf(ended) }).toMatchObject({ code: 0, rows: { accepted: ROWS } });
    expect(discrepancy(references, heldBy(directory, tag))).toEqual(nothing);
  });

  it.each([
    ['off', isSoak ? 397 : 1_589],
    ['on', isSoak ? 97 : 389],
  ])(
    'with --gzip %s at every %ith byte, each time: nothing is ever staged',
    async (gzip, step) => {
      const { path } = merchant.file('never', 20);
      for (let cut = 0; ; cut += step) {
        let length = 0;
        proxy.faultFor = (_, bytes) => {
          length = bytes;
          return { kind: 'cutRequest', afterBytes: Math.min(cut, bytes - 1) };
        };
        await sales('upload', path, '--again', '--batch', '20', '--json', '--retry-for', '0s', '--gzip', gzip);
        expect(heldBy(directory, 'never').size).toBe(0);
        if (cut >= length) break;
      }
    },
    120_000,
  );
});
