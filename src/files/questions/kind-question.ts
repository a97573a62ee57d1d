/**
 * Whether a table that is read as sales has settlement records: an acquirer's or payment service's file, whose sales a till may have sent. Of a
 * shop without a till it is the only file of its sales, so nothing in it decides that, and the user has to, once for a header.
 */
import type { UploadKind } from '../../contract/states.js';
import { columnShown } from '../columns/column-names.js';
import { areSeveral, type PayoutColumn, payoutColumns } from '../columns/payout-columns.js';
import { isOfRejects, namesOfListing } from '../words/field-names.js';
import type { AskedTable } from './detection.js';
import { list, type OpenQuestion, openQuestions } from './open-questions.js';

/**
 * Asks where two different columns tell a fee, a net amount or a payout. Not of an export that is known to hold sales, which is read as that, and
 * not where such a file was sent as sales before, or the user says that it has sales.
 */
export function kindInQuestion({ layout, payouts, earlier, isOfJob, asSales }: AskedTable): OpenQuestion[] {
  const { header, known, matchStateColumn } = layout;
  if (asSales || earlier || isOfJob || known || matchStateColumn !== null || isOfRejects(header)) return [];
  return payouts.isTold() ? [question(payouts.columns(), header)] : [];
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
  const told = payoutColumns(names);
  if (areSeveral(told)) throw openQuestions([question(told, names)], [], { header: names, mayBeRecords: true });
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
      ['sales', 'settle', 'FILE'],
      '   Where nothing else sends them: ',
      ['--sales'],
    ],
  };
}
