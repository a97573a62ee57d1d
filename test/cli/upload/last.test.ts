/** Which job `last` is where several users, servers and tenants upload from one machine. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { StubServer } from '../../client/stub-server.js';
import type { CommandLine, Options } from '../command-line.js';
import { onMemoryServer } from '../on-stub.js';

let stub: StubServer;
let line: CommandLine;
onMemoryServer({ idempotent: true }, (on) => {
  ({ stub, line } = on);
});

const tenant = '00000000-0000-4000-8000-00000000000a';
const elsewhere = 'https://127.0.0.1:1/';
/** Profiles alone say who uploads where. */
const env = { SALES_URL: '', SALES_USER: '' };
const run = (argv: string[], options: Options = {}) => line.run(argv, { env, rawJobs: true, ...options });
let startMs = Date.parse('2026-11-20T12:00:00Z');
let jobs: Record<string, string>;

/** Uploads a file of its own, later than those before; gives the job's id. */
async function upload(name: string, ...flags: string[]): Promise<string> {
  startMs += 60_000;
  const file = line.file(`${name}.csv`, `transactionReference,amount,currency,transactionDate\n${name},1.00,CHF,2026-11-20T08:00:00Z\n`);
  const { stdout } = await run(['upload', '--json', '--retry-for', '0s', ...flags, file], { nowMs: startMs });
  return JSON.parse(stdout).job;
}

beforeEach(async () => {
  const profiles = {
    default: { url: stub.url, user: 'zuerich' },
    bern: { url: stub.url, user: 'bern' },
    'bern shops': { url: stub.url, user: 'bern', tenant },
    stale: { url: elsewhere, user: 'zuerich' },
    new: { url: stub.url, user: 'new' },
  };
  mkdirSync(join(line.folder, 'config'));
  writeFileSync(join(line.folder, 'config', 'config.json'), JSON.stringify({ profiles }));
  jobs = {
    zuerich: await upload('z'),
    bern: await upload('b', '-p', 'bern'),
    shops: await upload('s', '-p', 'bern shops'),
    stale: await upload('x', '-p', 'stale'),
  };
  stub.requests.length = 0;
});

describe('last', () => {
  it.each([
    [[], 'zuerich'],
    [['-p', 'bern'], 'bern'],
    [['-p', 'bern', '--tenant', tenant], 'shops'],
    [['--url', elsewhere], 'stale'],
  ])('with %j is the job of %s', async (flags, whose) => {
    expect((await run(['uploads', 'show', 'last', ...flags])).stdout).toContain(jobs[whose]);
    expect(stub.requests).toEqual([]);
    const { exit, stdout, stderr } = await run(['status', ...flags]);
    if (whose === 'stale') expect([exit, stdout]).toEqual([6, expect.stringContaining('(unfinished)')]);
    else expect([exit, stdout, stderr]).toEqual([0, expect.stringContaining(`job ${jobs[whose]} (done)`), '']);
  });

  it.each([[['status']], [['uploads', 'show', 'last']]])(
    'of %j is none where there are only jobs of others, which is said',
    async (argv) => {
      expect(await line.run([...argv, '-p', 'new'], { env })).toEqual({
        exit: 9,
        stdout: '',
        stderr:
          'error: No upload was made from here as new at https://HOST/; 4 uploads of other users or servers are here.\n' +
          '  sales -p new uploads shows them; name one by its id, with the --profile, or --url and --user, that it was started with\n',
      });
      expect(stub.requests).toEqual([]);
    },
  );

  it('needs no password to be chosen, nor a server to be shown', async () => {
    const bare = { ...env, SALES_PASSWORD: '' };
    expect((await run(['status', '-p', 'new'], { env: bare })).exit).toBe(9);
    expect((await run(['uploads', 'show', 'last', '-p', 'bern'], { env: bare })).stdout).toContain(jobs.bern);
    writeFileSync(join(line.folder, 'config', 'config.json'), '{}');
    expect((await run(['uploads', 'show', 'last'], { env: bare })).stdout).toContain(jobs.stale);
  });

  it('of undo is the own one, and for who has uploaded nothing that of the server', async () => {
    const asked = async (...flags: string[]) => (await run(['undo', 'last', ...flags])).stderr;
    expect(await asked('-p', 'bern')).toContain(`FOLDER/b.csv (job ${jobs.bern})`);
    expect(await asked()).toContain(`FOLDER/z.csv (job ${jobs.zuerich})`);
    expect(await asked('-p', 'new')).toContain(`FOLDER/s.csv (job ${jobs.shops})`);
    expect(await asked('-p', 'new', '--tenant', tenant.replace('a', 'b'))).toContain(`FOLDER/b.csv (job ${jobs.bern})`);
    expect(await asked('-p', 'new', '--url', 'https://127.0.0.1:2')).toContain('No upload was made from here as new');
    expect(stub.requests).toEqual([]);
  });
});

