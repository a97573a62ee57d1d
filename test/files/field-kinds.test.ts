/**
 * What a table is, and what its rows are: files of public issues, manuals and reports of payment services whose refunds, payouts or disputes were
 * sent as sales in silence. Each is small, and has what a bookkeeper says is right; variants are named with their source.
 */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { readingOptions } from '../../src/cli/flags/mapping-flags.js';
import { addReadingFlags, type ReadingFlags } from '../../src/cli/flags/reading-flags.js';
import { SalesError } from '../../src/contract/problem.js';
import type { Question } from '../../src/contract/question.js';
import { openInput } from '../../src/files/open.js';
import { incomplete } from '../../src/files/questions/open-questions.js';
import { valuesOf } from '../../src/files/rows/sale.js';
import { chunked, read } from './reading.js';

interface Outcome {
  /** Code and field of each question, and the flags of its answers. */
  asked: string[];
  answers: string[];
  /** By line: type and amount of a record, amount of a sale; `told` where something is said of it; the code of a fault. */
  rows: Record<number, string>;
  sent: Record<number, Record<string, unknown>>;
  refused: string;
}

async function outcomeOf(content: string | Buffer, ...flags: string[]): Promise<Outcome> {
  const command = addReadingFlags(new Command()).exitOverride();
  const isSettlement = flags.includes('--settlement');
  command.parse(['--timezone', 'Europe/Zurich', ...flags.filter((flag) => flag !== '--settlement')], { from: 'user' });
  const outcome: Outcome = { asked: [], answers: [], rows: {}, sent: {}, refused: '' };
  try {
    const options = await readingOptions({ ...command.opts<ReadingFlags>(), settlement: isSettlement });
    const input = await openInput({ stdin: chunked(content) }, options);
    const lacking = incomplete(input.description);
    if (lacking) throw lacking;
    for await (const group of input.rows)
      for (const { line, sale, faults, leftOut } of group) {
        const isTold = sale && (sale.mark !== null || sale.noSale !== null || (sale.isRefund && (sale.amount ?? 0) > 0));
        const what = sale
          ? `${sale.type ? `${sale.type} ` : ''}${sale.amount}${isTold ? ' told' : ''}`
          : (leftOut ?? faults[0]?.code ?? '');
        outcome.rows[line] = what;
        if (sale) outcome.sent[line] = valuesOf(sale);
      }
    await input.close();
  } catch (error) {
    if (!(error instanceof SalesError) || error.code !== 'inputUnusable') throw error;
    const questions: readonly Question[] = error.questions ?? [];
    outcome.refused = error.message;
    outcome.asked = questions.map(({ code, field }) => `${code} ${field}`);
    outcome.answers = questions.flatMap(({ answers }) => answers.flatMap(({ remedies }) => remedies.map((words) => words.join(' '))));
  }
  return outcome;
}

const file = (name: string) => readFileSync(new URL(`field/${name}`, import.meta.url));
/** The file under another name of a column, so that it is no export that is known as a whole. */
const renamed = (name: string, column: string) => file(name).toString().replace(column, `My ${column}`);
const lines = (...all: string[]) => `${all.join('\n')}\n`;
const SETTLE = ['--settlement', '--const', 'acquirerId=A'];

