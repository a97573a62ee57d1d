/** The digest is over what somebody says yes to and nothing else; what is shown has no value in full that must not be. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { phraseText } from '../../../src/contract/phrase.js';
import { type EarlierTable, noRules, type Remembered } from '../../../src/files/input/mapping-rules.js';
import { openInput } from '../../../src/files/open.js';
import { readingCollector } from '../../../src/files/reading/shown-reading.js';
import { chunked } from '../reading.js';

const timezone = 'Europe/Zurich';

async function seen(text: string, options: object = {}, remembered?: Remembered) {
  const input = await openInput({ stdin: chunked(text) }, { format: 'auto', timezone, ...options }, remembered);
  try {
    const collector = readingCollector(input.description);
    for await (const group of input.rows) for (const row of group) collector.look(row);
    return { ...input.description, shown: collector.shown(false) };
  } finally {
    await input.close();
  }
}

const header = 'Datum;Betrag;Währung;Beleg;Art';
const till = (...rows: string[]) => `${[header, ...rows].join('\n')}\n`;
const sale = '03.11.2026 09:12;120,00;CHF;A-1;Verkauf';
const refund = '04.11.2026 10:00;-20,50;CHF;A-2;Rückgabe';

describe('the digest', () => {
  it('is the same for other rows of the header', async () => {
    const money = fc.integer({ min: 1, max: 99_999 }).map((cents) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`);
    const row = fc
      .tuple(fc.integer({ min: 13, max: 28 }), money, fc.constantFrom('CHF', 'EUR'), fc.constantFrom('Verkauf', 'Rückgabe', 'Kauf'))
      .map(([day, amount, currency, art]) => `${day}.11.2026 09:12;${amount};${currency};A-${day};${art}`);
    const { digest } = (await seen(till(sale, refund))).reading;
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 8 }), async (rows) => {
        expect((await seen(till(sale, ...rows))).reading.digest).toBe(digest);
      }),
      { numRuns: 30 },
    );
  });

  it('is another one for another header, column, constant, zone, flag or kind of table', async () => {
    const rules = { ...noRules, columns: { orderId: 'Beleg' } };
    const all = [
      await seen(till(sale)),
      await seen(till(sale).replace('Datum', 'Zeitpunkt')),
      await seen(till(sale), { rules }),
      await seen(till(sale), { rules: { ...noRules, constants: { terminalId: 'T1' } } }),
      await seen(till(sale), { timezone: 'Europe/London' }),
      await seen(till(sale), { decimal: ',' }),
      await seen(till(sale), { rules: { ...noRules, rows: [{ keep: false, column: 'Art', values: ['Rückgabe'] }] } }),
      await seen(till(sale), { kind: 'Settlement' }),
    ];
    expect(new Set(all.map(({ reading }) => reading.digest)).size).toBe(all.length);
    expect(all[0]?.reading.digest).toMatch(/^[0-9a-f]{12}$/);
  });

  it('is over the set of names of JSON, in whichever order they come', async () => {
    const [a, b] = [
      { Datum: '2026-11-03T09:12:00Z', Betrag: 1.5 },
      { Währung: 'CHF', Beleg: 'A-1' },
    ];
    const one = await seen(`${JSON.stringify({ ...a, ...b })}\n`);
    const other = await seen(`${JSON.stringify({ ...b, ...a })}\n`);
    expect(other.reading).toEqual(one.reading);
    expect(one.reading.standing).toBe('new');
  });
});

describe('a yes', () => {
  const standing = async (text: string, options = {}, remembered?: Remembered) => (await seen(text, options, remembered)).reading.standing;
  const own = 'amount,currency,transactionDate,note\n1.50,EUR,2026-11-20T10:00:00+01:00,x\n';

  it('is wanted for a header that nobody has named', async () => {
    expect(await standing(till(sale))).toBe('new');
  });

  it("is not for the API's own names, rejects, or columns that were all named", async () => {
    expect(await standing(own)).toBe('own');
    expect(await standing(own.replace('note\n', 'note,_line,_code,_error\n').replace('x\n', 'x,1,A,B\n'))).toBe('rejects');
    const columns = { transactionDate: 'Datum', amount: 'Betrag', currency: 'Währung', transactionReference: 'Beleg' };
    expect(await standing(till(sale), { rules: { ...noRules, columns } })).toBe('new');
    expect(await standing(till(sale), { rules: { ...noRules, columns, extra: 'keep' } })).toBe('said');
  });

  it('is that of an earlier file, as long as it is read like that', async () => {
    const { columns, reading } = await seen(till(sale));
    if (!columns) throw new Error('no table');
    const { accepted, ...kept }: EarlierTable = { ...columns.asRead, reading: {}, on: '2026-11-01', accepted: null };
    const keptOf = (earlier: EarlierTable) => standing(till(sale, refund), {}, () => earlier);
    expect(accepted).toBeNull();
    expect(await keptOf({ ...kept, accepted: { digest: reading.digest, isOnServer: false } })).toBe('accepted');
    expect(await keptOf({ ...kept, accepted: { digest: '000000000000', isOnServer: false } })).toBe('new');
    expect(await keptOf({ ...kept, accepted: null })).toBe('new');
    expect(await keptOf(kept)).toBe('before');
    expect(await keptOf({ ...kept, rules: { ...noRules, constants: { locationId: 'Bern' } }, mapping: null })).toBe('before');
    const said = { rules: { ...noRules, constants: { locationId: 'Basel' } } };
    expect(await standing(till(sale), said, () => kept)).toBe('new');
  });
});

describe('the reading that is shown', () => {
  it('has fields with three values each, sums, days and references', async () => {
    const { shown } = await seen(till(sale, refund, sale.replace('A-1', 'A-3')));
    expect(shown).toMatchObject({
      rows: 3,
      done: [
        { as: 'sale', rows: 2 },
        { as: 'refund', rows: 1 },
      ],
      days: { first: '2026-11-03', last: '2026-11-04' },
      references: { different: 3, isWhole: true, rowsWithout: 0 },
      currencies: [{ currency: 'CHF', rows: 3, sum: '219.50', smallest: '-20.5', largest: '120' }],
    });
    expect(shown.fields).toContainEqual({ field: 'amount', columns: ['Betrag'], values: ['120,00', '-20,50'] });
  });

  it.each([1, 2, 3])('has the values of a column that says what rows are, in a file of %i rows, too', async (rows) => {
    const { shown } = await seen(till(...Array.from({ length: rows }, (_, at) => sale.replace('A-1', `A-${at}`))));
    const sum = { currency: 'CHF', rows, sum: `${rows * 120}.00` };
    expect(shown.columns).toContainEqual({
      column: 'Art',
      field: null,
      values: [{ value: 'Verkauf', rows, sums: [sum], done: [{ as: 'sale', rows }] }],
    });
  });

  it('shows what is empty, and which unused column tells sales apart', async () => {
    const text =
      'Datum;Betrag;Währung;Zahlart;Nr. intern\n03.11.2026 09:12;1,00;CHF;bar;77123\n03.11.2026 09:13;2,00;CHF;;77124\n03.11.2026 09:14;2,00;CHF;bar;77125\n';
    const { shown } = await seen(text);
    expect(shown.columns[0]?.values.map(({ value, rows }) => [value, rows])).toEqual([
      ['bar', 2],
      ['', 1],
    ]);
    expect([...shown.unused, ...shown.fields.map(({ columns: [column = ''] }) => ({ column }))].map(({ column }) => column)).toContain(
      'Nr. intern',
    );
  });

  it('names a refund that would be sent as a sale, with flags, until it is answered', async () => {
    const text =
      'Datum;Betrag;Währung;Beleg;Transaktionstyp\n03.11.2026 09:12;5,00;CHF;A1;Erstattung\n03.11.2026 09:13;2,00;CHF;A2;Verkauf\n03.11.2026 09:14;2,50;CHF;A3;Verkauf\n';
    const { shown } = await seen(text);
    expect(shown.against).toHaveLength(1);
    expect(shown.against[0]?.answers).toContainEqual(['--negative', 'Transaktionstyp=Erstattung']);
    const negative = [{ column: 'Transaktionstyp', values: ['Erstattung'] }];
    expect((await seen(text, { rules: { ...noRules, negative } })).shown.against).toEqual([]);
    const rows = [{ keep: false, column: 'Transaktionstyp', values: ['Erstattung'] }];
    expect((await seen(text, { rules: { ...noRules, rows } })).shown.against).toEqual([]);
    const columns = { 'additionalData.Transaktionstyp': 'Transaktionstyp' };
    expect((await seen(text, { rules: { ...noRules, columns } })).shown.against).toEqual([]);
  });

  describe('a column of which some values are known kinds', () => {
    const row = (art: string, at: number) => `03.11.2026 09:1${at};${at + 1},50;CHF;A-${at};${art}\n`;
    const told = async (arts: string[]) => (await seen(`${header}\n${arts.map(row).join('')}`)).shown.against.map(({ answers }) => answers);
    const aside = ['--set', 'additionalData.Art=Art'];

    it('has each other word of its named, and one that says that nothing was paid, but no way to pay', async () => {
      expect(await told(['Verkauf', 'Ausgegebener Gutschein', 'Geannuleerd', 'Visa', 'Bar', ''])).toEqual([
        [['--leave-out', 'Art=Ausgegebener Gutschein'], ['--negative', 'Art=Ausgegebener Gutschein'], aside],
        [['--leave-out', 'Art=Geannuleerd'], aside],
      ]);
      // Once one is answered, the others are named all the same.
      const rows = [{ keep: false, column: 'Art', values: ['Entnahme'] }];
      const text = `${header}\n${['Verkauf', 'Entnahme', 'Zahlteller'].map(row).join('')}`;
      expect((await seen(text, { rules: { ...noRules, rows } })).shown.against).toHaveLength(1);
      expect(await told(['Kaffee', 'Kuchen', 'Geschenk'])).toEqual([]);
      // The plain word for a sale is one.
      for (const [sale, refund] of [
        ['Rechnung', 'Gutschrift'],
        ['Recette', 'Remboursement'],
        ['Einnahme', 'Ausgabe'],
        ['INVOICE', 'CREDIT NOTE'],
      ])
        expect((await told([sale ?? '', sale ?? '', refund ?? ''])).map(([first]) => first)).toEqual([['--leave-out', `Art=${refund}`]]);
      // One known word is enough where the name has a word for a kind.
      const codes = `${header.replace('Art', 'Trans Type')}\n${['SALE', 'SALE', 'RTN'].map(row).join('')}`;
      expect((await seen(codes)).shown.against.map(({ answers }) => answers[0])).toEqual([['--leave-out', 'Trans Type=RTN']]);
    });
  });

  it.each([
    // https://get.bandcamp.help: the sales report has a row for each payout.
    ['item type', ['album', 'track', 'track', 'payout'], ['payout']],
    ['Kategorie', ['Backwaren', 'Backwaren', 'Einlage', 'Entnahme', 'Kassenentnahme'], ['Einlage', 'Entnahme', 'Kassenentnahme']],
    ['Line Item', ['Coffee', 'Coffee', 'Paid Out'], ['Paid Out']],
    ['Description', ['Coffee', 'Coffee', 'Bank deposit'], ['Bank deposit']],
    // What is sold, how it was paid, and what somebody remarked.
    ['Category', ['Training', 'Float', 'Transfer', 'Delivery fee', 'Transfer'], []],
    ['Payment Method', ['Bank Deposit', 'Bank Deposit', 'Check'], []],
    // Cash moves of a till of Airレジ.
    ['入出金タイプ', ['出金', '入金', '会計'], ['出金', '入金']],
    ['Paid by', ['Bank Deposit', 'Visa', 'Visa'], []],
    ['Notes', ['Payout', 'x', 'x'], []],
  ])('money between the merchant and the till is no sale under whatever header: %s', async (name, values, named) => {
    const rows = values.map((value, at) => `03.11.2026 09:1${at};${at + 1},50;CHF;A-${at};${value}\n`).join('');
    const { shown } = await seen(`Datum;Betrag;Währung;Beleg;${name}\n${rows}`);
    expect(shown.against.map(({ answers }) => answers[0]?.[1]?.split('=')[1])).toEqual(named);
  });

  describe('a column of states of which some say that nothing was paid', () => {
    const told = async (name: string, states: string[]) => {
      const rows = states.map((state, at) => `03.11.2026 09:1${at};${state === 'Kaputt' ? -1 : at + 1},50;CHF;A-${at};${state}\n`);
      const { shown } = await seen(`Datum;Betrag;Währung;Beleg;${name}\n${rows.join('')}`);
      return shown.against.map(({ answers }) => answers[0]?.[1]?.split('=')[1]);
    };

    it.each([
      // https://docs.midtrans.com/docs/https-notification-webhooks: states of a transaction.
      [
        'Transaction Status',
        ['settlement', 'pending', 'expire', 'deny', 'cancel', 'refund'],
        ['pending', 'expire', 'deny', 'cancel', 'refund'],
      ],
      // The states of orders that PrestaShop begins with.
      [
        'État',
        ['Paiement accepté', 'Livré', 'Annulé', 'Erreur de paiement', 'En attente de paiement par chèque'],
        ['Annulé', 'Erreur de paiement', 'En attente de paiement par chèque'],
      ],
      ['Status', ['Complete', 'Closed', 'Canceled', 'Pending Payment'], ['Canceled', 'Pending Payment']],
      ['Estado', ['Aprobada', 'Reversada', 'Contracargo', 'Denegada'], ['Reversada', 'Contracargo', 'Denegada']],
      // A word of no list beside a known one.
      ['Stan / Status', ['Wykonana', 'Anulowana', 'Wstrzymana'], ['Anulowana', 'Wstrzymana']],
      ['ResponseText', ['APPROVED', 'DO NOT HONOUR', 'PICK UP CARD'], ['DO NOT HONOUR', 'PICK UP CARD']],
      ['Status', ['Entwurf', 'Festgeschrieben'], ['Entwurf']],
      ['Status', ['Festgeschrieben', 'Übertragen'], ['Übertragen']],
      // Nothing but what was paid, and what is said of a refund or of a parcel.
      ['Status', ['Festgeschrieben', 'Bezahlt'], []],
      ['Status', ['Bezahlt', 'Storniert', 'Kaputt'], ['Storniert']],
      // A salon's payments, and Flutterwave's answers of processors, by its manual.
      ['Payment Status', ['fully_paid', 'failed'], ['failed']],
      [
        'processor_response',
        ['Approved by Financial Institution', 'Declined', 'Approved by issuer but not captured'],
        ['Declined', 'Approved by issuer but not captured'],
      ],
      ['Shipping status', ['Shipped', 'Pending', 'Lost'], []],
      // Sheets of banks and payment services in Turkish, Czech and Japanese.
      ['Ödeme Durumu', ['Başarılı', 'Başarısız', 'İptal Edildi', 'İade Edildi'], ['Başarısız', 'İptal Edildi', 'İade Edildi']],
      ['Stav', ['Schváleno', 'Volete AC', 'Zamítnuto'], ['Volete AC', 'Zamítnuto']],
      ['取引ステータス', ['取引完了', '返金完了', '取引失敗', '受付取消'], ['返金完了', '取引失敗', '受付取消']],
      // Remarks of one word each are states; a kind says that it was paid.
      ['REMARKS', ['CREDITED', 'FAILED', 'REVERSED'], ['CREDITED', 'FAILED', 'REVERSED']],
      ['Remarks', ['sent in the end', 'failed', 'reversed'], []],
      ['transactionStatus', ['PAYMENT', 'CANCEL'], ['CANCEL']],
      // www.nyc.gov/site/tlc: how a taxi was paid.
      ['payment_type', ['CASH', 'CASH', 'CREDIT', 'No Charge', 'Dispute', 'Refund'], ['No Charge', 'Dispute', 'Refund']],
      ['Warranty', ['No charge', 'Standard'], []],
      ['Tender Type', ['Purchase', 'Purchase', 'Redeem', 'Return', 'Promo'], ['Redeem', 'Return', 'Promo']],
      // Authorised, where other rows are captured or paid; what stands behind a state.
      ['status', ['captured', 'authorized', 'failed'], ['authorized', 'failed']],
      ['Financial Status', ['paid', 'authorized'], ['authorized']],
      ['status', ['authorized', 'failed'], ['failed']],
      ['Status', ['Shipped', 'Shipped - Delivered to Buyer', 'Shipped - Returned to Seller'], ['Shipped - Returned to Seller']],
      ['Status', ['Approved - 00', 'Shipped - Rejected by Buyer', 'Declined - 51'], ['Shipped - Rejected by Buyer', 'Declined - 51']],
      ['Status', ['Storno Kauf', ''], ['Storno Kauf']],
      // Two words of states under any other name, but not one, and not in goods or reasons.
      ['Tila', ['paid', 'paid', 'pending', 'failed', 'Askıda'], ['pending', 'failed', 'Askıda']],
      ['Tila', ['Kart', 'Kart', 'pending'], []],
      ['Product', ['paid', 'paid', 'pending'], []],
      ['Reason', ['paid', 'paid', 'failed'], []],
    ])('%s: %j', async (name, states, named) => {
      expect(await told(name, states)).toEqual(named);
    });
  });

  // docs.mollie.com, payments: mode.
  it.each([
    ['mode', ['live', 'test'], ['test']],
    ['Umgebung', ['sandbox', 'sandbox'], ['sandbox']],
    ['Product', ['test', 'Mug'], []],
  ])('payments on trial are none: %s', async (name, modes, named) => {
    const rows = modes.map((mode, at) => `03.11.2026 09:1${at};${at + 1},50;CHF;A-${at};${mode}\n`);
    const { shown } = await seen(`Datum;Betrag;Währung;Beleg;${name}\n${rows.join('')}`);
    expect(shown.against.map(({ answers }) => answers[0]?.[1]?.split('=')[1])).toEqual(named);
  });

  // developerhub.ppro.com, refunds: REFUNDSTATE, FAILTYPE.
  it.each([
    ['REFUNDSTATE', ['SUCCEEDED', 'FAILED'], ['FAILED']],
    ['FAILTYPE', ['', 'REJECTED'], ['REJECTED']],
    ['Status', ['Completed', 'Failed', 'Pending', 'Refunded', 'Cancelled', 'Voided'], ['Failed']],
    // A sale stands whose refund failed.
    ['Refund state', ['', 'FAILED+'], []],
  ])('refunds that failed are none: %s', async (name, states, named) => {
    const rows = states.map(
      (state, at) => `03.11.2026 09:1${at};${state.endsWith('+') ? '' : '-'}${at + 1},50;CHF;A-${at};${state.replace('+', '')}\n`,
    );
    const { shown } = await seen(`Datum;Betrag;Währung;Beleg;${name}\n${rows.join('')}`);
    expect(shown.against.map(({ answers }) => answers[0]?.[1]?.split('=')[1])).toEqual(named);
  });

  describe('a column that is called a state, of which no word is known', () => {
    const file = (name: string, states: string[]) =>
      `Datum;Betrag;Währung;Beleg;${name}\n${states.map((state, at) => `03.11.2026 09:1${at};${at + 1},50;CHF;A-${at};${state}\n`).join('')}`;
    const told = async (name: string, states: string[], options = {}) => (await seen(file(name, states), options)).shown;
    const rows = (keep: boolean, ...values: string[]) => ({ rules: { ...noRules, rows: [{ keep, column: 'Status', values }] } });

    it('is one line, with the words that may be those of payments', async () => {
      const { against } = await told('Status', ['Maksettu', 'Maksettu', 'Hylätty', '']);
      expect(against.map(({ answers }) => answers)).toEqual([
        [
          ['--only', 'Status=Maksettu'],
          ['--only', 'Status=Hylätty'],
          ['--set', 'additionalData.Status=Status'],
        ],
      ]);
      expect(phraseText(against[0]?.text ?? '')).toContain('"Maksettu" in 2 rows, "Hylätty" in 1 row');
    });

    it.each([
      ['Status', ['Maksettu', 'Maksettu', '']],
      ['Status', ['Maksettu', '-', 'Maksettu']],
      ['Kanava', ['Kauppa', 'Verkko', 'Kauppa']],
      ['비고', ['결제 1', '취소 2', '결제 1', '취소 2']],
      ['비고', ['결제완료', '취소완료', '환불완료']],
    ])(
      'is none with one word, under another name, or in letters that the lexicon lacks where no word repeats: %s %j',
      async (name, states) => {
        expect((await told(name, states)).against).toEqual([]);
      },
    );

    // Depop's sales, and made up for the names beside which nothing tells an address.
    it('is none with the states of a country beside the rest of an address', async () => {
      const states = ['TX', 'CO', 'NV'];
      expect(
        (
          await told(
            'City;State',
            states.map((state) => `Reno;${state}`),
          )
        ).against,
      ).toEqual([]);
      expect(
        (
          await told(
            'Shop;State',
            states.map((state) => `Nord;${state}`),
          )
        ).against,
      ).toHaveLength(1);
      expect((await told('City;State', ['Reno;Maksettu', 'Reno;Hylätty'])).against).toHaveLength(1);
    });

    it('is one in letters that the lexicon lacks, whatever the column is called', async () => {
      expect((await told('주문상태', ['결제완료', '취소완료', '결제완료', '취소완료'])).against).toHaveLength(1);
    });

    it.each([
      ['Status', ['Maksettu', 'Hylätty', 'Maksettu']],
      ['Status', ['captured', 'authorized', 'captured']],
      ['Tila', ['paid', 'failed', 'paid']],
    ])('asks nothing anew under a header that somebody said yes to: %s %j', async (name, states) => {
      const text = file(name, states);
      const { columns, reading, shown } = await seen(text);
      if (!columns) throw new Error('no table');
      const accepted = { digest: reading.digest, isOnServer: false };
      const later = await seen(text, {}, () => ({ ...columns.asRead, reading: {}, on: '2026-11-01', accepted }));
      expect([shown.against.length, later.reading.standing, later.shown.against.length]).toEqual([1, 'accepted', 0]);
    });

    it('is passed by what is said of all words but one', async () => {
      const states = ['Maksettu', 'Hylätty', 'Odottaa'];
      expect((await told('Status', states, rows(true, 'Maksettu'))).against).toEqual([]);
      expect((await told('Status', states, rows(false, 'Hylätty', 'Odottaa'))).against).toEqual([]);
      expect((await told('Status', states, rows(false, 'Hylätty'))).against).toHaveLength(1);
      expect((await told('Status', states, { rules: { ...noRules, columns: { 'additionalData.Status': 'Status' } } })).against).toEqual([]);
    });
  });

  it('names the state of a row under the way to a field that a program writes', async () => {
    // As Odoo exports a field of another record: https://www.odoo.com/documentation/18.0/applications/essentials/export_import_data.html
    const text =
      'Date,Amount,Currency,Reference,Order/State\n2026-11-20T09:10:00Z,5.00,EUR,P1,Posted\n2026-11-20T09:11:00Z,9.50,EUR,P2,Cancelled\n';
    expect((await seen(text)).shown.against.map(({ answers }) => answers[0])).toEqual([['--leave-out', 'Order/State=Cancelled']]);
  });

  it.each([
    ['Refunded', 'false', 'true'],
    ['is_refund', '0', '1'],
    ['Rückerstattet', 'nein', 'ja'],
    ['Remboursée', 'non', 'oui'],
    ['chargeback', 'N', 'Y'],
  ])('names rows of which the column %s says that they were given back', async (name, no, yes) => {
    const row = (cell: string, at: number) => `03.11.2026 09:1${at};${at + 1},50;CHF;A${at};${cell}\n`;
    const file = (...cells: string[]) => `Datum;Betrag;Währung;Beleg;${name}\n${cells.map(row).join('')}`;
    const { shown } = await seen(file(no, yes, no));
    expect(shown.against.map(({ answers }) => answers)).toEqual([
      [
        ['--leave-out', `${name}=${yes}`],
        ['--negative', `${name}=${yes}`],
        ['--set', `additionalData.${name}=${name}`],
      ],
    ]);
    expect((await seen(file(no, no, no))).shown.against).toEqual([]);
  });

  it('offers both views of debit and credit: that of whoever paid, and that of the shop', async () => {
    const row = (flag: string, at: number) => `03.11.2026 09:1${at};${at + 1},50;CHF;A${at};${flag}\n`;
    const text = `Datum;Betrag;Währung;Beleg;D/C\n${['D', 'D', 'C', 'D'].map(row).join('')}`;
    const [one, ...others] = (await seen(text)).shown.against;
    expect(one?.answers).toEqual([
      ['--negative', 'D/C=D'],
      ['--negative', 'D/C=C'],
      ['--set', 'additionalData.D/C=D/C'],
    ]);
    expect(others).toEqual([]);
    for (const values of [['D'], ['C']])
      expect((await seen(text, { rules: { ...noRules, negative: [{ column: 'D/C', values }] } })).shown.against).toEqual([]);
  });

  it.each([
    ['Tipo', ['Crédito', 'Débito', 'Crédito'], '', ['Débito']],
    ['Type', ['Credit', 'Debit', 'Credit'], '', ['Debit']],
    ['Type', ['Credit', 'Debit', 'Credit'], 'Visa', []],
    ['Card type', ['Credit', 'Debit', 'Credit'], '', []],
  ])('takes debit and credit for kinds where no column has cards: %s %j %s', async (name, sides, card, named) => {
    const rows = sides.map((side, at) => `03.11.2026 09:1${at};${at + 1},50;CHF;A${at};${side};${card}\n`);
    const { shown } = await seen(`Datum;Betrag;Währung;Beleg;${name};x\n${rows.join('')}`);
    expect(shown.against.map(({ answers }) => answers[0])).toEqual(named.map((side) => ['--negative', `${name}=${side}`]));
  });

  it('has no refund in a return ticket', async () => {
    const text = 'Datum;Betrag;Währung;Beleg;est_aller_retour\n03.11.2026 09:12;5,00;CHF;A1;true\n03.11.2026 09:13;2,00;CHF;A2;false\n';
    expect((await seen(text)).shown.against).toEqual([]);
  });

  it('names rows that have a day of cancelling, with one answer for all', async () => {
    // As https://docs.medusajs.com/references/types/interfaces/types.PaymentDTO has its payments.
    const row = (day: string, at: number) => `2026-11-20T09:1${at}:00Z,${at + 1}.50,EUR,pay_0${at},${day}\n`;
    const file = `created_at,amount,currency_code,id,canceled_at\n${['', '2026-11-20T10:10:00Z', '2026-11-21T10:10:00Z', ''].map(row).join('')}`;
    const { shown } = await seen(file);
    expect(shown.against.map(({ answers }) => answers)).toEqual([
      [
        ['--only', 'canceled_at='],
        ['--set', 'additionalData.canceled_at=canceled_at'],
      ],
    ]);
    expect(phraseText(shown.against[0]?.text ?? '')).toContain('in 2 rows (line 3)');
    const rows = [{ keep: true, column: 'canceled_at', values: [''] }];
    expect((await seen(file, { rules: { ...noRules, rows } })).shown.against).toEqual([]);
  });

  // chargebackDate: https://developer.nexigroup.com/payengine/en-EU/docs/settlements
  it.each(['chargebackDate', 'refundedAt', 'Refund Date', 'Erstattet am', 'disputed_at'])(
    'names rows whose money went back on a day: %s',
    async (name) => {
      const row = (day: string, at: number) => `M1;${at + 11}.09.2018 10:15;${at + 1}.50;EUR;t_${at};${day}\n`;
      const fileWith = (none: string) =>
        `merchantID;createdAt;initialAmount;currency;transactionId;${name}\n${[none, '27.09.2018', '28.09.2018', none].map(row).join('')}`;
      for (const [kind, none] of [
        ['Sales', ''],
        ['Settlement', ''],
        ['Sales', 'N/A'],
      ] as const) {
        const { shown } = await seen(fileWith(none), { kind });
        expect(shown.against.map(({ answers }) => answers)).toEqual([
          [
            ['--only', `${name}=${none}`],
            ['--set', `additionalData.${name}=${name}`],
          ],
        ]);
        expect(phraseText(shown.against[0]?.text ?? '')).toContain('in 2 rows (line 3)');
      }
    },
  );

  // https://woocommerce.com/document/managing-orders/order-statuses/
  it('has no word against what the known export has as sales: an order of WooCommerce in process is paid', async () => {
    const order = (status: string, at: number) => `2026-11-20 09:12:4${at},120${at},€49.90,${status},A B,new,1× Mug,1,,36.13,Direct\n`;
    const orders = (...states: string[]) =>
      `Date,Order #,N. Revenue (formatted),Status,Customer,Customer type,Product(s),Items sold,Coupon(s),Net Sales,Attribution\n${states.map(order).join('')}`;
    expect((await seen(orders('processing', 'completed', 'processing'))).shown.against).toEqual([]);
    expect((await seen(orders('completed', 'refunded'))).shown.against).toHaveLength(1);
  });

  // WooCommerce's orders: https://woocommerce.github.io/woocommerce-rest-api-docs/#order-properties
  it('names orders with a list of refunds beside their total', async () => {
    const order = (id: number, refunds: object[]) => ({
      id,
      currency: 'EUR',
      date_created: `2026-11-03T10:11:${id}`,
      total: `${id}.90`,
      refunds,
    });
    const orders = [
      order(27, [{ id: 730, reason: '', total: '-9.90' }]),
      order(28, []),
      order(31, [{ id: 744, reason: 'broken', total: '-1.00' }]),
    ];
    const { shown } = await seen(JSON.stringify(orders), { format: 'json' });
    expect(shown.against.map(({ answers }) => answers)).toEqual([
      [
        ['--only', 'refunds='],
        ['--set', 'additionalData.refunds=refunds'],
      ],
    ]);
    expect(phraseText(shown.against[0]?.text ?? '')).toContain('in 2 rows (line 1)');
  });

  // The header of Eventbrite's orders, by a parser of exports on GitHub.
  it('takes what most rows say for a sale, after the other words of the column', async () => {
    const row = (state: string, at: number) => `2024-01-2${at} 10:00;${at + 1}.00;USD;90${at};${state}\n`;
    const states = ['Attending', 'Attending', 'Not Attending', 'Deleted'];
    const { shown } = await seen(`Order Date;Total Paid;Currency;Order #;Attendee Status\n${states.map(row).join('')}`);
    const aside = ['--set', 'additionalData.Attendee Status=Attendee Status'];
    expect(shown.against.map(({ answers: [first] }) => first)).toEqual([
      ['--leave-out', 'Attendee Status=Not Attending'],
      ['--leave-out', 'Attendee Status=Deleted'],
      aside,
    ]);
  });

  it('seeks no kinds in the ways that goods go', async () => {
    const row = (way: string, at: number) => `2026-11-2${at} 10:00;${at + 1}.00;BRL;90${at};${way}\n`;
    const { shown } = await seen(`Data;Total;Moeda;Pedido;TIPO ENTREGA\n${['Entrega', 'Retirada', 'Entrega'].map(row).join('')}`);
    expect(shown.against).toEqual([]);
  });

  it('names rows that a terminal was refused, and no column that says what may be given back', async () => {
    const row = (code: string, at: number) => `03.11.2026 09:1${at};${at + 1},50;CHF;A${at};${code};true\n`;
    const { shown } = await seen(`Datum;Betrag;Währung;Beleg;Response code;Refundable\n${['00', '05', '00'].map(row).join('')}`);
    expect(shown.against.map(({ answers }) => answers[0])).toEqual([['--leave-out', 'Response code=05']]);
  });

  it.each([
    [['+', '-', '+'], [['--negative', 'Segno=-']]],
    [['', '-', ''], []],
    [['-', '-', '-'], []],
  ])('names rows with a minus in a column of signs alone: %j', async (signs, answers) => {
    const row = (sign: string, at: number) => `03.11.2026 09:1${at};${at + 1},50;CHF;A${at};${sign}\n`;
    const { shown } = await seen(`Datum;Betrag;Währung;Beleg;Segno\n${signs.map(row).join('')}`);
    expect(shown.against.flatMap((one) => one.answers.filter(([flag]) => flag === '--negative'))).toEqual(answers);
  });

  it('names payments and refunds of a settlement file whose state says that they failed, and no other line', async () => {
    const text =
      'Date;Type;Status;Amount;Currency;Reference\n2026-11-20;Payment;settled;5.00;EUR;A1\n2026-11-20;Payment;declined;12.00;EUR;A2\n2026-11-20;Refund;failed;-2.00;EUR;A3\n2026-11-20;Fee;failed;-0.50;EUR;A4\n';
    const { shown } = await seen(text, { kind: 'Settlement' });
    expect(shown.against.map(({ answers }) => answers)).toEqual(
      ['declined', 'failed'].map((state) => [
        ['--leave-out', `Status=${state}`],
        ['--set', 'additionalData.Status=Status'],
      ]),
    );
  });

  it('names payouts among the payments of a settlement file, under whatever header', async () => {
    const row = (item: string, at: number) => `2026-11-20;${at + 1}.00;0.10;EUR;A${at};${item}\n`;
    const text = `Date;Amount;Fee;Currency;Reference;Kategorie\n${['album', 'payout', 'album'].map(row).join('')}`;
    const { shown } = await seen(text, { kind: 'Settlement' });
    expect(shown.against.map(({ answers }) => answers[0])).toEqual([['--leave-out', 'Kategorie=payout']]);
  });

  it('shows no full card number', async () => {
    const text = `Datum;Betrag;Währung;Notiz\n03.11.2026 09:12;5,00;CHF;Karte 4111 1111 1111 1111 ok\n03.11.2026 09:12;6,00;CHF;Nr 4111111111111111 nein\n`;
    const rules = { ...noRules, columns: { 'additionalData.Notiz': 'Notiz' } };
    const { shown, reading } = await seen(text, { rules });
    expect(JSON.stringify(shown)).toContain('Notiz');
    expect(JSON.stringify([shown, reading])).not.toMatch(/4111.?1111.?1111/);
  });
});

describe('what is kept of the rows', () => {
  it('has no value of a cell', async () => {
    const { reading } = await seen(till(sale, refund));
    expect(JSON.stringify(reading.seen)).not.toMatch(/Verkauf|Rückgabe|120|A-1/i);
    expect(Object.keys(reading.seen.kinds).every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
    const hash = createHash('sha256')
      .update(JSON.stringify(['Art', 'rückgabe']))
      .digest('hex')
      .slice(0, 16);
    expect(reading.seen.kinds[hash]).toBe('Refund');
  });

  const five = (row: (at: number) => string) => till(...Array.from({ length: 5 }, (_, at) => row(at)));
  const keptOf = async (text: string): Promise<EarlierTable> => {
    const { columns, reading } = await seen(text);
    if (!columns) throw new Error('no table');
    const accepted = { digest: reading.digest, isOnServer: false };
    return { ...columns.asRead, reading: {}, on: '2026-11-01', accepted, ...reading.seen };
  };
  const plain = five((at) => `03.11.2026 09:1${at};${at + 1}0,50;CHF;A-${at};Verkauf`);
  const codes = (text: string, earlier: EarlierTable) =>
    seen(text, {}, () => earlier).then(
      () => [],
      (error: { questions?: { code: string; answer: unknown }[] }) => error.questions?.map(({ code }) => code),
    );

  it('asks about signs that are all turned, and about a reference that rows now share', async () => {
    const earlier = await keptOf(plain);
    expect(await codes(plain, earlier)).toEqual([]);
    expect(await codes(plain.replace(/;(\d+,50)/g, ';-$1'), earlier)).toContain('SIGNS_UNCERTAIN');
    expect(await codes(plain.replace('A-4', 'A-3'), earlier)).toContain('COLUMN_UNCERTAIN');
    // Each till counts its own receipts, as a server that compares terminals, too.
    const tills = plain.replace('Art', 'Terminal').replaceAll('Verkauf', 'K1');
    const both = tills.replace('A-4;K1', 'A-3;K2');
    expect(await codes(both, await keptOf(tills))).toEqual([]);
    expect(await codes(tills.replace('A-4', 'A-3'), await keptOf(both))).toContain('COLUMN_UNCERTAIN');
    // A void has the number of its sale.
    expect(await codes(`${plain}03.11.2026 09:18;-10,50;CHF;A-0;Verkauf\n`, earlier)).toEqual([]);
    const named = { ...earlier, rules: { ...noRules, columns: { amount: 'Betrag' } } };
    expect(await codes(plain.replace(/;(\d+,50)/g, ';-$1'), named)).toContain('SIGNS_UNCERTAIN');
  });

  it('has the words that were there when somebody said yes: these are not named again', async () => {
    const text = plain.replace('Verkauf', 'Ausgegebener Gutschein');
    expect((await seen(text)).shown.against).toHaveLength(1);
    const earlier = await keptOf(text);
    expect((await seen(text, {}, () => earlier)).shown.against).toEqual([]);
  });

  it('asks about a word that nobody knows, and not about a known one', async () => {
    const earlier = await keptOf(plain);
    expect(await codes(plain.replace('A-4;Verkauf', 'A-4;Rückgabe'), earlier)).toEqual([]);
    expect(await codes(plain.replace('A-4;Verkauf', 'A-4;Xyzzy'), earlier)).toContain('KIND_UNCERTAIN');
  });

  it('says of a sale that is cancelled now that an earlier file may have sent it', async () => {
    const states = plain.replace('Art', 'Status').replaceAll('Verkauf', 'Bezahlt');
    const cancelled = states.replace('A-4;Bezahlt', 'A-4;Storniert');
    const earlier = await keptOf(states);
    const [told] = (await seen(cancelled, {}, () => earlier)).shown.against;
    expect(phraseText(told?.text ?? '')).toMatch(/which is sent as sale\. If an earlier file has it as a sale, it counts already\.$/);
    expect(phraseText((await seen(cancelled)).shown.against[0]?.text ?? '')).not.toContain('earlier');
  });

  it('knows the types of the API in a file of settlement records', async () => {
    const lines = (...types: string[]) =>
      `Type;Date;Reference;Amount;Currency\n${types.map((type, at) => `${type};2026-10-0${at + 1};R-${at};${at + 1}.50;EUR\n`).join('')}`;
    const options = { kind: 'Settlement' };
    const { columns, reading } = await seen(lines('Sale', 'Sale', 'Payout', 'Fee', 'Sale'), options);
    if (!columns) throw new Error('no table');
    const accepted = { digest: reading.digest, isOnServer: false };
    const earlier = { ...columns.asRead, reading: {}, on: '2026-11-01', accepted, ...reading.seen };
    const open = (type: string) =>
      seen(lines('Sale', 'Sale', 'Payout', type, 'Sale'), options, () => earlier).catch((error) => error.message);
    expect(await open('Release')).not.toEqual(expect.any(String));
    expect(await open('Xyzzy')).toContain('which is no known word');
  });

  it('only notes amounts of another size, and decimals that are gone', async () => {
    const earlier = await keptOf(plain);
    const { reading } = await seen(plain.replace(/;(\d+),50/g, ';$1000'), {}, () => earlier);
    expect(reading.notes).toHaveLength(2);
  });
});

// Midtrans' export of transactions.
it('a column with a plus in its name is shown by that name', async () => {
  const { shown } = await seen('Time (GMT+7),Amount,Currency\n2026-11-03 09:12:00,1.50,IDR\n', {
    timezone: 'Asia/Jakarta',
  });
  expect(shown.fields.find(({ field }) => field === 'transactionDate')?.columns).toEqual(['Time (GMT+7)']);
});
