/** The topics of `sales help` beside the commands: the exit codes, the variables, and how tables are read. */
import type { Option } from 'commander';
import { settlementSynonyms } from '../../../files/words/settlement-synonyms.js';
import { synonyms, type WordMeaning } from '../../../files/words/synonyms.js';
import { ranking } from '../../../jobs/exit-codes.js';
import { variableOf } from '../../flags/global-flags.js';
import { exitsWithRemedies } from '../../terminal/exit-meanings.js';

interface HelpTopic {
  about: string;
  /** `flags` are those that every command takes. */
  text(flags: readonly Option[]): string | Promise<string>;
}

async function jsonDocuments(): Promise<string> {
  const { documents, titleOf } = await import('../../documents/documents.js');
  const rows = Object.keys(documents).map((name) => [name, titleOf(name)]);
  return [
    'With --json, a command prints one JSON document on standard output, and a failure as one on standard error. sales',
    'help json NAME prints the JSON Schema of one. Later versions only add members, so do not refuse those that you do',
    'not know. Sums are exact and are texts ("sum": "133.80"); the amount of a transaction is a number, as it was sent.',
    '',
    ...table(rows, Math.max(...Object.keys(documents).map((name) => name.length))),
  ].join('\n');
}

/** As wide as the help of commands. */
const COLUMNS_MAX = 110;

export const helpTopics: Record<string, HelpTopic> = {
  'exit-codes': { about: 'what the exit codes mean, and what to do', text: exitCodes },
  environment: { about: 'the variables that sales reads', text: environment },
  csv: { about: 'how tables are read, and which column names are recognised', text: tables },
  settlements: { about: 'how files of acquirers are read, and which column names are recognised', text: settlementTables },
  json: { about: 'the JSON documents, and their schemas', text: jsonDocuments },
};

function exitCodes(): string {
  return [
    'Exit codes, and what to do. For a script that uploads:',
    '- 0: the upload is finished (with --no-wait: sent).',
    '- 6 and 10: run sales resume, also from cron, until it exits with 0. If there were several files, upload again',
    '  those that were reported as not tried.',
    '- Any other code needs a person.',
    '',
    ...exitsWithRemedies(),
    '',
    'If several apply at once, as where several files are uploaded, the exit code is the most serious one, by this',
    `order: ${ranking.slice(0, -1).join(', ')}.`,
  ].join('\n');
}

function environment(flags: readonly Option[]): string {
  const lines = flags.filter(({ long }) => long !== '--version').map((flag) => [variableOf(flag), flag.description]);
  return [
    'Every flag of every command can be set by a variable: --batch by SALES_BATCH, --no-color by SALES_NO_COLOR.',
    'Flags override variables, and variables the profile; sales config show --origin shows where values come from.',
    'A flag without a value is switched on by any text but 0, false, no and off. An empty variable counts as not set.',
    '',
    'These have no variable: the flags of sales admin, except --data and the flags of every command; --redo of sales',
    'undo; --data of sales backup restore.',
    '',
    'For the flags that every command takes:',
    ...table(lines),
    '',
    'Without a flag:',
    ...table([
      ['SALES_PASSWORD', 'the password; for unattended use, sales login once or --password-file is better'],
      ['NO_COLOR', 'no colours, whatever its value; TERM=dumb does the same'],
      ['XDG_CONFIG_HOME', 'on Linux: profiles and passwords are in its folder sales (default: ~/.config)'],
      ['XDG_STATE_HOME', 'on Linux: the journals of uploads are in its folder sales (default: ~/.local/state)'],
      ['NODE_EXTRA_CA_CERTS', 'authorities to trust without --ca-file or --pin-sha256; slows the start'],
    ]),
  ].join('\n');
}

function table(rows: readonly (readonly string[])[], nameColumns = 23): string[] {
  return rows.map(([name = '', about = '']) => `  ${name.padEnd(nameColumns)} ${about}`);
}

function tables(): string {
  return [
    'sales upload reads CSV (comma, semicolon, tab or | between the cells), the first visible sheet of an Excel',
    'workbook (.xlsx), JSON and NDJSON. A table needs a header, or --no-header and --set. A column is recognised',
    'by the name of its field or one of the words below, which tills use (case, blanks, hyphens, full stops and',
    'accents do not matter); currencies, card brands and masked card numbers also by their content. Assign any other',
    'column with --set field=column, and give a value that is the same in every row with --const field=value; sales',
    'map FILE writes a file with all of this. Columns that match no field are sent as additional data (--extra).',
    '',
    'Nothing is chosen silently: if two columns may be one field, a value can be read in two ways (05/06/2026,',
    '1.234), or an amount may be the total of a receipt in each of its lines, nothing is sent, and the message names',
    'the flag that answers. sales check FILE shows how a file is read; sales sample prints one to start from.',
    '',
    ...fieldLines(synonyms),
    '',
    'Encoding, delimiter, decimal sign and date order are detected; sales upload --help lists the flags that set',
    'them. Rows with faults go to <name>.rejects.csv with line, code and reason: correct them there, and upload',
    'that file.',
  ].join('\n');
}

const meanings: Partial<Record<WordMeaning, string>> = {
  total: 'amount, if no other column can be it',
  time: 'the time of a date in another column',
};

async function settlementTables(): Promise<string> {
  const { settlements } = await import('../../../files/columns/exports/settlements.js');
  return [
    'sales settle reads the files that sales upload reads, with the same flags, as settlement records: what an',
    'acquirer or payment service took, kept and paid. These exports are known by name:',
    '',
    ...settlements.map(({ name }) => `  ${name}`),
    '',
    'In any other file a column is recognised by the name of its field, by one of the words below, or by a word that',
    'sales help csv lists for its field. Where no column is a payout, a day of settlement, a fee, a net amount or a',
    'merchant, the file may have sales and is refused; --const acquirerId=NAME says that it has records.',
    '',
    ...fieldLines(settlementSynonyms),
    '',
    'sales check --settlement FILE shows how a file is read; sales map --settlement FILE writes a mapping file.',
  ].join('\n');
}

/** Each field and the words for it. */
function fieldLines(all: readonly (readonly [WordMeaning, string, ...string[]])[]): string[] {
  const fields = [...new Set(all.map(([field]) => field))];
  return fields.flatMap((field) => {
    const words = new Set(all.filter(([meaning]) => meaning === field).flatMap(([, , ...own]) => own));
    return [`  ${meanings[field] ?? field}`, ...wordLines([...words])];
  });
}

/** In as many lines as they take. */
function wordLines(words: readonly string[]): string[] {
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
  return lines.map((line) => `      ${line}`);
}
