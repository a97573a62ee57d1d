/** A name that every object has already (`constructor`, `__proto__` …), wherever a command line names something: kept, or refused by name. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, type StubServer } from '../client/stub-server.js';
import { someNames } from '../support/prototype-names.js';
import { type CommandLine, password } from './command-line.js';
import { onStub } from './on-stub.js';

let line: CommandLine;
let stub: StubServer;
onStub((on, own) => {
  stub = on;
  line = own;
  stub.answer = (request) => json(request, 200, request.method === 'POST' ? { uploadId: '01a1fc68-12f0-7003-8d0f-000000000001' } : '');
});

const bare = { SALES_URL: '', SALES_USER: '', SALES_CA_FILE: '', SALES_PASSWORD: '' };
const run = (...argv: string[]) => line.run(argv, { env: bare });
describe.each(someNames)('%s', (name) => {
  it('as a profile is one like any other', async () => {
    expect(await run('-p', name, 'whoami')).toMatchObject({ exit: 2, stderr: expect.stringContaining('--url') });
    const server = ['--url', stub.url, '--user', 'api', '--ca-file', join(line.folder, 'ca.pem')];
    await line.run(['-p', name, 'login', ...server], { env: { ...bare, SALES_PASSWORD: password } });
    const { stdout } = await run('profiles', '--json');
    expect(JSON.parse(stdout).profiles).toMatchObject([{ name, user: 'api' }]);
    expect((await run('-p', name, 'config', 'set', 'tenant', '01900000-0000-7000-8000-000000000000')).exit).toBe(0);
    expect((await run('-p', name, 'whoami')).stdout).toContain(`"${name}"`);
    expect((await run('profiles', 'rename', name, 'other')).exit).toBe(0);
    expect((await run('profiles', 'rename', 'other', name)).exit).toBe(0);
    expect((await run('profiles', 'use', name)).exit).toBe(0);
    expect((await run('profiles', 'remove', name, '--yes')).exit).toBe(0);
    expect(JSON.parse((await run('profiles', '--json')).stdout).profiles).toEqual([]);
  });

  it('as a command, topic, document, setting, zone, field and column is refused by name', async () => {
    const file = line.file('till.csv', 'Amount;Currency;Time\n1,50;CHF;2026-11-01 10:00\n');
    const wrong = [
      [name],
      ['help', name],
      ['help', 'json', name],
      ['completion', name],
      ['config', 'set', name, 'x'],
      ['check', file, '--timezone', name],
      ['check', file, '--set', `${name}=Amount`],
      ['check', file, '--const', `${name}=x`],
      ['check', file, '--map', line.file('map.txt', `[columns]\n${name} = Amount\n`)],
      ['check', file, '--map', line.file('values.txt', `[values ${name}]\na = b\n`)],
    ];
    const left = await line.run(['check', file, '--leave-out', `${name}=1`]);
    expect(left).toMatchObject({ exit: 4, stderr: expect.stringContaining(`there is no column "${name}"`) });
    for (const argv of wrong) {
      const { exit, stderr } = await line.run(argv);
      expect([argv, exit, stderr]).toEqual([argv, 2, expect.stringContaining(name)]);
      expect(stderr).not.toMatch(/internal|defect|TypeError/i);
    }
  });

  it('as a column, a key, a spelling and a cell is kept', async () => {
    const file = line.file('till.csv', `Amount;Currency;Time;Brand;${name}\n1,50;CHF;2026-11-01 10:00;${name};x\n`);
    const map = line.file('map.txt', `[columns]\nadditionalData.${name} = ${name}\nbrandId = Brand\n[values brandId]\n${name} = VISA\n`);
    const flags = ['--const', `terminalId=${name}`, '--set', 'transactionDate=Time', '--timezone', 'Europe/Zurich', '--no-wait'];
    const { exit, stderr } = await line.run(['upload', file, '--map', map, ...flags]);
    expect([exit, stderr]).toEqual([0, expect.any(String)]);
    const sent = stub.requests.flatMap(({ method, body }) => (method === 'POST' ? JSON.parse(body.toString()).transactions : []));
    expect(sent).toMatchObject([{ amount: 1.5, brandId: 'VISA', terminalId: name, additionalData: [{ key: name, value: 'x' }] }]);
  });
});
