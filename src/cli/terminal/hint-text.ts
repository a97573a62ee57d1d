/** Hints as words, with a command line for each thing that can be done. */
import type { SalesError } from '../../contract/problem.js';
import type { Hint, Remedy } from '../../contract/remedy.js';
import { kindWords } from './kind-words.js';
import { shellWord } from './shell-word.js';

/** What command lines begin with, for what was typed to hold for them, too. */
export interface CommandBegin {
  /** Of what asks a server: `sales -p zh`. */
  sales: string;
  /** Of `sales admin`, up to its subcommand. */
  admin: string;
}

export function hintText(hint: Hint, begin: Partial<CommandBegin> = {}): string {
  if (typeof hint === 'string') return hint;
  const whole = { sales: 'sales', admin: 'sales admin', ...begin };
  return hint.map((part) => (typeof part === 'string' ? part : commandLine(part, whole))).join('');
}

/** The hint of a failure as a member of a JSON document, or as a line; null where it has none. */
export function hintOf({ hint }: SalesError, begin: Partial<CommandBegin> = {}): string | null {
  return hint === undefined ? null : hintText(hint, begin);
}

function commandLine(remedy: Remedy, { sales, admin }: CommandBegin): string {
  switch (remedy.do) {
    case 'list':
      return [sales, ...kindWords[remedy.kind ?? 'Sales'].list].join(' ');
    case 'listUploads':
      return `${sales} uploads`;
    case 'ping':
      return `${sales} ping`;
    case 'map':
      return [sales, ...kindWords[remedy.kind ?? 'Sales'].map, 'FILE'].join(' ');
    case 'showSettings':
      return `${sales} config show --origin`;
    case 'showUpload':
      return `${sales} uploads show ${remedy.job}`;
    case 'status':
      return `${sales} status ${remedy.job}`;
    case 'resume':
      return 'job' in remedy ? `${sales} resume ${remedy.job}` : `${sales} resume`;
    case 'upload':
      return `${sales} upload ${remedy.asSales ? '--sales ' : ''}${shellWord(remedy.file)}`;
    case 'settle':
      return `${sales} settle ${shellWord(remedy.file)}`;
    case 'uploadAgain':
      return `${sales} ${kindWords[remedy.kind].send} --again FILE`;
    case 'setTimezone':
      return `${sales} config set timezone ${remedy.timezone}`;
    case 'setColumn':
      return `--set ${shellWord(`${remedy.field}=${remedy.columns.join('+') || 'COLUMN'}`)}`;
    case 'setConstant':
      return `--const ${shellWord(`${remedy.field}=${remedy.value}`)}`;
    case 'setDecimal':
      return `--decimal ${remedy.sign}`;
    case 'setDateFormat':
      return `--date-format ${shellWord(remedy.pattern)}`;
    case 'useTimezone':
      return `--timezone ${remedy.timezone ?? 'ZONE'}`;
    case 'onlyRows':
      return `--only ${shellWord(`${remedy.column}=${remedy.value}`)}`;
    case 'setMinorUnits':
      return '--minor-units';
    case 'maskCards':
      return '--pan mask';
    case 'takeAsSales':
      return '--sales';
    case 'setTime':
      return `--time ${remedy.time}`;
    case 'skipRows':
      return `--skip-rows ${remedy.lines}`;
    case 'watch':
      if (!('folder' in remedy)) return `${sales} watch`;
      return `${sales} watch ${remedy.kind === 'Settlement' ? '--settlement ' : ''}${shellWord(remedy.folder)}`;
    case 'login':
      return `${sales} login${loginFlag(remedy.with)}`;
    case 'examineData':
      return 'sales doctor --data DIR --deep';
    case 'restoreBackup':
      return 'sales backup restore FILE --data DIR';
    case 'verifyBackup':
      return 'sales backup verify';
    case 'addServerName':
      return 'sales serve --name NAME';
    case 'serve':
      return `sales serve --data ${shellWord(remedy.directory)}`;
    case 'createDatabase':
      return 'sales admin database create --database-file OWNER --server-file FILE';
    case 'upgradeDatabase':
      return 'sales admin database upgrade --database-file OWNER';
    case 'listAudit':
      return `${admin} audit list`;
    case 'listObjects':
      return `${admin} ${remedy.kind === 'import configuration' ? 'import-config' : remedy.kind} list`;
    case 'removeTenant':
      return `${admin} tenant remove`;
    case 'showMatchSettings':
      return `${sales} match settings show --json`;
    case 'grantRole':
      return `${admin} user grant NAME --role ${remedy.role ?? 'ROLE'}${remedy.isWhole ? ' --tenant TENANT' : ''}`;
    case 'revokeGrant':
      return `${admin} user revoke NAME --tenant ID`;
    case 'changeUnit':
      return `${admin} unit set`;
    case 'showImportConfiguration':
      return `${admin} import-config show NAME`;
    case 'disableUser':
      return `${admin} user disable ${shellWord(remedy.name)}`;
    case 'makeFolder':
      return `mkdir -p ${shellWord(remedy.folder)}`;
    case 'nameFiles':
      return `${shellWord(remedy.folder)}/*${remedy.ending}`;
    case 'decryptKey':
      return `openssl pkey -in ${shellWord(remedy.file)} -out server.key`;
    case 'installAgain':
      // npm keeps what a compiler says to itself unless it is told otherwise.
      if (remedy.clone !== null) return `cd ${shellWord(remedy.clone)} && npm ci${remedy.compiled ? ' --foreground-scripts' : ''}`;
      return `npm install --global${remedy.compiled ? ' --foreground-scripts --allow-scripts=better-sqlite3' : ''} ./sales-VERSION.tgz`;
  }
}

function loginFlag(given: Extract<Remedy, { do: 'login' }>['with']): string {
  if (given === undefined) return '';
  if (given === 'caFile') return ' --ca-file FILE';
  return given === 'url' ? ' --url URL' : ` --pin-sha256 ${given.pinSha256}`;
}
