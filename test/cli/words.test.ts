/** The words of the command line in each language: each function with all that it is given, right for one and for several, and nothing left in English. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { CliWords } from '../../src/cli/words/en.js';
import { loadWords } from '../../src/cli/words/words.js';
import type { ListedException } from '../../src/contract/exceptions.js';
import { remedies } from '../../src/files/input/row-faults.js';
import { by, type Given, leavesOf, markersOf, said } from '../support/words-told.js';

const others = ['de', 'fr', 'it'] as const;
const languages = ['en', ...others] as const;
let tables: Record<(typeof languages)[number], CliWords>;

beforeAll(async () => {
  const loaded = languages.map(async (name) => [name, await loadWords(name, name)] as const);
  tables = Object.fromEntries(await Promise.all(loaded)) as typeof tables;
});

/** Those of a table that are its own; pages have the shared ones, too, and test them. */
const ownLeaves = ({ format: _, shared: _shared, labelColumns: _columns, phrase: _phrase, ...own }: CliWords) =>
  leavesOf(own).filter(([path]) => path !== 'exceptions.why' && path !== 'rejected.fault');

const kinds = [by('Sales'), by('Settlement')];
const counts = [1, 2];
/** With each count and each kind. */
const ofKinds = (given: (rows: number, kind: Given) => Given[]): Given[][] =>
  counts.flatMap((rows) => kinds.map((kind) => given(rows, kind)));
const counted = (...more: Given[]): Given[][] => counts.map((rows) => [rows, ...more]);

