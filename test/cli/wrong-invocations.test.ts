/** Wrong command lines: each says what is wrong and what to do next, ends with exit 2 or 4, and sends nothing. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StubServer, startStub } from '../client/stub-server.js';
import { type CommandLine, openCommandLine } from './command-line.js';

let stub: StubServer;
let line: CommandLine;
beforeAll(async () => {
  stub = await startStub();
  line = openCommandLine(stub);
  line.file(
    'own-till.csv',
    'amount,currency,transactionDate,transactionTypes\n1.00,CHF,2026-11-20T10:00:00Z,Purchase\n2.00,CHF,2026-11-20T10:01:00Z,Void\n',
  );
  line.file('till.csv', 'amount,currency,transactionDate\n1.00,CHF,2026-11-20T10:00:00Z\n');
  line.file('kasse.csv', 'Datum;Betrag;Trinkgeld;Total\n2026-11-20T10:00:00Z;5,50;0,50;6,00\n2026-11-21T10:00:00Z;7,50;0,50;8,00\n');
  line.file('records.csv', 'acquirerId,payoutId,settlementDate,amount,currency\nACQ,PO-1,2026-11-23,1.00,CHF\n');
  line.file('empty.csv', '');
  line.file('head.csv', 'amount,currency,transactionDate\n');
  line.file('odd.csv', 'Foo,Bar\n1,2\n');
  line.file('half.json', '[{"amount": 1');
  line.file('empty.json', '[]');
  line.file('wrong.map', '[columns]\namount = Nowhere\n');
  line.file('photo.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
});
afterAll(async () => {
  line.remove();
  await stub.close();
});

const id = '01a1fc68-12f0-7003-8d0f-d3d510115134';
/** `@x` is a file of this folder. */
const wrong: [string, RegExp, RegExp][] = [
  ['uplod @till.csv', /unknown command 'uplod'/, /Did you mean upload\?/],
  ['--foo', /unknown option '--foo'/, /sales --help/],
  ['--version --foo', /--version goes alone, not with '--foo'/, /sales --help/],
  ['-V extra', /-V goes alone/, /sales --help/],
  ['help uplod', /no command or topic "uplod"/, /Did you mean {3}sales help upload/],
  ['help admin usr', /no command or topic "admin usr"/, /Did you mean {3}sales help admin user/],
  ['help json uplod', /no JSON document "uplod"/, /sales help json lists them/],
  ['serve --data --help', /--data needs a value; '--help' is a flag. If it is the value: --data=--help/, /sales serve --help/],
  ['upload @till.csv --set --json', /--set needs a value; '--json' is a flag/, /sales upload --help/],
  ['list -p --state Processed', /--profile needs a value; '--state' is a flag. If it is the value: --profile=--state/, /sales list --help/],
  ['upload', /missing required argument 'file'/, /sales upload --help/],
  ['upload @nosuch.csv', /nosuch\.csv does not exist/, /Check the name and the folder/],
  ['upload @tll.csv', /tll\.csv does not exist/, /Did you mean .*till\.csv\?/],
  ['check @kase.csv', /kase\.csv does not exist/, /Did you mean .*kasse\.csv\?/],
  ['upload @empty.csv', /is empty/, /Check that the export has finished/],
  ['upload @head.csv', /has a header and no rows/, /Check that the export has finished/],
  ['upload @odd.csv', /no column matches a field/, /--set amount=COLUMN/],
  ['upload @half.json', /half\.json|JSON/, /export|complete|Check|again/i],
  ['upload @photo.png', /photo\.png is/, /Export the sales as CSV/],
  ['upload @kasse.csv', /leaves? .* open|may be the amount/, /--set amount=Betrag/],
  ['settle', /missing required argument 'file'/, /sales settle --help/],
  ['settlement', /missing required argument 'file'/, /sales settle --help/],
  ['settle @till.csv', /no column says that these are settlement records/, /sales upload/],
  ['settle @own-till.csv', /no column says that these are settlement records/, /sales upload/],
  ['settle @nosuch.csv', /nosuch\.csv does not exist/, /Check the name and the folder/],
  ['settle @till.csv --import-configuration 01a1fc68-12f0-7003-8d0f-d3d510115134', /unknown option/, /sales settle --help/],
  ['check --settlement @till.csv --import-configuration 01a1fc68-12f0-7003-8d0f-d3d510115134', /is for sales/, /Leave it out/],
  ['upload @records.csv', /These are settlement records, and no sales/, /sales settle FILE/],
  ['list --type Fee', /are filters of settlement records/, /Add --settlement/],
  ['list --settlement --type Tip', /Allowed choices are Sale, Refund/, /sales list --help/],
  ['list --settlement --settled-from yesterday', /must be a day/, /2026-11-20/],
  ['list --settlement --columns transactionTypes', /No record has the column transactionTypes/, /payoutId/],
  ['list --columns netAmount', /No transaction has the column netAmount/, /transactionTypes/],
  ['list --settlement --where order=1', /cannot be used with option/, /sales list --help/],
  ['upload @till.csv --batch 0', /--batch .*whole number from 1 to/, /sales upload --help/],
  ['upload @till.csv --batch many', /--batch .*whole number/, /sales upload --help/],
  ['upload @till.csv --wait=soon', /must be a duration/, /30s, 15m or 2h/],
  ['upload @till.csv --interval 5', /must be a duration/, /30s, 15m or 2h/],
  ['upload @till.csv --retry-for ever', /must be a duration/, /30s, 15m or 2h/],
  ['upload @till.csv --max-rejects 101%', /number of rows, or a share/, /such as 5%/],
  ['upload @till.csv --parallel 99', /whole number from 1 to/, /sales upload --help/],
  ['upload @till.csv --tenant home', /must be a UUID/, /sales upload --help/],
  ['upload @till.csv --import-configuration x', /must be a UUID/, /sales upload --help/],
  ['upload @till.csv --set amount', /must be FIELD=/, /amount=Betrag/],
  ['upload @till.csv --set sum=amount', /--set sum=amount/, /The fields are/],
  ['upload @till.csv --set amount=a --set amount=b', /names amount twice/, /twice/],
  ['upload @till.csv --set currency=a --const currency=CHF', /both --set and --const/, /Leave out one/],
  ['upload @till.csv --set amount=Betrag', /no column "Betrag"/, /The columns are/],
  ['upload @till.csv --only amount', /must be COLUMN=VALUE/, /Status=Paid/],
  ['upload @till.csv --decimal x', /Allowed choices are auto, \., ,/, /sales upload --help/],
  ['upload @till.csv --date-format soon', /date format|pattern|dd\/MM/i, /dd|form/],
  ['upload @till.csv --timezone Europe/Zurch', /Europe\/Zurch/, /Europe\/Zurich/],
  ['upload @till.csv --time noon', /time/i, /HH:mm|12:00/],
  ['upload @till.csv --delimiter ab', /delimiter must be one character/, /The usual ones/],
  ['upload @till.csv --encoding latin1', /Allowed choices are/, /windows-1252/],
  ['upload @till.csv --format excel', /Allowed choices are auto, csv, json, ndjson/, /sales upload --help/],
  ['upload @till.csv --skip-rows x', /number of lines/, /sales upload --help/],
  ['upload @till.csv --map @none.map', /none\.map does not exist/, /sales map FILE --out/],
  ['upload @till.csv --map @wrong.map', /no column "Nowhere"/, /The columns are/],
  ['upload @till.csv --pan show', /Allowed choices are reject, mask/, /sales upload --help/],
  ['upload @till.csv @kasse.csv --rejects x.csv', /--rejects goes with one file only/, /one file/],
  ['upload - --password-stdin', /cannot be both the file and the password/, /--password-file or SALES_PASSWORD/],
  ['upload @till.csv --progress fancy', /Allowed choices are auto, bar, plain/, /sales upload --help/],
  ['watch', /missing required argument 'dir'/, /sales watch --help/],
  ['watch @till.csv', /is not a folder/, /sales upload/],
  ['watch @ --json', /--json goes with --once only/, /reports in done and failed/],
  ['resume ffffffff', /no job ffffffff here/, /sales uploads lists them/],
  ['resume x', /no job x here/, /sales uploads lists them/],
  ['status', /No uploads were made from here/, /sales status UPLOAD_ID/],
  ['uploads --page 2', /--limit and --page are for the list with --server/, /--server/],
  ['uploads show ffffffff', /no job ffffffff here/, /sales uploads lists them/],
  ['uploads prune --older-than soon', /duration/, /30s, 15m or 2h/],
  ['exceptions --older-than 10', /a unit: ms, s, m, h or d/, /sales exceptions --help/],
  ['list --stat x', /unknown option '--stat'/, /Did you mean --state\?/],
  ['list --limit 0', /whole number from 1 to/, /--all lists every page/],
  ['list --page 1 --all', /cannot be used with option/, /sales list --help/],
  ['list --sort brand', /must be date or amount/, /:asc or :desc/],
  ['list --columns amont', /no column "amont"/, /columns are/],
  ['list --from 2026-11-21 --to 2026-11-20', /range is empty/, /is after --to/],
  ['exceptions --from 2026-12 --to 2026-10', /range is empty/, /is after --to/],
  ['list --from someday', /--from/, /2026|today|date/i],
  ['list --csv --json', /cannot go together/, /Leave out one/],
  ['get', /missing required argument 'id'/, /sales get --help/],
  ['get x', /must be a UUID/, /sales get --help/],
  ['get 10115134', /None of the rows that were shown last ends with 10115134/, /Give the whole id/],
  ['reconcile', /unknown command 'reconcile'/, /Did you mean match run\?/],
  ['open --json', /unknown command 'open'/, /Did you mean exceptions\?/],
  ['constructor', /unknown command 'constructor'/, /sales --help/],
  ['match rules', /unknown command 'rules'/, /sales match --help/],
  ['match setings', /unknown command 'setings'/, /Did you mean settings\?/],
  ['match run --rules x', /unknown option '--rules'/, /sales match run --help/],
  ['match run --settings x', /--settings is for a --dry-run/, /sales match settings set FILE/],
  ['match run --wait=soon', /must be a duration/, /30s, 15m or 2h/],
  ['match list --kind matches', /Allowed choices are Match, Proposal, Cancellation, Relation/, /sales match list --help/],
  ['match list --day 2026-11-20 --from 2026-11-19', /cannot be used with option/, /sales match list --help/],
  ['close someday', /<day> someday is not usable/, /It must be today, yesterday, 2026-11-20 or 2026-11\.$/m],
  ['match list --from someday', /--from someday is not usable/, /today|2026/],
  ['match list --csv --json', /cannot go together/, /Leave out one/],
  ['match why', /missing required argument 'id'/, /sales match why --help/],
  ['match why x', /must be a UUID/, /sales match why --help/],
  ['match settings set', /missing required argument 'file'/, /sales match settings set --help/],
  ['match settings set @none.json', /none\.json does not exist/, /sales match settings show --json prints/],
  ['match settings set @half.json', /half\.json is not JSON/, /sales match settings show --json prints/],
  ['match settings set @empty.json', /empty\.json has no settings/, /sales match settings show --json prints/],
  ['export', /--out/, /sales export --help|--out/],
  ['undo', /missing required argument 'upload'/, /sales undo --help/],
  ['undo none.csv --yes', /neither the id of an upload or of a job, nor a file/, /sales uploads lists the jobs/],
  ['login --url 127.0.0.1:8443', /has no protocol: HOST/, /Use https:\/\/HOST/],
  ['login --url localhost:8443', /has no protocol: localhost:8443/, /Use https:\/\/localhost:8443/],
  ['login --url http://example.com', /must be https:/, /Use https:\/\/example\.com/],
  ['login --url nonsense', /not a URL/, /https:\/\/sales\.example\.com/],
  ['login --user a:b', /must not contain a colon/, /colon/],
  ['login --pin-sha256 12', /must be a SHA-256/, /64 hexadecimal digits/],
  ['login --ca-file @none.pem', /There is no file .*none\.pem/, /PEM/],
  ['ping --password-file @none', /password file .*none cannot be read/, /cannot be read/],
  ['ping --timeout 5', /must be a duration/, /30s, 15m or 2h/],
  ['config get colour', /no setting "colour"/, /The settings are/],
  ['config set url', /missing required argument 'value'/, /sales config set --help/],
  ['profiles use nosuch', /no profile "nosuch"/, /sales profiles lists them/],
  ['profiles remove', /missing required argument 'name'/, /sales profiles remove --help/],
  ['completion tcsh', /Allowed choices are|bash/, /bash, zsh, fish/],
  ['backup', /backup/, /create/],
  [`status ${id}x`, /neither the id of an upload or of a job, nor a file/, /sales uploads lists the jobs/],
];

