/**
 * Copies what matching made: the rows of its tables that are not there or differ, by their keys; then the rows of uploads are put into their matches.
 * Each range of keys is compared once more after something of it was written.
 */
import { SalesError } from '../../contract/problem.js';
import { type KeptTable, keptTables, type MovedKeptRow, textsHash } from './moved-data.js';
import type { KeptRange, MoveSource, MoveTarget } from './sides.js';

export async function copyMatches(source: MoveSource, target: MoveTarget): Promise<void> {
  for (const tenantKey of tenantsWithMatches(source)) {
    for (const table of keptTables) await copyKept(source, target, table, tenantKey);
    await target.enterMatches(tenantKey);
  }
}

/** Whether rows are in other matches than those that the tables say they are in; fails where that is so in the source itself. */
export async function matchesDiffer(source: MoveSource, target: MoveTarget): Promise<boolean> {
  let mismatched = 0;
  for (const tenantKey of tenantsWithMatches(source)) mismatched += await target.mismatchedRows(tenantKey);
  const ofSource = source.mismatchedRows();
  if (ofSource > 0)
    throw new SalesError(
      'inputUnusable',
      `In the directory, ${ofSource} rows and their matches do not agree. It stays the one to serve from.`,
      {
        hint: 'This is a defect of sales: report it, and keep serving from the directory.',
      },
    );
  return mismatched > 0;
}

/** That one has something else than the other. */
export function different(what: string): SalesError {
  return new SalesError('inputUnusable', `The database differs from the directory: ${what}. The directory stays the one to serve from.`, {
    hint: 'Run the same command again: what differs is copied anew. If it differs again, keep serving from the directory.',
  });
}

function tenantsWithMatches(source: MoveSource): number[] {
  return source.catalogue().match_progress.map(([tenantKey]) => tenantKey as number);
}

async function copyKept(source: MoveSource, target: MoveTarget, table: KeptTable, tenantKey: number): Promise<void> {
  let after = 0;
  for (const page of source.kept(table, tenantKey)) {
    const range = { tenantKey, after, to: page.to };
    if ((await target.keptHash(table, range)) !== page.hash) {
      const rows = page.rows();
      await replaceDifferent(target, table, range, rows);
      // The source may have changed since the page was read: what counts is what was written.
      if ((await target.keptHash(table, range)) !== textsHash(rows.map(({ text }) => text))) throw different(`the table ${table}`);
    }
    after = page.to;
  }
}

async function replaceDifferent(target: MoveTarget, table: KeptTable, range: KeptRange, rows: readonly MovedKeptRow[]): Promise<void> {
  const there = await target.keptTexts(table, range);
  const texts = new Map(rows.map(({ key, text }) => [key, text]));
  const gone = [...there].filter(([key, text]) => texts.get(key) !== text).map(([key]) => key);
  const left = rows.filter(({ key, text }) => there.get(key) !== text);
  await target.replaceKept(table, range.tenantKey, gone, left);
}