/** Calls of each function. Texts and numbers must be found in what it says; each call says something else than the others. */
const calls: Record<string, Given[][]> = {
  'reading.list': [['xyz']],
  'reading.sheet': [['xyz']],
  'reading.decimal': [
    [',', by(true)],
    [',', by(false)],
  ],
  'reading.dates': [['xyz']],
  'reading.columns': counted('xyz'),
  'reading.mapped': counted(),
  'reading.additional': counted(),
  'reading.leftOut': counted(),
  'reading.tellsPayouts': [['xyz']],
  'reading.sentBefore': kinds.flatMap((kind) => [
    [null, 'anna', 'D1', 'U1', kind],
    ['xyz', 'anna', 'D1', 'U1', kind],
  ]),
  'reading.personal': [['xyz']],
  'reading.missing': [
    [[['abc']], 'xyz'],
    [[['abc', 'def'], ['ghi']], 'xyz'],
  ],
  'columns.asOn': [['D1']],
  'columns.values': counted(),
  'page.reading': [['xyz']],
  'page.readAs': kinds.map((kind) => [kind]),
  'page.days': [[null], [{ first: 'D1', last: 'D1' }], [{ first: 'D1', last: 'D2' }]],
  'page.references': [
    [1, by(true), 1],
    [2, by(true), 0],
    [2, by(false), 3],
  ],
  'page.sum': [
    ['xyz', 1],
    ['xyz', 2],
  ],
  'page.bounds': [['abc', 'xyz']],
  'page.done': ['left out', 'rejected', 'sale', 'refund', 'Fee'].map((as) => [by(as)]),
  'page.everyRow': [['xyz']],
  'page.isField': [['abc', 'xyz']],
  'page.moreColumns': counted(),
  'page.moreValues': counted(),
  'page.notUsed': [['xyz']],
  'page.another': [['xyz']],
  'asking.leavesOpen': counted().map(([questions]) => ['xyz', questions as Given]),
  'asking.question': [
    [3, by(1), 'xyz'],
    [3, 4, 'xyz'],
  ],
  'asking.typeNumber': [[1], [7]],
  'asking.typeOr': [
    [1, 'xyz'],
    [7, 'xyz'],
  ],
  'asking.enter': [[7]],
  'asking.sameWithout': [['xyz']],
  'asking.zoneForAll': [['xyz']],
  'confirmation.kinds': [[3]],
  'progress.batches': [[3, 4]],
  'progress.bytes': [['abc', 'xyz']],
  'progress.rows': counted(),
  'progress.rate': [[7]],
  'progress.left': [['0:12']],
  'progress.retries': counted(),
  'progress.again': [['xyz', 7]],
  'upload.checked': [[{ read: 8, unsent: 7, rejected: 6 }], [{ read: 1, unsent: 1, rejected: 0 }]],
  'upload.heldTo': [['xyz']],
  'upload.firstRows': [[by(true)], [by(false)]],
  'upload.newHeader': [['xyz']],
  'upload.sent': ofKinds((rows, kind) => [rows, kind]),
  'upload.imported': ofKinds((rows, kind) => [rows, kind]),
  'upload.importedOf': ofKinds((rows, kind) => [rows, 7, kind]),
  'upload.sumsSent': [['xyz']],
  'upload.withoutAmount': [[7]],
  'upload.notInSum': [[7]],
  'upload.job': [['xyz']],
  'upload.duplicates': counted(),
  'upload.upload': [['xyz']],
  'upload.uploadIs': [['U1', 'xyz', 'abc']],
  'upload.uploadOf': [...counted().map(([rows]) => ['U1', 'xyz', rows as number]), ['U1', null, 2]],
  'upload.notImported': [['xyz']],
  'upload.countsDiffer': counted().map(([rows]) => ['U1', rows as number]),
  'upload.check': [['xyz']],
  'upload.inDoubt': counted().map(([rows]) => ['3.1', rows as number, { firstRecord: 4, lastRecord: 5, firstLine: 6, lastLine: 7 }, 'xyz']),
  'upload.waitStopped': [['xyz']],
  'upload.notImportedYet': counted('xyz'),
  'upload.stillImporting': [['xyz']],
  'upload.grown': [['xyz', 7]],
  'upload.sendTheRest': kinds.map((kind) => [kind]),
  'upload.twins': ofKinds((rows, kind) => [rows, kind]),
  'upload.ownReference': kinds.map((kind) => [kind]),
  'upload.unsent': [
    [1, 'xyz', 4, 4],
    [2, 'xyz', 4, 5],
  ],
  'upload.notRead': [[7]],
  'upload.notTried': [['xyz']],
  'upload.stoppedOf': [[['xyz', 'abc'], 3]],
  'upload.notCounted': counted(),
  'upload.resendAfterAll': [['xyz']],
  'upload.maybeAccepted': [['xyz']],
  'upload.resendOrSkip': [['abc', 'xyz']],
  'upload.resume': [
    ['xyz', by(true)],
    ['xyz', by(false)],
  ],
  'upload.seeMatches': [['xyz']],
  'rejected.moreRows': counted(),
  'rejected.record': [[7]],
  'rejected.separately': kinds.map((kind) => [kind]),
  'rejected.alone': [true, false].flatMap((nothing) => ofKinds((rows, kind) => [rows, kind, by(nothing)])),
  'rejected.later': ofKinds((rows, kind) => [rows, kind, 'xyz']),
  'rejected.now': [true, false].flatMap((nothing) => ofKinds((rows, kind) => [rows, kind, by(nothing), 'xyz'])),
  'notes.payments': counted(),
  'notes.corrections': counted(),
  'notes.chargebacks': counted(),
  'notes.payouts': counted(),
  'notes.tillTotals': counted(),
  'notes.leftOut': counted('xyz'),
  'differing.found': ofKinds((rows, kind) => [rows, kind]),
  'differing.values': [['abc', 'def', 'xyz']],
  'differing.duplicateOf': [['abc', 'xyz']],
  'differing.more': [[7]],
  'differing.otherValue': ofKinds((rows, kind) => [rows, 'xyz', kind]),
  'differing.alsoKnown': ofKinds((rows, kind) => [rows, 'xyz', kind]),
  'differing.amongOthers': [
    [5, 24, 24],
    [1, 1, 1],
  ],
  'differing.ofOneTill': [['abc', 'xyz']],
  'differing.compared': counted(7),
  'differing.uploadAlone': [[by(true)], [by(false)]],
  'differing.noColumn': kinds.map((kind) => [kind, 'xyz']),
  'status.restore': [['xyz']],
  'status.wait': [['xyz']],
  'status.rows': kinds.map((kind) => [kind, 'xyz']),
  'status.notImported': [['xyz']],
  'status.rowsIn': counted(2),
  'status.final': [[7]],
  'status.open': [true, false].flatMap((isRunning) => counted(by(isRunning))),
  'status.each': [['xyz']],
  'status.finish': [['xyz']],
  'resume.also': [['xyz']],
  'resume.others': counted('xyz'),
  'resume.finished': [['abc', 'D1']],
  'resume.nothing': [['xyz'], [null]],
  'watch.writing': [['xyz']],
  'watch.moved': [['abc', 'xyz']],
  'watch.decide': [['abc', 'def', 'xyz']],
  'watch.later': [['xyz']],
  'pages.pastEnd': [[7]],
  'pages.more': [[7]],
  'money.without': ['day', 'account', 'terminal', 'brand'].map((dimension) => [by(dimension)]),
  'money.noRecords': [['xyz']],
  'exceptions.reason': [[by('NotSettled')], [by('NoFile')]],
  'payouts.columns.net': [['CHF']],
  'payouts.differsBy': [['12']],
  'payouts.heading': [
    ['xyz', 'abc', 'D1'],
    ['xyz', '', null],
  ],
  'payouts.differs': [
    ['12', by(true)],
    ['12', by(false)],
  ],
  'payouts.withoutNet': counted(),
  'payouts.itsLines': [['xyz']],
  'where.sold': [
    ['12.50 EUR', 'D1', by(false)],
    ['12.50 EUR', 'D1', by(true)],
    ['12.50 EUR', null, by(false)],
    [null, 'D1', by(false)],
  ],
  'where.unpaid': [
    ['xyz', by(true), by(true)],
    ['xyz', by(true), by(false)],
    ['xyz', by(false), by(false)],
  ],
  'where.paid': [['xyz', 'abc']],
  'where.by': [['ACQ']],
  'where.inPayouts': [
    ['P1', by(false)],
    ['P1', by(true)],
  ],
  'where.payout': [['P1', 'D1']],
  'where.withoutPayout': [['D1'], [null]],
  'where.with': [['xyz']],
  'where.otherSales': counted(),
  'where.record': [
    ['R1', '12.50 EUR', '0.50', '12.00 EUR'],
    ['R1', '12.50 EUR', null, '12.00 EUR'],
    ['R1', '12.50 EUR', '0.50', null],
  ],
  'where.moreRecords': counted(),
  'close.heading': ['Proved', 'NotProvable', 'Broken'].flatMap((state) => [
    ['D1', 'D1', by(state)],
    ['D1', 'D2', by(state)],
  ]),
  'close.overdue': [['xyz']],
  'close.approvedNow': [[7]],
  'close.approvedBefore': [['2026-11-20', 'anna', 7]],
  'fees.withoutFee': counted('CHF'),
};