describe('sales resume', () => {
  it('leaves the unfinished job of another server alone, and says that it is there', async () => {
    const { exit, stderr } = await run(['resume']);
    expect(exit).toBe(0);
    expect(stderr).toContain(`Nothing to resume: job ${jobs.zuerich}`);
    expect(stderr).toContain('LEFT     1 upload of other users or servers is not finished; sales uploads shows which');
    expect((await run(['resume', '-p', 'new'])).stderr).toContain('Nothing to resume as new at https://HOST/');
    expect(JSON.parse((await run(['resume', '--json'])).stdout)).toMatchObject({ job: jobs.zuerich, exit: 0 });
    expect(stub.requests).toEqual([]);
  });

  it('goes on with the own one, though that of another is younger', async () => {
    const answers = stub.answer;
    stub.answer = ({ socket }) => void socket.destroy();
    const own = await upload('z2');
    const younger = await upload('b2', '-p', 'bern');
    stub.answer = answers;
    expect(JSON.parse((await run(['resume', '--json'])).stdout)).toMatchObject({ job: own, exit: 0, rows: { accepted: 1 } });
    expect(JSON.parse((await run(['resume', '--json', '-p', 'bern'])).stdout)).toMatchObject({ job: younger, exit: 0 });
  });
});

describe('a job that is named, of another user', () => {
  const hintOf = async (argv: string[], options: Options = {}) => {
    const { exit, stderr } = await run(argv, options);
    expect([exit, stderr]).toEqual([2, expect.stringContaining('was started with another ')]);
    return /Repeat the command with: (.*)/.exec(stderr)?.[1];
  };

  it('is refused with the profile that fits, else with the flags', async () => {
    expect(await hintOf(['status', jobs.bern ?? ''])).toBe('--profile bern');
    expect(await hintOf(['status', jobs.shops ?? ''])).toBe("--profile 'bern shops'");
    expect(await hintOf(['resume', jobs.stale ?? ''])).toBe('--profile stale');
    const other = await upload('o', '--user', 'other');
    expect(await hintOf(['status', other])).toBe('--user other');
    expect(await hintOf(['status', jobs.bern ?? ''], { env: { ...env, SALES_USER: 'zuerich' } })).toBe('--user bern');
  });
});

describe('sales uploads', () => {
  it('says whose each job is where they differ', async () => {
    const { stdout } = await line.run(['uploads'], { env });
    expect(stdout).toMatchSnapshot();
    expect(JSON.parse((await run(['uploads', '--json'])).stdout).jobs[2]).toMatchObject({ user: 'bern', url: 'https://HOST/', tenant });
  });

  it('does not where they are all of one', async () => {
    await run(['uploads', 'prune', '--older-than', '0d', '--yes'], { nowMs: startMs + 86_400_000 });
    await upload('z');
    expect((await run(['uploads'])).stdout).not.toContain('zuerich');
  });
});