it('a file that is not there costs no request', async () => {
  const before = stub.requests.length;
  for (const command of ['upload', 'check']) await line.run([command, `${line.folder}/nosuch.csv`]);
  expect(stub.requests.length).toBe(before);
  await line.run(['check', `${line.folder}/nosuch.csv`, `${line.folder}/till.csv`]);
  expect(stub.requests.length).toBeGreaterThan(before);
});

/** The rules of the tenant are asked for before a file is opened. */
const sent = () => stub.requests.filter(({ method }) => method !== 'GET').length;

it('are at least sixty', () => expect(wrong.length).toBeGreaterThanOrEqual(60));

it.each(wrong)('sales %s', async (words, what, next) => {
  const argv = words.split(' ').map((word) => word.replace(/^@/, `${line.folder}/`));
  const before = sent();
  const { exit, stdout, stderr } = await line.run(argv, { env: { SALES_INPUT: 'false' } });
  expect(stderr).toMatch(what);
  expect(stderr).toMatch(next);
  expect([2, 4, 9]).toContain(exit);
  expect(stdout).toBe('');
  expect(stderr).not.toMatch(/\n {4}at |undefined|\[object/);
  expect(sent()).toBe(before);
});

it.each([
  ['-p zh upload', 'sales -p zh upload --help'],
  ['upload --profile=zh', 'sales -p zh upload --help'],
  ['list -pzh --limit 0', 'sales -p zh list --help'],
  ['help exit-codes -p zh', 'sales -p zh resume'],
  ['list --limit 0 -- -p zh', 'sales list --help'],
])('sales %s names the profile in what is to be typed', async (words, next) => {
  const { stdout, stderr } = await line.run(words.split(' '));
  expect(stdout + stderr).toContain(next);
});

it.each([['logout'], ['whoami'], ['ping'], ['list'], ['upload', 'x.csv']])('sales -p nosuch %s', async (...argv) => {
  const { exit, stderr } = await line.run(['-p', 'nosuch', ...argv], { env: { SALES_URL: '', SALES_USER: '' } });
  expect(exit).toBe(2);
  expect(stderr).toBe(
    'error: There is no profile "nosuch".\n  sales profiles lists them; to make it:   sales -p nosuch login --url https://HOST --user NAME\n',
  );
});
