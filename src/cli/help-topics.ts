/** What `sales help` tells beside the commands: the exit codes, the variables, and how tables are read. */
import type { Option } from 'commander';
import { synonyms, type WordMeaning } from '../files/synonyms.js';
import { exitsWithRemedies } from './exit-meanings.js';
import { variableOf } from './global-flags.js';

export interface HelpTopic {
  about: string;
  /** `flags` are those that every command takes. */
  text(flags: readonly Option[]): string;
}

/** As wide as the help of commands. */
const COLUMNS_MAX = 110;

export const helpTopics: Record<string, HelpTopic> = {
  'exit-codes': { about: 'what the exit codes mean, and what to do', text: exitCodes },
  environment: { about: 'the variables that are looked at', text: environment },
  csv: { about: 'how tables are read, and the names of columns that are known', text: tables },
};

function exitCodes(): string {
  return [
    'Exit codes, and what to do. For a script that uploads:',
    '- 0: the upload is through (with --no-wait: sent).',
    '- 6 and 10: run sales resume, from cron, too, until it gives 0. Of several files, upload those again that were',
    '  told as not tried.',
    '- Any other code needs a person to look.',
    '',
    ...exitsWithRemedies(),
    '',
    'Where several of these are true at once, the first of 7, 6, 10, 8 and 5 is given.',
  ].join('\n');
}

function environment(flags: readonly Option[]): string {
  const lines = flags.filter(({ long }) => long !== '--version').map((flag) => [variableOf(flag), flag.description]);
  return [
    'Every flag of every command has a variable: --batch is SALES_BATCH, --no-color is SALES_NO_COLOR. A flag wins',
    'over its variable, and that over the profile; sales config show --origin tells where each value comes from.',
    'A flag without a value is on with any text but 0, false, no and off. An empty variable counts as not set.',
    '',
    'These have no variable: the flags of sales admin, except --data and the flags of every command; --redo of sales',
    'undo; --data of sales backup restore.',
    '',
    'Of the flags that every command takes:',
    ...table(lines),
    '',
    'Without a flag:',
    ...table([
      ['SALES_PASSWORD', 'the password; for what runs by itself, sales login once or --password-file is better'],
      ['NO_COLOR', 'no colours, whatever it says; so does TERM=dumb'],
      ['XDG_CONFIG_HOME', 'on Linux: its folder sales holds profiles and passwords (default: ~/.config)'],
      ['XDG_STATE_HOME', 'on Linux: its folder sales holds the journals of uploads (default: ~/.local/state)'],
      ['NODE_EXTRA_CA_CERTS', 'authorities to trust where no --ca-file or --pin-sha256 is given; starts slower'],
    ]),
  ].join('\n');
}

function table(rows: readonly (readonly string[])[]): string[] {
  return rows.map(([name = '', about = '']) => `  ${name.padEnd(23)} ${about}`);
}

function tables(): string {
  const fields = [...new Set(synonyms.map(([field]) => field))];
  return [
    'sales upload reads CSV (comma, semicolon, tab or | between the cells), the first visible sheet of an Excel',
    'workbook (.xlsx), JSON and NDJSON. A table needs a header, or --no-header and --set. A column is known by the',
    'name of its field, by one of the words below, which tills use (case, blanks, hyphens, full stops and accents do',
    'not matter), and for currencies, card brands and masked card numbers by its content. Any other is named with',
    '--set field=column; what is the same in every row is given with --const field=value; sales map FILE writes a',
    'file with all of it. Columns that are no field are sent as additional data (--extra).',
    '',
    'Nothing is chosen in silence: where two columns may be one field, a value can be read in two ways (05/06/2026,',
    '1.234), or an amount may be the total of a receipt in each of its lines, nothing is sent, and the message names',
    'the flag that answers. sales check FILE shows how a file is understood; sales sample prints one to start from.',
    '',
    ...fields.flatMap(fieldLines),
    '',
    'Encoding, delimiter, decimal sign and the order of dates are detected; sales upload --help names the flags that',
    'set them. Rows with faults go to <name>.rejects.csv with line, code and reason: correct them there, and upload',
    'that file.',
  ].join('\n');
}

const meanings: Partial<Record<WordMeaning, string>> = {
  total: 'amount, where no other column can be',
  time: 'the time of a date in another column',
};

/** A field and the words for it, in as many lines as they take. */
function fieldLines(field: WordMeaning): string[] {
  const words = synonyms.filter(([meaning]) => meaning === field).map(([, , word]) => word);
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line}, ${word}`;
    if (line === undefined) lines.push(word);
    else if (longer.length <= COLUMNS_MAX - 6) lines[lines.length - 1] = longer;
    else {
      lines[lines.length - 1] = `${line},`;
      lines.push(word);
    }
  }
  return [`  ${meanings[field] ?? field}`, ...lines.map((line) => `      ${line}`)];
}