describe('a kind under another header than Type', () => {
  it('Mangopay: ExternalTransactionType', async () => {
    // Its fee is asked about, by the only name that speaks of one.
    const asked = await outcomeOf(file('10-mangopay-settlement.csv'), ...SETTLE);
    expect([asked.asked, asked.answers[0]]).toEqual([['COLUMN_UNCERTAIN fee'], '--set fee=ExternalProviderFees']);
    const { rows, sent } = await outcomeOf(file('10-mangopay-settlement.csv'), ...SETTLE, '--set', 'fee=ExternalProviderFees');
    expect(sent[2]).toMatchObject({ fee: 2.5 });
    expect(rows).toEqual({ 2: 'Sale 100', 3: 'Refund 20 told', 4: 'Chargeback 45.5 told' });
  });

  it('Mercado Pago: DESCRIPTION, and a balance without a kind', async () => {
    const { rows } = await outcomeOf(file('06-mercadopago-released-money.csv'), ...SETTLE, '--set', 'amount=GROSS_AMOUNT');
    expect(rows).toEqual({
      2: 'RECORD_TYPE is initial_available_balance',
      3: 'Sale 100',
      4: 'Refund -100',
      5: 'Payout -500',
      6: 'RECORD_TYPE is total',
    });
  });

  // https://docs.dodopayments.com/api-reference/payouts/download-breakup-csv: a row for each entry of the ledger, by its event.
  const dodo = lines(
    'Ledger ID,Event Type,Amount,Currency,Reference Object ID,Created At',
    'l1,payment,20.00,EUR,pay_1,2026-11-02T10:00:00Z',
    'l2,payment_fees,0.90,EUR,pay_1,2026-11-02T10:00:00Z',
    'l3,refund,20.00,EUR,ref_1,2026-11-03T10:00:00Z',
    'l4,payout,18.00,EUR,pyt_1,2026-11-04T10:00:00Z',
  );
  it('Dodo Payments: events of a ledger, as sales and as records', async () => {
    expect((await outcomeOf(dodo)).rows).toEqual({ 2: '20', 3: '0.9 told', 4: '20 told', 5: '18 told' });
    const settled = await outcomeOf(dodo.replace('Event Type', 'Ledger Event'), ...SETTLE);
    expect(settled.rows).toEqual({ 2: 'Sale 20', 3: 'TYPE_UNKNOWN', 4: 'Refund 20 told', 5: 'Payout 18' });
  });

  // https://docs.equalsmoney.com/api-reference/payments/export-payments-as-csv: PAYMENT moves money from the payer, REFUND moves it back.
  it('Equals Money: no kind that is not known is a sale', async () => {
    const text = lines(
      'id,movement,amount,currencyCode,orderId,createdAt',
      'p1,PAYMENT,12.00,GBP,O1,2026-11-02T10:00:00Z',
      'p2,REFUND,5.00,GBP,O1,2026-11-02T11:00:00Z',
      'p3,TRANSFER,7.00,GBP,,2026-11-02T12:00:00Z',
      'p4,SWEEP,7.00,GBP,,2026-11-02T12:30:00Z',
      'p5,,7.00,GBP,,2026-11-02T13:00:00Z',
    );
    const flags = ['--set', 'currency=currencyCode', '--set', 'transactionDate=createdAt', '--set', 'amount=amount'];
    expect((await outcomeOf(text, ...flags)).rows).toEqual({
      2: '12',
      3: '5 told',
      4: 'SALE_UNKNOWN',
      5: 'SALE_UNKNOWN',
      6: 'SALE_UNKNOWN',
    });
    const answered = await outcomeOf(
      text,
      ...flags,
      '--leave-out',
      'movement=TRANSFER',
      '--negative',
      'movement=REFUND',
      '--negative',
      'movement=SWEEP',
    );
    expect(answered.rows).toMatchObject({ 3: '-5', 4: 'movement is TRANSFER', 5: '-7', 6: 'SALE_UNKNOWN' });
    const aside = await outcomeOf(text, ...flags, '--set', 'additionalData.movement=movement');
    expect(aside.rows).toMatchObject({ 4: '7', 5: '7' });
  });

  it('ways to pay, states and prose are none', async () => {
    for (const name of ['Payment method', 'Status', 'Card type', 'Tender']) {
      const text = lines(
        `Date,Receipt,Amount,Currency,${name}`,
        '2026-11-02T10:00:00Z,1,5.00,EUR,Payment',
        '2026-11-02T11:00:00Z,2,6.00,EUR,Transfer',
      );
      expect((await outcomeOf(text)).rows).toEqual({ 2: '5', 3: '6' });
    }
  });

  it('a column that is called a type, and of whose values none is known, is asked of records with its values', async () => {
    // The c-case of a state of one letter; letters for kinds as in https://github.com/firefly-iii/firefly-iii/issues/2835.
    const text = lines(
      'Date;Art;Amount;Currency;Fee',
      '2026-11-02;H;10.00;EUR;0.10',
      '2026-11-02;S;4.00;EUR;0.10',
      '2026-11-03;H;4.00;EUR;0.10',
    );
    const { asked, answers, refused } = await outcomeOf(text, '--settlement');
    expect(asked).toEqual(['COLUMN_UNCERTAIN type']);
    expect(refused).toContain('H in 2 rows and S in 1 row');
    expect(answers).toEqual(['--set type=Art', '--set additionalData.Art=Art']);
    expect((await outcomeOf(text, '--settlement', '--set', 'type=Art')).rows).toEqual({
      2: 'TYPE_UNKNOWN',
      3: 'TYPE_UNKNOWN',
      4: 'TYPE_UNKNOWN',
    });
  });

  it.each(['Tapahtuman tyyppi Type', 'Typ transakce', 'İşlem Tipi'])('also where that is one of several words: %s', async (name) => {
    const rows = ['Myynti', 'Myynti', 'Palautus'].map((kind) => `2026-11-02;${kind};10.00;EUR;0.10`);
    const { asked } = await outcomeOf(lines(`Date;${name};Amount;Currency;Fee`, ...rows), '--settlement');
    expect(asked).toEqual(['COLUMN_UNCERTAIN type']);
  });

  it.each([
    ['İşlem Tipi', 'Peşin Satış', 'İade'],
    ['Typ transakce', 'Prodej', 'Návrat'],
  ])('%s: %s and %s are known', async (name, sale, refund) => {
    const rows = [sale, sale, refund].map((kind) => `2026-11-02;${kind};10.00;EUR;`);
    const { asked, rows: read } = await outcomeOf(lines(`Date;${name};Amount;Currency;Fee`, ...rows), '--settlement');
    expect([asked, read]).toEqual([[], { 2: 'Sale 10', 3: 'Sale 10', 4: 'Refund 10 told' }]);
  });

  // https://www.mercadopago.com.mx/developers/en/docs/reports/account-money/how-to-use. Not tuned to: the word for a payment is not known, and told.
  describe('of sales, short codes under the name of a kind', () => {
    const codes = (name: string, ...values: string[]) =>
      lines(
        `Date,Receipt,Amount,Currency,${name}`,
        ...values.map((value, at) => `2026-11-02T1${at}:00:00Z,R${at},${at + 5}.00,EUR,${value}`),
      );
    it.each([
      ['Type', 'S', 'R'],
      // The codes of documents in SAF-T (PT): FS is an invoice, NC a credit note.
      ['Tipo Doc', 'FS', 'NC'],
      ['Belegart', 'RE', 'GS'],
      ['Doc Type', 'INV', 'CRN'],

      ['TT', 'S', 'V'],
    ])('are asked about, with what would make each a refund, or no sale: %s', async (name, sale, refund) => {
      const text = codes(name, sale, sale, refund);
      const { asked, answers } = await outcomeOf(text);
      expect(asked).toEqual(['COLUMN_UNCERTAIN amount']);
      expect(answers).toEqual([
        `--set additionalData.${name}=${name}`,
        ...['--negative', '--leave-out'].map((flag) => `${flag} ${name}=${refund}`),
      ]);
      expect((await outcomeOf(text, '--set', `additionalData.${name}=${name}`)).rows).toEqual({ 2: '5', 3: '6', 4: '7' });
      expect((await outcomeOf(text, '--negative', `${name}=${refund}`)).rows).toEqual({ 2: '5', 3: '6', 4: '-7' });
    });

    it.each([
      ['Type', 'Food', 'Drink'],
      ['Card type', 'C', 'D'],
      ['Type', 'VISA', 'MC'],
      ['Type', 'S', 'S'],
      ['Size', 'S', 'L'],
      ['Tipo IVA', '21', '10'],
      // Charging sessions of Virta, by its manual.
      ['Plug type', 'AC', 'DC'],
    ])('and nothing else: %s %s %s', async (name, one, other) => {
      expect((await outcomeOf(codes(name, one, other, one))).asked).toEqual([]);
    });

    it('nor where an amount has a minus', async () => {
      expect((await outcomeOf(codes('Type', 'S', 'S', 'R').replace('7.00', '-7.00'))).asked).toEqual([]);
    });
  });

  it('Mercado Pago, account balance, as it came out', async () => {
    const text = lines(
      'DATE,SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_CURRENCY',
      '2026-11-02T10:00:00.000-04:00,901,SETTLEMENT,100.00,ARS',
      '2026-11-03T10:00:00.000-04:00,901,REFUND,-100.00,ARS',
      '2026-11-04T10:00:00.000-04:00,902,WITHDRAWAL,-50.00,ARS',
    );
    expect((await outcomeOf(text, ...SETTLE)).rows).toEqual({ 2: 'TYPE_UNKNOWN', 3: 'Refund -100', 4: 'Payout -50' });
  });
});

