/** The table of roles in docs/security.md is what a server answers: each operation, asked by each role on a whole tenant and within units. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OperationId, operations } from '../../src/contract/operations.js';
import { roles } from '../../src/contract/roles.js';
import { startTestServer, type TestServer } from '../support/test-server.js';
import { type Asker, askerOf, rowsAt } from './asking.js';
import { approvedDay, type Question, readingHeader } from './model.js';
import { fixedWorld, install, newUser } from './world.js';

const world = fixedWorld();
const [tenant] = world.tenants;
const [unit] = world.units;
const extents = { 'whole tenant': tenant.id, units: unit?.id ?? '' };
type Extent = keyof typeof extents;

let server: TestServer;
let asker: Asker;

beforeAll(async () => {
  server = await startTestServer();
  const users = roles.flatMap((role) =>
    (Object.keys(extents) as Extent[]).map((extent) => newUser(`${role} ${extent}`, [extents[extent]], { roles: [role] })),
  );
  install({ ...world, users }, server.directory);
  asker = askerOf(server.url, server.ca);
});
afterAll(async () => {
  asker.close();
  await server.stop();
});

/** About something that is not there, or in a way that changes nothing: allowed is whatever is no 401 and no 403. */
async function isAllowed(operation: OperationId, user: string): Promise<boolean> {
  const id = operation.includes('Reading') ? readingHeader : operation.includes('Close') ? approvedDay : randomUUID();
  const sent: Partial<Question> = operation.startsWith('upload') ? { rows: rowsAt([{ locationId: 'north' }]) } : {};
  const { status } = await asker.ask({ user, operation, id, ...sent });
  return status !== 401 && status !== 403;
}

async function rightsOf(operation: OperationId): Promise<string> {
  const cells: string[] = [];
  for (const role of roles) {
    const allowed: string[] = [];
    for (const extent of Object.keys(extents)) if (await isAllowed(operation, `${role} ${extent}`)) allowed.push(extent);
    cells.push(allowed.length > 0 ? allowed.join(', ') : '–');
  }
  return cells.join(' | ');
}

it('the table in docs/security.md is what each role may', async () => {
  const byRights = new Map<string, OperationId[]>();
  for (const id of Object.keys(operations) as OperationId[]) {
    const rights = await rightsOf(id);
    byRights.set(rights, [...(byRights.get(rights) ?? []), id]);
  }
  const table = [
    `| operation | ${roles.join(' | ')} |`,
    `| --- |${' --- |'.repeat(roles.length)}`,
    ...[...byRights].map(([rights, ids]) => `| ${ids.map((id) => `\`${id}\``).join(', ')} | ${rights} |`),
  ];
  const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  expect(/^\| operation .*\n(?:\|.*\n)*/m.exec(page)?.[0]).toBe(`${table.join('\n')}\n`);
});
