/** Whether rows are sales or settlement records: asked of files that tell payouts and are not known, and of nothing that a till writes. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SalesError } from '../../../src/contract/problem.js';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { type OpenOptions, openInput } from '../../../src/files/open.js';
import { chunked, read, refusal } from '../reading.js';

const acquirer = 'Beleg;Datum;Betrag;Kommission;Auszahlungsnummer;Währung\n1;2026-11-20T10:00:00Z;1,50;0,10;PO-1;CHF\n';
const json = (member: object) =>
  JSON.stringify([{ amount: 1.5, currency: 'EUR', transactionDate: '2026-11-20T10:00:00Z', terminalId: 'T1', ...member }]);

async function isAsked(source: string | { path: string }, options: Partial<OpenOptions> = {}): Promise<boolean> {
  try {
    const opened = typeof source === 'string' ? { stdin: chunked(source) } : source;
    await (await openInput(opened, { format: 'auto', timezone: 'Europe/Zurich', time: '12:00', ...options })).close();
    return false;
  } catch (error) {
    if (!(error instanceof SalesError)) throw error;
    return error.questions?.some(({ code }) => code === 'KIND_UNCERTAIN') === true;
  }
}

describe('a file that tells fees and payouts', () => {
  it('is refused as sales, with a command for each of both', async () => {
    const { message, hint, questions } = await refusal(acquirer);
    expect(message).toBe(
      'The file tells what was paid out: columns 4 (D) "Kommission" and 5 (E) "Auszahlungsnummer". If a till sends the same sales, too, they would count twice.',
    );
    expect(hint).toMatch(/ sales settle FILE .* sales upload --sales FILE$/);
    expect(questions).toMatchObject([{ code: 'KIND_UNCERTAIN', field: 'amount' }]);
  });

  it('is asked together with all else that it leaves open', async () => {
    const { message, hint, questions } = await refusal(acquirer.replace('T10:00:00Z', ' 10:00').replace(';Währung', ';x'));
    expect(message).toBe('The file tells what was paid out: it may be settlement records. As sales it leaves 1 question open.');
    expect(hint).toContain('sales upload --sales FILE …');
    expect(questions.map(({ code }) => code)).toEqual(['KIND_UNCERTAIN', 'TIMEZONE_MISSING']);
  });

  it('is read once it is said that they are sales, which columns alone do not say', async () => {
    expect((await read(acquirer, { asSales: true })).rows).toMatchObject([{ transaction: { amount: 1.5 } }]);
    expect(await isAsked(acquirer, { rules: { ...noRules, columns: { amount: 'Betrag' } } })).toBe(true);
  });

  it('is not asked as records, as a proposal, of a job that has begun, or where such a file was sent as sales', async () => {
    for (const options of [{ kind: 'Settlement' as const }, { isProposal: true }, { isOfJob: true }])
      expect(await isAsked(acquirer, options)).toBe(false);
    const earlier = { rules: noRules, mapping: null, byContent: [], agreements: [], written: {}, on: '2026-11-20', reading: {} };
    await (await openInput({ stdin: chunked(acquirer) }, { format: 'auto' }, () => earlier)).close();
  });

  it('is asked as JSON, with names of its own or of the API', async () => {
    const own = '[{"Betrag": 1.5, "Währung": "EUR", "Datum": "2026-11-20T10:00:00Z", "Netto": 1.4, "Kommission": 0.1}]';
    for (const text of [own, json({ fee: 0.1, payoutId: 'PO-1' })]) {
      expect(await isAsked(text)).toBe(true);
      expect(await isAsked(text, { asSales: true })).toBe(false);
    }
    expect(await isAsked(json({ fee: 0.1 }))).toBe(false);
    expect(await isAsked(json({ fee: 0.1, payoutId: 'PO-1' }), { isOfJob: true })).toBe(false);
  });
});

describe('a till', () => {
  it.each([
    ['with a fee', 'Datum;Beleg;Betrag;Gebühr;Währung\n2026-11-20T10:00:00Z;1;1,50;0,10;EUR\n'],
    ['with a net amount and a tip', 'Date,Receipt,Total,Tip,Net,Currency\n2026-11-20T10:00:00Z,1,12.50,0.50,12.00,EUR\n'],
    [
      'with amounts before taxes, and a fee for service',
      'Datum;Beleg;Netto;MwSt;Brutto;Gebühr;Währung\n2026-11-20T10:00:00Z;1;1,00;0,19;1,19;0,10;EUR\n2026-11-20T11:00:00Z;2;2,00;0,38;2,38;0,00;EUR\n',
    ],
    [
      'with taxes of several rates',
      'Date,Receipt,Net,VAT 7,VAT 19,Gross,Fee,Currency\n2026-11-20T10:00:00Z,1,2.00,0.07,0.19,2.26,0.1,EUR\n2026-11-20T11:00:00Z,2,1.00,0.07,0.00,1.07,0,EUR\n',
    ],
    ['with GST', 'Date,Receipt,Net,GST,Gross,Fee,Currency\n2026-11-20T10:00:00Z,1,10.00,1.00,11.00,0.30,AUD\n'],
    [
      'with the day on which an invoice was paid',
      'Date,Payment date,Receipt,Amount,Fee,Currency\n2026-11-20T10:00:00Z,2026-11-21,1,1.50,0.10,EUR\n',
    ],
  ])('%s is not asked, nor told that it may be a file of records', async (_, text) => {
    expect(await isAsked(text)).toBe(false);
    expect((await read(text, { isProposal: true })).description.columns?.tellsPayouts).toBe(false);
  });

  it('is not told so where its rows are sent, whatever was said', async () => {
    const text = 'Datum;Beleg;Netto;MwSt;Brutto;Gebühr;Währung\n2026-11-20T10:00:00Z;1;1,00;0,19;1,19;0,10;EUR\n';
    const rules = { ...noRules, columns: { amount: 'Brutto' } };
    for (const asSales of [true, false]) expect((await read(text, { asSales, rules })).description.columns?.tellsPayouts).toBe(false);
    expect((await read(acquirer, { asSales: true })).description.columns?.tellsPayouts).toBe(true);
  });

  it('is nothing that an acquirer with a tax on its fee is', async () => {
    const taxed =
      'Date,Receipt,Gross,Commission,VAT,Net,Currency\n2026-11-20T10:00:00Z,1,10.00,1.00,0.20,8.80,EUR\n2026-11-20T11:00:00Z,2,5.00,0.00,0.00,5.00,EUR\n';
    expect(await isAsked(taxed)).toBe(true);
    expect((await read(taxed, { isProposal: true })).description.columns?.tellsPayouts).toBe(true);
    for (const fee of ['Booked fees', 'VAT on commission', 'Fees & taxes']) {
      const paidOut = `Date,Receipt,Gross,${fee},Net,Payout date,Currency\n2026-11-20T10:00:00Z,1,10.00,1.20,8.80,2026-11-21,EUR\n`;
      expect([fee, await isAsked(paidOut)]).toEqual([fee, true]);
    }
    // Where no row has a tax, nothing shows that the net amount is one before taxes.
    expect(await isAsked(taxed.replace('1.00,0.20,8.80', '0.00,0.00,10.00'))).toBe(true);
  });
});

const root = fileURLToPath(new URL('../../../fixtures/', import.meta.url));
const under = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (statSync(join(folder, name)).isDirectory() ? under(join(folder, name)) : [join(folder, name)]));
const fixtures = ['exports', 'exports-of-one-till', 'shops', 'torture', 'settlements'].flatMap((name) => under(join(root, name)));

it('of all fixtures, only those of three acquirers and of Vipps are asked, lists of payouts and totals, and the statements of banks', async () => {
  const asked: string[] = [];
  for (const path of fixtures) if (await isAsked({ path })) asked.push(path.slice(root.length));
  expect(asked).toEqual([
    ...['exports/acquirer-rrn/export.csv', 'exports/antom-batches/export.csv'],
    ...['exports/dsfinvk-businesscases/export.csv', 'exports/ing-lista-transakcji/export.csv', 'exports/knab-rekening/export.csv'],
    ...['exports/picpay-recebiveis/export.csv', 'exports/sparkasse-camt/export.csv'],
    ...['settlements/acquirer-de/export.csv', 'settlements/vipps-settlement/export.csv'],
  ]);
});

it('of all fixtures, only those of acquirers and payment services are said to tell what was paid out', async () => {
  const told: string[] = [];
  for (const path of fixtures) {
    // What is no table, or none that is understood, has no columns.
    const input = await openInput({ path }, { format: 'auto', isProposal: true }).catch(() => null);
    if (input?.description.columns?.tellsPayouts) told.push(path.slice(root.length).split('/').slice(0, -1).join('/'));
    await input?.close();
  }
  expect(told).toEqual([
    ...['acquirer-rrn', 'adyen-settlement-details', 'amazon-date-range', 'antom-batches', 'cielo-vendas'].map(of('exports')),
    ...['ebay-transaction-report', 'etsy-payments', 'govuk-pay-transactions', 'gumroad-sales'].map(of('exports')),
    ...['mercado-pago-maquininha', 'mercado-pago-todas', 'mollie-settlement'].map(of('exports')),
    ...['moyasar-settlement', 'pagbank-vendas', 'paypal-activity', 'picpay-recebiveis', 'picpay-vendas'].map(of('exports')),
    ...['razorpay-settlement-recon'].map(of('exports')),
    ...['rede-vendas', 'shopify-payments-transactions'].map(of('exports')),
    ...['stripe-balance', 'stripe-payout-itemised', 'sumup-umsaetze', 'truevo-reconciliation'].map(of('exports')),
    ...['woopayments-transactions'].map(of('exports')),
    ...['acquirer-de', 'acquirer-de', 'adyen-settlement-details', 'amazon-date-range'].map(of('settlements')),
    ...['amazon-flat-file-v2', 'cashfree-recon', 'checkout-com-settlement-breakdown', 'gumroad-payout'].map(of('settlements')),
    ...['klarna-settlement', 'mercado-pago-liberaciones', 'mercado-pago-todas', 'mobilepay-transfers'].map(of('settlements')),
    ...['mollie-settlement', 'own-names', 'paypal-settlement', 'razorpay-settlement-recon'].map(of('settlements')),
    ...['shopify-payments', 'square-transactions', 'stripe-payout-itemised', 'sumup-umsaetze'].map(of('settlements')),
    ...['twint-abrechnung', 'vipps-settlement', 'vipps-settlement', 'woopayments-transactions'].map(of('settlements')),
  ]);
});

function of(folder: string): (name: string) => string {
  return (name) => `${folder}/${name}`;
}