it('a row whose kind is a refund is refused with the flag that makes it one', async () => {
  const text = lines(
    'Data;Nr paragonu;Rodzaj;Kwota;Waluta',
    '2026-11-02T10:15:00Z;1;Sprzedaż;12,50;PLN',
    '2026-11-02T10:25:00Z;2;Zwrot;5,00;PLN',
  );
  const { rows } = await read(text);
  expect(rows[1]?.faults.map(({ message }) => message).join()).toContain('--negative Rodzaj=Zwrot');
  expect((await outcomeOf(text, '--negative', 'Rodzaj=Zwrot')).rows).toEqual({ 2: '12.5', 3: '-5' });
});

describe('signs', () => {
  it('that contradict the kind are asked, and turned', async () => {
    const text = file('62-verkauf-negativ.csv');
    const { asked, answers } = await outcomeOf(text);
    expect(asked).toEqual(['SIGNS_UNCERTAIN amount']);
    expect(answers).toEqual(['--set amount=- Betrag', '--set additionalData.Art=Art']);
    expect((await outcomeOf(text, '--set', 'amount=- Betrag')).rows).toEqual({ 2: '30', 3: '12.5', 4: '-22' });
    expect((await outcomeOf(text, '--set', 'additionalData.Art=Art')).rows).toEqual({ 2: '-30', 3: '-12.5', 4: '22 told' });
  });

  it.each(['Verkauf', 'Bar'])(
    'of whoever paid are asked, whichever column the amount is, and whichever rows are refunds: %s',
    async (kind) => {
      const text = lines(
        'Art;Datum;Betrag;Summe;Währung;Beleg',
        `${kind};02.11.2026 10:00;-30,00;-31,00;EUR;1`,
        `${kind};02.11.2026 11:00;-12,50;-13,50;EUR;2`,
        'Erstattung;02.11.2026 12:00;22,00;23,00;EUR;3',
      );
      for (const flags of [
        ['--set', 'amount=Summe'],
        ['--set', 'amount=Summe', '--negative', 'Art=Erstattung'],
      ])
        expect((await outcomeOf(text, ...flags)).asked).toEqual(['SIGNS_UNCERTAIN amount']);
      const turned = await outcomeOf(text, '--set', 'amount=- Summe');
      expect(turned.rows).toEqual({ 2: '31', 3: '13.5', 4: '-23' });
    },
  );

  it.each([
    // https://github.com/afaneca/myfin/issues/571: what was paid stands above zero, what came back below; here the other way round.
    [
      'as sales',
      [],
      'Type,Date,Amount,Currency,Reference',
      ['Purchase,2026-11-02T10:00:00Z,-8.01,USD,1', 'Purchase,2026-11-02T11:00:00Z,-89.70,USD,2'],
    ],
    // https://github.com/halloffame/ynab-csv/pull/25: outflows positive, inflows negative.
    [
      'with refunds',
      [],
      'Event,Date,Amount,Currency,Reference',
      ['Payment,2026-11-02T10:00:00Z,-8.00,USD,1', 'Refund,2026-11-02T11:00:00Z,8.00,USD,2'],
    ],
    // https://github.com/brafdlog/caspion/issues/474: signs of a card holder.
    ['as records', SETTLE, 'Type,Date,Amount,Currency,Payout ID', ['Sale,2026-11-02,-8.00,USD,P', 'Refund,2026-11-02,8.00,USD,P']],
  ])('of whoever paid, %s', async (_, flags, header, rows) => {
    expect((await outcomeOf(lines(header, ...rows), ...flags)).asked).toEqual(['SIGNS_UNCERTAIN amount']);
  });

  it('of one sale that was cancelled are no question', async () => {
    const text = lines('Art;Datum;Betrag;Währung;Beleg', 'Verkauf;02.11.2026 10:00;30,00;EUR;1', 'Verkauf;02.11.2026 11:00;-30,00;EUR;2');
    expect((await outcomeOf(text)).rows).toEqual({ 2: '30', 3: '-30' });
  });

  // https://github.com/bunqCommunity/bunqDesktop/issues/533. Not tuned to: without a kind that is known for a sale, nothing contradicts.
  it('of bunq, as it came out', async () => {
    const text = lines(
      'Kind,Date,Amount,Currency,Reference',
      'CLEARING_REFUND,2026-11-02T10:00:00Z,8.00,EUR,1',
      'MASTERCARD,2026-11-02T11:00:00Z,-8.00,EUR,2',
    );
    expect(await outcomeOf(text)).toMatchObject({ asked: [], rows: { 2: '8 told', 3: '-8' } });
  });
});

