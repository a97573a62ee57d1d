/** The log's lines: what stands in them, in which form, and what never does. */
import { describe, expect, it } from 'vitest';
import { SalesError } from '../../../src/contract/problem.js';
import { type LogFormat, openLog, type RequestLogEntry, shownPath } from '../../../src/server/telemetry/log.js';

const entry: RequestLogEntry = {
  requestId: '0190a5d4-7f3c-7b3e-8c1d-2f6a9b8c7d6e',
  method: 'GET',
  route: '/sales/v1/transactions',
  path: '/sales/v1/transactions',
  status: 200,
  durationMs: 12.345,
  user: 'api',
  tenantId: '0190a5d4-7f3c-7b3e-8c1d-000000000000',
  bodyBytes: 0,
  answerBytes: 321,
  address: '127.0.0.1',
};
const card = '4242424242424242';

function linesOf(format: LogFormat, write: (log: ReturnType<typeof openLog>) => void): string[] {
  const lines: string[] = [];
  write(
    openLog(
      format,
      (line) => lines.push(line),
      () => new Date('2026-11-21T10:30:00Z'),
    ),
  );
  return lines;
}

describe('a request', () => {
  it('is one JSON document, with what a problem body carries to find it', () => {
    const lines = linesOf('json', (log) => log.request(entry));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        time: '2026-11-21T10:30:00.000Z',
        level: 'info',
        event: 'request',
        requestId: entry.requestId,
        method: 'GET',
        route: '/sales/v1/transactions',
        path: '/sales/v1/transactions',
        status: 200,
        ms: 12.3,
        user: 'api',
        tenantId: entry.tenantId,
        bodyBytes: 0,
        answerBytes: 321,
        address: '127.0.0.1',
      },
    ]);
  });

  it('of a balancer that looks whether the server is ready has a line where the answer changes, and no other', () => {
    const asked = (['/readyz', '/healthz'] as const).map((route) => ({ ...entry, route, path: route, user: null, tenantId: null }));
    const lines = linesOf('json', (log) => {
      for (const status of [200, 200, 503, 503, 503, 200, 200, 503]) for (const probe of asked) log.request({ ...probe, status });
      log.request(entry);
      log.request({ ...entry, status: 503 });
      log.request({ ...entry, status: 503 });
    }).map((line) => JSON.parse(line));
    const shown = (route: string) => lines.filter((line) => line.route === route).map(({ status, level }) => `${status} ${level}`);
    for (const { route } of asked) expect(shown(route)).toEqual(['503 error', '200 info', '503 error']);
    expect(shown(entry.route ?? '')).toEqual(['200 info', '503 error', '503 error']);
  });

  it('is one line of text', () => {
    expect(linesOf('text', (log) => log.request(entry))).toEqual([
      `2026-11-21T10:30:00.000Z 200 GET /sales/v1/transactions 12 ms api 127.0.0.1 ${entry.requestId}`,
    ]);
    expect(linesOf('none', (log) => log.request(entry))).toEqual([]);
  });

  it.each([
    [200, 'info'],
    [400, 'info'],
    [401, 'warn'],
    [429, 'warn'],
    [500, 'error'],
    [503, 'error'],
  ])('%i is %s', (status, level) => {
    expect(JSON.parse(linesOf('json', (log) => log.request({ ...entry, status }))[0] ?? '')).toMatchObject({ status, level });
  });

  it('tells the cause of a defect and where it was met, with card numbers cut and in one line', () => {
    const cause = new TypeError(`cannot read ${card} of\nundefined`);
    for (const format of ['json', 'text'] as const) {
      const [line = ''] = linesOf(format, (log) => log.request({ ...entry, status: 500, cause }));
      expect(line).toContain('TypeError: cannot read 424242******4242 of');
      expect(line).not.toMatch(new RegExp(`${card}|\\n|undefined`));
    }
    const { frames } = JSON.parse(linesOf('json', (log) => log.request({ ...entry, cause }))[0] ?? '');
    expect(frames[0]).toMatch(/^at .*log\.test\.ts/);
    const inner = new SalesError('storage', undefined, { cause: new Error('disk I/O error') });
    expect(linesOf('text', (log) => log.request({ ...entry, cause: inner }))[0]).toMatch(
      / {2}SalesError: The database cannot be read or written\.: Error: disk I\/O error$/,
    );
  });

  it('has no card number in a user or a path', () => {
    for (const format of ['json', 'text'] as const) {
      const path = shownPath(null, {}, `/cards/${card}`);
      expect(linesOf(format, (log) => log.request({ ...entry, user: `till ${card}`, path })).join()).not.toContain(card);
    }
  });
});

describe('an event', () => {
  it('has a name and a level in JSON, and is told whatever the format', () => {
    const say = (log: ReturnType<typeof openLog>) => log.event('certificate', `ends for ${card}`, 'warn');
    expect(JSON.parse(linesOf('json', say)[0] ?? '')).toEqual({
      time: '2026-11-21T10:30:00.000Z',
      level: 'warn',
      event: 'certificate',
      message: 'ends for 424242******4242',
    });
    expect([...linesOf('text', say), ...linesOf('none', say)]).toEqual(['ends for 424242******4242', 'ends for 424242******4242']);
  });
});

describe('the path', () => {
  const route = '/sales/v1/transactions/{id}';
  it.each<[string, string | null, Record<string, string>, string, string]>([
    ['of a route has ids', route, { id: entry.requestId }, '/x', `/sales/v1/transactions/${entry.requestId}`],
    ['of a route has nothing that is no id', route, { id: 'secret' }, '/sales/v1/transactions/secret', route],
    ['of no route is as it came', null, {}, '/admin.php', '/admin.php'],
    ['is cut when it is long', null, {}, `/${'x'.repeat(1_000)}`, `/${'x'.repeat(199)}`],
  ])('%s', (_, template, parameters, path, shown) => {
    expect(shownPath(template, parameters, path)).toBe(shown);
  });
});
