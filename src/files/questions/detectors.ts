/**
 * The table of all that is asked about a table before its rows are read, in the order in which it is asked, and how it is asked: those who
 * have to look at rows see them together. `docs/files.md` has how often each is asked about real exports, rightly and in vain, and how often
 * each relation between columns settles or disputes one.
 */
import { questionOf } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { amountDoubts } from '../columns/amount-rules.js';
import type { RowsAhead } from '../formats/rows-ahead.js';
import { relations } from '../input/mapping-rules.js';
import { missingOf } from '../input/record-kind.js';
import { isOfRejects } from '../words/field-names.js';
import { cashRecords } from './cash-records.js';
import { changedRows } from './changed-rows.js';
import { centsInTitle, columnsInQuestion, timesInQuestion } from './column-questions.js';
import { contradictions } from './contradictions.js';
import type { AskedTable, Detector } from './detection.js';
import { changedColumns, changedPlaces, changedZone } from './earlier-table.js';
import { instalments } from './instalments.js';
import { kindInQuestion, unknownKinds } from './kind-question.js';
import { paymentSteps, repeatedTotals } from './line-groups.js';
import { type OpenQuestion, openQuestions } from './open-questions.js';
import { valuesInQuestion } from './readings.js';
import { unknownReferences } from './references.js';
import { repeatedSums } from './repeated-sums.js';
import { returnedPieces } from './returned-pieces.js';
import { settledSums } from './settled-sums.js';
import { turnedMoney } from './signs.js';
import { tenderColumns } from './tenders.js';

export const detectors: readonly Detector[] = [
  { codes: ['COLUMN_CHANGED'], answers: ['--set'], round: 0, ask: changedColumns },
  { codes: ['KIND_UNCERTAIN'], answers: ['--sales', 'sales', '--set', '--const'], among: 'new', ask: kindInQuestion },
  {
    codes: ['COLUMN_AMBIGUOUS', 'COLUMN_UNCERTAIN', 'AMOUNT_IN_CENTS'],
    because: amountDoubts.map(({ code }) => code),
    answers: ['--set', '--const', '--minor-units', '--no-minor-units', '--pan'],
    ask: columnsInQuestion,
  },
  {
    codes: ['DECIMAL_SIGN_AMBIGUOUS', 'DATE_ORDER_AMBIGUOUS', 'TIME_OF_DAY_MISSING', 'TIMEZONE_MISSING', 'TIMEZONE_IN_TITLE'],
    answers: ['--decimal', '--date-format', '--set', '--time', '--timezone', '--skip-rows'],
    ask: valuesInQuestion,
  },
  { codes: ['SIGNS_UNCERTAIN'], answers: ['--set', '--negative'], among: 'unknown', watch: turnedMoney },
  { codes: ['SIGNS_UNCERTAIN'], answers: ['--negative', '--set'], unless: 'SIGNS_UNCERTAIN', among: 'new', watch: returnedPieces },
  {
    codes: ['KIND_UNCERTAIN', 'SIGNS_UNCERTAIN', 'COLUMN_UNCERTAIN'],
    answers: ['--leave-out', '--negative', '--set'],
    among: 'unknown',
    ask: changedRows,
  },
  {
    codes: ['COLUMN_AMBIGUOUS'],
    because: relations,
    answers: ['--set', '--leave-out', '--negative'],
    // SIGNS_UNCERTAIN says more of the same rows.
    unless: 'SIGNS_UNCERTAIN',
    watch: contradictions,
  },
  {
    codes: ['COLUMN_UNCERTAIN', 'COLUMN_AMBIGUOUS', 'SIGNS_UNCERTAIN'],
    answers: ['--set', '--negative'],
    among: 'unknown',
    watch: settledSums,
    of: 'Settlement',
  },
  { codes: ['COLUMN_UNCERTAIN'], answers: ['--set', '--negative', '--leave-out'], among: 'unknown', watch: unknownKinds },
  { codes: ['KIND_UNCERTAIN'], answers: ['--leave-out', '--set'], among: 'unknown', watch: cashRecords, of: 'Settlement' },
  { codes: ['COLUMN_UNCERTAIN'], answers: ['--set', '--leave-out'], among: 'new', watch: tenderColumns, of: 'Sales' },
  { codes: ['AMOUNT_REPEATED'], answers: ['--set'], watch: repeatedTotals, of: 'Sales' },
  { codes: ['AMOUNT_REPEATED'], answers: ['--set'], unless: 'AMOUNT_REPEATED', among: 'unknown', watch: repeatedSums },
  {
    codes: ['AMOUNT_REPEATED'],
    answers: ['--leave-out', '--set'],
    unless: 'AMOUNT_REPEATED',
    among: 'unknown',
    watch: instalments,
    of: 'Sales',
  },
  {
    codes: ['STEPS_OF_PAYMENT'],
    answers: ['--only', '--set'],
    unless: 'AMOUNT_REPEATED',
    watch: paymentSteps,
    of: 'Sales',
  },
  { codes: ['AMOUNT_IN_CENTS'], answers: ['--minor-units', '--skip-rows'], ask: centsInTitle },
  {
    codes: ['HALF_OF_DAY_UNREADABLE', 'ROW_TIMEZONE_UNREADABLE'],
    answers: ['--set', '--timezone'],
    ask: timesInQuestion,
  },
  { codes: ['PLACE_UNCERTAIN'], answers: ['--const'], ask: changedPlaces },
  { codes: ['TIMEZONE_CHANGED'], answers: ['--timezone'], round: 2, ask: changedZone },
  { codes: ['REFERENCE_UNKNOWN'], answers: ['--set'], round: 3, among: 'new', watch: unknownReferences, of: 'Sales' },
];