describe('a positive row that names another payment', () => {
  it('Authorize.Net: Credit', async () => {
    const flags = [
      '--set',
      'amount=Settlement Amount',
      '--set',
      'currency=Settlement Currency',
      '--set',
      'transactionDate=Submit Date/Time',
    ];
    const text = renamed('37-authorizenet-credit.tsv', 'Transaction ID');
    const { asked, answers } = await outcomeOf(text, ...flags);
    expect(asked).toEqual(['SIGNS_UNCERTAIN amount']);
    expect(answers[0]).toBe('--negative Transaction Type=Credit');
    expect((await outcomeOf(text, ...flags, '--negative', 'Transaction Type=Credit')).rows).toEqual({ 2: '45', 3: '25 told', 4: '-10' });
  });

  it.each([
    // https://developerhub.ppro.com/simple-api/docs/volume-per-refund-file-description
    ['PPRO', 'REFERENCE_TX_ID'],
    // https://docs.antom.com/ac/amsapi/settlement
    ['Antom', 'originalTransactionId'],
    // https://github.com/balanced/balanced-dashboard/issues/1633: a refund without the number of what it refunds.
    ['Balanced', 'Original charge ID'],
    // By its values alone, in a language that no list has.
    ['no known word', 'Eredeti'],
  ])('%s: %s', async (_, name) => {
    const row = (id: string, amount: string, other: string) => `${id},2026-11-02T10:00:00Z,${amount},EUR,${other}`;
    const text = lines(
      `Transaction ID,Date,Amount,Currency,${name}`,
      row('T-1001', '12.00', ''),
      row('T-1002', '7.00', ''),
      row('T-1003', '5.00', 'T-1001'),
    );
    const { asked, answers } = await outcomeOf(text);
    expect(asked).toEqual(['SIGNS_UNCERTAIN amount']);
    expect((await outcomeOf(text, ...(answers[0] ?? '').split(/ (.*)/).slice(0, 2))).rows).toMatchObject({ 4: '5' });
    expect((await outcomeOf(text.replace('5.00', '-5.00'))).rows).toMatchObject({ 4: '-5' });
  });
});

