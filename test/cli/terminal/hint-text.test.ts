/** What can be done about a failure, as words: each command line that a hint shows is one that the program understands. */
import { afterAll, expect, it } from 'vitest';
import { hintText } from '../../../src/cli/terminal/hint-text.js';
import type { Remedy } from '../../../src/contract/remedy.js';
import { openCommandLine } from '../command-line.js';

const line = openCommandLine(null);
afterAll(() => line.remove());

const job = '20261120-081244-ab12';
type OfOthers = 'makeFolder' | 'nameFiles' | 'decryptKey' | 'installAgain';
type Answer =
  | 'setColumn'
  | 'setConstant'
  | 'setDecimal'
  | 'setDateFormat'
  | 'useTimezone'
  | 'setMinorUnits'
  | 'maskCards'
  | 'takeAsSales'
  | 'setTime'
  | 'skipRows'
  | 'onlyRows';

/** Every one: a remedy that is not here does not compile. */
const ours: Record<Exclude<Remedy['do'], OfOthers | Answer>, Remedy[]> = {
  list: [{ do: 'list' }, { do: 'list', kind: 'Settlement' }],
  listUploads: [{ do: 'listUploads' }],
  ping: [{ do: 'ping' }],
  map: [{ do: 'map' }, { do: 'map', kind: 'Settlement' }],
  showSettings: [{ do: 'showSettings' }],
  resume: [{ do: 'resume' }, { do: 'resume', job }],
  showUpload: [{ do: 'showUpload', job }],
  status: [{ do: 'status', job }],
  setTimezone: [{ do: 'setTimezone', timezone: 'Europe/Zurich' }],
  upload: [
    { do: 'upload', file: "Ann's export.csv" },
    { do: 'upload', file: 'payout.csv', asSales: true },
  ],
  settle: [{ do: 'settle', file: "Ann's export.csv" }],
  uploadAgain: [
    { do: 'uploadAgain', kind: 'Sales' },
    { do: 'uploadAgain', kind: 'Settlement' },
  ],
  watch: [{ do: 'watch' }, { do: 'watch', folder: "Ann's exports" }, { do: 'watch', folder: 'payouts', kind: 'Settlement' }],
  login: [
    { do: 'login' },
    { do: 'login', with: 'caFile' },
    { do: 'login', with: 'url' },
    { do: 'login', with: { pinSha256: 'a'.repeat(64) } },
  ],
  examineData: [{ do: 'examineData' }],
  restoreBackup: [{ do: 'restoreBackup' }],
  verifyBackup: [{ do: 'verifyBackup' }],
  addServerName: [{ do: 'addServerName' }],
  serve: [{ do: 'serve', directory: '/srv/sales data' }],
  createDatabase: [{ do: 'createDatabase' }],
  upgradeDatabase: [{ do: 'upgradeDatabase' }],
  listAudit: [{ do: 'listAudit' }],
  listObjects: (['customer', 'tenant', 'unit', 'user', 'import configuration'] as const).map((kind) => ({ do: 'listObjects', kind })),
  removeTenant: [{ do: 'removeTenant' }],
  grantRole: [
    { do: 'grantRole', role: null, isWhole: false },
    { do: 'grantRole', role: 'Admin', isWhole: true },
  ],
  revokeGrant: [{ do: 'revokeGrant' }],
  changeUnit: [{ do: 'changeUnit' }],
  showMatchSettings: [{ do: 'showMatchSettings' }],
  showImportConfiguration: [{ do: 'showImportConfiguration' }],
  disableUser: [{ do: 'disableUser', name: 'ann' }],
};

it.each(
  Object.values(ours)
    .flat()
    .map((remedy) => hintText([remedy])),
)('%s', async (text) => {
  const words = text.split(' ');
  const typed = words.slice(1).filter((_, at) => words.slice(1, at + 2).every((before) => /^[a-z][a-z-]*$/.test(before)));
  const help = await line.run([...typed, '--help']);
  expect(help).toMatchObject({ exit: 0, stderr: '' });
  const [, command = '', usage = ''] = /^Usage: (sales[a-z -]*[a-z]) (.*)/.exec(help.stdout) ?? [];
  expect(`${text} `).toContain(`${command} `);
  // The help is that of the group where one of its commands is misspelt.
  if (usage.includes('[command]')) expect(text).toBe(command);
  for (const flag of words.filter((word) => word.startsWith('--'))) expect(help.stdout).toContain(flag);
});

const answers: Record<Answer, Remedy> = {
  setColumn: { do: 'setColumn', field: 'transactionDate', columns: ['Datum', 'Uhrzeit (lokal)'] },
  setConstant: { do: 'setConstant', field: 'currency', value: 'CHF' },
  setDecimal: { do: 'setDecimal', sign: ',' },
  setDateFormat: { do: 'setDateFormat', pattern: 'dd/MM/yyyy' },
  useTimezone: { do: 'useTimezone', timezone: 'Europe/Zurich' },
  onlyRows: { do: 'onlyRows', column: 'Record type', value: 'Settled' },
  setMinorUnits: { do: 'setMinorUnits' },
  maskCards: { do: 'maskCards' },
  takeAsSales: { do: 'takeAsSales' },
  setTime: { do: 'setTime', time: '12:00' },
  skipRows: { do: 'skipRows', lines: 2 },
};

it('answers about a file are flags of what reads one', async () => {
  const shown = Object.values(answers).map((answer) => hintText([answer]));
  expect(shown).toEqual([
    "--set 'transactionDate=Datum+Uhrzeit (lokal)'",
    '--const currency=CHF',
    '--decimal ,',
    '--date-format dd/MM/yyyy',
    '--timezone Europe/Zurich',
    "--only 'Record type=Settled'",
    '--minor-units',
    '--pan mask',
    '--sales',
    '--time 12:00',
    '--skip-rows 2',
  ]);
  const { stdout } = await line.run(['check', '--help']);
  for (const flag of shown) expect(stdout).toContain(`${flag.split(' ')[0]} ${flag.includes(' ') ? '<' : ''}`);
});

it('what its reader has to name is in capitals', () => {
  const open: Remedy[] = [
    { do: 'setColumn', field: 'amount', columns: [] },
    { do: 'useTimezone', timezone: null },
  ];
  expect(open.map((answer) => hintText([answer]))).toEqual(['--set amount=COLUMN', '--timezone ZONE']);
});

it('those with other programs are quoted, too', () => {
  expect(hintText(['Look at ', { do: 'nameFiles', folder: "Ann's exports", ending: '.csv' }])).toBe(
    String.raw`Look at 'Ann'\''s exports'/*.csv`,
  );
  expect(hintText([{ do: 'makeFolder', folder: "Ann's exports" }])).toBe(String.raw`mkdir -p 'Ann'\''s exports'`);
  expect(hintText([{ do: 'decryptKey', file: 'my key.pem' }])).toBe("openssl pkey -in 'my key.pem' -out server.key");
  expect(hintText([{ do: 'installAgain', clone: '/a b', compiled: false }])).toBe("cd '/a b' && npm ci");
  expect(hintText([{ do: 'installAgain', clone: '/a', compiled: true }])).toBe('cd /a && npm ci --foreground-scripts');
});
