/** The words of the pages in each language: the same keys, each used, each function with all that it is given, and nothing left in English. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openReasonCodes } from '../../src/contract/open-reasons.js';
import { findingText } from '../../src/words/closing/claim-lines.js';
import { by, type Given, leavesOf, markersOf, said } from '../support/words-told.js';

const languages = ['en', 'de', 'fr', 'it'] as const;
const others = ['de', 'fr', 'it'] as const;
type Words = Record<string, object> & { settlement: { reasons: object } };
let tables: Record<(typeof languages)[number], Words>;

beforeAll(async () => {
  vi.stubGlobal('navigator', { languages: ['en-GB'] });
  const loaded = languages.map(async (name) => [name, await import(`../../src/console/words/${name}/index.ts`)] as const);
  tables = Object.fromEntries(await Promise.all(loaded)) as typeof tables;
});

const missing = [
  { acquirerId: 'A1', terminalId: null, day: 'D1' },
  { acquirerId: null, terminalId: null, day: 'D1' },
  { acquirerId: 'A1', terminalId: null, day: null },
  { acquirerId: null, terminalId: null, day: null },
  { acquirerId: 'A1', terminalId: 'T1', day: 'D1' },
  { acquirerId: null, terminalId: 'T1', day: 'D1' },
  { acquirerId: null, terminalId: 'T1', day: null },
];

const sides = [by('Sale'), by('Record')];

const nothing = {
  ...{ terminalId: null, acquirerId: null, merchantId: null, payoutId: null, currency: null, dayFrom: null, dayTo: null },
  ...{ counterFrom: null, counterTo: null, rows: null, amount: null },
};
const onDay = { dayFrom: 'D1', dayTo: 'D1' };
const onDays = { dayFrom: 'D1', dayTo: 'D2' };
const account = { acquirerId: 'ACQ', merchantId: 'M1' };
const ofPayout = { payoutId: 'P1', ...account };
const sum = { amount: by('-12.50'), currency: 'CHF' };
/** What each finding may be about. */
const findings: Record<string, Record<string, Given>[]> = {
  CounterGap: [
    { terminalId: 'T1', counterFrom: 17, counterTo: 17, rows: 1, ...onDay },
    { terminalId: 'T1', counterFrom: 17, counterTo: 19, rows: 3, ...onDays },
  ],
  TotalDiffers: [
    { terminalId: 'T1', rows: 1, ...sum, ...onDay },
    { terminalId: 'T1', rows: by(-2), ...sum, amount: '12.50', ...onDay },
  ],
  NoTotal: [
    { terminalId: 'T1', ...onDay },
    { terminalId: 'T1', ...onDays },
  ],
  NoSales: [onDay, { terminalId: 'T1', ...onDay }, { terminalId: 'T1', ...onDays }],
  NoFile: [onDay, { ...account, ...onDay }, { ...account, ...onDays }, { ...account, terminalId: 'T1', ...onDay }],
  PayoutDiffers: [
    { ...ofPayout, ...sum },
    { ...ofPayout, ...sum, amount: '12.50' },
  ],
  Unannounced: [{ ...ofPayout, ...sum, amount: '12.50' }],
  NotItemised: [{ ...ofPayout, ...sum, amount: '12.50' }],
  PartsDiffer: [{ currency: 'CHF' }, {}],
  NotImported: [
    { rows: 1, ...onDay },
    { rows: 2, ...onDay },
  ],
  Unpaid: [
    { rows: 1, ...onDay },
    { rows: 2, ...onDays },
  ],
  NoTerminals: [{}],
  NoCounters: [
    { terminalId: 'T1', rows: 1 },
    { terminalId: 'T1', rows: 2 },
  ],
  CounterNew: [{ terminalId: 'T1' }],
  CounterNotDense: [{ terminalId: 'T1' }],
  CounterRestarted: [{ terminalId: 'T1' }, { terminalId: 'T1', counterFrom: 17, counterTo: 3, ...onDay }],
  NoTotals: [{}],
  TotalsUnlike: [{ terminalId: 'T1', ...onDay }],
  NoRhythm: [{ rows: 1 }, { terminalId: 'T1', rows: 2 }, { ...account, rows: 2 }],
  Holiday: [onDay],
  NotYet: [onDay, { terminalId: 'T1', ...onDay }, { ...account, ...onDay }, { terminalId: 'T1', counterFrom: 17 }],
  NoRecords: [{}],
  NoPayouts: [{}],
  NoNet: [
    { ...ofPayout, rows: 1 },
    { ...ofPayout, rows: 2 },
  ],
  NotAnnounced: [ofPayout],
  NoLines: [ofPayout],
  WithoutAmount: [{ rows: 1 }, { rows: 2 }],
  WithoutDate: [{ rows: 1 }, { rows: 2 }],
  Importing: [{ rows: 1 }, { rows: 2 }],
  MatchingPending: [{}],
  Unsettled: [{ rows: 1 }, { rows: 2 }],
  WithoutSale: [{ rows: 1 }, { rows: 2 }],
  NotOver: [onDay, onDays],
  PartOfTerminal: [{ terminalId: 'T1' }],
};

