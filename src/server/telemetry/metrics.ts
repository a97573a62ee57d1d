/**
 * Metrics for a monitoring system, in Prometheus' text format 0.0.4. Counted over the whole server; a label is a route, a status or another
 * word of ours, never anything of a tenant, a user or a client.
 */
import type { StoreFigures } from '../../store/access/figures.js';
import type { PoolFigures } from '../../store/store.js';
import type { RequestLogEntry } from './log.js';

export const metricsMediaType = 'text/plain; version=0.0.4; charset=utf-8';

/** In seconds: a get takes a millisecond, an upload of 20,000 rows about a second. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Methods that are counted by name; any other could be any text of a client. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Looked up whenever the metrics are read; null where unknown. */
export interface Figures {
  /** Null while a shared database is away. */
  stored: StoreFigures | null;
  /** Empty where no database is shared. */
  pools: readonly PoolFigures[];
  certificateEndsAt: Date;
  lastBackupAt: Date | null;
  /** How many wait in each queue, by its name. */
  waiting: Record<string, number>;
  /** How much of each kind of work is in progress, by its name. */
  running: Record<string, number>;
  /** Bytes of answers that their clients have not read; small ones do not count. */
  unreadAnswerBytes: number;
}

export interface Metrics {
  request(entry: RequestLogEntry): void;
  login(outcome: string): void;
  /** Counts a refusal because of a bound. */
  refused(bound: string): void;
  /** The text of /metrics; without `withRows`, nothing of what tenants have stored. */
  text(figures: Figures, withRows?: boolean): string;
}

type Labels = Record<string, string>;

interface Counted {
  labels: Labels;
  count: number;
}

interface Durations {
  /** Requests in each bucket (not cumulative), and last those above all buckets. */
  counts: number[];
  sumS: number;
}

/** Counts from now on; the counters live in memory and begin at 0 with every start. */
export function collectMetrics({ version, now }: { version: string; now: () => Date }): Metrics {
  const startedAt = now();
  const requests = new Map<string, Counted>();
  const durations = new Map<string, Durations>();
  const logins = new Map<string, Counted>();
  const refusals = new Map<string, Counted>();
  let receivedBytes = 0;
  let sentBytes = 0;
  // Label texts are made when the metrics are read, because this runs with every request.
  const count = (counter: Map<string, Counted>, key: string, labels: () => Labels) => {
    const found = counter.get(key);
    if (found) found.count++;
    else counter.set(key, { labels: labels(), count: 1 });
  };
  return {
    request: ({ method, route, status, durationMs, bodyBytes, answerBytes }) => {
      const shown = route ?? 'none';
      const known = METHODS.has(method) ? method : 'other';
      count(requests, `${known} ${shown} ${status}`, () => ({ method: known, route: shown, status: String(status) }));
      observe(durations, shown, durationMs / 1_000);
      receivedBytes += bodyBytes;
      sentBytes += answerBytes;
    },
    login: (outcome) => count(logins, outcome, () => ({ outcome })),
    refused: (bound) => count(refusals, bound, () => ({ bound })),
    text: (figures, withRows = true) => {
      const memory = process.memoryUsage();
      return [
        ...family('sales_build_info', 'gauge', 'The version that runs.', new Map([[labelText({ version }), 1]])),
        ...family('sales_http_requests_total', 'counter', 'Requests answered.', byLabels(requests)),
        ...histogram('sales_http_request_duration_seconds', 'Time from a request to its answer.', durations),
        ...single('sales_http_received_bytes_total', 'counter', 'Bodies of requests, decompressed.', receivedBytes),
        ...single('sales_http_sent_bytes_total', 'counter', 'Bodies of answers.', sentBytes),
        ...family('sales_logins_total', 'counter', 'Log-ins whose password was looked at, or refused before.', byLabels(logins)),
        ...family('sales_queue_waiting', 'gauge', 'Work that waits for its turn.', byName('queue', figures.waiting)),
        ...family('sales_running', 'gauge', 'Work in progress.', byName('work', figures.running)),
        ...single('sales_unread_answers_bytes', 'gauge', 'Large answers that are not read yet.', figures.unreadAnswerBytes),
        ...family('sales_refusals_total', 'counter', 'What was refused because of a bound.', byLabels(refusals)),
        ...(figures.stored && withRows ? ofRows(figures.stored) : []),
        ...(figures.pools.length > 0 ? ofDatabase(figures) : []),
        ...time('sales_certificate_end_timestamp_seconds', 'End of the certificate that is served.', figures.certificateEndsAt),
        ...time('sales_last_backup_timestamp_seconds', 'The last backup.', figures.lastBackupAt),
        ...single('process_resident_memory_bytes', 'gauge', 'Memory in use.', memory.rss),
        ...single('nodejs_heap_used_bytes', 'gauge', 'Memory of the main thread in use.', memory.heapUsed),
        ...single(
          'process_cpu_seconds_total',
          'counter',
          'Processor time used.',
          process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
        ),
        ...time('process_start_time_seconds', 'When the server was started.', startedAt),
        '',
      ].join('\n');
    },
  };
}

