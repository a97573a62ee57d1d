/**
 * Amount, fee and net amount of settlement records that do not go together: columns that do not add up, and a refund or chargeback without a minus,
 * whose fee would then be earned and not paid. What adds up in most rows is an agreement of its columns, and asked about with those.
 */
import { maskCardNumbers } from '../../contract/card-number.js';
import { type Phrase, phrase } from '../../contract/phrase.js';
import { feeParts } from '../../contract/states.js';
import { feesIn, isNet } from '../columns/agreements.js';
import { columnReference, columnShown } from '../columns/column-names.js';
import type { FieldSource, Layout } from '../columns/layout.js';
import { few } from '../columns/net-amounts.js';
import type { AheadRow } from '../formats/rows-ahead.js';
import { cellText, isNegative } from '../rows/mapping.js';
import { isBlank } from '../text/blank.js';
import { amountsIn, isSomeAmount } from '../values/amount-text.js';
import { readCell } from '../values/cell-values.js';
import { mayBeSale } from './contradictions.js';
import type { AskedTable, Detection } from './detection.js';
import { type AnswerPart, columnAnswer, list, type OpenQuestion } from './open-questions.js';

const ROWS_MAX = 5_000;
const VALUES_MAX = 4;
/** Services round each of the three. */
const CENT = 0.010_05;

interface SettledColumns {
  amount: FieldSource;
  fee: FieldSource;
  net: FieldSource;
}

/** Not of an export that is known. */
export function settledSums({ layout, sources }: AskedTable): Detection[] {
  const [amount, fee, net] = (['amount', 'fee', 'netAmount'] as const).map((name) => {
    const [source, other] = sources.filter(({ field, index, debits }) => field === name && index >= 0 && debits === null);
    return other ? undefined : source;
  });
  if (!amount || !fee || !net || layout.known) return [];
  const sums = { amount, fee, net };
  return [apart(layout, sums), withoutMinus(layout, sums)].flatMap((one) => one ?? []);
}

/** Whether the user said which column it is, and so has seen what stands beside it. */
function isGiven({ columns }: Layout, index: number): boolean {
  const column = columns[index];
  return column?.kind === 'field' && column.by === 'given';
}

/** A way to read the columns, and how it is said. */
interface Way {
  gross: number;
  net: number;
  fees: readonly number[];
  when: Phrase;
  field: 'amount' | 'fee' | 'netAmount';
}

function apart(layout: Layout, { amount, fee, net }: SettledColumns): Detection | null {
  const { header, columns, agreements } = layout;
  // The API's own names leave no doubt: what is apart there is a correction.
  const isOwn = ({ index }: FieldSource) => columns[index]?.kind === 'field' && columns[index].by === 'exact';
  if ([amount, fee, net].every(isOwn) || isGiven(layout, net.index) || agreements.some(({ is }) => is === 'net')) return null;
  const own = { gross: amount.index, net: net.index, fees: [fee.index, ...fee.more] };
  const isFree = (index: number) => {
    const column = columns[index];
    return column?.kind === 'item' || (column?.kind === 'field' && (feeParts as readonly string[]).includes(column.field));
  };
  let ways = few([...header.keys()].filter(isFree)).flatMap((index): Way[] => [
    { ...own, fees: [index], field: 'fee', when: phrase`that is the whole fee` },
    { ...own, fees: [...own.fees, index], field: 'fee', when: phrase`the fee is these together` },
    { ...own, gross: index, field: 'amount', when: phrase`that is the amount` },
    { ...own, net: index, field: 'netAmount', when: phrase`that is what is left` },
  ]);
  let [rows, broken, firstLine] = [0, 0, 0];
  return {
    rowsMax: ROWS_MAX,
    look(row) {
      if (!isCompared(row, layout, own)) return false;
      rows += 1;
      ways = ways.filter((way) => addsUp(row.cells, way));
      if (addsUp(row.cells, own)) return false;
      broken += 1;
      firstLine ||= row.line;
      return false;
    },
    questions: () => (broken > 0 ? [question()] : []),
  };

  function question(): OpenQuestion {
    const fees = list(own.fees.map((index) => columnShown(header, index)));
    const [whole, left] = [columnShown(header, own.gross), columnShown(header, own.net)];
    const answers = ways.map(({ field, when, gross, net: rest, fees: all }) => ({
      when,
      remedies: [columnAnswer(field, field === 'fee' ? all : [field === 'amount' ? gross : rest], header)],
    }));
    return {
      code: 'COLUMN_AMBIGUOUS',
      field: 'fee',
      text: phrase`Line ${firstLine}: column ${whole} less ${fees} is not column ${left}, in ${broken} of ${rows} rows.`,
      answer: [
        ...answers.flatMap((answer): AnswerPart[] => [answer, ';   ']),
        ...(answers.length > 0 ? [] : ['Say which column has all fees: ', { remedies: [['--set', 'fee=COLUMN']] }, ';   ']),
        { when: phrase`the columns are right as they are`, remedies: [columnAnswer('netAmount', [own.net], header)] },
      ],
    };
  }
}

