import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { knownExports } from '../../../src/files/columns/known-exports.js';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { read } from '../reading.js';

const square = `Date,Time,Time Zone,Gross Sales,Discounts,Service Charges,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Card Entry Methods,Cash,Square Gift Card,Other Tender,Other Tender Type,Other Tender Note,Fees,Net Total,Transaction ID,Payment ID,Card Brand,PAN Suffix,Device Name,Staff Name,Staff ID,Details,Description,Event Type,Location,Dining Option,Customer ID,Customer Name,Customer Reference ID
2026-11-20,21:50:48,Pacific Time (US & Canada),"$1,022.50",$0.00,$0.00,"$1,022.50",$0.00,$0.00,$2.00,$0.00,"$1,024.50",Point of Sale,"$1,024.50",Tapped,$0.00,$0.00,$0.00,,,-$0.95,$23.55,T1,P1,Visa,7685,iPad,,,https://example.com,Coffee,Payment,Main,,C1,Dee Example,
2026-11-20,22:50:48,Pacific Time (US & Canada),-$12.00,$0.00,$0.00,-$12.00,$0.00,$0.00,$0.00,$0.00,-$12.00,Point of Sale,-$12.00,,$0.00,$0.00,$0.00,,,$0.00,-$12.00,T2,P2,Visa,0000,iPad,,,https://example.com,Mug,Refund,Main,,C1,Dee Example,
`;
const stripe = `id,Description,Created (UTC),Amount,Amount Refunded,Currency,Converted Amount,Converted Amount Refunded,Fee,Tax,Converted Currency,Mode,Status,Customer Email,Captured,Card Last4,Card Brand
pi_1,Subscription,2026-11-20 08:12,"1,204.80",0.00,chf,1204.80,0.00,0.30,,chf,live,Paid,ada@example.com,true,4242,Visa
pi_2,Subscription,2026-11-20 09:12,5.00,0.00,chf,,,0.00,,,live,Failed,ada@example.com,false,4242,Visa
pi_3,Subscription,2026-11-20 10:12,7.00,7.00,eur,7.00,7.00,0.30,,chf,live,Refunded,ada@example.com,true,4242,Visa
pi_4,Subscription,2026-11-20 11:12,9.00,0.00,eur,9.00,0.00,0.30,,chf,live,Disputed,ada@example.com,true,4242,Visa
`;
const shopify = `Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Billing Name,Payment Method,Payment Reference,Refunded Amount,Id,Location,Source
#1001,ada@example.com,paid,2026-08-20 08:00:00 -0400,fulfilled,,no,USD,16.00,4.00,0.00,20.00,,0.00,Standard,2026-08-20 07:59:00 -0400,1,Print,Ada Example,shopify_payments,c1.1,0.00,555,Web,web
#1001,ada@example.com,,,,,,,,,,,,,,2026-08-20 07:59:00 -0400,2,Frame,,,,,,,
#1002,cy@example.com,voided,,unfulfilled,,no,USD,16.00,0.00,0.00,16.00,,0.00,Standard,2026-09-12 12:00:00 -0400,1,Print,Cy Example,shopify_payments,c2.1,0.00,556,Web,web
#1003,cy@example.com,partially_paid,2026-09-12 12:00:00 -0400,unfulfilled,,no,USD,16.00,0.00,0.00,16.00,,0.00,Standard,2026-09-12 12:00:00 -0400,1,Print,Cy Example,shopify_payments,c3.1,0.00,557,Web,web
`;

