/**
 * The folder of the journal fails under a running upload: the disk is full, a quota ends, it is read-only. The upload stops before it
 * sends what it could not write down, says so with exit 12, and `sales resume` completes it once there is space again.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobText } from '../../src/client/journal/job.js';
import { type ServeProcess, salesBin, serve } from '../support/serve-process.js';
import { discrepancy, heldBy, type Merchant, nothing, openMerchant } from './merchant.js';
import { password, preparedDirectory } from './storage-run.js';

const ROWS = 2_000;

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0;
if (!canMount) {
  if (process.env.CI) throw new Error('mount namespaces are needed in CI');
  process.stderr.write('A full or read-only state folder is not tested here: this user may not make mount namespaces.\n');
}

let directory: string;
let server: ServeProcess;
let merchant: Merchant;
beforeAll(async () => {
  directory = await preparedDirectory();
  server = await serve(directory, null, {}, ['--log', 'none']);
});
afterAll(async () => {
  await server.end('SIGTERM');
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  merchant = openMerchant(server.url, server.caFile, password);
});
afterEach(() => merchant.remove());

/** Runs a shell script in which `$UPLOAD` and `$RESUME` are the commands; `step NAME command…` notes how a command ended. */
async function script(lines: string, path: string): Promise<Record<string, { code: number; out: string; err: string }>> {
  const file = join(merchant.folder, 'script.sh');
  const sales = `${process.execPath} ${salesBin}`;
  writeFileSync(
    file,
    `UPLOAD="${sales} upload ${path} --batch 5 --json"
RESUME="${sales} resume last --json"
STATE="${merchant.stateFolder}"
mkdir -p "$STATE"
step() { name=$1; shift; "$@" >"${merchant.folder}/$name.out" 2>"${merchant.folder}/$name.err"; echo $? >"${merchant.folder}/$name.code"; }
${lines}
`,
  );
  const env = {
    ...process.env,
    XDG_CONFIG_HOME: join(merchant.folder, 'config'),
    XDG_STATE_HOME: merchant.stateFolder,
    SALES_URL: server.url,
    SALES_USER: 'api',
    SALES_PASSWORD: password,
    SALES_CA_FILE: server.caFile,
  };
  await new Promise((resolve) => spawn('unshare', ['-m', 'bash', file], { env, stdio: 'inherit' }).once('close', resolve));
  const ended = (name: string) => ({
    code: Number(readFileSync(join(merchant.folder, `${name}.code`), 'utf8')),
    out: readFileSync(join(merchant.folder, `${name}.out`), 'utf8'),
    err: readFileSync(join(merchant.folder, `${name}.err`), 'utf8'),
  });
  return { first: ended('first'), second: ended('second') };
}

describe.skipIf(!canMount)('the state folder', () => {
  it.each([
    [
      'is on a full disk',
      'full',
      'mount -t tmpfs -o size=32k none "$STATE"\nstep first $UPLOAD\nmount -o remount,size=32m "$STATE"\nstep second $RESUME',
    ],
    ['meets a limit on the size of files', 'limit', '(ulimit -f 16; step first $UPLOAD)\nstep second $RESUME'],
  ])('%s: exit 12, and resume completes', async (_, tag, lines) => {
    const { path, references } = merchant.file(tag, ROWS);
    const { first, second } = await script(lines, path);
    expect(first?.code).toBe(12);
    // It says which file could not be written.
    expect(JSON.stringify(JSON.parse(first?.out ?? '').stopped)).toContain('jobs');
    expect(JSON.parse(first?.out ?? '').rows.accepted).toBeLessThan(ROWS);
    expect([second?.code, second?.err]).toEqual([0, '']);
    expect(JSON.parse(second?.out ?? '').rows).toEqual({ read: ROWS, accepted: ROWS, rejected: 0, inDoubt: 0, unsent: 0 });
    expect(discrepancy(references, heldBy(directory, tag))).toEqual(nothing);
  });

  it('is read-only: exit 12, and nothing is sent', async () => {
    const { path } = merchant.file('readonly', ROWS);
    const { first, second } = await script(
      'mount -t tmpfs -o size=1m none "$STATE"\nmount -o remount,ro "$STATE"\nstep first $UPLOAD\nmount -o remount,rw "$STATE"\nstep second $UPLOAD',
      path,
    );
    expect([first?.code, heldBy(directory, 'readonly').size]).toEqual([12, ROWS]);
    expect(JSON.parse(first?.err ?? '').error.code).toBe('disk');
    // Had the first sent anything, these would be replays of the same keys, and no test could tell; so the first's own word is asked.
    expect(first?.out).toBe('');
    expect(second?.code).toBe(0);
  });
});

it('journals of other jobs are searched piece by piece: one that is too large for memory keeps nobody from telling where a row came from', async () => {
  const { path, references } = merchant.file('origin', 3);
  expect((await merchant.sales('upload', path)).code).toBe(0);
  const jobs = join(merchant.stateFolder, 'sales', 'jobs');
  const [own = ''] = readdirSync(jobs).filter((name) => /^[0-9a-f]{8}$/.test(name));
  const { crc, ...job } = JSON.parse(readFileSync(join(jobs, own, 'job.json'), 'utf8'));
  const other = join(jobs, 'ffffffff');
  mkdirSync(other);
  writeFileSync(join(other, 'job.json'), jobText({ ...job, job: 'ffffffff', startedAt: '2100-01-01T00:00:00.000Z' }));
  writeFileSync(join(other, 'journal.ndjson'), '');
  // More than Node reads as one, and no more on the disk than a hole.
  truncateSync(join(other, 'journal.ndjson'), 2 ** 31 + 1);
  const listed = await merchant.sales('list', '--where', `reference=${references[1]}`, '--json');
  const { transactionId } = JSON.parse(listed.stdout).items[0];
  const { code, stdout } = await merchant.sales('get', transactionId);
  expect([code, stdout]).toEqual([0, expect.stringMatching(new RegExp(`\nsent from +${path} line 3, job ${own}\n$`))]);
});
