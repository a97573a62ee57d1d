/** The flags that say how a file is read, the same for every command that reads one, and the options that they make. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Remedy } from '../../contract/remedy.js';
import type { UploadKind } from '../../contract/states.js';
import { columnReference } from '../../files/columns/column-names.js';
import { type ExtraColumns, extraColumns, isEmpty, noRules, type RowValues, unitFlags } from '../../files/input/mapping-rules.js';
import { encodings, type InputDescription } from '../../files/input/row.js';
import type { OpenOptions } from '../../files/open.js';
import { kindWords } from '../terminal/kind-words.js';
import { salesFlag } from './settlement-flag.js';

type SaidOfReading = Omit<ReadingFlags, 'format' | 'header' | 'remember'>;

export interface ReadingFlags {
  format: OpenOptions['format'];
  delimiter?: string;
  encoding?: OpenOptions['encoding'];
  decimal?: OpenOptions['decimal'];
  dateFormat?: string;
  timezone?: string;
  /** The zone is the profile's. */
  isProfileZone?: boolean;
  time?: string;
  skipRows?: number;
  /** `field=column`, as typed. */
  set?: string[];
  const?: string[];
  /** `column=value`, as typed. */
  only?: string[];
  leaveOut?: string[];
  negative?: string[];
  minorUnits?: boolean;
  map?: string;
  extra?: ExtraColumns;
  /** False with --no-header. */
  header: boolean;
  pan: 'reject' | 'mask';
  /** False with --no-remember. */
  remember: boolean;
  /** The rows are settlement records. */
  settlement?: boolean;
  /** They are sales, although the file tells fees and payouts. */
  sales?: boolean;
  /** What a person has answered about the file since; a later one goes before an earlier one. */
  answers?: readonly Remedy[];
}

/** The flags with what was answered since. */
export function withAnswers<Flags extends ReadingFlags>(flags: Flags, answers: readonly Remedy[]): Flags {
  return { ...flags, answers: [...(flags.answers ?? []), ...answers] };
}

/** `kind`: what the rows are; null where {@link settlementFlag} says it. */
export function addReadingFlags(command: Command, kind: UploadKind | null = null): Command {
  const { sales } = kindWords[kind ?? 'Sales'];
  if (kind !== 'Settlement') command.addOption(salesFlag());
  return command
    .addOption(new Option('--format <format>', 'input format').choices(['auto', 'csv', 'json', 'ndjson']).default('auto'))
    .addOption(new Option('--delimiter <char>', 'CSV delimiter, or the word tab (default: detected)').argParser(delimiter))
    .addOption(new Option('--encoding <encoding>', 'text encoding').choices(['auto', ...encodings]).default('auto'))
    .addOption(new Option('--decimal <sign>', 'decimal sign of amounts (default: detected)').choices(['auto', '.', ',']))
    .option('--date-format <pattern>', 'date order, such as dd/MM/yyyy, or excel for the day numbers of Excel (default: detected)')
    .option('--timezone <zone>', 'time zone of local times, such as Europe/Zurich')
    .option('--time <HH:mm>', `time of day of ${sales} whose date has none`)
    .addOption(new Option('--skip-rows <lines>', 'lines before the header (default: detected)').argParser(lines))
    .addOption(
      new Option(
        '--set <field=column>',
        'the column of a field, by name, number or letter; A+B joins two, and "A - B" is credit less debit; repeatable',
      ).argParser(pairs),
    )
    .addOption(new Option('--const <field=value>', 'a field that is the same in every row; repeatable').argParser(pairs))
    .addOption(new Option('--only <column=value>', `rows with this value are the only ${sales}; repeatable`).argParser(choices))
    .addOption(new Option('--leave-out <column=value>', `rows with this value are no ${sales}; repeatable`).argParser(choices))
    .addOption(new Option('--negative <column=value>', 'rows with this value have negative amounts; repeatable').argParser(choices))
    .option('--minor-units', 'amounts are in cents, or whatever the smallest unit of their currency is')
    .option('--no-minor-units', 'amounts are whole units, where that is asked')
    .option('--map <file>', 'a mapping file, as written by sales map FILE')
    .addOption(
      new Option(
        '--extra <what>',
        'columns that match no field: keep as additionalData, drop, or reject the file; auto (default) keeps them but for personal data of customers',
      ).choices(extraColumns),
    )
    .option('--no-header', 'the first line is a row; columns are A, B, C or 1, 2, 3')
    .addOption(
      new Option('--pan <what>', 'full card numbers: reject the row, or mask all but the first six and last four digits')
        .choices(['reject', 'mask'])
        .default('reject'),
    )
    .option('--no-remember', 'do not use or save remembered answers about the columns');
}

