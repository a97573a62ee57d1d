/**
 * What real exports did to the reader, one content for each class: a sale misread, a row that is none and was not told, a question where one
 * answer is possible, a refusal where there is one.
 */
import { describe, expect, it } from 'vitest';
import { noRules } from '../../src/files/input/mapping-rules.js';
import { read, refusal } from './reading.js';

const zone = { timezone: 'Europe/Zurich' };
const reading = (...lines: string[]) => read(`${lines.join('\n')}\n`, zone);
const sent = async (...lines: string[]) => (await reading(...lines)).rows.map(({ transaction }) => transaction);
const codes = async (...lines: string[]) =>
  (await refusal(`${lines.join('\n')}\n`, zone)).questions.map(({ code, field }) => `${code} ${field}`);
const day = '2026-11-20T10:00:00Z';
/** For each row, what is told of it: a mark, no sale, or nothing. */
async function told(...lines: string[]) {
  const { openInput } = await import('../../src/files/open.js');
  const { chunked } = await import('./reading.js');
  const input = await openInput({ stdin: chunked(`${lines.join('\n')}\n`) }, { format: 'auto', ...zone });
  const found: boolean[] = [];
  for await (const group of input.rows)
    for (const { sale } of group) found.push(sale?.mark != null || sale?.noSale != null || sale?.isRefund === true);
  return found;
}

describe('rows that are no sales are told', () => {
  it.each<[string, string[], boolean[]]>([
    [
      'a payment that was declined, in Italian',
      ['Data e ora;Importo;Valuta;Stato operazione', `${day};1,50;EUR;Acquisto eseguito`, `${day};2,50;EUR;Acquisto negato`],
      [false, true],
    ],
    [
      'one that was not authorised',
      ['Date,Amount,Currency,Status', `${day},1.50,EUR,capture_succeeded`, `${day},2.50,EUR,authorization_failed`],
      [false, true],
    ],
    [
      'a debit',
      [
        'Transaction ID,Date,Transaction Debit or Credit,Gross Transaction Amount,Gross Transaction Currency',
        `R1,${day},CR,12.50,USD`,
        `R2,${day},DR,7.00,USD`,
      ],
      [false, true],
    ],
    ['a debit, as DB', ['Transaction ID,Date,DB/CR,Amount,Currency', `R1,${day},CR,12.50,USD`, `R2,${day},DB,7.00,USD`], [false, true]],
    ['a fee, in Danish', ['Type,Date,Amount,Currency,Reference', `Payment,${day},1.50,DKK,1`, `Gebyr,${day},0.10,DKK,3`], [false, true]],
    [
      'reserves, withheld fees, a withdrawal in German',
      [
        'Type,Date,Amount,Currency,Reference',
        `charge,${day},1.50,EUR,1`,
        `reserved_funds,${day},1.40,EUR,2`,
        `Withheld fees,${day},1,EUR,3`,
        `Allgemeine Abbuchung,${day},1,EUR,4`,
      ],
      [false, true, true, true],
    ],
  ])('%s', async (_, lines, expected) => {
    expect(await told(...lines)).toEqual(expected);
  });

  it('a payout that repeats the amount of its sale, as a question', async () => {
    const rows = ['T1,Vente,Réussi,12.50', 'T1,Virement,Versé,12.50', 'T2,Vente,Réussi,8.50', 'T2,Virement,Versé,8.50'];
    expect(await codes('Date,ID de transaction,Type de paiement,Statut,Total,Devise', ...rows.map((row) => `${day},${row},EUR`))).toEqual([
      'STEPS_OF_PAYMENT amount',
    ]);
  });
});

