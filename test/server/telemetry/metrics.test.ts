/** /metrics: Prometheus' format, numbers that agree with what was done, nothing of any tenant, and who may read it. */
import { writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectMetrics } from '../../../src/server/telemetry/metrics.js';
import { openMetricsPort } from '../../../src/server/telemetry/metrics-port.js';
import { Database } from '../../../src/store/sqlite/database/engine.js';
import { openCommandLine } from '../../cli/command-line.js';
import { adminOn } from '../../support/admin.js';
import { password, startTestServer, type TestServer } from '../../support/test-server.js';

/** Samples by name and labels. Fails on what is not the text format 0.0.4. */
function parsed(text: string): Map<string, number> {
  const samples = new Map<string, number>();
  const types = new Map<string, string>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.slice(0, -1).split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-z_][a-z0-9_]*) (.+)$/.exec(line);
    if (comment) {
      const [, kind, name = '', rest = ''] = comment;
      if (kind === 'TYPE') {
        expect(['counter', 'gauge', 'histogram']).toContain(rest);
        expect(types.has(name)).toBe(false);
        types.set(name, rest);
      }
      continue;
    }
    const sample = /^([a-z_][a-z0-9_]*)(\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+\})? (-?[0-9.]+(?:e[-+]?\d+)?)$/.exec(line);
    if (!sample) throw new Error(`no sample: ${line}`);
    const [, name = '', labels = '', value] = sample;
    const family = types.get(name) ?? types.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (!family) throw new Error(`no TYPE before ${line}`);
    expect(samples.has(name + labels)).toBe(false);
    samples.set(name + labels, Number(value));
  }
  return samples;
}

const figures = {
  stored: { tenants: 1, transactions: 5, uploads: 2, databaseBytes: 4_096 },
  pools: [],
  certificateEndsAt: new Date('2027-01-01T00:00:00Z'),
  lastBackupAt: null,
  waiting: { uploads: 3 },
  running: { requests: 4 },
  unreadAnswerBytes: 5_000,
};

describe('the text', () => {
  it('has a histogram whose buckets rise to the count', () => {
    const metrics = collectMetrics({ version: '1.0', now: () => new Date() });
    for (const durationMs of [1, 5, 6, 700, 31_000]) {
      metrics.request({
        requestId: '',
        method: 'GET',
        route: '/r',
        path: '/r',
        status: 200,
        durationMs,
        user: 'u',
        tenantId: 't',
        bodyBytes: 10,
        answerBytes: 1,
        address: 'a',
      });
    }
    const samples = parsed(metrics.text(figures));
    const bucket = (le: string) => samples.get(`sales_http_request_duration_seconds_bucket{route="/r",le="${le}"}`);
    expect(['0.005', '0.01', '0.5', '1', '30', '+Inf'].map(bucket)).toEqual([2, 3, 3, 4, 4, 5]);
    expect(samples.get('sales_http_request_duration_seconds_count{route="/r"}')).toBe(5);
    expect(samples.get('sales_http_request_duration_seconds_sum{route="/r"}')).toBeCloseTo(31.712);
    expect(samples.get('sales_http_received_bytes_total')).toBe(50);
    expect(samples.get('sales_queue_waiting{queue="uploads"}')).toBe(3);
    expect(samples.get('sales_running{work="requests"}')).toBe(4);
    expect(samples.get('sales_unread_answers_bytes')).toBe(5_000);
    expect(samples.get('sales_certificate_end_timestamp_seconds')).toBe(Date.parse('2027-01-01') / 1_000);
    expect([...samples.keys()].some((name) => name.startsWith('sales_last_backup'))).toBe(false);
  });

  it('tells of a database that is shared how the server stands with it, also while it is away', () => {
    const metrics = collectMetrics({ version: '1.0', now: () => new Date() });
    const pool = { used: 1, idle: 2, waiting: 3, inDoubt: 4 };
    const pools = [
      { ...pool, kind: 'read' as const, inDoubt: 0 },
      { ...pool, kind: 'write' as const },
      { ...pool, kind: 'write' as const },
    ];
    const samples = parsed(metrics.text({ ...figures, stored: { ...figures.stored, servers: 2 }, pools }));
    expect(Object.fromEntries(samples)).toMatchObject({
      sales_servers: 2,
      sales_database_up: 1,
      'sales_database_connections{kind="read",state="used"}': 1,
      'sales_database_connections{kind="write",state="idle"}': 4,
      'sales_database_waiting{kind="write"}': 6,
      sales_database_commits_in_doubt_total: 8,
    });
    const away = parsed(metrics.text({ ...figures, stored: null, pools }));
    expect([away.get('sales_database_up'), away.has('sales_uploads')]).toEqual([0, false]);
    expect([...parsed(metrics.text(figures)).keys()].filter((name) => /database_|servers/.test(name))).toEqual(['sales_database_bytes']);
  });

  it('takes no word of a client for a label', () => {
    const metrics = collectMetrics({ version: 'a"b\\c\nd', now: () => new Date() });
    const request = { requestId: '', route: null, path: '/x', status: 404, durationMs: 1, user: null, tenantId: null, bodyBytes: 0 };
    for (let n = 0; n < 1_000; n++) metrics.request({ ...request, method: `M${n}`, answerBytes: 0, address: `${n}` });
    const samples = parsed(metrics.text(figures));
    expect(samples.get('sales_http_requests_total{method="other",route="none",status="404"}')).toBe(1_000);
    expect(samples.get('sales_build_info{version="a\\"b\\\\c\\nd"}')).toBe(1);
    expect(samples.size).toBeLessThan(50);
  });
});

