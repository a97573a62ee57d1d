/**
 * Whether a table that is read as sales has settlement records: an acquirer's or payment service's file, whose sales a till may have sent. Of a
 * shop without a till it is the only file of its sales, so nothing in it decides that, and the user has to, once for a header.
 */
import type { UploadKind } from '../../contract/states.js';
import { columnShown } from '../columns/column-names.js';
import { knownExportOf } from '../columns/known-exports.js';
import { type PayoutColumn, payoutColumns } from '../columns/other-tables.js';
import { isBlank } from '../text/blank.js';
import { amountsIn } from '../values/amount-text.js';
import { isOfRejects, namesOfListing } from '../words/field-names.js';
import { speaksOfTaxOrFee } from '../words/header-words.js';
import { wordOf } from '../words/lexicon.js';
import type { AskedTable, Detection } from './detection.js';
import { list, type OpenQuestion, openQuestions } from './open-questions.js';

const ROWS_MAX = 500;
const EXACT = 0.000_05;

/**
 * Asks where two different columns tell a fee, a net amount or a payout. Not of an export that is known to hold sales, which is read as that, and
 * not where such a file was sent as sales before, or the user says that it has sales.
 */
export function kindInQuestion({ layout, earlier, isOfJob, asSales }: AskedTable): Detection[] {
  const { header, known, matchStateColumn } = layout;
  if (asSales || earlier || isOfJob || known || matchStateColumn !== null || isOfRejects(header)) return [];
  const told = telling(header);
  const isRecords = knownExportOf(header, 'Settlement') !== null;
  if (!isRecords && !areSeveral(told)) return [];
  const taxes = beforeTaxes(header, told);
  return [
    {
      rowsMax: ROWS_MAX,
      look: ({ cells }) => taxes.look(cells),
      questions: () => {
        const left = told.filter(({ index }) => !taxes.isBefore(index));
        return isRecords || areSeveral(left) ? [question(left, header)] : [];
      },
    },
  ];
}

interface KindChoices {
  kind?: UploadKind;
  asSales?: boolean;
  isOfJob?: boolean;
  isProposal?: boolean;
}

/** The same of JSON with the names of the API, of which nothing is remembered. Fails with `inputUnusable`. */
export function refuseOpenKind(names: readonly string[], { kind = 'Sales', asSales, isOfJob, isProposal }: KindChoices): void {
  if (kind !== 'Sales' || asSales || isOfJob || isProposal || namesOfListing(names, kind).length > 0) return;
  const told = telling(names);
  if (areSeveral(told)) throw openQuestions([question(told, names)], [], { header: names, kind, known: null });
}

/** Days on which a customer paid have such names, too: by themselves they tell no payout. */
const ofAnyPayment = ['payment date', 'zahlungsdatum', 'date de paiement', 'data pagamento'].map(wordOf);

function telling(header: readonly string[]): PayoutColumn[] {
  const told = payoutColumns(header);
  const isNumbered = told.some(({ meaning }) => meaning === 'payoutId');
  return isNumbered ? told : told.filter(({ index }) => !ofAnyPayment.includes(wordOf(header[index] ?? '')));
}

function areSeveral(columns: readonly PayoutColumn[]): boolean {
  return new Set(columns.map(({ meaning }) => meaning)).size > 1;
}

function question(told: readonly PayoutColumn[], header: readonly string[]): OpenQuestion {
  const names = list(told.map(({ index }) => columnShown(header, index)));
  const columns = told.length === 0 ? '' : `: column${told.length === 1 ? '' : 's'} ${names}`;
  return {
    code: 'KIND_UNCERTAIN',
    field: 'amount',
    text: `The file tells what was paid out${columns}. If a till sends the same sales, too, they would count twice.`,
    answer: [
      'Where a till sends these sales, send it as records:   ',
      { do: 'settle', file: 'FILE' },
      '   Where nothing else sends them: ',
      { do: 'takeAsSales' },
    ],
  };
}

/**
 * Watches which net amounts are those before taxes, as tills write them: in every row, one and the same other column is the net amount and its
 * taxes together, with no fee. A payment service's net amount is what is left after its fee.
 */
function beforeTaxes(header: readonly string[], told: readonly PayoutColumn[]) {
  const toldAs = (index: number) => told.find((one) => one.index === index)?.meaning;
  const taxes = header.flatMap((name, index) => (speaksOfTaxOrFee(name) && toldAs(index) === undefined ? [index] : []));
  const nets = told.flatMap(({ index, meaning }) => (meaning === 'netAmount' ? [index] : []));
  const wholes = header.flatMap((_, index) => (taxes.includes(index) || toldAs(index) !== undefined ? [] : [index]));
  const sums = [...taxes.map((tax) => [tax]), ...(taxes.length > 1 ? [taxes] : [])];
  let left = nets.flatMap((net) => sums.flatMap((parts) => wholes.map((whole) => ({ net, parts, whole, isShown: false }))));
  if (left.length > SUMS_MAX) left = [];
  return {
    /** Returns true where nothing is left to be seen. */
    look(cells: readonly string[]): boolean {
      left = left.filter((sum) => {
        const { net, parts, whole } = sum;
        const [own, rest] = [sizeIn(cells[whole]), sizeIn(cells[net])];
        const taxed = parts.reduce((all, part) => all + sizeIn(cells[part]), 0);
        if (taxed > 0 && own > 0) sum.isShown = true;
        return Math.abs(own - rest - taxed) < EXACT;
      });
      return left.length === 0;
    },
    isBefore: (index: number) => left.some(({ net, isShown }) => isShown && net === index),
  };
}

/** A header that was made to cost time may have thousands of columns. */
const SUMS_MAX = 2_000;

/** Without its sign, and in the first of several readings, which are the same for all amounts of a row; 0 where there is none. */
function sizeIn(cell = ''): number {
  return isBlank(cell) ? 0 : Math.abs(amountsIn(cell)[0] ?? Number.NaN);
}