describe('the reference of a payout', () => {
  it('Klarna: payment_reference is none of a payment', async () => {
    const text = renamed('09-klarna-payout.csv', 'short_order_id');
    const { sent, rows } = await outcomeOf(text, '--settlement');
    expect(rows).toEqual({ 2: 'Sale 500', 3: 'Sale 250', 4: 'Fee -14.45', 5: 'Refund -120' });
    for (const line of [2, 3, 4, 5]) expect(sent[line]).not.toHaveProperty('transactionReference');
  });

  const shared = (name: string, other: string) =>
    lines(
      `Date,${name},${other},Amount,Currency,Fee`,
      ...[1, 2, 3, 4].map((one) => `2026-11-0${one}T10:00:00Z,X77881,N-100${one},1${one}.00,EUR,0.10`),
    );
  it.each([
    // https://glama.ai/mcp/servers/Walma-Labs/klarna-mcp/tools/get_payouts_summary_report_csv
    ['Payment reference', 'Order ID'],
    // https://docs.adyen.com/reporting/disputed-transactions: the reference of the service beside that of the merchant.
    ['Reference', 'Merchant Reference'],
    // https://support.gocardless.com/hc/en-us/articles/17144187437468-Payout-reports: the reference of a payout.
    ['Reference number', 'Charge ID'],
  ])('%s, shared by every %s', async (name, other) => {
    for (const flags of [SETTLE, ['--sales']]) {
      const { sent } = await outcomeOf(shared(name, other), ...flags);
      expect(Object.values(sent)).toHaveLength(4);
      for (const row of Object.values(sent)) expect(row).not.toMatchObject({ transactionReference: 'X77881' });
    }
  });

  it('of a payment, its refund and its fee is its own', async () => {
    const text = lines(
      'Type,Date,Payment ID,Order ID,Amount,Currency,Fee',
      ...['Sale', 'Refund', 'Fee'].map((type) => `${type},2026-11-02T10:00:00Z,P-1,O-1,5.00,EUR,0`),
    );
    expect((await outcomeOf(text, ...SETTLE)).sent[2]).toMatchObject({ transactionReference: 'P-1' });
  });

  // https://developer.nexigroup.com/payengine/en-EU/docs/unified-settlement-report/, and the file of an acquirer's test generator on GitHub, whose
  // payment_id is that of the payout.
  it.each([
    ['Reference', 'referenceID'],
    ['payment_id', 'tr_ret_ref_nr'],
  ])('%s, the same in all rows, beside a number of any other name, %s: which one is asked', async (name, other) => {
    for (const flags of [SETTLE, ['--sales']])
      expect(await outcomeOf(shared(name, other), ...flags)).toMatchObject({
        asked: ['COLUMN_UNCERTAIN transactionReference'],
        answers: [`--set transactionReference=${other}`],
      });
  });

  it('nothing is asked beside the numbers of lines or articles, or where orders have a number', async () => {
    for (const other of ['Line no', 'SKU'])
      expect((await outcomeOf(shared('Reference', other), ...SETTLE)).sent[2]).toHaveProperty('transactionReference');
    let arn = 1;
    const ordered = shared('payment_id', 'Order ID')
      .replace('Fee', 'ARN')
      .replace(/0\.10/g, () => `A-${arn++}`);
    expect((await outcomeOf(ordered, ...SETTLE)).asked).toEqual([]);
  });
});

describe('a refund in a column of its own', () => {
  it('Vipps: Gross 0, Refund -50', async () => {
    const text = renamed('03-vipps-refund-column.csv', 'SaleUnitNumber');
    const { asked, answers } = await outcomeOf(text, '--settlement');
    expect(asked).toEqual(['SIGNS_UNCERTAIN amount']);
    expect(answers).toEqual(['--set amount=Gross - Refund', '--set additionalData.Refund=Refund']);
    const { rows, sent } = await outcomeOf(text, '--settlement', '--set', 'amount=Gross - Refund');
    expect(rows).toEqual({ 2: 'Sale 100', 3: 'Sale 50', 4: 'Refund -50' });
    expect(sent[2]).toMatchObject({ fee: 1.75, netAmount: 98.25 });
  });

  it.each([
    // https://github.com/quentinsf/icsv2ledger/issues/108: columns of their own, with a sign and without.
    ['Refunds', '-5.00'],
    ['Rückerstattung', '5.00'],
    ['Remboursement', '5.00'],
  ])('%s', async (name, refund) => {
    const text = lines(
      `Date,Receipt,Amount,${name},Currency`,
      '2026-11-02T10:00:00Z,1,12.00,,EUR',
      `2026-11-02T11:00:00Z,2,0.00,${refund},EUR`,
    );
    const { answers } = await outcomeOf(text);
    expect(answers[0]).toBe(`--set amount=Amount - ${name}`);
    expect((await outcomeOf(text, '--set', `amount=Amount - ${name}`)).rows).toEqual({ 2: '12', 3: '-5' });
  });

  // https://github.com/breez/misty-breez/pull/610: a column for what was given back of a payment.
  it('beside what was paid', async () => {
    const rows = ['2026-11-02T10:00:00Z,1,12.00,0.00,EUR', '2026-11-02T11:00:00Z,2,30.00,10.00,EUR'];
    const text = lines('Date,Receipt,Total,Refunded,Currency', ...rows);
    const { asked, answers } = await outcomeOf(text);
    expect([asked, answers]).toEqual([
      ['SIGNS_UNCERTAIN amount'],
      ['--set additionalData.Refunded=Refunded', '--set amount=Total - Refunded'],
    ]);
    expect((await outcomeOf(text, '--set', 'additionalData.Refunded=Refunded')).rows).toEqual({ 2: '12', 3: '30' });
    expect((await outcomeOf(text, '--set', 'amount=Total - Refunded')).rows).toEqual({ 2: '12', 3: '20' });
    // Of two sides of an account, a row has one.
    expect((await outcomeOf(text.replace('Refunded', 'Debit'), '--set', 'amount=Total - Debit')).rows).toEqual({
      2: '12',
      3: 'AMOUNT_INVALID',
    });
  });

  // Sales of Depop, by programs that read them: ="-" where nothing was given back.
  it.each(['="-"', '-', '–', 'N/A', ''])('beside what was paid, with %s where nothing was given back', async (none) => {
    const row = (id: number, refund: string) => `2026-11-02T10:0${id}:00Z,${id},$30.00,${refund},USD`;
    const text = lines('Date,Receipt,Total,Refunded to buyer amount,Currency', row(1, none), row(2, '$30.00'), row(3, '-$10.00'));
    expect((await outcomeOf(text, '--set', 'amount=Total')).asked).toEqual(['SIGNS_UNCERTAIN amount']);
    expect((await outcomeOf(text, '--set', 'amount=Total - Refunded to buyer amount')).rows).toEqual({ 2: '30', 3: '0', 4: '20' });
  });

  it('of more than was paid is something else', async () => {
    const rows = ['2026-11-02T10:00:00Z,1,12.00,8.00,EUR', '2026-11-02T11:00:00Z,2,3.50,6.50,EUR'];
    expect((await outcomeOf(lines('Date,Receipt,Total,Returned,Currency', ...rows))).rows).toEqual({ 2: '12', 3: '3.5' });
  });

  it('that has nothing, or a note, is no question', async () => {
    for (const refund of ['0.00', 'broken'])
      expect(
        (await outcomeOf(lines('Date,Receipt,Amount,Refund note,Currency', `2026-11-02T10:00:00Z,1,0.00,${refund},EUR`))).rows,
      ).toEqual({ 2: '0' });
  });

  // https://github.com/firefly-iii/firefly-iii/issues/1650. Not tuned to: a name that says nothing of refunds.
  it('under another name, as it came out', async () => {
    const text = lines('Date,Receipt,Amount,Back,Currency', '2026-11-02T10:00:00Z,1,12.00,,EUR', '2026-11-02T11:00:00Z,2,0.00,5.00,EUR');
    expect((await outcomeOf(text)).rows).toEqual({ 2: '12', 3: '0' });
  });
});