/**
 * The flags that a rejects file wants to be read as its input was, as words of a command line. It has a header always, and is remembered
 * by no other name, so that nothing is left to memory.
 */
export function flagsForRejects(flags: SaidOfReading, description: InputDescription): string[] {
  const { set = [], const: constants = [], only = [], leaveOut = [], negative = [], map, extra } = flags;
  const { pan, decimal, dateFormat, timezone, time, minorUnits } = flags;
  return [
    ...(flags.sales ? ['--sales'] : []),
    ...(map === undefined ? [] : ['--map', map]),
    ...[...set, ...fieldsByContent(description)].flatMap((pair) => ['--set', pair]),
    ...constants.flatMap((pair) => ['--const', pair]),
    ...only.flatMap((choice) => ['--only', choice]),
    ...leaveOut.flatMap((choice) => ['--leave-out', choice]),
    ...negative.flatMap((choice) => ['--negative', choice]),
    ...(extra === undefined ? [] : ['--extra', extra]),
    ...(pan === 'mask' ? ['--pan', pan] : []),
    ...(decimal === undefined || decimal === 'auto' ? [] : ['--decimal', decimal]),
    ...(dateFormat === undefined ? [] : ['--date-format', dateFormat]),
    ...(timezone === undefined ? [] : ['--timezone', timezone]),
    ...(time === undefined ? [] : ['--time', time]),
    ...unitFlags(minorUnits),
  ];
}

/** As {@link flagsForRejects}, for a job. It does not know its mapping file's name: where flags cannot say what was in it, `--map FILE` stands for it. */
export function flagsForRejectsOf({ rules = noRules, pan = 'reject', ...reading }: OpenOptions, description: InputDescription): string[] {
  const pairs = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([name, value]) => `${name}=${value}`);
  const isAllSaid = isEmpty({ ...noRules, values: rules.values, leaveOut: rules.leaveOut });
  const chosen = (rows: readonly RowValues[] = []) => rows.flatMap(({ column, values }) => values.map((value) => `${column}=${value}`));
  const said: SaidOfReading = {
    ...reading,
    pan,
    set: pairs(rules.columns),
    const: pairs(rules.constants),
    only: chosen(rules.rows?.filter(({ keep }) => keep)),
    leaveOut: chosen(rules.rows?.filter(({ keep }) => !keep)),
    negative: chosen(rules.negative),
    ...(reading.asSales && { sales: true }),
    ...(isAllSaid ? {} : { map: 'FILE' }),
    ...(rules.extra !== null && { extra: rules.extra }),
  };
  return flagsForRejects(said, description);
}

/** Fields that only the cells of the first rows told: those of the rejected rows may tell something else. */
function fieldsByContent({ header, mapping, columns }: InputDescription): string[] {
  return (header ?? []).flatMap((_, index) =>
    columns?.by[index] === 'content' ? [`${mapping?.[index]}=${columnReference(header ?? [], index)}`] : [],
  );
}

function delimiter(text: string): string {
  return text === 'tab' || text === '\\t' ? '\t' : text;
}

function pairs(text: string, earlier: string[] | undefined): string[] {
  if (!/^[^=]*\S[^=]*=[\s\S]*\S/.test(text)) throw new InvalidArgumentError('It must be FIELD=…, for example amount=Betrag.');
  return [...(earlier ?? []), text];
}

function choices(text: string, earlier: string[] | undefined): string[] {
  if (!/^[^=]*\S[^=]*=/.test(text)) throw new InvalidArgumentError('It must be COLUMN=VALUE, for example Status=Paid.');
  return [...(earlier ?? []), text];
}

function lines(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a number of lines.');
  return Number(text);
}
