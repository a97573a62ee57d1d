/**
 * Whether a table that is read as sales has settlement records: an acquirer's or payment service's file, whose sales a till may have sent. Of a
 * shop without a till it is the only file of its sales, so nothing in it decides that, and the user has to, once for a header.
 */
import { brandSpelt } from '../../contract/brands.js';
import { maskCardNumbers } from '../../contract/card-number.js';
import { type Phrase, phrase } from '../../contract/phrase.js';
import type { Remedy } from '../../contract/remedy.js';
import type { SettlementTypeName, UploadKind } from '../../contract/states.js';
import { columnReference, columnShown, oppositeNamed } from '../columns/column-names.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { areSeveral, type PayoutColumn, payoutColumns } from '../columns/payout-columns.js';
import type { OtherTable } from '../columns/table-kinds.js';
import { isKnownKind } from '../reading/rows-seen.js';
import { cellText } from '../rows/mapping.js';
import { amountsIn } from '../values/amount-text.js';
import { namesOfListing } from '../words/field-names.js';
import { meaningOfWord } from '../words/header-words.js';
import { isCalledKind } from '../words/sale-marks.js';
import type { AskedTable, Detection } from './detection.js';
import { type AnswerPart, asideAnswer, columnAnswer, eachWhen, list, type OpenQuestion, openQuestions, rowsAre } from './open-questions.js';

/**
 * Asks where two different columns tell a fee, a net amount or a payout. Not where the user says that it has sales.
 */
export function kindInQuestion({ layout, payouts, amount, asSales }: AskedTable): OpenQuestion[] {
  const { header, other, kind } = layout;
  if (asSales) return [];
  if (other && !isSaid(other, layout)) return [otherQuestion(other, header, kind, amount)];
  return kind === 'Sales' && payouts.isTold() ? [question(payouts.columns(), header)] : [];
}

/** What each table is called, and as which records its rows can be sent. */
const tables: Record<OtherTable['is'], { called: Phrase; type?: SettlementTypeName }> = {
  refunds: { called: phrase`a list of refunds`, type: 'Refund' },
  disputes: { called: phrase`a list of disputes`, type: 'Chargeback' },
  payouts: { called: phrase`a list of payouts`, type: 'Payout' },
  fees: { called: phrase`a list of fees`, type: 'Fee' },
  subscriptions: { called: phrase`a list of subscriptions` },
  totals: { called: phrase`a list of totals`, type: 'TillTotal' },
  account: { called: phrase`the statement of an account, at a bank or a payment service` },
};

/** Refunds with a minus are sent as what they are; and an amount whose sign was said is one that somebody has seen. */
function isSaid({ is }: OtherTable, { kind, header, fields, negative, rules }: Layout): boolean {
  if (fields.some(({ field }) => field === 'type')) return true;
  const isTurned = oppositeNamed(rules.columns.amount ?? '', header, 0) !== null;
  return kind === 'Sales' && is === 'refunds' && (isTurned || negative.length > 0);
}

function otherQuestion(
  { is, columns }: OtherTable,
  header: readonly string[],
  kind: UploadKind,
  amount: FieldSource | undefined,
): OpenQuestion {
  const { called, type } = tables[is];
  const names = list(columns.map((index) => columnShown(header, index)));
  const rows = kind === 'Sales' ? phrase`sales` : phrase`payments`;
  const typed: Remedy = ['--const', `type=${type}`];
  const own: AnswerPart[] = [];
  if (kind === 'Settlement' && type) own.push({ when: phrase`it is`, remedies: [typed] }, ';   ');
  else if (is === 'refunds' && amount && amount.index >= 0)
    own.push({ when: phrase`they are refunds`, remedies: [['--set', `amount=- ${columnReference(header, amount.index)}`]] }, ';   ');
  else if (type) own.push({ when: phrase`it is`, remedies: [['sales', 'settle', ...typed, 'FILE']] }, ';   ');
  return {
    code: 'KIND_UNCERTAIN',
    field: 'amount',
    text:
      columns.length === 1
        ? phrase`The file looks like ${called}, not of ${rows}: column ${names}. Its rows would be sent as ${rows}.`
        : phrase`The file looks like ${called}, not of ${rows}: columns ${names}. Its rows would be sent as ${rows}.`,
    answer: [
      ...own,
      kind === 'Sales'
        ? { when: phrase`each row is a sale all the same`, remedies: [['--sales']] }
        : { when: phrase`each row is a payment of a sale all the same`, remedies: [['--const', 'type=Sale']] },
    ],
  };
}

interface KindChoices {
  kind?: UploadKind;
  asSales?: boolean;
  isOfJob?: boolean;
  isProposal?: boolean;
}