/** Calls of each function. Texts and numbers must be found in what it says; each call says something else than the others. */
const calls: Record<string, Given[][]> = {
  'shell.loggedInAs': [['anna']],
  'failures.status': [[418]],
  'failures.retryIn': [['5 s']],
  'failures.request': [['r-1']],
  'logIn.tooMany': [['5 s']],
  'logIn.busy': [['5 s']],
  'table.sortBy': [['xyz']],
  'table.page': [[7]],
  'filters.remove': [['xyz']],
  'filters.range': [
    ['12', '34'],
    ['12', null],
    [null, '34'],
    ['34', '34'],
  ],
  'filters.noAmount': [['12x']],
  'money.chartLabel': [['12', '34', 'CHF']],
  'money.otherBrands': [[1], [2]],
  'money.inPayouts': [[1], [2]],
  'money.withoutAmount': [['12']],
  'money.unknownPlaces': [[1], [2]],
  'money.failed': [['12']],
  'money.rejected': [[7, '12']],
  'money.toLatest': [['12']],
  'transactions.counted': [[1], [2]],
  'transactions.count': [
    [8, 0],
    [8, 1],
    [8, 2],
  ],
  'transactions.moreCurrencies': [[1], [2]],
  'export.reading': [['12']],
  'export.saved': [
    [8, { duplicates: 0, notImported: 0 }],
    [8, { duplicates: 7, notImported: 0 }],
    [8, { duplicates: 7, notImported: 6 }],
  ],
  'export.cut': [[7]],
  'export.fileName': [['2026-11-20']],
  'detail.asGiven': [['xyz']],
  'detail.place': [[7]],
  'settlement.differs': [[by(true)], [by(false)]],
  'settlement.more': [[1], [2]],
  'settlement.compared.same': [['xyz, abc']],
  'settlement.compared.differs': [['xyz', '7', '8']],
  'settlement.compared.apart': [['4 s']],
  'settlement.compared.more': [['2,50']],
  'settlement.compared.less': [['2,50']],
  'reasons.Waiting': [
    [{ side: by('Sale'), acquirerId: 'A1', terminalId: null, toDay: 'D1', dueDay: 'D2', missing: null }],
    [{ side: by('Sale'), acquirerId: null, terminalId: null, toDay: 'D1', dueDay: 'D2', missing: null }],
    ...missing.map((part) => [{ missing: part }]),
    [{ side: by('Record'), acquirerId: null, terminalId: 'T1', toDay: 'D1', dueDay: 'D2', missing: null }],
    [{ side: by('Record'), acquirerId: null, terminalId: null, toDay: 'D1', dueDay: 'D2', missing: null }],
  ],
  'reasons.NotCovered': [
    [{ terminalId: 'T1', fromDay: null, missing: null }],
    [{ terminalId: null, fromDay: 'D1', missing: null }],
    ...missing.map((part) => [{ missing: part }]),
  ],
  'reasons.NotSettled': [[{ acquirerId: 'A1', dueDay: 'D1' }], [{ acquirerId: null, dueDay: 'D1' }]],
  'reasons.AmountAlone': sides.flatMap((side) => [[{ rows: 1, side }], [{ rows: 2, side }], [{ rows: 20, side }]]),
  'reasons.Nearby': sides.flatMap((side) => [
    [{ rows: 1, within: by('Day'), equal: 0, side }],
    [{ rows: 1, within: by('Moment'), equal: 0, side }],
    [{ rows: 3, within: by('Day'), equal: 2, side }],
  ]),
  'reasons.Proposed': [
    [{ rule: 'R1', rows: 0, side: by('Sale') }],
    [{ rule: 'number-alone', rows: 1, side: by('Sale') }],
    ...sides.flatMap((side) => [[{ rule: 'R1', rows: 1, side }], [{ rule: 'R1', rows: 2, side }]]),
  ],
  'reasons.Ambiguous': [[{ sales: 1, records: 2 }], [{ sales: 2, records: 1 }]],
  'reasons.AmountDiffers': [[{ ours: 'A1', theirs: 'A2' }]],
  'reasons.CurrencyDiffers': [[{ ours: 'EUR', theirs: 'CHF' }]],
  'reasons.FieldDiffers': [
    [{ ours: 'T1', theirs: 'T2' }, 'xyz'],
    [{}, null],
  ],
  'reasons.Unbalanced': [[{ sales: 1, records: 2, sold: 'A1', settled: 'A2' }], [{ sales: 2, records: 1, sold: 'A1', settled: 'A2' }]],
  'reasons.NoSale': [[{ terminalId: 'T1', dueDay: 'D1' }], [{ terminalId: null, dueDay: 'D1' }]],
  'reasons.SettledTwice': [[{ ours: 'P1', theirs: 'P2' }], [{ ours: null, theirs: null }]],
  'reasons.Chargeback': [[{ respondBy: 'D1' }]],
  'reasons.NoFile': missing.map((part) => [part]),
  'reasons.NoSales': [[{ terminalId: 'T1', day: 'D1' }], [{ terminalId: 'T1', day: null }]],
  'reasons.PayoutDiffers': [[{ paid: 'A1', net: 'A2' }]],
  'exceptions.waiting': [['12']],
  'exceptions.chosen': [
    [1, '12'],
    [2, '12'],
  ],
  'exceptions.done': [[1], [2]],
  'exceptions.refused': [[1], [2]],
  'exceptions.undone': [[1], [2]],
  'payouts.differs': [[by(true)], [by(false)]],
  'payouts.withoutNet': [['12']],
  'payouts.netIn': [['CHF']],
  ...Object.fromEntries(
    Object.entries(findings).map(([code, given]) => [`closing.findings.${code}`, given.map((one) => [{ ...nothing, ...one }])]),
  ),
  'closing.more': [[7]],
  'closing.moreAlike': [[7]],
  'closing.approved': [['2026-11-20', 'anna', 7, 'sold']],
  'closing.changed': [
    ['A', 'B', 'C'],
    ['A', null, 'C'],
    ['A', 'B', null],
    ['A', 'C', 'C'],
  ],
  'uploads.counted': [[1], [2]],
  'uploads.rowsOf': [
    [1, by('Sales')],
    [2, by('Sales')],
    [1, by('Settlement')],
    [2, by('Settlement')],
  ],
  'uploads.inAudit': [
    [7, by('Sales'), 'xyz'],
    [7, by('Settlement'), 'xyz'],
  ],
  'uploads.undoText': [
    [1, by('Sales')],
    [2, by('Sales')],
    [1, by('Settlement')],
  ],
  'uploads.redoText': [[by('Sales')], [by('Settlement')]],
  'uploads.reprocessText': [
    [1, by('Sales')],
    [2, by('Sales')],
    [1, by('Settlement')],
  ],
  'upload.kinds': [['12 MB'], [null]],
  'upload.sendAll': [[2], [3]],
  'upload.unconfirmed': [[1], [2]],
  'upload.sentSoFar': [['12']],
  'upload.importingText': [['12']],
  'upload.retry': [['xyz', '5 s']],
  'upload.questionsLead': [[by(1)], [2]],
  'upload.leftOut': [[1], [2]],
  'upload.fieldOf': [['A', 'xyz']],
  'upload.faults': [[1], [2]],
  'upload.moreFaults': [[50]],
  'upload.send': [['12']],
  'upload.sendRead': [['12']],
  'upload.references': [
    ['12', by(true)],
    ['12', by(false)],
  ],
  'upload.withoutFaulty': [[1], [2]],
  'upload.part': [['12']],
  'administration.found': [['xyz', 'abc']],
  'administration.running': [['xyz']],
  'administration.waiting': [['xyz']],
  'administration.connections': [['xyz']],
  'administration.changed': [['anna']],
  'administration.wholeCustomer': [['anna']],
  'administration.wholeTenant': [['anna']],
  'administration.passwordText': [['anna']],
  'administration.madePassword': [['anna']],
  'administration.endText': [['anna']],
  'administration.endedNow': [['anna']],
  'administration.disableText': [['anna']],
  'administration.disabledNow': [['anna']],
  'administration.enabledNow': [['anna']],
  'administration.changeNamed': [['xyz']],
  'administration.changedUnit': [['xyz']],
  'administration.assignTo': [['xyz']],
  'administration.assigned': [['xyz']],
  'administration.settingsOf': [['xyz']],
  'administration.noJson': [['xyz']],
  'administration.tryOn': [['12']],
  'administration.stored': [['xyz']],
  'administration.tried': [[{ read: 8, imported: 7, duplicates: 6, rejected: 5 }]],
};