/** Fails with `inputUnusable` where something is open. Of a proposal, which says itself what is open, only what was before is asked. `isPlain`: its names are the API's own. */
export async function refuseOpen(
  table: AskedTable,
  ahead: RowsAhead,
  { isProposal, isPlain }: { isProposal: boolean; isPlain: boolean },
): Promise<void> {
  const { kind, header, known, alike, matchStateColumn } = table.layout;
  const isUnseen = !table.wasRead && matchStateColumn === null && !isOfRejects(header);
  const isAmong = (among: Detector['among']) => among === undefined || (known === null && (among === 'unknown' || isUnseen));
  const asking = detectors.filter(({ round, of = kind, among }) => of === kind && isAmong(among) && (!isProposal || round === 0));
  const watching = asking.map((one) => ({ ...one, watches: [one.watch?.(table)].flat().flatMap((watch) => watch ?? []) }));
  await ahead.show([
    ...(kind === 'Sales' ? [table.payouts] : []),
    ...(isProposal ? [] : [...(isPlain ? [] : [table.seen]), ...table.readings, ...watching.flatMap(({ watches }) => watches)]),
  ]);
  for (const round of [0, 1, 2, 3]) {
    const open: OpenQuestion[] = [];
    for (const { unless, ask, watches } of watching.filter((one) => (one.round ?? 1) === round)) {
      if (open.some(({ code }) => code === unless)) continue;
      for (const question of [...(ask?.(table) ?? []), ...watches.flatMap((one) => one.question() ?? [])]) {
        // One answer may settle several columns; a second one about the same field is given when the first is.
        const isNew = open.every((other) => !isOfOneAnswer(other, question));
        if (isNew) open.push(question);
      }
    }
    if (open.length > 0)
      throw openQuestions(open, round === 1 ? missingIn(table) : [], {
        header,
        alike,
        zone: table.zone,
        mayBeRecords: kind === 'Sales' && known !== null && table.payouts.isTold(),
      });
  }
}

/**
 * Whether one command cannot answer both: their answers are the same, or the first answer of `other` gives a field that `one` asks about another
 * column, and a field is given once.
 */
function isOfOneAnswer(one: OpenQuestion, other: OpenQuestion): boolean {
  if (JSON.stringify(one.answer) === JSON.stringify(other.answer)) return true;
  const [ofOne, ofOther] = [firstFlags(one), firstFlags(other)];
  const [[flag, given = ''] = [], [own, asked = ''] = []] = [ofOther[0], ofOne[0]];
  const isOfSameField = flag === '--set' && own === '--set' && given.split('=')[0] === asked.split('=')[0];
  return isOfSameField && ofOne.every(([, value]) => value !== given);
}

/** The first flag of each answer. */
function firstFlags(question: OpenQuestion): Remedy[] {
  return questionOf(question).answers.map(({ remedies }) => remedies[0] ?? []);
}

/** What no column can be, and no amount says. */
function missingIn({ layout: { kind, fields, questions, other }, readings }: AskedTable) {
  const isThere = (name: string) => [...fields, ...questions].some(({ field }) => field === name);
  const hasCurrency = readings.some((reading) => reading.hasCurrency());
  // Rows tell whether what a payout explains has the day of the payout alone.
  const mayDo = (field: string) =>
    kind === 'Settlement' && field === 'settlementDate' && isThere('payoutDate') && (isThere('type') || other?.is === 'payouts');
  return missingOf(kind, (field) => isThere(field) || mayDo(field) || (field === 'currency' && hasCurrency));
}