describe('the server', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(undefined, { metricsPort: 0 });
    await server.uploadAndImport([{ amount: 1, currency: 'EUR', terminalId: 'secret-terminal', transactionDate: '2026-11-20T10:00:00Z' }]);
    await server.request('/sales/v1/', { login: 'api:wrong' });
    await server.request('/nothing/here');
    writeFileSync(join(server.directory, 'last-backup.json'), '{"at":"2026-11-20T12:00:00.000Z","file":"/b","bytes":1}');
  });
  afterAll(() => server.stop());

  const plain = (path: string, options: { method?: string; host?: string } = {}): Promise<{ status: number; text: string; type: string }> =>
    new Promise((resolve, reject) => {
      const call = httpRequest(
        new URL(path, server.metricsUrl ?? ''),
        { method: options.method ?? 'GET', agent: false, ...(options.host ? { headers: { host: options.host } } : {}) },
        (response) => {
          let text = '';
          response.on('data', (chunk) => {
            text += chunk;
          });
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text, type: response.headers['content-type'] ?? '' }));
        },
      );
      call.on('error', reject).end();
    });

  it('tells what was done, and nothing of whom', async () => {
    const { status, text, type } = await plain('/metrics');
    expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    const samples = parsed(text);
    expect(Object.fromEntries(samples)).toMatchObject({
      'sales_http_requests_total{method="POST",route="/sales/v1/transactions/upload",status="200"}': 1,
      'sales_http_requests_total{method="GET",route="/sales/v1/",status="401"}': 1,
      'sales_http_requests_total{method="GET",route="none",status="404"}': 1,
      'sales_logins_total{outcome="succeeded"}': 1,
      'sales_logins_total{outcome="failed"}': 1,
      'sales_queue_waiting{queue="logins"}': 0,
      'sales_queue_waiting{queue="uploads"}': 0,
      sales_uploads: 1,
      sales_transactions: 1,
      sales_last_backup_timestamp_seconds: Date.parse('2026-11-20T12:00:00Z') / 1_000,
    });
    expect(samples.get('sales_database_bytes')).toBeGreaterThan(50_000);
    expect(samples.get('process_resident_memory_bytes')).toBeGreaterThan(1e7);
    const { tenantId, user } = server.log.find((entry) => entry.tenantId !== null) ?? { tenantId: '?', user: '?' };
    for (const secret of [tenantId ?? '?', `"${user}"`, 'secret-terminal', '127.0.0.1', password]) expect(text).not.toContain(secret);
  });

  it('serves nothing else without log-in, and to no foreign page', async () => {
    expect((await plain('/')).status).toBe(404);
    expect((await plain('/sales/v1/transactions')).status).toBe(404);
    expect((await plain('/metrics', { method: 'POST' })).status).toBe(405);
    expect((await plain('/metrics', { host: 'evil.example' })).status).toBe(421);
    expect(server.metricsUrl).toMatch(/^http:\/\/127\.0\.0\.1:/);
    const { port } = new URL(server.metricsUrl ?? '');
    await expect(openMetricsPort(Number(port), async () => '')).rejects.toMatchObject({ code: 'usage' });
  });

  it('wants the role Admin on the port of the API', async () => {
    expect((await server.request('/metrics', { login: null })).status).toBe(401);
    const db = new Database(join(server.directory, 'sales.db'));
    db.exec("DELETE FROM user_role WHERE role = 'Admin'");
    expect((await server.request('/metrics')).status).toBe(403);
    db.exec("INSERT INTO user_role SELECT user_key, 'Admin' FROM app_user WHERE name = 'api'");
    db.close();
    const { status, headers, text } = await server.request('/metrics');
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(parsed(text).size).toBeGreaterThan(20);
  });

  it('tells an Admin of some tenants, or of units, about the process, and nothing of what others have stored', async () => {
    const line = openCommandLine(null);
    const admin = adminOn(line, () => server);
    const { json: told } = await server.request('/history/v1/access');
    const { customerId } = told.tenants[0];
    await admin('tenant', 'add', 'Other', '--customer', customerId);
    await admin('unit', 'add', 'Shop', '--tenant', 'Default', '--terminal', 'T');
    await admin('unit', 'add', 'Elsewhere', '--tenant', 'Other', '--terminal', 'T');
    const user = (name: string, ...grants: string[]) => admin('user', 'add', name, '--password-stdin', '--role', 'Admin', ...grants);
    await user('of-all', '--customer', customerId);
    await user('of-each', '--tenant', 'Default', '--tenant', 'Other');
    await user('of-one', '--tenant', 'Other');
    await user('of-units', '--tenant', 'Default', '--unit', 'Elsewhere');
    const seenBy = async (name: string) =>
      [...parsed((await server.request('/metrics', { login: `${name}:${password}` })).text).keys()].filter(
        (sample) => !sample.includes('{'),
      );
    const stored = ['sales_uploads', 'sales_transactions', 'sales_database_bytes'];
    const all = await seenBy('of-all');
    expect(all).toEqual(expect.arrayContaining(stored));
    expect(await seenBy('of-each')).toEqual(all);
    for (const name of ['of-one', 'of-units']) expect(await seenBy(name)).toEqual(all.filter((sample) => !stored.includes(sample)));
    line.remove();
  });

  it('logs a request that could not be read, under the id of its answer', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect({ host: hostname, port: Number(port), ca: server.ca, servername: 'localhost' });
    socket.end('NO HTTP AT ALL\r\n\r\n');
    const answer = (await socket.toArray()).join('');
    expect(answer).toContain('\r\nstrict-transport-security: max-age=15768000\r\n');
    const requestId = /"requestId":"([^"]+)"/.exec(answer)?.[1];
    expect(server.log.find((entry) => entry.requestId === requestId)).toMatchObject({
      status: 400,
      method: '-',
      path: '-',
      address: '127.0.0.1',
      answerBytes: Buffer.byteLength(answer.slice(answer.indexOf('\r\n\r\n') + 4)),
    });
  });

  it('counts no bytes of a body that a HEAD is only told the length of', async () => {
    const { text, headers } = await server.request('/healthz', { method: 'HEAD' });
    expect([text, headers['content-length']]).toEqual(['', '15']);
    expect(server.log.at(-1)).toMatchObject({ method: 'HEAD', status: 200, answerBytes: 0 });
  });

  it('logs what a request was, and whose', () => {
    const upload = server.log.find(({ method }) => method === 'POST');
    expect(upload).toMatchObject({
      route: '/sales/v1/transactions/upload',
      status: 200,
      user: 'api',
      tenantId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
    expect(upload?.bodyBytes).toBeGreaterThan(50);
    expect(upload?.answerBytes).toBeGreaterThan(40);
    expect(server.log.find(({ path }) => path === '/nothing/here')).toMatchObject({ route: null, user: null, tenantId: null, status: 404 });
  });
});
