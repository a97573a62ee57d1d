/** `sales map`: a mapping file for a table, to be reviewed and edited by a person. */
import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { errnoOf } from '../../client/machine/disk-failure.js';
import { diskError } from '../../client/machine/private-file.js';
import { SalesError } from '../../contract/problem.js';
import { type ColumnValues, mappingProposal, unknownTypes } from '../../files/columns/mapping-proposal.js';
import { unitFlags, type ValueFlags } from '../../files/input/mapping-rules.js';
import type { InputDescription } from '../../files/input/row.js';
import { openInput } from '../../files/open.js';
import { firstValues } from '../../jobs/answers/seen-table.js';
import { exits } from '../../jobs/exit-codes.js';
import { readingOptions } from '../flags/mapping-flags.js';
import { addReadingFlags, type ReadingFlags } from '../flags/reading-flags.js';
import type { Run } from '../flags/run.js';
import { kindOf, settlementFlag } from '../flags/settlement-flag.js';
import { memoryOf } from '../settings/profile-memory.js';
import { displayJson } from '../terminal/display-text.js';
import { kindWords } from '../terminal/kind-words.js';
import { showInput } from '../views/input-view.js';

interface MapFlags extends ReadingFlags {
  out?: string;
  /** As tables with its header are read, by what is remembered. */
  known?: boolean;
}

/** Enough to see how a column is filled, and a moment to read. */
const ROWS_READ = 20_000;
const FIRST_VALUES = 3;
const VALUES_MAX = 200;

export function commandOf(run: Run): Command {
  const command = new Command('map')
    .description('Propose which column of FILE is which field, as a mapping file to review and pass to sales upload --map.')
    .argument('<file>', 'a table, or - for standard input');
  return addReadingFlags(command)
    .addOption(settlementFlag())
    .option('--known', 'as files with its header are read since one was uploaded: to see it, or to take it to another machine')
    .option('--out <mapping>', 'write it to this file (default: standard output)')
    .action(async (file: string, flags: MapFlags) => map(file, flags, run));
}

async function map(file: string, flags: MapFlags, run: Run): Promise<void> {
  const { output, host } = run;
  const source = file === '-' ? { stdin: host.stdin as AsyncIterable<Uint8Array> } : { path: file };
  const memory = flags.known ? await memoryOf(run.flags.profile, host, kindOf(flags)) : null;
  const input = await openInput(source, { ...(await readingOptions(flags)), isProposal: true }, memory?.recall);
  try {
    const { description } = input;
    if (!description.header) {
      throw new SalesError('usage', `${file} is ${description.format}, which names its fields itself: there is nothing to map.`);
    }
    const known = memory?.recall(description.header) ?? null;
    if (memory && !known) {
      throw new SalesError('usage', `No file with the header of ${file} has been uploaded with this profile.`, {
        hint: 'Leave out --known for a proposal',
      });
    }
    showInput(description, output);
    const send = [kindWords[kindOf(flags)].send, ...(flags.sales || (known && mayBeAsked(description)) ? ['--sales'] : [])];
    const all = await firstValues(input, description.header, { rowsMax: ROWS_READ, valuesMax: VALUES_MAX });
    const values = all.map((values): ColumnValues => ({ first: values.slice(0, FIRST_VALUES), all: values }));
    const usage = output.commandLine(...send, '--map', flags.out ?? 'THIS-FILE', ...flagsOfValues(known?.reading ?? {}), 'FILE');
    // Names with control characters stand in quotes, where they may be written escaped: on a terminal, in an editor and read back they are safe.
    const text = displayJson(mappingProposal(description, values, usage));
    const questions = description.columns?.questions ?? [];
    if (flags.out === undefined && !output.flags.json) output.data(text.trimEnd());
    if (flags.out !== undefined) await write(flags.out, text, run);
    if (output.flags.json) {
      output.document({ schema: 'sales.map/1', file, out: flags.out ?? null, mapping: text, open: questions.map(({ field }) => field) });
    }
    for (const { field } of questions) output.message('OPEN', `Which column is the ${field}? Choose in the mapping file.`, 'yellow');
    const types = unknownTypes(description, values).length;
    const [words, are, they] = types === 1 ? ['word', 'is', 'it means'] : ['words', 'are', 'they mean'];
    if (types > 0)
      output.message('OPEN', `${types} ${words} for the type ${are} not known. Say in the mapping file what ${they}.`, 'yellow');
    if (flags.out !== undefined)
      output.message('OK', `Written to ${flags.out}; then   ${output.commandLine(...send, '--map', flags.out, file)}`, 'green');
    run.exit = exits.done;
  } finally {
    await input.close();
  }
}

/** Whether `sales upload` may ask if these are sales: where such a file was sent as that, another machine reads by this flag. */
function mayBeAsked({ columns }: InputDescription): boolean {
  return columns?.known === null && columns.tellsPayouts;
}

/** How values were read, as the words of a command line. */
function flagsOfValues({ timezone, decimal, dateFormat, time, minorUnits }: ValueFlags): string[] {
  const said = { timezone, decimal, 'date-format': dateFormat, time };
  const words = Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return [...words, ...unitFlags(minorUnits)];
}

/** A mapping that somebody has worked on is never written over, unless `--yes` says so. */
async function write(path: string, text: string, { flags }: Run): Promise<void> {
  await writeFile(path, text, { flag: flags.yes ? 'w' : 'wx' }).catch((error: unknown) => {
    if (errnoOf(error) !== 'EEXIST') throw diskError(`${path} cannot be written`, error);
    throw new SalesError('usage', `${path} already exists.`, { hint: 'Name another file with --out, or overwrite it with --yes' });
  });
}