/** Whether a row has a payment of which something was paid out, in one currency. */
function isCompared(row: AheadRow, layout: Layout, { gross, net }: Pick<Way, 'gross' | 'net'>): boolean {
  const { cells } = row;
  const text = (name: string) => {
    const source = layout.fields.find(({ field }) => field === name);
    return source ? cellText(source, cells).trim() : '';
  };
  const [own, other] = [text('currency'), text('settlementCurrency')];
  const isExchanged = (other !== '' && other !== own) || text('exchangeRate') !== '';
  const isFilled = !isBlank(cells[net] ?? '') && isSomeAmount(cells[gross] ?? '');
  return isFilled && !isExchanged && mayBeSale(row, layout);
}

/** Whatever the signs: a minus may be left out. */
function addsUp(cells: readonly string[], { gross, net, fees }: Pick<Way, 'gross' | 'net' | 'fees'>): boolean {
  const read = (column: number) => amountsIn(cells[column] ?? '');
  const sums = feesIn(fees.map((fee) => cells[fee] ?? ''));
  return read(gross).some((whole) =>
    read(net).some((left) => sums.some((fee) => [whole, -whole].some((own) => isNet(own, left, fee, CENT)))),
  );
}

/** Rows that are called a refund or chargeback, with a fee, and without a minus before their amount and their net amount. */
function withoutMinus(layout: Layout, { amount, fee, net }: SettledColumns): Detection | null {
  const { header, fields } = layout;
  const type = fields.find(({ field, index }) => field === 'type' && index >= 0);
  if (!type || isGiven(layout, type.index)) return null;
  const isAbove = (source: FieldSource, cells: readonly string[]) =>
    amountsIn(cellText(source, cells)).some((value) => value > 0) !== (source.isTurned === true);
  const values = new Set<string>();
  let firstLine = 0;
  return {
    rowsMax: ROWS_MAX,
    look({ cells, line }) {
      const is = readCell('type', cellText(type, cells));
      const isBack = is === 'Refund' || is === 'Chargeback';
      if (!isBack || isNegative(layout, 'amount', cells) || !isAbove(amount, cells) || !isAbove(net, cells)) return false;
      values.add((cells[type.index] ?? '').trim());
      const isCharged = [fee.index, ...fee.more].some((index) => isSomeAmount(cells[index] ?? ''));
      if (isCharged) firstLine ||= line;
      return values.size > VALUES_MAX;
    },
    questions() {
      if (firstLine === 0) return [];
      const name = columnReference(header, type.index);
      return [
        {
          code: 'SIGNS_UNCERTAIN',
          field: 'amount',
          text: phrase`Line ${firstLine}: column ${columnShown(header, type.index)} says that money went back, and neither column ${columnShown(header, amount.index)} nor ${columnShown(header, net.index)} has a minus: the fee would count with the wrong sign.`,
          answer: [
            {
              when: phrase`money went back in these rows`,
              remedies: [...values].map((value) => ['--negative', `${name}=${maskCardNumbers(value)}`]),
            },
            ';   ',
            { when: phrase`it came in`, remedies: [columnAnswer('type', [type.index], header)] },
          ],
        },
      ];
    },
  };
}
