/** The exports of widely used tills, web shops and payment services, which are recognised by their header. */
import type { UploadKind } from '../../contract/states.js';
import { acquirers } from './exports/acquirers.js';
import { gateways } from './exports/gateways.js';
import type { KnownExport } from './exports/known-export.js';
import { paymentServices } from './exports/payment-services.js';
import { settlements } from './exports/settlements.js';
import { shops } from './exports/shops.js';
import { tills } from './exports/tills.js';

export const knownExports: readonly KnownExport[] = [...acquirers, ...gateways, ...paymentServices, ...shops, ...tills];
/** By the kind of rows that they can be read as. */
export const exportsByKind: Record<UploadKind, readonly KnownExport[]> = { Sales: knownExports, Settlement: settlements };

/** The index of the column of that name, blanks around it aside; -1 where there is none. */
export function columnCalled(name: string, header: readonly string[]): number {
  return header.findIndex((one) => one.trim() === name);
}

/** The export that has this header: of several, the one with the most marks. Null where it is not a known one. */
export function knownExportOf(header: readonly string[], kind: UploadKind = 'Sales'): KnownExport | null {
  const names = new Set(header.map((name) => name.trim()));
  const all = exportsByKind[kind].filter(({ marks }) => marks.every((mark) => names.has(mark)));
  return all.reduce<KnownExport | null>((most, one) => (one.marks.length > (most?.marks.length ?? 0) ? one : most), null);
}