describe('exports that are known', () => {
  it('of Square: what was collected, with its sign, date and time of one, and no customer', async () => {
    const { description, rows } = await read(square, { timezone: 'Europe/Zurich' });
    expect(description.columns?.known?.name).toBe('Square transactions');
    expect(rows).toMatchObject([
      {
        transaction: {
          amount: 1024.5,
          transactionDate: '2026-11-20T21:50:48-08:00',
          transactionReference: 'P1',
          orderId: 'T1',
          brandId: 'Visa',
          locationId: 'Main',
          transactionTypes: ['Payment'],
        },
      },
      { transaction: { amount: -12, transactionReference: 'P2', transactionTypes: ['Refund'] } },
    ]);
    expect(JSON.stringify(rows.map(({ transaction }) => transaction))).not.toContain('Example');
    expect(description.missing).toEqual(['currency']);
  });

  it("of Square: each time is in its row's own zone, and a zone that nobody knows is a fault", async () => {
    const { rows } = await read(square.replace('22:50:48,Pacific Time (US & Canada)', '22:50:48,Narnia'));
    expect(rows[0]?.transaction?.transactionDate).toBe('2026-11-20T21:50:48-08:00');
    expect(rows[1]?.faults).toMatchObject([{ code: 'TIME_ZONE_UNKNOWN', field: 'transactionDate', column: 'Date' }]);
  });

  it('of Antom: amounts are in the smallest unit, and the description says so', async () => {
    const header = 'settlementBatchId,transactionId,transactionType,paymentTime,transactionAmountValue,transactionCurrency';
    const { description, rows } = await read(
      `${header}\nB,T1,PAYMENT,2026-11-20T18:00:01+08:00,10050,HKD\nB,T2,PAYMENT,2026-11-20T18:10:41+08:00,500,JPY\n`,
    );
    expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([100.5, 500]);
    expect(description.values).toContainEqual({ field: 'amount', shown: 'in the smallest unit of the currency' });
  });

  it('of Stripe: payments that failed are left out, and what nobody knows is a fault', async () => {
    const { description, rows } = await read(stripe);
    expect(description.columns?.known?.name).toBe('Stripe payments');
    expect(rows.map(({ transaction, leftOut, faults }) => transaction?.amount ?? leftOut ?? faults.map(({ code }) => code))).toEqual([
      1204.8,
      'Status is Failed',
      7,
      ['SALE_UNKNOWN'],
    ]);
    expect(rows[0]?.transaction).toMatchObject({
      currency: 'CHF',
      transactionDate: '2026-11-20T08:12:00+00:00',
      transactionReference: 'pi_1',
    });
    expect(JSON.stringify(rows.map(({ transaction }) => transaction))).not.toContain('ada@example.com');
  });

  it('of Shopify: one row an order', async () => {
    const { description, rows } = await read(shopify);
    expect(description.columns?.known?.name).toBe('Shopify orders');
    expect(rows.map(({ transaction, leftOut, faults }) => transaction?.amount ?? leftOut ?? faults.map(({ code }) => code))).toEqual([
      20,
      'no Financial Status',
      'Financial Status is voided',
      ['SALE_UNKNOWN'],
    ]);
    expect(rows[0]?.transaction).toMatchObject({
      orderId: '#1001',
      transactionReference: 'c1.1',
      transactionDate: '2026-08-20T08:00:00-04:00',
    });
    expect(JSON.stringify(rows.map(({ transaction }) => transaction))).not.toContain('example.com');
  });

  it('are mapped otherwise by hand, field by field, and wholly kept on demand', async () => {
    const rules = { ...noRules, columns: { amount: 'Converted Amount' }, extra: 'keep' as const };
    const { rows } = await read(stripe, { rules });
    expect(rows[0]?.transaction).toMatchObject({ amount: 1204.8, currency: 'CHF' });
    expect(rows[0]?.transaction?.additionalData).toContainEqual({ key: 'Customer Email', value: 'ada@example.com' });
  });

  it('are no such thing when a mark is missing', async () => {
    const { description } = await read(stripe.replace('Converted Currency', 'Other'), {
      timezone: 'UTC',
      rules: {
        ...noRules,
        columns: { amount: 'Amount', transactionDate: 'Created (UTC)', 'additionalData.Amount Refunded': 'Amount Refunded' },
      },
    });
    expect(description.columns?.known).toBeNull();
  });

  it.each([
    ['amazon-date-range', 'type', ','],
    ['authorize-net-transactions', 'Transaction Status', ','],
    ['braintree-transactions', 'Transaction Status', ','],
    ['braintree-transactions', 'Transaction Type', ','],
    ['checkout-com-financial-actions', 'Breakdown Type', ','],
    ['dlocal-report', 'Type', ';'],
    ['dlocal-report', 'Status', ';'],
    ['govuk-pay-transactions', 'State', ','],
    ['gr4vy-transactions', 'status', ','],
    ['gumroad-sales', 'Free trial purchase?', ','],
    ['mercado-pago-todas', 'TRANSACTION_TYPE', ','],
    ['mobilepay-myshop', 'Event', ';'],
    ['razorpay-settlement-recon', 'transaction_entity', ','],
    ['venmo-statement', 'Type', ','],
    ['woocommerce-orders', 'Status', ','],
    ['woopayments-transactions', 'Type', ','],
  ])('%s has no sale where "%s" is not known', async (layout, column, delimiter) => {
    const text = readFileSync(new URL(`../../../fixtures/exports/${layout}/export.csv`, import.meta.url), 'utf8');
    const table: string[][] = parse(text, { delimiter, bom: true, relax_column_count: true });
    const head = table.findIndex((cells) => cells.includes(column));
    const index = table[head]?.indexOf(column) ?? -1;
    const otherwise = table.map((cells, at) => (at > head ? cells.with(index, 'Unheard of') : cells));
    const { description, rows } = await read(otherwise.map((cells) => cells.map((cell) => `"${cell}"`).join(delimiter)).join('\n'), {
      timezone: 'UTC',
    });
    expect(description.columns?.known).not.toBeNull();
    expect(rows.filter(({ transaction }) => transaction)).toEqual([]);
    expect(rows.flatMap(({ faults }) => faults.map(({ code }) => code))).toContain('SALE_UNKNOWN');
  });

  it.each(knownExports.map((one) => [one.name, one] as const))(
    '%s says where its columns are written, and names each once',
    (_, { sources, columns, keeps, marks }) => {
      for (const source of sources) expect(new URL(source).protocol).toBe('https:');
      expect(sources.length).toBeGreaterThan(0);
      const used = Object.values(columns).flat(2);
      expect(keeps.filter((name) => used.includes(name))).toEqual([]);
      expect(new Set(marks).size).toBe(marks.length);
    },
  );
});

it("the public original's own format is read as it stands", async () => {
  const { description, rows } = await read(
    'transactionDate|amount|currency|terminalId|cardNumberMasked\r\n2026-11-20T08:12:44+01:00|-98341.1525|CHF|T "1"|424242******4242\r\n'.replace(
      ' "1"',
      '1',
    ),
  );
  expect(description.delimiter).toBe('|');
  expect(rows[0]?.transaction).toMatchObject({ amount: -98341.1525, terminalId: 'T1' });
});
