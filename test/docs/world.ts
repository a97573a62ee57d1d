/**
 * Where the documents' command lines are run: a folder with the files that they name, a real server with its data directory, and a user who
 * is logged in. What a document leaves to the reader (UPLOAD_ID, HOST, /var/lib/sales) gets a value here.
 */
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CommandLine, openCommandLine, type Seen } from '../cli/command-line.js';
import type { StubServer } from '../client/stub-server.js';
import { matchAll } from '../support/match-scenario.js';
import { dataDirectory, serve } from '../support/serve-process.js';
import { password, startTestServer, type TestServer } from '../support/test-server.js';

export interface World {
  folder: string;
  server: TestServer;
  /** Runs `sales` with these words, as a document has them. */
  sales(words: readonly string[]): Promise<Seen>;
  /** The words of any other command with the values of this world. */
  filledIn(words: readonly string[]): string[];
  close(): Promise<void>;
}

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));

export async function openWorld(): Promise<World> {
  const server = await startTestServer();
  const { url, ca } = server;
  const line = openCommandLine({ url, ca } as StubServer);
  const cwd = process.cwd();
  process.chdir(line.folder);
  symlinkSync(server.directory, 'sales-data');
  for (const name of ['exports', 'settlements', 'backups', 'fixtures/first']) mkdirSync(name, { recursive: true });
  for (const name of ['till', 'acquirer']) await copyFile(join(fixtures, `first/${name}.csv`), `fixtures/first/${name}.csv`);
  line.file('FILE', `${password}\n`);
  const places = await placesOf(server);
  const sales = salesIn(line, server, places);
  await sales(['backup', 'create', '--data', 'DIR', '--out', 'backups/first.db']);
  return {
    folder: line.folder,
    server,
    sales,
    filledIn: (words) => words.map((word) => places.fill(word)),
    close: async () => {
      process.chdir(cwd);
      line.remove();
      await server.stop();
    },
  };
}

interface Places {
  fill(word: string): string;
  values: Map<string, string>;
}

async function placesOf(server: TestServer): Promise<Places> {
  const transaction = { amount: 12.5, currency: 'EUR', transactionDate: '2026-01-20T14:03:59+01:00', transactionReference: 'FIRST' };
  const uploadId = await server.uploadAndImport([transaction]);
  const { json } = await server.request(`/sales/v1/transactions?uploadId=${uploadId}`);
  const records = await placedRecord(server);
  const values = new Map([
    ['https://HOST:8443', server.url],
    ['https://127.0.0.1:8443', server.url],
    ['/var/backups/sales/sales-20261121-031500Z.db', 'backups/first.db'],
    ['/var/backups/sales', 'backups'],
    ['/var/lib/sales', server.directory],
    ['UPLOAD_ID', uploadId],
    ['TRANSACTION_ID', json.items[0].transactionId],
    ['RECORD_ID', records.json.items[0].recordId],
    ['PASSWORD', password],
  ]);
  const fill = (word: string) => {
    if (word === 'DIR') return server.directory;
    return [...values].reduce((filled, [place, value]) => filled.replaceAll(place, value), word);
  };
  return { fill, values };
}

async function placedRecord(server: TestServer) {
  const record = { acquirerId: 'ACQ', payoutId: 'PO-17', settlementDate: '2026-01-22', amount: 12.5, currency: 'EUR' };
  const headers = { 'content-type': 'application/json' };
  await server.request('/settlement/v1/records/upload', { method: 'POST', headers, body: JSON.stringify({ records: [record] }) });
  return server.request('/settlement/v1/records');
}

let written = 0;