describe.each(languages)('%s', (language) => {
  it('says all that its functions are given', () => {
    const functions = ownLeaves(tables[language]).filter(([, leaf]) => typeof leaf === 'function');
    expect(functions.map(([path]) => path).sort()).toEqual(Object.keys(calls).sort());
    for (const [path, leaf] of functions) {
      const texts = (calls[path] ?? []).map((given) => [said(leaf, given), given] as const);
      for (const [text, given] of texts) for (const marker of markersOf(given)) expect(text, path).toContain(String(marker));
      expect(new Set(texts.map(([text]) => text)).size, path).toBe(texts.length);
      for (const [text] of texts) expect(text, path).not.toMatch(/undefined|(?<!über )\bnull\b|NaN|\[object|\$\{/);
    }
  });

  it('has labels that stand apart from what follows', () => {
    const { labels, labelColumns } = tables[language];
    expect(Math.max(...Object.values(labels).map((label) => label.length))).toBe(labelColumns - 1);
  });
});

/** Words that a language writes as English does. */
const alike: Record<(typeof others)[number], readonly string[]> = {
  de: ['B', 'IMPORT', 'MB', 'OK', 'kB'],
  fr: ['IMPORT', 'NOTE', 'OK', 'date', 'dates xyz', 'interchange', 'net', 'net CHF', 'terminal'],
  it: ['B', 'IMPORT', 'MB', 'OK', 'interchange', 'kB', 'no', 'record 7'],
};

describe.each(others)('%s', (language) => {
  it('has nothing in English but what is written alike', () => {
    const english = new Map(ownLeaves(tables.en));
    const same = ownLeaves(tables[language]).flatMap(([path, leaf]) => {
      const [text, englishText] = [leaf, english.get(path) ?? ''].map((one) =>
        typeof one === 'string' ? one : said(one, calls[path]?.[0] ?? []),
      );
      return text === englishText ? [text] : [];
    });
    expect([...new Set(same)].sort()).toEqual(alike[language]);
  });

  it('makes the sentence about an exception from its code; that of the server stands where a code is unknown', () => {
    const { shared, exceptions, format } = tables[language];
    const why = (given: object) => exceptions.why({ side: 'Sale', rows: 1, sentence: 'In English.', ...given } as ListedException);
    const part = { code: 'NoFile', acquirerId: 'ACQ', merchantId: null, terminalId: null, day: '2026-10-04' };
    expect(why({ reason: 'NoFile', parameters: part, rows: 1_200 })).toMatch(/ACQ.*4.*1\D200/);
    expect(why({ reason: 'NoFile', parameters: part })).not.toMatch(/English|200/);
    expect(why({ reason: 'Incomplete', parameters: {} })).toBe(shared.general.Incomplete);
    expect(why({ reason: 'Chargeback', parameters: { respondBy: null }, side: 'Record' })).toBe(shared.general.Chargeback);
    expect(why({ reason: 'Chargeback', parameters: { respondBy: '2026-11-20' }, side: 'Record' })).toContain(format.dayText('2026-11-20'));
    expect(why({ reason: 'AmountDiffers', parameters: null })).toBe(shared.notTold);
    expect(why({ reason: 'FromTheFuture', parameters: {} })).toBe('In English.');
    const [ofSale, ofRecord] = ['Sale', 'Record'].map((side) => why({ side, reason: 'AmountAlone', parameters: { rows: 2 } }));
    expect(ofSale).not.toBe(ofRecord);
  });

  it('tells a fault of a cell by its code; the reader’s sentence stands where it says more, and where it names a flag', () => {
    const fault = (code: string, message = 'In English.') => tables[language].rejected.fault({ code, message });
    const untold = Object.keys(remedies).filter((code) => fault(code) === 'In English.');
    expect(untold.sort()).toEqual([
      ...['ADDITIONAL_DATA_INVALID', 'COLUMNS_CONTRADICT', 'FIELD_REPEATED', 'FIELD_REQUIRED', 'JSON_INVALID', 'MEMBER_UNKNOWN'],
      ...['NOT_IMPORTED', 'NO_FIELD', 'ROW_NOT_OBJECT', 'TEXT_HAS_NUL', 'TEXT_TOO_LONG', 'TOO_MANY_ITEMS'],
      ...['TRANSACTION_TYPES_INVALID', 'TYPE_WRONG'],
    ]);
    expect(fault('FROM_THE_SERVER')).toBe('In English.');
    expect(fault('AMOUNT_INVALID', 'may be in cents; say so with --minor-units')).toMatch(/^may be in cents/);
    expect(fault('AMOUNT_INVALID', 'must be 1--2')).toBe(fault('AMOUNT_INVALID'));
  });
});

it('English counts the lines of a payout that tell neither fee nor net amount', () => {
  const { withoutNet } = tables.en.payouts;
  expect(withoutNet(1)).toBe('1 line tells neither fee nor net amount; it is added without a fee.');
  expect(withoutNet(2)).toBe('2 lines tell neither fee nor net amount; they are added without a fee.');
});

const unspaced = /[^\u00a0][:;?!»](?:\s|$)|«[^\u00a0]/;
it('French has its no-break spaces before : ; ? » and after «', () => {
  for (const [path, leaf] of ownLeaves(tables.fr))
    for (const given of typeof leaf === 'string' ? [[]] : (calls[path] ?? [])) {
      const text = typeof leaf === 'string' ? leaf : said(leaf, given);
      expect(text, path).not.toMatch(unspaced);
    }
  for (const code of Object.keys(remedies)) expect(tables.fr.rejected.fault({ code, message: '' })).not.toMatch(unspaced);
});
