/**
 * The real program on a real terminal (tmux): a file's questions are walked through at three widths, and what stands on the screen is what
 * a person reads there. Without tmux on the machine it fails: .ci/run installs it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

const program = fileURLToPath(new URL('../../bin/sales.js', import.meta.url));
let folder: string;
let socket: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sales-tty-'));
  socket = join(folder, 'tmux');
});
afterEach(() => {
  try {
    tmux('kill-server');
  } catch {
    // It ends with its last program.
  }
  rmSync(folder, { recursive: true, force: true });
});

function tmux(...words: string[]): string {
  return execFileSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], { encoding: 'utf8' });
}

/** All that was written, in lines as the terminal has them. */
const screen = () => tmux('capture-pane', '-p', '-S', '-200');

function start(columns: number, words: string): void {
  const settings = `XDG_CONFIG_HOME=${folder}/config XDG_STATE_HOME=${folder}/state NO_COLOR=1 TZ=Europe/Zurich`;
  const shell = `cd ${folder}; ${settings} ${process.execPath} ${program} ${words}; echo "exit $?"; sleep 60`;
  tmux('new-session', '-d', '-x', String(columns), '-y', '50', 'sh', '-c', shell);
}

const waitFor = (text: string | RegExp) => expect.poll(screen, { timeout: 30_000, interval: 100 }).toMatch(text);

/** Types each answer once its question stands there. */
async function answer(...answers: [question: string, typed: string][]): Promise<void> {
  for (const [question, typed] of answers) {
    await waitFor(new RegExp(`${question}[\\s\\S]*Answer:\\s*$`));
    tmux('send-keys', '-l', typed);
    tmux('send-keys', 'Enter');
  }
}

/** The lines that the terminal itself had to break, most likely within a word: joined again, they are wider than it. */
function brokenLines(columns: number): string[] {
  return tmux('capture-pane', '-p', '-J', '-S', '-200')
    .split('\n')
    .filter((line) => line.trimEnd().length > columns);
}

const files: Record<string, string> = {
  'shop.csv': 'Date,Order Total,Amount Paid,Terminal\n03/04/2026,12.50,12.50,T1\n04/05/2026,7.90,7.90,T1\n05/06/2026,101.00,100.00,T2\n',
  'kasse.csv': 'Datum;Betrag $;Beleg\n01.11.2026 10:22;12,50;17\n02.11.2026 11:10;7,90;18\n',
};

describe.each([60, 80, 160])('at %i columns', (columns) => {
  it('the questions of two files are answered, and the command without questions is shown', async () => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    start(columns, 'check shop.csv kasse.csv');
    await answer(
      ['Which column is the amount', '2'],
      ['How are the dates written', '1'],
      ['At what time of day', '18:30'],
      ['Which time zone', ''],
      ['Which currency', 'eur'],
      ['kasse.csv leaves[\\s\\S]*Which time zone', ''],
      ['kasse.csv leaves[\\s\\S]*Which currency', ''],
    );
    await waitFor(/^exit 0$/m);
    const seen = screen();
    expect(brokenLines(columns)).toEqual([]);
    expect(seen).toContain('2) Order Total  12.50, 7.90, 101.00');
    const command = seen.replace(/ ?\\\n\s*/g, ' ').replace(/\n\s+(?=sales|--)/g, ' ');
    expect(command).toContain(
      "sales check shop.csv --set 'amount=Order Total' --date-format dd/MM/yyyy --time 18:30 --timezone Europe/Zurich --const currency=EUR",
    );
    expect(command).toContain('sales check kasse.csv --timezone Europe/Zurich --const currency=USD');
  });
});

it('Ctrl-C at a question ends with 130, and nothing is left', async () => {
  writeFileSync(join(folder, 'shop.csv'), files['shop.csv'] ?? '');
  start(80, 'check shop.csv');
  await waitFor(/Answer:\s*$/);
  tmux('send-keys', 'C-c');
  await waitFor(/^exit 130$/m);
  expect(screen()).not.toMatch(/error|at file:/);
  expect(existsSync(join(folder, 'config')) || existsSync(join(folder, 'state'))).toBe(false);
});

describe('while a file is sent', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startTestServer();
    writeFileSync(join(folder, 'ca.pem'), server.ca);
    const rows = Array.from({ length: 30 }, (_, at) => `2026-11-20T10:00:${10 + at}Z,${at}.50,CHF,R${at}`);
    writeFileSync(join(folder, 'till.csv'), `transactionDate,amount,currency,transactionReference\n${rows.join('\n')}\n`);
  });
  afterEach(() => server.stop());

  const upload = (flags: string) =>
    start(
      80,
      `upload till.csv --url ${server.url} --user api --password-file password --ca-file ca.pem --batch 1 --interval 100ms ${flags}`,
    );
  /** Whether there was a bar on the screen at any time until the end. */
  const bars = async (flags: string): Promise<boolean> => {
    writeFileSync(join(folder, 'password'), password, { mode: 0o600 });
    let isSeen = false;
    upload(flags);
    const look = () => {
      const seen = screen();
      isSeen ||= /Sending {2}\[[#-]{20}\] +\d+ %/.test(seen);
      return seen;
    };
    await expect.poll(look, { timeout: 60_000, interval: 50 }).toMatch(/^exit 0$/m);
    return isSeen;
  };

  it('there is a bar', async () => expect(await bars('')).toBe(true));

  it('there is none with -q, nor anything else', async () => {
    expect(await bars('-q')).toBe(false);
    expect(screen().trim()).toBe('exit 0');
  });
});
