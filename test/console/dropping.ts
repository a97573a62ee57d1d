/** What a page does with dropped files, for tests: drops one, waits for it, sends it, looks on. */
import { request as httpsRequest } from 'node:https';
import type { TestAnswer } from '../support/test-server.js';
import type { Browser } from './browser.js';
import type { FileServer } from './file-server.js';

export const files = '/console/v1/files';
export const header = 'Betrag;Währung;Datum;Referenz;Karte';
/** Half a minute after the one before, as sales follow each other: rows of one amount and moment would be compared with each other. */
const row = (index: number) => {
  const time = new Date(Date.UTC(2026, 0, 5, 7) + index * 30_000).toISOString().slice(0, 19);
  return `${index % 90},50;EUR;${time}Z;R-${index};VISA`;
};
/** So many good rows, each told from all others. */
export const table = (rows: number, from = 0) => `${header}\n${Array.from({ length: rows }, (_, index) => row(from + index)).join('\n')}\n`;

export function dropOn(
  from: Browser,
  body: string | Buffer,
  name = 'kasse.csv',
  headers: Record<string, string | undefined> = {},
): Promise<TestAnswer> {
  return from.ask(`${files}?timeZone=Europe/Zurich`, {
    method: 'POST',
    body: Buffer.from(body),
    headers: { 'content-type': 'application/octet-stream', 'x-file-name': encodeURIComponent(name), ...headers },
  });
}

/** The file as soon as it is in one of the states. Fails where it ends in another. */
export async function untilOf(from: Browser, id: string, states: string[]) {
  for (;;) {
    const { status, json } = await from.ask(`${files}/${id}`);
    if (status !== 200) throw new Error(`${status}`);
    if (states.includes(json.state)) return json;
    if (['done', 'failed', 'unusable'].includes(json.state)) throw new Error(JSON.stringify(json));
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** States of a file whose reading is shown: whether somebody has to say yes to it is not what a test is about. */
export const shown = ['ready', 'unconfirmed'];

/** As the button of the page does: it says yes to what is shown. */
export async function sendOn(from: Browser, id: string, json: object = {}): Promise<TestAnswer> {
  const { state, reading } = (await from.ask(`${files}/${id}`)).json ?? {};
  const accept = state === 'unconfirmed' ? { accept: reading.header.digest } : {};
  return from.ask(`${files}/${id}/send`, { method: 'POST', json: { ...accept, ...json } });
}

interface ToldEvent {
  id: number;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: of any shape
  data: any;
}

/** Looks on until the server ends it. */
export function eventsOf(server: FileServer, browser: Browser, id: string, lastId?: number): { whole: Promise<ToldEvent[]> } {
  const { hostname, port, host } = new URL(server.url());
  const headers = {
    cookie: browser.cookie,
    host,
    'sec-fetch-site': 'same-origin',
    ...(lastId !== undefined && { 'last-event-id': String(lastId) }),
  };
  const whole = new Promise<ToldEvent[]>((resolve, reject) => {
    const options = { hostname, port, path: `${files}/${id}/events`, ca: server.ca(), servername: 'localhost', headers };
    httpsRequest(options, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () => {
        const blocks = text.split('\n\n').filter((block) => block.startsWith('id: '));
        resolve(
          blocks.map((block) => {
            const [, id = '', event = '', data = ''] = /^id: (\d+)\nevent: (\w+)\ndata: (.*)$/.exec(block) ?? [];
            return { id: Number(id), event, data: JSON.parse(data) };
          }),
        );
      });
    })
      .on('error', reject)
      .end();
  });
  return { whole };
}