describe('what would be misread is asked, or read right', () => {
  it('whole amounts beside currencies in small letters, as programs write that count in cents', async () => {
    const rows = [`ch_1,1999,usd,${day}`, `ch_2,500,usd,${day}`];
    expect(await codes('id,amount,currency,created', ...rows)).toEqual(['AMOUNT_IN_CENTS amount']);
    const json = rows
      .map((row) => row.split(','))
      .map(([id, amount, currency, created_at]) => JSON.stringify({ id, amount: Number(amount), currency, created_at }));
    expect(await codes(...json)).toEqual(['AMOUNT_IN_CENTS amount']);
    const { answer } = (await refusal(`${json.join('\n')}\n`, zone)).questions[0] ?? {};
    expect(answer).toContainEqual(['--minor-units']);
    const minor = await read(`${json.join('\n')}\n`, { ...zone, minorUnits: true });
    expect(minor.rows.map(({ transaction }) => transaction?.amount)).toEqual([19.99, 5]);
    expect(await codes('id,amount,currency,created', `ch_1,1999,USD,${day}`)).toEqual(['AMOUNT_IN_CENTS amount']);
    expect((await sent('id,Amount in total,currency,created', `ch_1,1999,USD,${day}`))[0]?.amount).toBe(1999);
    expect((await sent('id,amount,currency,created', `ch_1,19.99,usd,${day}`))[0]?.amount).toBe(19.99);
    expect((await sent('id,amount,currency,created', `ch_1,1999,jpy,${day}`))[0]?.amount).toBe(1999);
  });

  it.each(['currency', 'Transaction currency', 'Währungscode', 'Code devise', 'txn_currency_code'])(
    'whole amounts beside the numbers of currencies, as terminals and acquirers write cents: %s',
    async (name) => {
      const currency = name.startsWith('txn') ? { rules: { ...noRules, columns: { currency: name } } } : {};
      const file = (...rows: string[]) => `${[`Date,Amount,${name},TID,Reference`, ...rows.map((row) => `${day},${row}`)].join('\n')}\n`;
      const open = { ...zone, ...currency };
      const { questions } = await refusal(file('1250,826,T1,R1', '499,978,T1,R2'), open);
      expect(questions.map(({ code }) => code)).toEqual(['AMOUNT_IN_CENTS']);
      expect(questions[0]?.answer).toContainEqual(['--minor-units']);
      const minor = await read(file('1250,826,T1,R1', '499,392,T1,R2'), { ...open, minorUnits: true });
      expect(minor.rows.map(({ transaction }) => transaction?.amount)).toEqual([12.5, 499]);
      const amounts = async (...rows: string[]) => (await read(file(...rows), open)).rows.map(({ transaction }) => transaction?.amount);
      expect(await amounts('12.50,826,T1,R1', '4,826,T1,R2')).toEqual([12.5, 4]);
      expect(await amounts('1250,392,T1,R1')).toEqual([1250]);
    },
  );

  it('the time of day in Danish, which is no terminal', async () => {
    expect(await sent('Dato;Tid;Beløb;Valuta;Kvittering', '20-11-2026;10:00;12,50;DKK;R1')).toEqual([
      { amount: 12.5, currency: 'DKK', transactionDate: '2026-11-20T10:00:00+01:00', transactionReference: 'R1' },
    ]);
  });

  it('credit and debit, which are no brands', async () => {
    const [first] = await sent('Date,card_type,amount,currency,reference', `${day},credit,1.50,EUR,R1`, `${day},debit,1.50,EUR,R2`);
    expect(first).toMatchObject({ additionalData: [{ key: 'card_type', value: 'credit' }] });
    expect(first).not.toHaveProperty('brandId');
    expect((await sent('Date,card_type,amount,currency,reference', `${day},Visa,1.50,EUR,R1`))[0]).toMatchObject({ brandId: 'Visa' });
  });

  it('the number of an item with the digits of a card number', async () => {
    const [first] = await sent('order-id,merchant-order-item-id,Date,amount,currency', `1,4242424242424242,${day},1.50,EUR`);
    expect(first).toMatchObject({ orderId: '1', additionalData: [{ key: 'merchant-order-item-id', value: '4242424242424242' }] });
  });

  it('tables of customers, and objects without members, are no sales', async () => {
    expect((await refusal('customer_id,first_name,email,create_date\n1,Mary,m@example.com,2006-02-14 22:04:36\n')).message).toContain(
      'no column matches a field',
    );
    expect((await refusal('[{"customer_id":1,"first_name":"Mary","email":"m@example.com"}]')).message).toContain(
      'no column matches a field',
    );
    for (const text of ['{}\n', '[{}]']) {
      const { description } = await read(text);
      expect(description.missing).toEqual(['amount', 'currency', 'transactionDate']);
    }
  });
});