describe('what a table is', () => {
  const day = '2026-11-02T10:00:00Z';
  it.each<[string, string, string[], string]>([
    // https://www.cashfree.com/docs/partners/embedded/reports/refunds-reports.md
    [
      'refunds',
      'Refund ID,Order ID,Refund Amount,Currency,Refund Date',
      [`R-1,O-1,5.00,INR,${day}`, `R-2,O-2,6.00,INR,${day}`],
      '--set amount=- Refund Amount',
    ],
    // https://docs.oracle.com/en/industries/communications/billing-revenue/12.0/brm-rest-api/op-refund-get.html
    ['refunds', 'id,order,amount,currency,refundDate', [`9911,O-1,5.00,USD,${day}`], '--set amount=- amount'],
    // https://docs.xendit.co/docs/dispute-report
    ['disputes', 'dispute_id,payment_id,amount,currency,created', [`D-1,P-1,5.00,IDR,${day}`], 'sales settle --const type=Chargeback FILE'],
    // https://docs.rapyd.net/en/listing-payouts.html
    ['payouts', 'Payout ID,Amount,Currency,Created at', [`payout_1,900.00,EUR,${day}`], 'sales settle --const type=Payout FILE'],
    // https://github.com/firefly-iii/firefly-iii/issues/931
    [
      'the statement of an account',
      'Posted Date,Account Number,Memo,Debit,Credit,Amount,Balance,Currency',
      [`${day},991,a,5.00,,-5.00,95.00,USD`, `${day},991,b,,9.00,9.00,104.00,USD`],
      '--sales',
    ],
    // https://github.com/firefly-iii/firefly-iii/issues/2835: a German bank.
    [
      'the statement of an account',
      'Buchungstag;Valuta;Auftraggeber;IBAN;Betrag;Währung;Saldo',
      [`${day};${day};A;DE1;5,00;EUR;95,00`],
      '--sales',
    ],
    // A merchant's statement of Moov Money.
    [
      'the statement of an account',
      'Receipt No.,Completion Time,Currency,Paid In,Withdrawn,Balance',
      [`A1,${day},XOF,1000,,5000`, `A2,${day},XOF,,-1200,3800`],
      '--sales',
    ],
  ])('%s: %s', async (called, header, rows, answer) => {
    const text = lines(header, ...rows);
    const { asked, refused, answers } = await outcomeOf(text);
    expect(asked[0]).toBe('KIND_UNCERTAIN amount');
    expect(refused).toContain(called);
    expect(answers).toContain(answer);
    expect((await outcomeOf(text, '--sales')).asked).not.toContain('KIND_UNCERTAIN amount');
    if (answer.startsWith('--set')) {
      const date = `transactionDate=${header.split(',').at(-1)}`;
      const { rows: turned } = await outcomeOf(text, '--set', answer.slice(6), '--set', date);
      expect(Object.values(turned).map((amount) => amount.charAt(0))).toEqual(rows.map(() => '-'));
    }
  });

  it('is asked of records, too, and answered by their type', async () => {
    const text = lines('Refund ID,Order ID,Refund Amount,Currency,Refund Date,Fee', `R-1,O-1,5.00,INR,${day},0.10`);
    const { asked, answers } = await outcomeOf(text, '--settlement');
    expect(asked).toContain('KIND_UNCERTAIN amount');
    expect(answers).toEqual(expect.arrayContaining(['--const type=Refund', '--const type=Sale']));
    expect((await outcomeOf(text, '--settlement', '--const', 'type=Refund')).asked).not.toContain('KIND_UNCERTAIN amount');
  });

  // github.com, tests of bookkeeping programs: the payouts export of Shopify, with its fees.
  it('of payouts with their fees, each on a day of its own, is asked, and not of payments by their payout', async () => {
    const header = 'Payout Date,Status,Charges,Refunds,Fees,Total,Currency';
    const payouts = lines(header, '2026-10-05,paid,520.00,-20.00,-15.60,484.40,EUR', '2026-10-06,paid,310.50,0.00,-9.32,301.18,EUR');
    const { asked, answers } = await outcomeOf(payouts, '--settlement');
    expect(asked).toContain('KIND_UNCERTAIN amount');
    // The fee is what is a small part of the other.
    expect(answers).toEqual(expect.arrayContaining(['--const type=Payout', '--set fee=Fees', '--set fee=Charges']));
    expect(answers.indexOf('--set fee=Fees')).toBeLessThan(answers.indexOf('--set fee=Charges'));
    const payments = ['2026-10-05,2026-10-01,5.00,-0.10,EUR', '2026-10-06,2026-10-02,6.00,-0.10,EUR'];
    expect((await outcomeOf(lines('Payout Date,Date,Amount,Fee,Currency', ...payments), '--settlement')).asked).toEqual([]);
    const shared = ['2026-10-05,5.00,-0.10,EUR', '2026-10-05,6.00,-0.10,EUR'];
    const { asked: ofShared } = await outcomeOf(lines('Payout Date,Amount,Fee,Currency', ...shared), '--settlement');
    expect(ofShared).toEqual(['FIELD_MISSING transactionDate']);
  });

  // Transactions of Payoneer, from memory: a pending row does not move the balance.
  it.each([
    ['first row first', false, 1, 'KIND_UNCERTAIN amount'],
    ['last row first', true, 1, 'KIND_UNCERTAIN amount'],
    ['but with as many rows that do not', false, 2, undefined],
  ])('an account is told by a running sum that a pending row leaves as it is: %s', async (_, isReversed, pending, asked) => {
    const still = ['10/13/2026,5.00,USD,"1,237.50",880003', '10/13/2026,300.00,USD,"1,237.50",880004'];
    const rows = ['10/03/2026,"1,250.00",USD,"1,250.00",880001', '10/04/2026,(12.50),USD,"1,237.50",880002', ...still.slice(0, pending)];
    const all = [...rows, '10/15/2026,"(1,000.00)",USD,237.50,880005'];
    const text = lines('Date,Amount,Currency,Left,Transaction ID', ...(isReversed ? all.toReversed() : all));
    expect((await outcomeOf(text, '--settlement', '--const', 'acquirerId=P')).asked[0]).toBe(asked);
  });

  it('no account is told by a column that never moves', async () => {
    const rows = ['R1,5.00,0.00', 'R2,0.00,0.00', 'R3,7.50,0.00', 'R4,0.00,0.00'].map((cells) => `${day},EUR,${cells}`);
    expect((await outcomeOf(lines('Date,Currency,Reference,Amount,Service', ...rows))).asked).toEqual([]);
  });

  it('is not told by what few rows have, nor beside kinds', async () => {
    const row = (id: number, more: string) => `S-${id},${day},5.00,EUR,${more}`;
    const few = lines('Sale ID,Date,Amount,Currency,Refund ID', row(1, ''), row(2, ''), row(3, ''));
    expect((await outcomeOf(few)).asked).toEqual([]);
    const kinds = lines('Type,Date,Amount,Currency,Payout ID', `Payment,${day},5.00,EUR,P-1`, `Refund,${day},-5.00,EUR,P-1`);
    expect((await outcomeOf(kinds, '--settlement')).asked).toEqual([]);
  });

  // https://support.gocardless.com/hc/en-us/articles/17144187437468-Payout-reports. Not tuned to: its reference looks like that of a payment.
  it('GoCardless, payouts, as it came out', async () => {
    const text = lines('id,amount,currency,created_at,reference,status,arrival_date', `PO1,900.00,GBP,${day},SHOP-1,paid,2026-11-04`);
    expect((await outcomeOf(text)).asked).toEqual([]);
  });
});

