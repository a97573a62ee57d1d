/** A real server with several customers, crowds that ask it for too much, and its own count of what it has in hand. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { Database } from '../../src/store/sqlite/database/engine.js';
import { type Change, variantOf } from '../faults/variant.js';
import { dataDirectory, password, type ServeProcess, serve } from '../support/serve-process.js';

export interface Crowd {
  child: ChildProcess;
  /** The statuses of the answers so far, as far as the crowd reads them. */
  statuses(): string[];
  /** How many connections the server has closed, as far as the crowd says so. */
  closed(): number;
}

export interface Crowded {
  server: ServeProcess;
  directory: string;
  /** Adds a user with a customer and a tenant of its own, or with those of another. Its password is the first user's. */
  addUser(name: string, beside?: string): void;
  /** See crowd.js. Resolves when all is sent. */
  attack(kind: string, connections: number, count: number, ...users: string[]): Promise<Crowd>;
  /** The value of a metric, 0 where there is none. */
  metric(name: string): Promise<number>;
  /** The highest value of a metric that was met while `work` ran, which is asked all the time. */
  highest(name: string, work: () => Promise<unknown>): Promise<number>;
  /** Megabytes of the whole process. */
  memoryMb(): number;
  end(): Promise<void>;
}

export const loginOf = (user: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Starts the server as built, or a variant of it; `env` is for it and for the crowds. */
export async function crowded(changes: Change[] = [], env: NodeJS.ProcessEnv = {}): Promise<Crowded> {
  const data = await dataDirectory();
  const variant = changes.length > 0 ? variantOf(...changes) : null;
  const server = await serve(data.directory, data.passwordFile, env, ['--log', 'none', '--metrics-port', '0'], variant?.bin);
  await expect.poll(server.output).toMatch(/Metrics at \S+/);
  const metricsUrl = /Metrics at (\S+)/.exec(server.output())?.[1] ?? '';
  const children: ChildProcess[] = [];
  const metric = async (name: string) => {
    const text = await (await fetch(metricsUrl)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
  };
  return {
    server,
    directory: data.directory,
    addUser: (name, beside) => addUser(join(data.directory, 'sales.db'), name, beside),
    attack: async (kind, connections, count, ...users) => {
      const program = fileURLToPath(new URL('crowd.js', import.meta.url));
      const numbers = [String(connections), String(count)];
      const child = spawn(process.execPath, [program, kind, server.url, ...numbers, ...users.map(loginOf)], {
        env: { ...process.env, ...env },
      });
      children.push(child);
      child.stderr.pipe(process.stderr);
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      await new Promise<void>((resolve, reject) => {
        child.stdout.on('data', () => output.includes('open\n') && resolve());
        child.once('close', () => reject(new Error('the crowd has ended')));
      });
      const closed = () => output.split('\n').filter((line) => line === 'closed').length;
      return { child, closed, statuses: () => output.split('\n').filter((line) => /^\d+$/.test(line)) };
    },
    metric,
    highest: async (name, work) => {
      let isOver = false;
      let highest = 0;
      const done = work().finally(() => {
        isOver = true;
      });
      while (!isOver) highest = Math.max(highest, await metric(name));
      await done;
      return highest;
    },
    memoryMb: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1_024,
    end: async () => {
      for (const child of children) child.kill();
      await server.end('SIGKILL');
      variant?.remove();
      await data.remove();
    },
  };
}

function addUser(file: string, name: string, beside: string | undefined): void {
  const db = new Database(file);
  const one = (sql: string, ...values: unknown[]) =>
    db
      .prepare(sql)
      .pluck()
      .get(...values) as number;
  const userKey = one(
    'INSERT INTO app_user (id, name, password_hash) SELECT ?, ?, min(password_hash) FROM app_user RETURNING user_key',
    randomUUID(),
    name,
  );
  db.prepare(`INSERT INTO user_role (user_key, role) VALUES (?, 'API')`).run(userKey);
  const tenantKey =
    beside === undefined
      ? addTenant(db, name)
      : one('SELECT tenant_key FROM user_grant JOIN app_user USING (user_key) WHERE name = ?', beside);
  db.prepare('INSERT INTO user_grant (user_key, tenant_key) VALUES (?, ?)').run(userKey, tenantKey);
  db.close();
}

/** A tenant of a customer of its own, with the first tenant's import configuration. */
function addTenant(db: Database, name: string): number {
  const customerKey = db.prepare('INSERT INTO customer (id, name) VALUES (?, ?)').run(randomUUID(), name).lastInsertRowid;
  const tenantKey = db
    .prepare('INSERT INTO tenant (id, customer_key, name) VALUES (?, ?, ?)')
    .run(randomUUID(), customerKey, name).lastInsertRowid;
  const first = db.prepare('SELECT * FROM import_configuration ORDER BY import_configuration_key LIMIT 1').get() as Record<string, unknown>;
  const copied: Record<string, unknown> = { ...first, id: randomUUID(), tenant_key: tenantKey };
  delete copied.import_configuration_key;
  const names = Object.keys(copied);
  db.prepare(`INSERT INTO import_configuration (${names.join()}) VALUES (${names.map((column) => `@${column}`).join()})`).run(copied);
  return Number(tenantKey);
}
