/** The checker itself, on forged data: it sees each thing that may go wrong, and nothing where all is right. */
import { describe, expect, it } from 'vitest';
import { check, nothing, type SentUpload, type StoredUpload } from './checker.js';

const sent: SentUpload[] = [
  { reference: 'a-0', tenantId: 't', key: 'a-0', rows: 2, acknowledged: 'u0', inDoubt: 3 },
  { reference: 'a-1', tenantId: 't', key: null, rows: 2, acknowledged: 'u1', inDoubt: 0 },
  { reference: 'a-2', tenantId: 't', key: null, rows: 2, acknowledged: null, inDoubt: 1 },
];
const upload = (number: number): StoredUpload => ({
  id: `u${number}`,
  tenantId: 't',
  reference: `a-${number}`,
  rows: 2,
  found: 2,
  order: number,
  firstTransactionId: `0${number}`,
});
const stored = [upload(0), upload(1), upload(2)];

describe('the checker', () => {
  it('finds nothing where all is right; what was in doubt may be there or not', () => {
    expect(check(sent, stored)).toEqual(nothing);
    expect(check(sent, stored.slice(0, 2))).toEqual(nothing);
  });

  it.each<[string, keyof typeof nothing, StoredUpload[]]>([
    ['an upload that is gone', 'lost', [upload(0), upload(2)]],
    ['one under another id than the acknowledged', 'lost', [{ ...upload(0), id: 'x' }, upload(1)]],
    [
      'one that stands twice, though each try had the key',
      'doubled',
      [...stored, { ...upload(0), id: 'x', order: 3, firstTransactionId: '03' }],
    ],
    ['one without a key that stands twice', 'doubled', [...stored, { ...upload(1), id: 'x', order: 3, firstTransactionId: '03' }]],
    ['one in doubt that stands twice', 'doubled', [...stored, { ...upload(2), id: 'x', order: 3, firstTransactionId: '03' }]],
    ['a row that is missing', 'partial', [{ ...upload(0), found: 1 }, upload(1)]],
    ['a row that is not counted', 'partial', [{ ...upload(0), rows: 1 }, upload(1)]],
    [
      'an upload without rows',
      'partial',
      [...stored, { ...upload(0), id: 'x', reference: null, found: 0, order: 3, firstTransactionId: '03' }],
    ],
    ['one of another tenant', 'astray', [{ ...upload(0), tenantId: 'other' }, upload(1)]],
    ['one that nobody sent', 'astray', [...stored, { ...upload(7), order: 7 }]],
    ['an id that does not rise', 'backwards', [{ ...upload(0), firstTransactionId: '09' }, upload(1)]],
    ['an id that stands twice', 'backwards', [upload(0), { ...upload(1), firstTransactionId: '00' }]],
  ])('sees %s', (_, what, changed) => {
    const findings = check(sent, changed);
    expect(findings[what]).toHaveLength(1);
    expect({ ...findings, [what]: [] }).toEqual(nothing);
  });
});
