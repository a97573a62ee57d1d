/**
 * Asks where a row that is read ahead contradicts why a column was taken as the amount, by the first rows or in an earlier file with the same
 * header. Where a later row does it, that row is a fault.
 */
import { type Phrase, phrase } from '../../contract/phrase.js';
import { eitherOf } from '../../contract/question.js';
import type { Remedy } from '../../contract/remedy.js';
import { isOfPayment, type SettlementTypeName } from '../../contract/states.js';
import { contradictionText, holds } from '../columns/agreements.js';
import { columnShown } from '../columns/column-names.js';
import { fieldAt, type Layout } from '../columns/layout.js';
import { eachAlone } from '../columns/table-head.js';
import type { AheadRow } from '../formats/rows-ahead.js';
import type { Agreement } from '../input/mapping-rules.js';
import { isSale } from '../rows/known-rows.js';
import { cellText, isNegative } from '../rows/mapping.js';
import { isTotalsWord } from '../rows/totals-cells.js';
import { isBlank } from '../text/blank.js';
import { readCell } from '../values/cell-values.js';
import { isUnpaid, markColumn } from '../words/sale-marks.js';
import type { AskedTable, Detection } from './detection.js';
import { type AnswerPart, list, type OpenQuestion, rowsAre, whichColumn } from './open-questions.js';

const CHOICES_MAX = 4;

type Rows = (readonly string[])[];

export function contradictions({ layout }: AskedTable): Detection[] {
  return layout.agreements.map((agreement): Detection => {
    let first = 0;
    const breaking: Rows = [];
    const others: Rows = [];
    return {
      look(row) {
        const is = { isNegative: isNegative(layout, 'amount', row.cells), isOfPayment: isOfPayment(typeIn(row.cells, layout)) };
        const isBroken = mayBeSale(row, layout) && !holds(agreement, row.cells, is);
        if (isBroken && first === 0) first = row.line;
        if (agreement.is === 'net') (isBroken ? breaking : others).push(row.cells);
        return first > 0 && agreement.is !== 'net';
      },
      question: () => (first > 0 ? questionOf(agreement, first, layout, rowsAnswer(agreement, breaking, others, layout)) : null),
    };
  });
}

/** Words, and no sentences. */
const IS_WORD = /^(?=.*\p{L})[^\d]{1,30}$/u;

/**
 * Says what rows are by the texts, as `Refund`, that a column has in all rows which break what others tell, and in no other one. They are refunds
 * where it would hold in rows with a minus, and where no text says that nothing was paid. A type of records is never one to be left out.
 */
function rowsAnswer(agreement: Agreement, breaking: Rows, others: Rows, layout: Layout): AnswerPart[] {
  const { header } = layout;
  const textIn = (cells: readonly string[], column: number) => (cells[column] ?? '').trim();
  for (const column of breaking.length === 0 ? [] : header.keys()) {
    const texts = [...new Set(breaking.map((cells) => textIn(cells, column)))];
    const elsewhere = new Set(others.map((cells) => textIn(cells, column)));
    if (texts.length > CHOICES_MAX || !texts.every((text) => IS_WORD.test(text) && !elsewhere.has(text))) continue;
    const mark = markColumn(header[column] ?? '');
    const unpaid = texts.filter((text) => isUnpaid(mark, text));
    const rowsOf = (text: string) => breaking.filter((cells) => textIn(cells, column) === text);
    const isRefund = (cells: readonly string[]) => holds(agreement, cells, { isNegative: true, isOfPayment: true });
    const refunds = texts.filter((text) => !unpaid.includes(text) && rowsOf(text).every(isRefund));
    const remedies = (flag: '--leave-out' | '--negative', all: string[]) => all.map((text) => rowsAre(flag, column, text, header));
    const isRecord = (text: string) => rowsOf(text).some((cells) => typeIn(cells, layout) !== null);
    const rest = remedies(
      '--leave-out',
      texts.filter((text) => !refunds.includes(text) && !isRecord(text)),
    );
    const rows = (some: string[]) => (some.length === texts.length ? phrase`these rows` : phrase`rows with ${list(some)}`);
    const answers: { when: Phrase; remedies: Remedy[] }[] = [
      {
        when: phrase`${rows(unpaid)} were not paid`,
        remedies: unpaid.length > 0 && refunds.length === 0 ? remedies('--leave-out', unpaid) : [],
      },
      {
        when: rest.length > 0 ? phrase`${rows(refunds)} are refunds, and the others no sales` : phrase`${rows(refunds)} are refunds`,
        remedies: refunds.length > 0 ? [...rest, ...remedies('--negative', refunds)] : [],
      },
      {
        when: phrase`these rows are no sales`,
        remedies: unpaid.length < texts.length && !texts.some(isRecord) ? remedies('--leave-out', texts) : [],
      },
    ];
    const told = answers.filter(({ remedies }) => remedies.length > 0);
    if (told.length > 0) return [...eitherOf(told, ';   '), '   Otherwise: '];
  }
  return [];
}

/** The type that a row says it is of; null where it says none that is known. */
function typeIn(cells: readonly string[], { fields }: Layout): SettlementTypeName | null {
  const type = fields.find(({ field }) => field === 'type');
  const read = type && readCell('type', cellText(type, cells));
  return typeof read === 'string' ? (read as SettlementTypeName) : null;
}

/** Whether a row is none of those that are no sales, such as a line of totals: what its columns say is not compared. */
export function mayBeSale({ cells }: AheadRow, layout: Layout): boolean {
  const date = layout.fields.find(({ field }) => field === 'transactionDate');
  const isDated = !date || !isBlank(cellText(date, cells));
  return cells.length >= layout.header.length && isDated && !cells.some(isTotalsWord) && isSale(layout, cells);
}

function questionOf(broken: Agreement, line: number, layout: Layout, before: readonly AnswerPart[]): OpenQuestion {
  const { header } = layout;
  const { column, is, others } = broken;
  const field = fieldAt(column, layout);
  const choices = is === 'net' ? [column] : [column, ...others].slice(0, CHOICES_MAX);
  const text = phrase`Line ${line}: column ${columnShown(header, column)} ${contradictionText(broken, header)}.`;
  return { code: 'COLUMN_AMBIGUOUS', field, text, answer: [...before, ...whichColumn(field, eachAlone(choices), header)] };
}