/** The files that the documents name, with sales that nobody has uploaded. */
function writeFiles(line: CommandLine): void {
  written += 1;
  const day = `${String((written % 28) + 1).padStart(2, '0')}.01.2026`;
  line.file(
    'till-export.csv',
    `amount,currency,transactionDate,transactionReference\n${[12.5, 4.9, 36.9]
      .map((amount, at) => `${amount},EUR,2026-01-20T10:0${at}:00+01:00,T-${written}-${at}\n`)
      .join('')}`,
  );
  line.file(
    'kasse.csv',
    `Datum;Zeit;Beleg;Betrag;Trinkgeld;Total;Zahlart\n${['12,50;0,50;13,00;VISA', '4,90;0,00;4,90;Bar', '36,90;3,10;40,00;Mastercard']
      .map((cells, at) => `${day};08:1${at};${written}00${at};${cells}\n`)
      .join('')}`,
  );
  line.file(
    'october.csv',
    `type,acquirerId,payoutId,settlementDate,amount,currency,transactionReference\nSale,ACQ,PO-17,2026-01-22,12.50,EUR,S-${written}\n`,
  );
  line.file('z-reports.csv', `Z-Nr;Datum;Kasse;Anzahl Belege;Umsatz;Währung\n${written};${day};K1;42;1234,50;EUR\n`);
  const windows1252 = 'Datum;Zeit;Betrag;Währung;Beleg\n20.11.2026;08:12;1.355,90;EUR;1001\n20.11.2026;08:14;4,90;EUR;1002\n';
  line.file('t2.csv', Buffer.from(windows1252, 'latin1'));
}

function salesIn(line: CommandLine, server: TestServer, { fill, values }: Places): World['sales'] {
  const sales: World['sales'] = async (words) => {
    const [command = '', sub = ''] = words;
    const argv = words.map((word) => fill(word));
    if (command === 'export') rmSync(join(line.folder, argv[argv.indexOf('--out') + 1] ?? ''), { force: true });
    if (command === 'serve' && !words.includes('--print-systemd')) return served(argv.slice(1));
    if (['upload', 'settle', 'check', 'map'].includes(command)) writeFiles(line);
    if (command === 'backup' && sub === 'restore') argv[argv.indexOf('--data') + 1] = join(line.folder, 'restored');
    const running = line.run(argv, {
      env: { SALES_PASSWORD: password, SALES_YES: '1' },
      rawJobs: true,
      // `sales watch` goes on until somebody stops it; with `--once` it ends by itself, however busy the machine is.
      ...(command === 'watch' && !words.includes('--once') && { onInterrupt: stopSoon }),
    });
    const seen = words.includes('--wait-for') ? await matchedMeanwhile(running, server) : await running;
    // With two customers, every later request would have to name one.
    if (words.slice(0, 5).join(' ') === 'admin user grant api --customer') await sales(['admin', 'user', 'revoke', ...argv.slice(3)]);
    if (command === 'map') chooseIn(join(line.folder, 'kasse.map'));
    const generated = /^\S{20,}$/m.exec(seen.stdout)?.[0];
    if (words.includes('--generate-password') && generated) line.file('FILE', `${generated}\n`);
    if (sub === 'audit') values.set('42:9f3c…', seen.stdout.trim());
    return seen;
  };
  return sales;
}

/** What a process of `sales serve` matches on a thread of its own. */
async function matchedMeanwhile(running: Promise<Seen>, server: TestServer): Promise<Seen> {
  let isRunning = true;
  const ended = running.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    await matchAll(server);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return ended;
}

function stopSoon(handler: (signal: 'SIGINT') => void): () => void {
  const timer = setTimeout(() => handler('SIGINT'), 100);
  return () => clearTimeout(timer);
}

/** What a person does with a proposed mapping: chooses the amount, and names the currency. */
function chooseIn(mapping: string): void {
  const text = readFileSync(mapping, 'utf8');
  writeFileSync(mapping, text.replace('# amount = Total', 'amount = Total').replace('# currency =', 'currency ='));
}

const ended = new Map<string, Seen>();

/** `sales serve` as a process, on a directory and a port of its own, until it listens; once for the same flags. */
async function served(flags: string[]): Promise<Seen> {
  const known = ended.get(flags.join(' '));
  if (known) return known;
  const { directory, passwordFile, remove } = await dataDirectory();
  try {
    const server = await serve(directory, passwordFile, {}, flags);
    const seen = { exit: Number(await server.end('SIGTERM')), stdout: server.output(), stderr: '' };
    ended.set(flags.join(' '), seen);
    return seen;
  } finally {
    await remove();
    rmSync(directory, { recursive: true, force: true });
  }
}
