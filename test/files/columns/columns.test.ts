/** Which column becomes which field, seen from outside: a table is read, and its description and rows are looked at. */
import { describe, expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { type OpenOptions, openInput } from '../../../src/files/open.js';
import { incomplete } from '../../../src/files/questions/open-questions.js';
import { chunked, read, refusal } from '../reading.js';

const zone = { timezone: 'Europe/Zurich' };

/** A table of the columns, each with the cells below its name. */
function table(columns: Record<string, string | string[]>): string {
  const names = Object.keys(columns);
  const rows = Math.max(...Object.values(columns).map((cells) => [cells].flat().length));
  const line = (cells: string[]) => `${cells.map((cell) => (/[;"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(';')}\n`;
  const bodies = Array.from({ length: rows }, (_, row) => line(names.map((name) => [columns[name] ?? ''].flat()[row] ?? '')));
  return line(names) + bodies.join('');
}

async function mapped(text: string, options: Partial<OpenOptions> = {}) {
  const { description, rows } = await read(text, { ...zone, ...options });
  return {
    mapping: description.mapping,
    by: description.columns?.by,
    missing: description.missing,
    transactions: rows.map(({ transaction, faults }) => transaction ?? faults),
  };
}

const set = (columns: Record<string, string>, more: Partial<OpenOptions['rules']> = {}): Partial<OpenOptions> => ({
  rules: { ...noRules, columns, ...more },
});

describe('a header of words', () => {
  it('has the time beside a day, also where it is written like one, or with an h', async () => {
    const italian = await mapped(table({ 'Data operazione': ['02/11/2026', '13/11/2026'], Ora: '10.05.12', Importo: '1' }));
    expect(italian.transactions[0]).toMatchObject({ transactionDate: '2026-11-02T10:05:12+01:00' });
    const french = await mapped(table({ Date: '20/11/2026', Heure: '10h05', Montant: '1' }));
    expect(french.transactions[0]).toMatchObject({ transactionDate: '2026-11-20T10:05:00+01:00' });
  });

  it('becomes fields, each with its reason', async () => {
    const text = table({
      Datum: '20.11.2026 08:12',
      Betrag: '4,80',
      Währung: 'CHF',
      Kartenart: 'Visa',
      'Beleg-Nr.': '007',
      Kellner: 'Anna',
    });
    expect(await mapped(text)).toEqual({
      mapping: ['transactionDate', 'amount', 'currency', 'brandId', 'transactionReference', 'additionalData.Kellner'],
      by: ['synonym', 'synonym', 'synonym', 'synonym', 'synonym', null],
      missing: [],
      transactions: [
        {
          transactionDate: '2026-11-20T08:12:00+01:00',
          amount: 4.8,
          currency: 'CHF',
          brandId: 'Visa',
          transactionReference: '007',
          additionalData: [{ key: 'Kellner', value: 'Anna' }],
        },
      ],
    });
  });

  it.each([
    ['**** 4943', '**** 1881'],
    ['412345******4943', ''],
    ['xxxxxxxxxxxx4943', 'xxxxxxxxxxxx1881'],
  ])('takes a column that is called a card for its number, where all its cells are masked ones: %s', async (one, other) => {
    const sales = { Datum: ['20.11.2026 08:12', '20.11.2026 08:13'], Betrag: ['4,80', '5,20'], Währung: ['CHF', 'CHF'] };
    for (const name of ['Karte', 'Card', 'Carte', 'Carta'])
      expect((await mapped(table({ ...sales, [name]: [one, other] }))).mapping?.at(-1)).toBe('cardNumberMasked');
    expect((await mapped(table({ ...sales, Karte: [one, 'Visa'] }))).mapping?.at(-1)).toBe('additionalData.Karte');
    expect((await mapped(table({ ...sales, Mittel: [one, other] }))).mapping?.at(-1)).toBe('additionalData.Mittel');
  });

  it('gives way to the names of the contract', async () => {
    const { mapping, by } = await mapped(table({ transactionReference: '1', Belegnummer: '2', amount: '1', Terminal: 'T' }));
    expect(mapping).toEqual(['transactionReference', 'additionalData.Belegnummer', 'amount', 'terminalId']);
    expect(by).toEqual(['exact', null, 'exact', 'synonym']);
  });

  it('says what is missing, but not what comes with the amounts', async () => {
    expect((await mapped(table({ Betrag: '4,80', Tisch: '7' }))).missing).toEqual(['currency', 'transactionDate']);
    expect((await mapped(table({ Betrag: '4,80 EUR', Tisch: '7' }))).missing).toEqual(['transactionDate']);
  });
});

describe('two columns for one field', () => {
  it.each<[string, Record<string, string>, string, string]>([
    [
      'two synonyms',
      { Referenz: 'a', Belegnummer: 'b', Betrag: '1' },
      'Line 1: columns 1 and 2 of the header both mean transactionReference: 1 (A) "Referenz", 2 (B) "Belegnummer".',
      '--set transactionReference=Referenz   or   --set transactionReference=Belegnummer',
    ],
    [
      'the same name twice in other spelling',
      { 'Beleg-Nr': 'a', 'BELEG NR.': 'b', Betrag: '1' },
      'Line 1: columns 1 and 2 of the header both mean transactionReference: 1 (A) "Beleg-Nr", 2 (B) "BELEG NR.".',
      '--set transactionReference=1   or   --set transactionReference=2',
    ],
    [
      'three dates',
      { Datum: '1', Belegdatum: '2', Verkaufsdatum: '3', Betrag: '1' },
      'Line 1: columns 1, 2 and 3 of the header all mean transactionDate: 1 (A) "Datum", 2 (B) "Belegdatum", 3 (C) "Verkaufsdatum".',
      '--set transactionDate=Belegdatum',
    ],
  ])('%s: exit 4 with both and the flag that answers', async (_, columns, message, hint) => {
    const told = await refusal(table(columns), zone);
    expect(told).toMatchObject({ code: 'inputUnusable', message });
    expect(told.hint).toContain(hint);
  });

  it('is answered by --set, with a name, a number or a letter', async () => {
    const text = table({ Referenz: 'a', Belegnummer: 'b', Betrag: '1' });
    for (const column of ['Belegnummer', 'belegnummer', ' BELEG-NUMMER ', '2', 'B', 'b']) {
      const { transactions } = await mapped(text, set({ transactionReference: column }));
      expect(transactions).toEqual([{ transactionReference: 'b', amount: 1, additionalData: [{ key: 'Referenz', value: 'a' }] }]);
    }
  });
});

describe('the amount', () => {
  it.each<[string[], string[]]>([
    [
      ['Betrag', 'Total'],
      ['Betrag', 'Total'],
    ],
    [['Betrag', 'Trinkgeld'], ['Betrag']],
    [
      ['Betrag', 'Trinkgeld', 'Total'],
      ['Betrag', 'Total'],
    ],
    [['Brutto', 'Netto', 'MwSt'], ['Brutto']],
    [['Amount', 'Tip'], ['Amount']],
    [
      ['Amount', 'Total amount'],
      ['Amount', '"Total amount"'],
    ],
    [['Montant HT', 'Montant TTC'], ['"Montant TTC"']],
    [['Importo', 'Mancia'], ['Importo']],
    [['Netto'], ['Netto']],
    [['Betrag', 'Betrag inkl. Trinkgeld'], ['Betrag']],
    [['Betrag', 'Gesamtumsatz'], ['Betrag']],
    [['Amount', 'Propina'], ['Amount']],
    [['Betrag', 'Fooi'], ['Betrag']],
    [['Amount', 'Dricks'], ['Amount']],
    [
      ['Bedrag', 'Netto'],
      ['Bedrag', 'Netto'],
    ],
    [['Belopp', 'Dricks', 'Avgiftsbelopp'], ['Belopp']],
    [
      ['Beløb', 'Nettobeløb'],
      ['Beløb', 'Nettobeløb'],
    ],
    [
      ['Importe', 'Importe neto'],
      ['Importe', '"Importe neto"'],
    ],
    [
      ['Kwota', 'Kwota netto', 'Kwota VAT'],
      ['Kwota', '"Kwota netto"'],
    ],
    [['Betrag', 'Betrag inkl. MwSt.'], ['Betrag']],
    [['Amount', 'Amount incl. VAT'], ['Amount']],
    [['Amount', 'Amount (VAT included)'], ['Amount']],
    [['Amount', 'Amount after discount'], ['Amount']],
    [['Montant', 'Montant hors taxe'], ['Montant']],
    [
      ['Betrag (inkl. MwSt.)', 'Nettobetrag'],
      ['"Betrag (inkl. MwSt.)"', 'Nettobetrag'],
    ],
    [
      ['amount', 'Amount'],
      ['1', '2'],
    ],
  ])('is asked for where %j stand beside each other', async (names, answers) => {
    const text = table({ orderId: '1', ...Object.fromEntries(names.map((name, index) => [name, String(index + 1)])) });
    const { code, message, hint } = await refusal(text);
    expect(code).toBe('inputUnusable');
    expect(message).toContain('amount');
    const quoted = answers.map((answer) => (answer.startsWith('"') ? `'amount=${answer.slice(1, -1)}'` : `amount=${answer}`));
    if (!answers.includes('1')) expect(hint).toBe(`Say which it is:   ${quoted.map((answer) => `--set ${answer}`).join('   or   ')}`);
    for (const name of names.filter((one) => one !== 'amount' && one !== 'Amount')) {
      const index = names.indexOf(name) + 1;
      const { transactions } = await mapped(text, set({ amount: name }));
      expect(transactions[0]).toMatchObject({ amount: index });
    }
  });

  it.each<[string[], number]>([
    [['Betrag'], 1],
    [['Total'], 1],
    [['Bruttobetrag'], 1],
    [['Betrag (CHF)'], 1],
    [['Betrag', 'MwSt-Satz'], 1],
    [['MwSt-Betrag', 'Betrag'], 2],
    [['Amount', 'Fee', 'VAT amount'], 1],
    [['Amount', 'Order summary', 'Imported at', 'BTW-bedrag', 'Momsbeløb', 'Importe IVA'], 1],
    [['Amount', 'Fee amount incl. VAT', 'MwSt-Betrag ohne Rabatt'], 1],
    [['Gebühr', 'Total'], 2],
    [['amount', 'tip', 'total'], 1],
  ])('of %j is column %i', async (names, column) => {
    const text = table({ orderId: '1', ...Object.fromEntries(names.map((name, index) => [name, String(index + 1)])) });
    expect((await mapped(text)).transactions[0]).toMatchObject({ amount: column });
  });
});

describe('the day of a purchase beside another date', () => {
  it('is offered with the time that stands beside them', async () => {
    const text = table({ Datum: '22.11.2026', Uhrzeit: '14:03', Kaufdatum: '20.11.2026', Betrag: '1' });
    const { hint, message } = await refusal(text, zone);
    expect(message).toContain('both mean transactionDate');
    expect(hint).toBe('Say which it is:   --set transactionDate=Datum+Uhrzeit   or   --set transactionDate=Kaufdatum+Uhrzeit');
  });
  it.each([
    ['Datum', 'Kaufdatum'],
    ['Date', 'Purchase date'],
    ['Date et heure', "Date d'achat"],
    ['Data', 'Data acquisto'],
  ])('%s and %s are a question', async (name, purchase) => {
    const { message } = await refusal(table({ [name]: '22.11.2026 00:30', [purchase]: '20.11.2026 14:03', Betrag: '1' }), zone);
    expect(message).toContain('both mean transactionDate');
  });
  // Fio banka's file of terminals, by its manual: the day of booking is called the date, and the date and the time of a payment are glued.
  it('with a time under no known name disputes a day that is called the date', async () => {
    const days = { Datum: ['19.07.2015', '20.07.2015'], 'Datum transakce': ['16.04.201511:28:12', '18.07.201509:11:05'], Betrag: '1,50' };
    expect((await refusal(table(days), { ...zone, time: '12:00' })).hint).toBe(
      "Say which it is:   --set 'transactionDate=Datum transakce'   or   --set transactionDate=Datum",
    );
    const { mapping } = await mapped(table({ ...days, Uhrzeit: '10:12' }));
    expect(mapping?.slice(0, 2)).toEqual(['transactionDate', 'additionalData.Datum transakce']);
  });
  it('alone is the date', async () => {
    const { transactions } = await mapped(table({ Buchungsdatum: '22.11.2026 00:30', Kaufdatum: '20.11.2026 14:03', Betrag: '1' }));
    expect(transactions[0]).toMatchObject({ transactionDate: '2026-11-20T14:03:00+01:00' });
  });
});

// Bookings of a salon, in a repository on GitHub: whoever has not paid has no day of a payment.
it('the day of a payment is offered first, though few rows have one', async () => {
  const at = (day: number) => `2026-11-0${day}T10:00:00Z`;
  const days = { 'Created at': [1, 2, 3].map(at), 'Service at': [4, 5, 6].map(at), 'Payment date': [at(6), '', ''] };
  const { questions } = await refusal(table({ ...days, 'Total price': '1.50', Currency: 'EUR' }));
  expect(questions[0]?.answers.map(({ remedies }) => remedies[0]?.[1])).toEqual([
    'transactionDate=Payment date',
    'transactionDate=Created at',
    'transactionDate=Service at',
  ]);
  const { mapping } = await mapped(table({ ...days, 'Service at': '', 'Payment date': '', Amount: '1.50' }));
  expect(mapping?.[0]).toBe('transactionDate');
});

it.each(['Importe impuestos', 'Importe del impuesto', 'Valor do imposto', 'Kwota podatku', 'Bedrag belasting', 'Skattebelopp'])(
  'a tax alone, as %s, does not dispute the amount',
  async (name) => {
    const text = table({ Datum: '20.11.2026 08:12', Betrag: '4,80', [name]: '0,36' });
    expect((await mapped(text)).mapping?.slice(0, 2)).toEqual(['transactionDate', 'amount']);
  },
);

it.each(['Importe sin IVA', 'Importe con impuestos', 'Valor sem imposto', 'Kwota z podatkiem', 'Bedrag zonder btw', 'Belopp utan moms'])(
  'an amount with the tax or without, as %s, disputes it',
  async (name) => {
    const text = table({ Datum: '20.11.2026 08:12', Betrag: '4,80', [name]: '4,44' });
    expect((await refusal(text, zone)).message).toContain('may be the amount');
  },
);

describe('a date and a time in columns of their own', () => {
  it('are one field', async () => {
    const { mapping, transactions } = await mapped(table({ Datum: '20.11.2026', Uhrzeit: '08:12:44', Betrag: '1' }));
    expect(mapping).toEqual(['transactionDate', 'transactionDate', 'amount']);
    expect(transactions).toEqual([{ transactionDate: '2026-11-20T08:12:44+01:00', amount: 1 }]);
  });

  it.each([
    ['Transaction Date', 'Transaction Time'],
    ['Transaktionsdatum', 'Transaktionszeit'],
    ['Datum', 'Transaktionszeit'],
  ])('are one field as %s and %s, too', async (day, time) => {
    const columns = { [day]: ['20.11.2026', '21.11.2026'], [time]: ['14:03:22', '14.04'], Betrag: '1' };
    const { mapping, transactions } = await mapped(table(columns));
    expect(mapping).toEqual(['transactionDate', 'transactionDate', 'amount']);
    expect(transactions).toMatchObject([
      { transactionDate: '2026-11-20T14:03:22+01:00' },
      { transactionDate: '2026-11-21T14:04:00+01:00' },
    ]);
    const oneWrong = { ...columns, [time]: ['14:03', '14:04', 'noon'] };
    expect((await mapped(table(oneWrong))).mapping?.slice(0, 2)).toEqual(['transactionDate', 'transactionDate']);
    const whole = { [day]: '20.11.2026', [time]: '20.11.2026 14:03', Betrag: '1' };
    expect((await refusal(table(whole), zone)).message).toMatch(/transactionDate|questions|time of day/);
  });

  it.each(['14:03', '14.03', '2:03 PM'])('are one field with a year of two digits, which may look like a time, and %s', async (time) => {
    const { mapping, transactions } = await mapped(table({ Datum: ['02.11.26', '20.11.26'], Zeit: [time, time], Betrag: '1' }));
    expect(mapping?.slice(0, 2)).toEqual(['transactionDate', 'transactionDate']);
    expect(transactions).toMatchObject([
      { transactionDate: '2026-11-02T14:03:00+01:00' },
      { transactionDate: '2026-11-20T14:03:00+01:00' },
    ]);
  });

  it('are one field as Date and Tid, the time of day in the Nordic languages, and TID is a terminal', async () => {
    const whole = await mapped(table({ Date: '2026-11-20', Tid: ['13:14', '13:15'], Amount: '1' }));
    expect(whole.mapping).toEqual(['transactionDate', 'transactionDate', 'amount']);
    expect(whole.transactions[0]).toMatchObject({ transactionDate: '2026-11-20T13:14:00+01:00' });
    expect((await mapped(table({ TID: ['12345678', '1'], Amount: '1' }))).mapping).toEqual(['terminalId', 'amount']);
  });

  it.each(['Date', 'Transaction Time', 'Zeitstempel'])(
    'times under %s with no date beside them are no date: the file has none, and is not sent',
    async (name) => {
      for (const more of [{}, { 'Business date': '2026-11-20' }]) {
        const { description } = await read(table({ [name]: ['14:03', '14:04'], ...more, Amount: '1' }), zone);
        expect(incomplete(description)?.questions).toMatchObject([
          { code: 'FIELD_MISSING' },
          { code: 'FIELD_MISSING', field: 'transactionDate' },
        ]);
      }
    },
  );

  it('are joined by hand as well', async () => {
    const text = table({ Tag: '20.11.2026', Stunde: '08:12:44', Betrag: '1' });
    for (const columns of ['Tag + Stunde', 'Tag+Stunde', '1+2', 'A + B']) {
      const { transactions } = await mapped(text, set({ transactionDate: columns }));
      expect(transactions).toEqual([{ transactionDate: '2026-11-20T08:12:44+01:00', amount: 1 }]);
    }
  });

  it('stay apart where the date has its time already', async () => {
    const { mapping } = await mapped(table({ Datum: '20.11.2026 08:12', Uhrzeit: '08:12:44', Betrag: '1' }));
    expect(mapping).toEqual(['transactionDate', 'additionalData.Uhrzeit', 'amount']);
  });

  it.each([
    ['20.11.2026 00:00:00', '09:01:00'],
    ['20.11.2026 0:00', '09:01'],
    ['20.11.2026, 00:00 Uhr', '09:01'],
    ['2026-11-20T00:00:00', '09:01:00'],
    ['2026-11-20 00:00:00.000', '09:01:00.000'],
    ['2026-11-20 00:00:00.0000000', '1900-01-01 09:01:00.0000000'],
    ['11/20/2026 12:00:00 AM', '9:01:00 AM'],
    ['11/20/2026 12:00:00 AM', '12/30/1899 9:01:00 AM'],
    ['20.11.2026 00:00:00', '30.12.1899 09:01'],
    ['20.11.2026', '30.12.1899 09:01:00'],
    ['20.11.2026', '00.01.1900 09:01:00'],
    ['20.11.2026', '0.1.1900 09:01'],
    ['2026-11-20', '1899-12-30T09:01:00'],
    ['2026-11-20', '1899-12-31T09:01:00'],
    ['2026-11-20', '1900-01-00 09:01:00'],
    ['2026-11-20', '1904-01-01 09:01:00'],
  ])('are one field where each has the part of the other as nothing: %s and %s', async (day, time) => {
    const at = expect.stringMatching(/^2026-11-20T09:01:00(?:\.0+)?\+01:00$/);
    const found = await mapped(table({ Datum: day, Zeit: time, Betrag: '1' }));
    expect(found.mapping).toEqual(['transactionDate', 'transactionDate', 'amount']);
    expect(found.transactions).toEqual([{ transactionDate: at, amount: 1 }]);
    const byHand = await mapped(table({ Tag: day, Stunde: time, Betrag: '1' }), set({ transactionDate: 'Tag + Stunde' }));
    expect(byHand.transactions).toEqual([{ transactionDate: at, amount: 1 }]);
  });

  it('are one choice where another name than of a date has days at midnight', async () => {
    const { hint } = await refusal(table({ Buchungstag: '20.11.2026 00:00:00', Zeit: '08:13', Betrag: '1' }), zone);
    expect(hint).toContain('--set transactionDate=Buchungstag+Zeit');
  });

  it('cost their row where its time is not there: midnight is none then', async () => {
    const { transactions } = await mapped(
      table({ Datum: ['20.11.2026 00:00:00', '20.11.2026 00:00:00'], Zeit: ['08:12', ''], Betrag: ['1', '2'] }),
    );
    expect(transactions).toMatchObject([{ amount: 1 }, [{ code: 'TRANSACTION_DATE_INVALID', value: '20.11.2026 00:00:00' }]]);
  });

  it('are joined in a rejects file whatever stands there for the time', async () => {
    const added = { _line: '2', _code: 'X', _error: 'x' };
    const rejects = (time: string) => table({ Datum: '20.11.2026 00:00:00', Zeit: time, Betrag: '1', ...added });
    expect((await mapped(rejects('8 Uhr 12'))).transactions).toMatchObject([[{ value: '20.11.2026 00:00:00 8 Uhr 12' }]]);
    expect((await refusal(rejects(''), zone)).message).toContain('has no time of day');
    const withOffset = table({ Datum: '2026-11-20T00:00:00Z', Zeit: '', Betrag: '1', ...added });
    expect((await refusal(withOffset, zone)).errors.transactionDate?.join(' ')).toContain('--set transactionDate=Datum+Zeit');
  });

  it.each([
    ['2026-11-20T00:00:00.000Z', 'Uhrzeit', '08:10'],
    ['2026-11-20T00:00:00Z', 'Zeit', '08:10:30'],
    ['2026-11-20T00:00:00+01:00', 'Zeit', '08:10'],
    ['20.11.2026 00:00:00', 'Zeit', '081000'],
    ['20.11.2026 00:00', 'Zeit', '0810'],
    ['20.11.2026 00:00:00', 'Kassenzeit', '08:10'],
    ['2026-11-20T00:00:00Z', 'Kassenzeit', '8:10 AM'],
    ['20.11.2026 00:00:00', 'Kassenzeit', '30.12.1899 08:10:00'],
  ])('are asked where midnight may stand for no time, and they are not surely one: %s and %s %s', async (day, name, time) => {
    const text = table({ Datum: [day, day], [name]: [time, time], Betrag: ['1', '2'] });
    const { code, message, hint } = await refusal(text, zone);
    expect(code).toBe('inputUnusable');
    expect(message).toContain('"Datum" has no time of day but midnight');
    expect(hint).toBe(`Say which it is:   --set transactionDate=Datum+${name}   or   --set transactionDate=Datum`);
    const joined = await mapped(text, set({ transactionDate: `Datum+${name}` }));
    expect(joined.transactions[1]).toMatchObject({ transactionDate: expect.stringMatching(/^2026-11-20T08:10:[03]0\+01:00$/), amount: 2 });
    const alone = await mapped(text, set({ transactionDate: 'Datum' }));
    expect(alone.transactions[1]).toMatchObject({ transactionDate: expect.stringMatching(/^2026-11-20T00:00:00/), amount: 2 });
  });

  it.each([
    ['Dauer', '00:35', '20.11.2026 08:12'],
    ['Preis', '4.50', '20.11.2026 00:00'],
    ['Zeit', '', '20.11.2026 00:00'],
    ['Zeit', '08:10', '2026-11-20T00:00:01Z'],
  ])('are not asked where %s is %j beside %s', async (name, cell, day) => {
    const { mapping } = await mapped(table({ Datum: day, [name]: cell, Betrag: '1' }));
    expect(mapping).toEqual(['transactionDate', `additionalData.${name}`, 'amount']);
  });

  it('of unknown name are asked only where all are midnight, a date that is none aside', async () => {
    const days = ['20.11.2026 00:00', '20.11.2026 00:00', 'x'];
    const all = (last: string) =>
      table({ Datum: [...days, last], Kasse: ['08:10', '08:11', '08:12', '08:13'], Betrag: ['1', '2', '3', '4'] });
    expect((await refusal(all('20.11.2026 00:00'), zone)).hint).toContain('Datum+Kasse');
    expect((await mapped(all('20.11.2026 08:13'))).mapping).toEqual(['transactionDate', 'additionalData.Kasse', 'amount']);
  });

  it('are one choice where another name than of a date has days at midnight with an offset', async () => {
    const { hint } = await refusal(table({ Buchungstag: '2026-11-20T00:00:00Z', Zeit: '08:13', Betrag: '1' }), zone);
    expect(hint).toContain('--set transactionDate=Buchungstag+Zeit');
  });

  it('that are midnight stay so beside a zone alone', async () => {
    const { transactions } = await mapped(table({ Datum: '2026-11-20 00:00', 'Time zone': '+01:00', Betrag: '1' }));
    expect(transactions).toEqual([{ transactionDate: '2026-11-20T00:00:00+01:00', amount: 1 }]);
  });

  it('stay apart where one date of many has its time', async () => {
    const { mapping } = await mapped(
      table({ Datum: ['20.11.2026 00:00', '20.11.2026 08:12'], Zeit: ['08:11', '08:12'], Betrag: ['1', '2'] }),
    );
    expect(mapping).toEqual(['transactionDate', 'additionalData.Zeit', 'amount']);
  });

  it('are a question where there are two times', async () => {
    const { hint } = await refusal(table({ Datum: '20.11.2026', Uhrzeit: '08:12:44', Zeit: '08:13', Betrag: '1' }), zone);
    expect(hint).toContain('--set transactionDate=Datum+Uhrzeit   or   --set transactionDate=Datum+Zeit');
  });

  it('are told with both cells where they are wrong', async () => {
    const { transactions } = await mapped(table({ Datum: ['20.11.2026', '31.11.2026'], Uhrzeit: '08:12:44', Betrag: '1' }));
    expect(transactions[1]).toMatchObject([{ column: 'Datum', columnNumber: 1, value: '31.11.2026' }]);
  });

  it('a time that is none costs its own row, where most are', async () => {
    const day = '20.11.2026';
    const { mapping, transactions } = await mapped(
      table({ Datum: [day, day, day], Zeit: ['08:12', 'Zeit', '08:14'], Betrag: ['1', '2', '3'] }),
    );
    expect(mapping).toEqual(['transactionDate', 'transactionDate', 'amount']);
    expect(transactions).toMatchObject([
      { amount: 1 },
      [{ value: '20.11.2026 Zeit' }],
      { amount: 3, transactionDate: '2026-11-20T08:14:00+01:00' },
    ]);
    await refusal(table({ Datum: [day, day], Zeit: ['08:12', 'x'], Betrag: ['1', '2'] }), zone);
  });
});

describe('content decides', () => {
  it('for currencies and numbers of cards, but not for brands', async () => {
    const text = table({
      Betrag: ['1', '2'],
      Valuta: ['CHF', 'EUR'],
      Mittel: ['Visa Debit', 'Twint'],
      Karte: ['424242******4242', ''],
      Art: ['Visa', 'Bar'],
      Land: ['CHE', 'DEU'],
    });
    const { mapping, by } = await mapped(text);
    expect(mapping).toEqual([
      'amount',
      'currency',
      'additionalData.Mittel',
      'cardNumberMasked',
      'additionalData.Art',
      'additionalData.Land',
    ]);
    expect(by).toEqual(['synonym', 'content', null, 'content', null, null]);
  });

  it.each([
    ['Karte', []],
    ['Mittel', [{ field: 'cardNumberMasked', column: 3 }]],
  ])('reads a file with cash in it like one without: %s', async (name, alike) => {
    const columns = { Datum: '20.11.2026 08:12', Betrag: ['1', '2'], Beleg: ['R1', 'R2'] };
    const withCells = (cells: string[]) => read(table({ ...columns, [name]: cells }), zone);
    const cards = await withCells(['424242******4242', '400012xxxxxx0002']);
    const mixed = await withCells(['424242******4242', 'Bar']);
    const cash = await withCells(['Bar', 'Bar']);
    expect(cards.description.mapping).toEqual(mixed.description.mapping);
    expect(cash.description.mapping).toEqual(mixed.description.mapping);
    expect(cards.rows[0]?.transaction).toEqual(mixed.rows[0]?.transaction);
    expect(cards.description.columns?.alike).toEqual(alike);
    const rules = { ...noRules, columns: { cardNumberMasked: name } };
    expect((await read(table({ ...columns, [name]: '424242******4242' }), { ...zone, rules })).description.columns?.alike).toEqual([]);
  });

  it.each(['reject', 'mask'] as const)('a full card number is asked about, and sent nowhere (--pan %s)', async (pan) => {
    const text = table({ Betrag: ['1', '2'], Karte: ['4242 4242 4242 4242', '424242******4242'] });
    const { questions } = await refusal(text, { pan });
    expect(questions[0]).toMatchObject({ code: 'COLUMN_UNCERTAIN', field: 'cardNumberMasked' });
    const answers = [questions[0]?.answer ?? []].flat();
    const column = ['--set', 'cardNumberMasked=Karte'];
    expect(answers.filter((part) => typeof part !== 'string')).toEqual(pan === 'mask' ? [column] : [column, ['--pan', 'mask']]);
    expect(answers.at(-1)).toMatch(/leave out = Karte$/);
    const rules = { ...noRules, columns: { cardNumberMasked: 'Karte' } };
    const aside = await read(text, { pan, rules: { ...noRules, leaveOut: ['Karte'] } });
    expect(aside.rows.map(({ transaction }) => transaction?.amount)).toEqual([1, 2]);
    const { rows } = await read(text, { pan, rules });
    expect(rows[0]?.faults[0]?.message ?? '--pan mask').toContain('--pan mask');
    expect(rows[0]?.transaction?.cardNumberMasked ?? rows[0]?.faults[0]?.code).toBe(
      pan === 'mask' ? '424242******4242' : 'CARD_NUMBER_UNMASKED',
    );
  });

  it.each(['BTN', 'CHE', 'MKD', 'SLE'])('not that %s is a currency, which is a country, too', async (code) => {
    expect((await mapped(table({ Betrag: '1', Land: code }))).mapping).toEqual(['amount', 'additionalData.Land']);
  });

  it('not that the number of a device is one of a card, though it has as many digits', async () => {
    const { mapping } = await mapped(table({ Betrag: ['1', '2'], Zařízení: '002030999999 1' }));
    expect(mapping).toEqual(['amount', 'additionalData.Zařízení']);
  });

  it('not that a day with a time is a card number, though one of ten has its digits', async () => {
    const { mapping } = await mapped(table({ Betrag: '1', angelegt: '2026-11-02T13:14:00Z' }), {
      rules: { ...noRules, extra: 'keep', columns: { transactionDate: '2' } },
    });
    expect(mapping).toEqual(['amount', 'transactionDate']);
  });

  it('not where two columns look the same, nor against a name', async () => {
    expect((await mapped(table({ Betrag: '1', a: 'CHF', b: 'EUR' }))).mapping).toEqual(['amount', 'additionalData.a', 'additionalData.b']);
    expect((await mapped(table({ Betrag: '1', Whg: 'CHF', b: 'EUR' }))).mapping).toEqual(['amount', 'currency', 'additionalData.b']);
  });

  it('not alone: a table without one known name is refused', async () => {
    expect((await refusal(table({ x: 'CHF', y: 'VISA' }))).message).toContain('no column matches a field');
  });
});

describe('what is said by hand', () => {
  it('leaves all else to be found', async () => {
    const { mapping, by } = await mapped(table({ A1: '5', Betrag: '1', Whg: 'CHF' }), set({ amount: 'A1' }));
    expect(mapping).toEqual(['amount', 'additionalData.Betrag', 'currency']);
    expect(by).toEqual(['given', null, 'synonym']);
  });

  it('may name items of additionalData, and columns that are not sent', async () => {
    const text = table({ Betrag: '1', Tisch: '7', Gast: 'x', Personal: 'Anna' });
    const { transactions } = await mapped(text, set({ 'additionalData.table': 'Tisch' }, { leaveOut: ['Gast'] }));
    expect(transactions).toEqual([
      {
        amount: 1,
        additionalData: [
          { key: 'table', value: '7' },
          { key: 'Personal', value: 'Anna' },
        ],
      },
    ]);
  });

  it('may be a constant, also where a column would have been found', async () => {
    const { transactions } = await mapped(
      table({ Betrag: '1', Whg: 'CHF' }),
      set({}, { constants: { currency: 'EUR', transactionTypes: 'Sale;Tip' } }),
    );
    expect(transactions).toEqual([
      { amount: 1, currency: 'EUR', transactionTypes: ['Sale', 'Tip'], additionalData: [{ key: 'Whg', value: 'CHF' }] },
    ]);
  });

  it('may exchange values, in any case', async () => {
    const rules = set({}, { values: { brandId: { 'Visa  debit': 'VISA', MC: 'MASTERCARD' } } });
    const { transactions } = await mapped(table({ Betrag: ['1', '2', '3'], Kartenart: ['VISA Debit', ' mc ', 'Twint'] }), rules);
    expect(transactions).toMatchObject([{ brandId: 'VISA' }, { brandId: 'MASTERCARD' }, { brandId: 'Twint' }]);
  });

  it('refuses at once to add amounts, but not an amount with its currency, nor one that is in either column', async () => {
    const rules = set({ amount: 'Brutto + Trinkgeld' });
    const refused = await refusal(table({ Brutto: ['23.80', '47.60'], Trinkgeld: ['1.20', '0.00'] }), rules);
    expect(refused.message).toBe(
      'Line 1: amounts cannot be added from columns: 1 (A) "Brutto" and 2 (B) "Trinkgeld". Only a date and its time can be joined.',
    );
    expect(refused.hint).toBe('Say which one it is:   --set amount=Brutto   or   --set amount=Trinkgeld');
    const either = await mapped(table({ Brutto: ['23.80', ''], Trinkgeld: ['', '1.20'] }), rules);
    expect(either.transactions).toMatchObject([{ amount: 23.8 }, { amount: 1.2 }]);
    const marked = await mapped(table({ Brutto: ['23.80'], Trinkgeld: ['CHF'] }), rules);
    expect(marked.transactions).toMatchObject([{ amount: 23.8 }]);
  });

  it.each([
    [{ amount: 'Preis' }, 'there is no column "Preis"', '1 (A) "Betrag", 2 (B) "x", 3 (C) "x"'],
    [{ amount: '4' }, 'there is no column "4"', '1 (A)'],
    [{ amount: 'D' }, 'there is no column "D"', '1 (A)'],
    [{ orderId: 'x' }, 'the columns 2 and 3 have the name "x"', 'number'],
    [{ transactionDate: 'Betrag + Uhr' }, 'there is no column "Uhr"', '1 (A)'],
  ])('must be there: %j', async (columns, message, hint) => {
    const told = await refusal('Betrag;x;x\n1;2;3\n', set(columns as Record<string, string>));
    expect(told.code).toBe('inputUnusable');
    expect(told.message).toContain(message);
    expect(told.hint).toContain(hint);
  });

  it('decides over columns that mean no field: kept, dropped, refused', async () => {
    const text = table({ Betrag: '1', Tisch: '7', 'additionalData.k': 'v' });
    const kept = { key: 'Tisch', value: '7' };
    const named = { key: 'k', value: 'v' };
    expect((await mapped(text)).transactions).toEqual([{ amount: 1, additionalData: [kept, named] }]);
    expect((await mapped(text, set({}, { extra: 'drop' }))).transactions).toEqual([{ amount: 1, additionalData: [named] }]);
    const told = await refusal(text, set({}, { extra: 'reject' }));
    expect(told.message).toBe('Line 1: 1 column matches no field: 2 (B) "Tisch".');
  });

  it('holds for JSON, which always has names', async () => {
    expect((await read('[{"amount":1,"x":2}]', set({ amount: 'x' }))).rows[0]?.transaction).toMatchObject({ amount: 2 });
    expect((await refusal('[{"amount":1}]', { noHeader: true })).code).toBe('usage');
  });
});

describe('without a header', () => {
  it('columns are named by number or letter, and the first line is a row', async () => {
    const reading = await read('20.11.2026;1,50;x\n21.11.2026;2,50;y\n', {
      noHeader: true,
      ...set({ amount: '2', businessDate: 'A' }),
    });
    expect(reading.description.header).toEqual(['A', 'B', 'C']);
    expect(reading.rows.map(({ line, record, transaction }) => ({ line, record, ...transaction }))).toEqual([
      { line: 1, record: 1, amount: 1.5, businessDate: '2026-11-20', additionalData: [{ key: 'C', value: 'x' }] },
      { line: 2, record: 2, amount: 2.5, businessDate: '2026-11-21', additionalData: [{ key: 'C', value: 'y' }] },
    ]);
  });

  it('and without --set nothing is known', async () => {
    expect((await refusal('1;2\n', { noHeader: true })).message).toContain('no column matches a field');
  });
});

it('--pan mask cuts full card numbers instead of refusing them, in tables and JSON', async () => {
  const masked = { cardNumberMasked: '424242******4242' };
  for (const text of ['cardNumberMasked\n4242 4242 4242 4242\n', '[{"cardNumberMasked":"4242424242424242"}]']) {
    expect((await read(text)).rows).toMatchObject([{ faults: [{ code: 'CARD_NUMBER_UNMASKED' }] }]);
    const { rows } = await read(text, { pan: 'mask' });
    expect(rows.map(({ transaction }) => transaction)).toEqual([masked]);
  }
});

it('a look ahead changes neither rows nor lines, whatever the chunks', async () => {
  const cells = Array.from({ length: 600 }, (_, index) => (index % 7 === 0 ? `"a\nb${index}"` : `x${index}`));
  const text = `Betrag;Notiz\n${cells.map((cell, index) => `${index};${cell}`).join('\n')}\n1"2;x\n`;
  const whole = await read(text);
  expect(whole.rows).toHaveLength(601);
  expect(whole.rows.at(-1)).toMatchObject({ record: 601, faults: [{ code: 'QUOTE_BROKEN' }] });
  for (const chunkBytes of [1, 7, 1_000]) expect(await read(text, {}, chunkBytes)).toEqual(whole);
});

describe('a column whose cells are not what its name says', () => {
  // The history of Ingenico's ePayments, whose ORDER is the day of the order.
  it.each(['Order', 'Reference', 'Approval code'])('%s with dates is no number', async (name) => {
    const days = { [name]: ['05/10/2026', '13/10/2026'], Datum: ['20.11.2026 08:12', '20.11.2026 08:13'], Betrag: '1,50', Währung: 'CHF' };
    expect((await mapped(table(days))).mapping?.[0]).toBe(`additionalData.${name}`);
    expect((await mapped(table({ ...days, [name]: ['O-1', '13/10/2026'] }))).mapping?.[0]).not.toContain('additionalData');
  });

  it('nor is it the date, beside one that is called so', async () => {
    const days = ['05/10/2026', '13/10/2026'];
    const { mapping } = await mapped(table({ Order: days, Paydate: days, Amount: '1.50', Currency: 'EUR' }), { time: '12:00' });
    expect(mapping?.slice(0, 2)).toEqual(['additionalData.Order', 'transactionDate']);
  });

  // Sales of Poshmark and Depop, in tests of importers on GitHub.
  it('Brand beside goods is no brand of cards, unless one is among its cells', async () => {
    const sales = { Date: ['2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'], Amount: '1.50', SKU: ['A1', 'A2'] };
    const brandOf = async (columns: Record<string, string | string[]>) => (await mapped(table(columns))).mapping?.at(-1);
    expect(await brandOf({ ...sales, Brand: ["Levi's", 'Prada'] })).toBe('additionalData.Brand');
    expect(await brandOf({ ...sales, Brand: ['Prada', 'VISA'] })).toBe('brandId');
    expect(await brandOf({ ...sales, Brand: ['', ''] })).toBe('brandId');
    expect(await brandOf({ ...sales, SKU: [], 'Card brand': ['Boncard', 'Swisscard'] })).toBe('brandId');
    const { SKU: _, ...payments } = sales;
    expect(await brandOf({ ...payments, Brand: ['Boncard', 'Swisscard'] })).toBe('brandId');
  });

  it('is what it was under a header that was read so', async () => {
    const earlier = {
      rules: noRules,
      mapping: ['orderId', 'transactionDate', 'amount', 'currency'],
      ...{ byContent: [], agreements: [], written: {}, on: '2026-11-20', reading: {} },
    };
    const text = 'Order;Date;Amount;Currency\n05/10/2026;2026-11-20T10:00:00Z;1.50;EUR\n';
    const input = await openInput({ stdin: chunked(text) }, { format: 'auto' }, () => earlier);
    expect(input.description.mapping?.[0]).toBe('orderId');
    await input.close();
  });
});

describe('what is offered as the amount', () => {
  const choices = async (columns: Record<string, string | string[]>, options: Partial<OpenOptions> = {}) =>
    (await refusal(table({ Datum: '2026-11-20T10:00:00Z', Currency: 'USD', ...columns }), options)).questions
      .filter(({ field }) => field === 'amount')
      .flatMap(({ answers }) => answers.flatMap(({ remedies }) => remedies.map(([, pair]) => pair)));

  // BigCommerce's orders, by a converter on GitHub.
  it('no tax, no quantity and no pieces shipped', async () => {
    const order = {
      'Tax Total': ['11.00', '5.00'],
      'Order Total (inc tax)': ['121.00', '55.00'],
      'Order Total (ex tax)': ['110.00', '50.00'],
    };
    const pieces = { 'Total Quantity': ['2', '1'], 'Total Shipped': ['2', '0'] };
    const { mapping } = await mapped(table({ Datum: '2026-11-20T10:00:00Z', Currency: 'USD', ...order, ...pieces }));
    expect(mapping?.indexOf('amount')).toBe(3);
    const without = { ...order, 'Order Total (inc tax)': [], 'Bill Total': ['110.00', '51.00'] };
    expect(await choices({ ...without, ...pieces })).toEqual(['amount=Order Total (ex tax)', 'amount=Bill Total']);
  });

  // A file of tickets by BookTix's manual has eight.
  it('all that may be it, where no name says so, before all what was paid', async () => {
    const prices = ['item_price', 'service_part', 'adjustment', 'cash_paid', 'card_paid'];
    const columns = Object.fromEntries(prices.map((name, at) => [name, [`${at + 1}.50`, '9.00']]));
    const { description } = await read(table({ Datum: '2026-11-20T10:00:00Z', Currency: 'USD', ...columns }), zone);
    const offered = incomplete(description)?.questions?.[0]?.answers.map(({ remedies }) => remedies[0]?.[1]);
    const [price, service, adjustment, cash, card] = prices.map((name) => `amount=${name}`);
    expect(offered).toEqual([cash, card, price, service, adjustment]);
  });

  // A file of settlements of Clearhaus, in a repository on GitHub: no reserve in any row.
  it('no column that is always empty, nor one without an amount', async () => {
    const { description } = await read(
      table({ Datum: '2026-11-20T10:00:00Z', reserve_amount: '', summary_sales: ['0.50', '1000.00'] }),
      zone,
    );
    expect(incomplete(description)?.questions?.[0]?.answers[0]?.remedies).toEqual([['--set', 'amount=summary_sales']]);
    const flags = { 'Total Price': ['53.60', '12.20'], 'Fees Included in Total': ['Yes', 'No'] };
    expect((await mapped(table({ Datum: '2026-11-20T10:00:00Z', Currency: 'USD', ...flags }))).mapping?.[2]).toBe('amount');
  });
});
