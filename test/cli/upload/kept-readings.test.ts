/** A reading that somebody said yes to on one machine is known on the next; taken back on the server, it is asked for again. */
import { createHash } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import type { StubServer } from '../../client/stub-server.js';
import { password, type TestServer } from '../../support/test-server.js';
import { type CommandLine, openCommandLine } from '../command-line.js';
import { onServer } from '../on-server.js';

let server: TestServer;
let line: CommandLine;
onServer((...on) => {
  [server, line] = on;
});
const others: CommandLine[] = [];
afterEach(() => {
  for (const one of others.splice(0)) one.remove();
});

function otherMachine(): CommandLine {
  const one = openCommandLine({ url: server.url, ca: server.ca } as StubServer);
  others.push(one);
  return one;
}

let headers = 0;
/** A header of its own for each test, since all share the server. */
function till() {
  headers += 1;
  const names = ['Datum', 'Betrag', 'Währung', `Beleg`, `Kasse ${headers}`, 'Art'];
  const key = createHash('sha256').update(JSON.stringify(names)).digest('hex');
  const text = (...days: number[]) =>
    `${names.join(';')}\n${days.map((day) => `${day}.11.2026 09:12;${day},50;CHF;${headers}-${day};3;Verkauf\n`).join('')}`;
  return { key, text };
}

const sales = (machine: CommandLine, command: string, name: string, text: string, ...flags: string[]) =>
  machine.run([command, machine.file(name, text), ...flags], { confirms: true, env: { SALES_PASSWORD: password } });
const zone = ['--timezone', 'Europe/Zurich', '--time', '09:00'];

/** Says yes on `machine`. */
async function accepted(machine: CommandLine, text: string, ...flags: string[]): Promise<string> {
  const { stdout } = await sales(machine, 'upload', 'first.csv', text, '--json', ...flags);
  const { digest } = JSON.parse(stdout).reading;
  const { exit, stderr } = await sales(machine, 'upload', 'first.csv', text, '--accept', digest, ...flags);
  expect(exit, stderr).toBe(0);
  return digest;
}

const kept = async (key: string) => (await server.request(`/history/v1/readings/${key}`)).json;

it('is known to a machine with an empty profile, with its columns, constants and zone', async () => {
  const { key, text } = till();
  const said = ['--set', 'orderId=Beleg', '--const', 'locationId=Bern', ...zone];
  const digest = await accepted(line, text(13), ...said);
  const { reading, version } = await kept(key);
  expect([reading.digest, version]).toEqual([digest, 1]);
  const other = otherMachine();
  const { exit, stderr } = await sales(other, 'upload', 'second.csv', text(14), '--no-input');
  expect(exit, stderr).toBe(0);
  const { items } = (await server.request('/sales/v1/transactions?pageSize=500')).json;
  const mine = (items as { orderId: string }[]).filter(({ orderId }) => orderId?.startsWith(`${headers}-`));
  expect(mine).toHaveLength(2);
  expect(mine).toMatchObject([{ locationId: 'Bern' }, { locationId: 'Bern' }]);
  // And then without the server's help.
  expect((await kept(key)).version).toBe(1);
});

it('sends no value of a cell there', async () => {
  const { key, text } = till();
  await accepted(line, text(13), ...zone);
  expect(JSON.stringify(await kept(key))).not.toMatch(/Verkauf|verkauf|13,50|13\.5|CHF|\d-13/);
  const chosen = till();
  await accepted(line, chosen.text(15), ...zone, '--leave-out', 'Art=Probe');
  expect((await kept(chosen.key)).reading).toBeNull();
  expect((await sales(line, 'upload', 'next.csv', chosen.text(16))).exit).toBe(0);
});

it('is asked for again once it was taken back', async () => {
  const { key, text } = till();
  await accepted(line, text(13), ...zone);
  const { version } = await kept(key);
  const headers = { 'if-match': `"${version}"`, 'content-type': 'application/json' };
  const { status } = await server.request(`/history/v1/readings/${key}`, { method: 'PUT', headers, body: '{"reading":null}' });
  expect(status).toBe(200);
  expect((await sales(line, 'upload', 'second.csv', text(14), '--no-input')).exit).toBe(4);
});

it('is not known to settlement records with the same header', async () => {
  const { text } = till();
  await accepted(line, text(13), ...zone);
  const { exit, stdout } = await sales(otherMachine(), 'settle', 'second.csv', text(14), '--json', ...zone);
  expect([exit, JSON.parse(stdout).stopped.questions.map(({ code }: { code: string }) => code)]).toEqual([4, ['READING_NEW']]);
});

it('tells the next machine of two tills that were told apart by a constant', async () => {
  const { key, text } = till();
  const [first, other] = [otherMachine(), otherMachine()];
  const said = ['--set', 'orderId=Beleg', ...zone];
  await accepted(first, text(13), ...said, '--const', 'locationId=Bern');
  await accepted(other, text(13), ...said, '--const', 'locationId=Basel');
  expect((await kept(key)).reading.places).toEqual({ locationId: ['Bern', 'Basel'] });
  for (const machine of [first, other, otherMachine()]) {
    const { exit, stderr } = await sales(machine, 'upload', 'next.csv', text(14), '--no-input');
    expect([exit, stderr]).toEqual([4, expect.stringContaining('--const locationId=Bern   or   --const locationId=Basel')]);
  }
});