/** Asks about the kind of JSON with the names of the API, for which no answer is remembered. Fails with `inputUnusable`. */
export function refuseOpenKind(names: readonly string[], { kind = 'Sales', asSales, isOfJob, isProposal }: KindChoices): void {
  if (kind !== 'Sales' || asSales || isOfJob || isProposal || namesOfListing(names, kind).length > 0) return;
  const told = payoutColumns(names);
  if (areSeveral(told)) throw openQuestions([question(told, names)], [], { header: names, mayBeRecords: true });
}

function question(told: readonly PayoutColumn[], header: readonly string[]): OpenQuestion {
  const names = list(told.map(({ index }) => columnShown(header, index)));
  const columns = told.length === 0 ? '' : told.length === 1 ? phrase`: column ${names}` : phrase`: columns ${names}`;
  return {
    code: 'KIND_UNCERTAIN',
    field: 'amount',
    text: phrase`The file tells what was paid out${columns}. If a till sends the same sales, too, they would count twice.`,
    answer: [
      'Where a till sends these sales, send it as records:   ',
      { remedies: [['sales', 'settle', 'FILE']] },
      '   Where nothing else sends them: ',
      { remedies: [['--sales']] },
    ],
  };
}

const VALUES_MAX = 12;

/** Short codes, of which none says in itself which is that of a refund: S and R, FS and NC. Numbers may be rates. */
const CODE = /^[A-Z]{1,3}$/;
const CODES_MAX = 6;

/**
 * Asks about a column that is called a kind, and of whose values none is known: without it, a refund may be a payment. Of sales only where all are
 * short codes beside amounts without a minus, as a product may be called anything; and not under a header that was uploaded before.
 */
export function unknownKinds({ layout, line, amount, wasRead }: AskedTable): Detection[] {
  const { header, columns, fields, questions, kind, choices, negative } = layout;
  const isOfSales = kind === 'Sales';
  if ((isOfSales && wasRead) || [...fields, ...questions].some(({ field }) => field === 'type')) return [];
  const isOpen = (index: number) => {
    const column = columns[index];
    const mayBe = column?.kind === 'item' || (isOfSales && column?.kind === 'field' && column.field === 'transactionTypes');
    return mayBe && [null, 'synonym'].includes(column.by) && ![...choices, ...negative].some((one) => one.index === index);
  };
  const isCalled = (name: string) => isCalledKind(name) || (!isOfSales && meaningOfWord(name, 'Settlement') === 'type');
  const called = header.flatMap((name, index) => (isOpen(index) && isCalled(name) ? [index] : []));
  return called.map((column): Detection => {
    const counts = new Map<string, number>();
    let hasMinus = false;
    return {
      look({ cells }) {
        const value = (cells[column] ?? '').trim();
        counts.set(value, (counts.get(value) ?? 0) + 1);
        if (isOfSales && amount) hasMinus ||= amountsIn(cellText(amount, cells)).some((read) => read < 0);
        return counts.size > VALUES_MAX || hasMinus;
      },
      question() {
        const values = [...counts.keys()];
        const areCodes = counts.size <= CODES_MAX && !hasMinus && values.every((value) => CODE.test(value) && !isKnownKind(value));
        if (counts.size < 2 || counts.size > VALUES_MAX || values.every((value) => brandSpelt(value) !== null)) return null;
        if (isOfSales && !areCodes) return null;
        const told = [...counts].map(([value, rows]) => {
          const shown = value === '' ? phrase`(blank)` : maskCardNumbers(value);
          return rows === 1 ? phrase`${shown} in 1 row` : phrase`${shown} in ${rows} rows`;
        });
        return {
          code: 'COLUMN_UNCERTAIN',
          field: isOfSales ? 'amount' : 'type',
          text: phrase`Line ${line}: column ${columnShown(header, column)} may say what each row is, and none of its values is known: ${list(told)}.`,
          answer: isOfSales ? codesAnswer(counts, column, header) : typesAnswer(column, header),
        };
      },
    };
  });
}

function typesAnswer(column: number, header: readonly string[]): AnswerPart[] {
  return [
    'If it does, say what each means in a mapping file, and use:   ',
    { remedies: [columnAnswer('type', [column], header)] },
    ';   ',
    { when: phrase`not`, remedies: [asideAnswer(column, header)] },
  ];
}

/** The code of most rows is that of a sale, if any is. */
function codesAnswer(counts: ReadonlyMap<string, number>, column: number, header: readonly string[]): AnswerPart[] {
  const [, ...others] = [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
  const no = others.flatMap((value) => {
    const rows = phrase`rows with ${value}`;
    return [
      [phrase`${rows} are refunds`, rowsAre('--negative', column, value, header)] as const,
      [phrase`${rows} are no sales`, rowsAre('--leave-out', column, value, header)] as const,
    ];
  });
  return eachWhen([phrase`each row is a sale all the same`, asideAnswer(column, header)], ...no);
}