/** Words that a language writes as English does. */
const alike: Record<(typeof others)[number], readonly string[]> = {
  de: ['Terminal', 'Terminals', 'Acquirer', 'Name', 'Format', 'xyz: abc'],
  fr: [
    ...[
      'Application',
      'Terminal',
      'Pages',
      'Page 7',
      'Transactions',
      'Transaction',
      '1 transaction',
      '8 transactions',
      'Administration',
      'Date',
      'Types',
    ],
    ...['Format', 'transactions-2026-11-20', 'place 7', 'Contradiction', 'Suggestion', 'Corrections', 'Taxes'],
  ],
  it: ['Acquirer', 'File', 'Password', 'File system', 'xyz: abc'],
};
/** Names: of the program, and of keys. */
const names = /^(?:product|keys\.list\.\d\.0)$/;

describe.each(languages)('%s', (language) => {
  it('has the keys of English, also in what is looked up by a code', () => {
    const paths = (words: Words) => leavesOf(words).map(([path]) => path);
    expect(paths(tables[language])).toEqual(paths(tables.en));
  });

  it('says all that its functions are given', () => {
    const functions = leavesOf(tables[language]).filter(([, leaf]) => typeof leaf === 'function');
    expect(functions.map(([path]) => path).sort()).toEqual(Object.keys(calls).sort());
    for (const [path, leaf] of functions) {
      const texts = (calls[path] ?? []).map((given) => [said(leaf, given), given] as const);
      for (const [text, given] of texts) for (const marker of markersOf(given)) expect(text, path).toContain(String(marker));
      expect(new Set(texts.map(([text]) => text)).size, path).toBe(texts.length);
      for (const [text] of texts) expect(text, path).not.toMatch(/undefined|\bnull\b|NaN|\[object|\$\{/);
    }
  });

  it('has no empty text, and none with spaces at an end or twice', () => {
    for (const [path, leaf] of leavesOf(tables[language])) {
      const text = typeof leaf === 'string' ? leaf : said(leaf, calls[path]?.[0] ?? []);
      expect(text, path).toMatch(/^\S(?:.*\S)?$/s);
      if (path !== 'filters.searchHint') expect(text, path).not.toContain('  ');
    }
  });
});

describe.each(others)('%s', (language) => {
  it('has nothing in English but what is written alike', () => {
    const english = new Map(leavesOf(tables.en));
    const same = leavesOf(tables[language]).flatMap(([path, leaf]) => {
      const own = english.get(path);
      if (names.test(path) || own === undefined) return [];
      const [text, englishText] = [leaf, own].map((one) => (typeof one === 'string' ? one : said(one, calls[path]?.[0] ?? [])));
      return text === englishText ? [text] : [];
    });
    expect([...new Set(same)].sort()).toEqual([...alike[language]].sort());
  });
});

it('German has no word that Switzerland writes otherwise than Germany', () => {
  const files = [
    ...readdirSync('src/console/words/de').map((name) => `src/console/words/de/${name}`),
    'src/words/de.ts',
    'src/words/closing/de.ts',
    'src/cli/words/de.ts',
  ];
  const text = files.map((name) => readFileSync(name, 'utf8'));
  expect(
    text.join('\n').match(/'[^'\n]*ß[^'\n]*'|draussen|ausser|gross|gröss|schliess|Strasse|gemäss|heiss|weiss|Mass|innert/g),
  ).toBeNull();
});

it('French has its no-break spaces before : ; ? » and after «', () => {
  for (const [path, leaf] of leavesOf(tables.fr)) {
    const text = typeof leaf === 'string' ? leaf : said(leaf, calls[path]?.[0] ?? []);
    expect(path === 'keys.list.9.0' ? '' : text, path).not.toMatch(/[^\u00a0][:;?!»](?:\s|$)|«[^\u00a0]/);
  }
});

/** Looked up by a code, or by a key's place. */
const lookedUp =
  /^(?:fields|failures\.titles|states\.(?:transactionStates|matchStates|reasons)|money\.parts|exceptions\.(?:sides|todo)|payouts\.(?:statuses|types)|closing\.(?:claims|states|statesWithin|findings|days)|detail\.reasons|settlement\.(?:kinds|reasons)|decisions\.(?:actions|what|done|causes)|uploads\.(?:refusals|statuses|kinds|brought|changes)|upload\.(?:states|doneWith|theseAre|problems)|export\.formats|administration\.(?:tabs|states|checks|roleTexts|grantKinds)|reasons|keys\.list)(?=\.)/;

it('has no word that no page uses', () => {
  const pages = readdirSync('src/console', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('words'))
    .map((name) => readFileSync(`src/console/${name}`, 'utf8'))
    .concat(['claim-lines', 'changes-text'].map((name) => readFileSync(`src/words/closing/${name}.ts`, 'utf8')))
    .join('\n');
  const keys = leavesOf(tables.en).map(([path]) => (lookedUp.exec(path)?.[0] ?? path).split('.').at(-1) ?? '');
  expect([...new Set(keys)].filter((key) => !new RegExp(`[.{,]\\s*${key}\\b`).test(pages))).toEqual([]);
});

it('each reason of sales has its words, and no other has', () => {
  /** Of settlement records alone, which the page of a sale never shows. */
  const ofRecords = ['NoSale', 'SettledTwice'];
  const ofSales = openReasonCodes.filter((code) => !ofRecords.includes(code));
  // A chargeback is no reason why a sale is open: the command line lists it.
  expect(Object.keys(tables.en.settlement.reasons).sort()).toEqual([...ofSales, 'Chargeback'].sort());
});

it('a finding of a newer server, which has no words here, is told by its code', () => {
  expect(findingText(tables.en.closing as never, { code: 'LaterCode' } as never)).toBe('LaterCode');
});