describe('totals of a till', () => {
  // The tables that DSFinV-K 2.3 (Bundeszentralamt für Steuern) calls Z_Zahlart: a row for each closing and way to pay.
  const closings = lines(
    'Z_KASSE_ID;Z_ERSTELLUNG;Z_NR;ZAHLART_TYP;ZAHLART_NAME;Z_ZAHLART_BETRAG',
    'K1;2026-11-02T20:10:00+01:00;240;Unbar;EC;1012,40',
    'K1;2026-11-03T20:05:00+01:00;241;Unbar;EC;903,10',
  );
  // "Sales by day" of shops and tills: https://woocommerce.com/document/woocommerce-analytics/revenue-report/.
  const days = lines(
    'Date,Orders,Gross sales,Returns,Total sales',
    '2026-11-02,42,1012.40,0.00,1012.40',
    '2026-11-03,38,903.10,0.00,903.10',
  );
  const batches = lines('Datum;Kasse;Anzahl Belege;Umsatz;Währung', '02.11.2026;K1;42;1012,40;EUR', '03.11.2026;K1;38;903,10;EUR');

  // Till closings of a Spanish shop, and a study of what drawers held: of neither row is a sale.
  const cierres = lines('ID Cierre;Fecha;Hora;Importe Total', '1;2026-11-01;22:01;989.79', '2;2026-11-02;22:01;910.38');
  const ventas = lines('Fecha;Hora;Importe Total;Nº Ventas', '2026-11-01;22:01;989.79;54', '2026-11-02;22:01;910.38;58');
  const drawers = lines(
    'date,shift,amount,actual_cash,variance',
    '2026-06-01,Morning,705.32,690.89,-14.43',
    '2026-06-01,Evening,536.15,539.63,3.48',
    '2026-06-02,Morning,760.13,760.13,0.00',
  );

  it.each([
    ['by the number of a closing', closings],
    ['by the number of a closing in Spanish', cierres],
    ['by the number of sales in Spanish', ventas],
    ['by what was counted more and less than expected', drawers],
    ['by the number of orders', days],
    ['by the number of receipts', batches],
  ])('%s are no sales', async (_, text) => {
    const { refused, asked, answers } = await outcomeOf(text);
    expect(refused).toContain('looks like a list of totals, not of sales');
    expect(asked).toContain('KIND_UNCERTAIN amount');
    expect(answers).toContain('sales settle --const type=TillTotal FILE');
    expect((await outcomeOf(text, '--sales')).asked).not.toContain('KIND_UNCERTAIN amount');
    // Payments of an acquirer would be matched with them.
    expect((await outcomeOf(text, '--settlement')).refused).toMatch(
      /looks like a list of totals, not of payments|no column says that these are settlement records/,
    );
  });

  it('are sent as such, by their terminal', async () => {
    const flags = ['--settlement', '--const', 'type=TillTotal', '--set', 'terminalId=Kasse'];
    expect((await outcomeOf(batches, ...flags)).rows).toEqual({ 2: 'TillTotal 1012.4', 3: 'TillTotal 903.1' });
  });

  it.each([
    [
      'sales with a quantity',
      lines('Date,Receipt,Orders,Amount,Currency', '2026-11-02T10:00:00Z,1,2,12.50,EUR', '2026-11-02T11:00:00Z,2,3,9.00,EUR'),
    ],
    [
      'sales under the number of a closing',
      lines('Date,Receipt,Z No,Amount,Currency', '2026-11-02T10:00:00Z,1,240,12.50,EUR', '2026-11-02T11:00:00Z,2,240,9.00,EUR'),
    ],
    [
      'sales of which each is rounded',
      lines('Date,Amount,Rounded,Rounding', '2026-11-02T10:00:00Z,12.52,12.50,-0.02', '2026-11-02T11:00:00Z,9.03,9.05,0.02'),
    ],
    [
      'sales and a refund with what was taken off',
      lines('Date,Amount,Net,Less', '2026-11-02T10:00:00Z,12.50,10.00,2.50', '2026-11-02T11:00:00Z,-12.50,-10.00,-2.50'),
    ],
    [
      'what an acquirer paid',
      lines('Date,Transactions,Amount,Fee,Currency', '2026-11-02,42,1012.40,9.00,EUR', '2026-11-03,38,903.10,8.00,EUR'),
    ],
  ])('%s are none', async (_, text) => {
    expect((await outcomeOf(text)).refused).not.toContain('list of totals');
    expect((await outcomeOf(text, '--settlement')).refused).not.toContain('list of totals');
  });
});