describe('what has one possible answer is no question', () => {
  it.each<[string, string[], object]>([
    [
      'a column of currencies, which is no amount',
      ['Booking Date,Gross Transaction Amount,Gross Transaction Currency,Reference', `${day},1.50,EUR,R1`],
      { amount: 1.5, currency: 'EUR', transactionDate: day },
    ],
    ['a currency in the name of the amount', ['Datum,Transaction amount (CHF),Beleg', `${day},1.50,R1`], { amount: 1.5, currency: 'CHF' }],
    [
      'a zone by its usual letters',
      ['Date,Time,TimeZone,Amount,Currency', '11/20/2026,10:00:00,PST,1.50,USD'],
      { transactionDate: '2026-11-20T10:00:00-08:00' },
    ],
    ['a date of capture alone', ['captured_at,amount,currency', `${day},1.50,USD`], { transactionDate: day }],
    [
      'a month by name, with a zone',
      ['Date,Amount,Currency', '"Sep 4, 2026 1:05:07 AM PDT",1.50,USD'],
      { transactionDate: '2026-09-04T01:05:07-07:00' },
    ],
    [
      'a month by name, in Italian, with a full stop behind the year',
      ['Data;Importo;Valuta', '24 lug 2026. 02:59:45;1,50;EUR'],
      { transactionDate: '2026-07-24T02:59:45+02:00' },
    ],
    [
      'a month by name, in Spanish',
      ['Fecha;Importe;Moneda', '3 ene 2026 10:00;1,50;EUR'],
      { transactionDate: '2026-01-03T10:00:00+01:00' },
    ],
    [
      'a month by name, in Polish',
      ['Data;Kwota;Waluta', '3 grudnia 2026 10:00;1,50;PLN'],
      { transactionDate: '2026-12-03T10:00:00+01:00' },
    ],
    [
      'a last column without a name',
      ['Date,Amount,Currency,', `${day},1.50,EUR,x`, `${day},2.50,EUR,y`],
      { amount: 1.5, additionalData: [{ key: 'column 4', value: 'x' }] },
    ],
    [
      'blanks behind the delimiter, before a quote',
      ['Date, Amount, Currency, Note', `${day}, 1.50, EUR, "c, d"`],
      { amount: 1.5, additionalData: [{ key: 'Note', value: 'c, d' }] },
    ],
    ['Dutch', ['Datum;Bedrag;Valuta;Bonnr', '20-11-2026 10:00;1,50;EUR;R1'], { amount: 1.5, transactionReference: 'R1' }],
    ['Spanish', ['Fecha;Importe;Moneda;Ticket', '20/11/2026 10:00;1,50;EUR;R1'], { amount: 1.5, transactionReference: 'R1' }],
    ['currencies in small letters and as numbers', ['Date,Total,Currency', `${day},1.50,usd`, `${day},2.50,208`], { currency: 'USD' }],
  ])('%s', async (_, lines, expected) => {
    expect((await sent(...lines))[0]).toMatchObject(expected);
  });

  it('Gross, where Gross ± Fee is Net, once the file is said to have sales', async () => {
    const lines = [
      'Date,Gross,Fee,Net,Currency',
      `${day},10.00,-0.50,9.50,EUR`,
      `${day},20.00,-1.50,18.50,EUR`,
      `${day},30.00,-1.50,28.50,EUR`,
    ];
    expect(await codes(...lines)).toEqual(['KIND_UNCERTAIN amount']);
    expect((await read(`${lines.join('\n')}\n`, { ...zone, asSales: true })).rows[0]?.transaction).toMatchObject({ amount: 10 });
  });

  it('two columns of one name stay a question', async () => {
    expect(
      await codes('Datum;Betrag;Währung;Gebühr;Währung', '20.11.2026 10:00;1,50;CHF;0,10;CHF', '20.11.2026 10:00;1,50;CHF;0,10;EUR'),
    ).toEqual(['COLUMN_AMBIGUOUS currency']);
  });

  it('a date without a time is asked for one', async () => {
    expect(await codes('Order ID,Order Date,Amount,Currency', '1,2026-11-20,12.50,EUR')).toEqual(['TIME_OF_DAY_MISSING transactionDate']);
  });

  it('a blank cell behind the last name of the header is none where rows end so', async () => {
    expect((await sent('Date,Amount,Currency,', `${day},1.50,EUR,`, `${day},2.50,EUR,`))[0]).toEqual({
      amount: 1.5,
      currency: 'EUR',
      transactionDate: day,
    });
  });
});
