/**
 * What matches are worth against the truth of a month. A result is {sales, records}, by number, with `proposed` where somebody is asked first, or
 * `skip` where the rows undo each other. Verdicts: *right*, exactly a true group; *coarse*, several whole ones as one; *incomplete*, a part of
 * one; *wrong*, anything else. Rows whose every field is equal are twins, any of which is as good as another.
 */
import { isBlind, isPayment } from './classes.js';

/** @returns verdicts of matches, proposals and cancellations, and of each class how many of its sales were found. */
export function score(month, results) {
  const truth = truthOf(month);
  const kinds = { matches: newCount(), proposals: newCount(), cancellations: newCount() };
  const found = { matches: new Set(), proposals: new Set() };
  const wrongSales = new Map();
  for (const result of results) {
    const kind = result.skip ? 'cancellations' : result.proposed ? 'proposals' : 'matches';
    const { verdict, groups } = judge(truth, result, result.skip ? isCancelled : isPaid);
    kinds[kind].all += 1;
    kinds[kind][verdict] += 1;
    if (verdict === 'right' || verdict === 'coarse') for (const group of groups) found[kind]?.add(group);
    if (verdict !== 'wrong') continue;
    kinds[kind].examples.push(result);
    kinds[kind].money += result.sales.reduce((sum, sale) => sum + Math.round(Math.abs(month.sales[sale].amount) * 100), 0) / 100;
    if (kind === 'matches')
      for (const sale of result.sales) {
        const name = truth.ofSale(sale).class;
        wrongSales.set(name, (wrongSales.get(name) ?? 0) + 1);
      }
  }
  return { ...kinds, byClass: byClass(month.truth, found, wrongSales) };
}

const newCount = () => ({ all: 0, right: 0, coarse: 0, incomplete: 0, wrong: 0, money: 0, examples: [] });
const isPaid = (group) => isPayment(group.class);
const isCancelled = (group) => group.class === 'cancelled-in-till' || group.class === 'reversed-at-terminal';

function truthOf({ sales, records, truth }) {
  const saleGroups = new Int32Array(sales.length);
  const recordGroups = new Int32Array(records.length);
  const twinSales = new Map();
  const twinRecords = new Map();
  for (const [index, group] of truth.entries()) {
    for (const sale of group.sales) saleGroups[sale] = index;
    for (const record of group.records) recordGroups[record] = index;
    for (const sale of group.twinSales ?? []) twinSales.set(sale, `twins ${index}`);
    for (const record of group.twinRecords ?? []) twinRecords.set(record, `twins ${index}`);
  }
  return {
    ofSale: (sale) => truth[saleGroups[sale]],
    ofRecord: (record) => truth[recordGroups[record]],
    looks: (group) => [
      ...group.sales.map((sale) => twinSales.get(sale) ?? JSON.stringify(sales[sale])),
      ...group.records.map((record) => twinRecords.get(record) ?? JSON.stringify(records[record])),
    ],
  };
}

function judge(truth, result, fits) {
  const bySale = new Set(result.sales.map(truth.ofSale));
  const byRecord = new Set(result.records.map(truth.ofRecord));
  for (const groups of [bySale, byRecord]) {
    if (groups.size > 0 && [...groups].every(fits) && isSame(truth, result, groups))
      return { verdict: groups.size === 1 ? 'right' : 'coarse', groups };
  }
  const groups = bySale.union?.(byRecord) ?? new Set([...bySale, ...byRecord]);
  return { verdict: groups.size === 1 && [...groups].every(fits) ? 'incomplete' : 'wrong', groups };
}

/** Whether the rows of the result are those of these groups, up to twins. */
function isSame(truth, result, groups) {
  const sales = [...groups].flatMap((group) => group.sales);
  const records = [...groups].flatMap((group) => group.records);
  if (sales.length !== result.sales.length || records.length !== result.records.length) return false;
  if (isSameSet(sales, result.sales) && isSameSet(records, result.records)) return true;
  const wanted = truth.looks({ sales, records }).sort();
  const given = truth.looks(result).sort();
  return wanted.every((look, index) => look === given[index]);
}

function isSameSet(some, others) {
  const set = new Set(some);
  return others.every((other) => set.has(other));
}

function byClass(truth, found, wrongSales) {
  const table = new Map();
  for (const group of truth) {
    let line = table.get(group.class);
    if (!line) {
      line = {
        sales: 0,
        matched: 0,
        proposed: 0,
        wrong: wrongSales.get(group.class) ?? 0,
        counts: isPayment(group.class) && !isBlind(group.class),
      };
      table.set(group.class, line);
    }
    line.sales += group.sales.length;
    if (found.matches.has(group)) line.matched += group.sales.length;
    else if (found.proposals.has(group)) line.proposed += group.sales.length;
  }
  return table;
}

/** Of all sales that have a record which something in the files shows: how many were found, and how many with proposals. */
export function recallOf({ byClass }) {
  const sum = { sales: 0, matched: 0, proposed: 0 };
  for (const line of byClass.values()) {
    if (!line.counts) continue;
    sum.sales += line.sales;
    sum.matched += line.matched;
    sum.proposed += line.proposed;
  }
  return { matched: sum.matched / sum.sales, withProposals: (sum.matched + sum.proposed) / sum.sales };
}