// https://docs.opencollective.com, by rows in a converter on GitHub: the type is only a side, and the kind tells what a row is.
describe('OpenCollective: a type that is none beside a kind', () => {
  const text = lines(
    'datetime,shortId,type,kind,amount,paymentProcessorFee,netAmount,currency,merchantId',
    '2023-06-06T05:47:17Z,a1,CREDIT,CONTRIBUTION,50,-2.5,47.5,USD,',
    '2023-06-06T05:47:17Z,a2,DEBIT,HOST_FEE,-5,0,-5,USD,',
    '2023-06-07T05:47:17Z,a3,CREDIT,CONTRIBUTION,24,-1.24,22.76,USD,',
  );

  it('the kind is the type of records', async () => {
    expect((await outcomeOf(text, ...SETTLE)).rows).toEqual({ 2: 'Sale 50', 3: 'TYPE_UNKNOWN', 4: 'Sale 24' });
  });

  it('alone, the type is asked about', async () => {
    expect((await outcomeOf(text.replaceAll(/CONTRIBUTION|HOST_FEE/g, 'x'), ...SETTLE)).asked).toEqual(['COLUMN_UNCERTAIN type']);
  });

  it('names of the API for records do not refuse what the user calls sales', async () => {
    expect((await outcomeOf(text)).refused).toBe('These are settlement records, and no sales.');
    expect((await outcomeOf(text, '--sales')).rows).toEqual({ 2: '50', 3: '-5 told', 4: '24' });
  });
});

describe('a column that lacks is proposed by its cells', () => {
  it.each([
    // A list of an acquirer, by its header on GitHub: a minus behind.
    ['an amount', 'Date,Blah,Currency', '2026-11-20T10:00:00Z,35.00,USD', '2026-11-20T11:00:00Z,35.00-,USD', '--set amount=Blah'],
    // Zettle's receipts, in a test of an accounting program on GitHub: lines below the rows.
    [
      'a date',
      'Dato,Amount,Currency',
      '2026-11-20T10:00:00Z,35.00,DKK',
      '2026-11-20T11:00:00Z,5.00,DKK\nPrinted by Kasse,,',
      '--set transactionDate=Dato',
    ],
  ])('%s', async (_, ...all) => {
    const answer = all.pop();
    expect((await outcomeOf(lines(...all))).answers).toContain(answer);
  });
});