/** Figures of the rows of all tenants together. */
function ofRows({ uploads, transactions, databaseBytes }: StoreFigures): string[] {
  return [
    ...single('sales_uploads', 'gauge', 'Uploads in the database.', uploads),
    ...single('sales_transactions', 'gauge', 'Transactions in the database.', transactions),
    ...single('sales_database_bytes', 'gauge', 'Size of the database.', databaseBytes),
  ];
}

/** Figures of this server's connections to a database that several servers share. */
function ofDatabase({ stored, pools }: Figures): string[] {
  const connections = new Map<string, number>();
  const waiting = new Map<string, number>();
  const add = (sums: Map<string, number>, labels: Labels, count: number) =>
    sums.set(labelText(labels), (sums.get(labelText(labels)) ?? 0) + count);
  for (const { kind, used, idle, waiting: inLine } of pools) {
    add(connections, { kind, state: 'used' }, used);
    add(connections, { kind, state: 'idle' }, idle);
    add(waiting, { kind }, inLine);
  }
  const inDoubt = pools.reduce((total, pool) => total + pool.inDoubt, 0);
  return [
    ...(stored?.servers === undefined ? [] : single('sales_servers', 'gauge', 'Servers that run on the database.', stored.servers)),
    ...single('sales_database_up', 'gauge', 'Whether the database answered just now.', stored ? 1 : 0),
    ...family('sales_database_connections', 'gauge', 'Connections to the database.', connections),
    ...family('sales_database_waiting', 'gauge', 'Transactions that wait for a connection.', waiting),
    ...single('sales_database_commits_in_doubt_total', 'counter', 'Commits that were looked for, their answer being lost.', inDoubt),
  ];
}

function observe(durations: Map<string, Durations>, route: string, seconds: number): void {
  const found = durations.get(route) ?? { counts: Array(DURATION_BUCKETS.length + 1).fill(0), sumS: 0 };
  const bucket = DURATION_BUCKETS.findIndex((limit) => seconds <= limit);
  const at = bucket < 0 ? DURATION_BUCKETS.length : bucket;
  found.counts[at] = (found.counts[at] ?? 0) + 1;
  found.sumS += seconds;
  durations.set(route, found);
}

function head(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function family(name: string, type: 'counter' | 'gauge', help: string, values: Map<string, number>): string[] {
  return [...head(name, type, help), ...[...values].map(([labels, value]) => `${name}{${labels}} ${value}`)];
}

function single(name: string, type: 'counter' | 'gauge', help: string, value: number): string[] {
  return [...head(name, type, help), `${name} ${value}`];
}

function time(name: string, help: string, at: Date | null): string[] {
  return at ? single(name, 'gauge', help, at.getTime() / 1_000) : [];
}

function histogram(name: string, help: string, durations: Map<string, Durations>): string[] {
  return [
    ...head(name, 'histogram', help),
    ...[...durations].flatMap(([route, { counts, sumS }]) => {
      const labels = labelText({ route });
      let below = 0;
      const buckets = counts.map((inBucket, at) => {
        below += inBucket;
        return `${name}_bucket{${labels},le="${DURATION_BUCKETS[at] ?? '+Inf'}"} ${below}`;
      });
      return [...buckets, `${name}_sum{${labels}} ${sumS}`, `${name}_count{${labels}} ${below}`];
    }),
  ];
}

function byLabels(counter: Map<string, Counted>): Map<string, number> {
  return new Map([...counter.values()].map(({ labels, count }) => [labelText(labels), count]));
}

function byName(label: string, values: Record<string, number>): Map<string, number> {
  return new Map(Object.entries(values).map(([name, value]) => [labelText({ [label]: name }), value]));
}

function labelText(labels: Labels): string {
  const escaped = (value: string) => value.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(value)}"`)
    .join(',');
}
