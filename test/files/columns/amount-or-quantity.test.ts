/** What looks like the currency or the amount of a sale, and is that of the card, or a number of pieces. */
import { expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { read, refusal } from '../reading.js';

it.each([
  'Kartenwährung',
  'Card currency',
  'Cardholder Currency',
  'Billing currency',
  'DCC',
  'Devise de la carte',
  'Abrechnungswährung',
  'Account currency',
  'Kontowährung',
  'Devise du compte',
  'Base currency',
  'Original currency',
  'Fremdwährung',
])('a column %s is not the currency of the sale by its content: it is asked', async (name) => {
  const content = `Betrag;${name}\n4.50;USD\n5.50;GBP\n`;
  const { message, hint } = await refusal(content);
  expect(message).toContain(`"${name}" may be the currency`);
  expect(hint).toMatch(/--set '?currency=.*--const currency=CODE/);
  const other = await read(content, { rules: { ...noRules, constants: { currency: 'CHF' } } });
  expect(other.rows[0]?.transaction).toEqual({ amount: 4.5, currency: 'CHF', additionalData: [{ key: name, value: 'USD' }] });
  const own = await read(content, { rules: { ...noRules, columns: { currency: name } } });
  expect(own.rows[0]?.transaction).toEqual({ amount: 4.5, currency: 'USD' });
});

it('beside a currency, and where there are several, none is asked', async () => {
  for (const header of ['Betrag;Waehrung;Kontowährung', 'Betrag;Kartenwährung;Kontowährung']) {
    const { rows } = await read(`${header}\n4.50;USD;GBP\n`);
    expect(rows[0]?.faults).toEqual([]);
  }
});

it.each([
  'Amount in cents',
  'amount_cents',
  'Betrag (Rp.)',
  'Betrag in ct',
  'Amount (minor units)',
  'Betrag (Rappen)',
  'Montant en centimes',
])('an amount under %s is asked, with what would come of it', async (name) => {
  const { message, hint } = await refusal(`Ref;${name}\nA;4500\n`);
  expect(message).toContain('a hundred times too high');
  expect(hint).toContain('--no-minor-units');
});

it.each(['Amount', 'Amount percent', 'Total centre'])('no such thing is said of %s', async (name) => {
  const { message } = await refusal(`Ref;${name};Amount due\nA;4500;4500\n`);
  expect(message).not.toContain('a hundred times');
});

it.each([
  ['Amount,Exponent,Currency', '1250,2,CHF'],
  ['amount,exponent,currency', '1250,2,CHF\n500,0,JPY'],
  ['Betrag,Nachkommastellen,Währung', '1250,2,CHF'],
  ['Amount,Minor Units,Currency', '1250,-2,CHF'],
  ['Amount,Tip,Currency exponent', '1250,0,2'],
])('whole amounts beside a number of decimals are asked: %s', async (header, rows) => {
  const { message, hint } = await refusal(`${header}\n${rows}\n`);
  expect(message).toContain('a hundred times too high');
  const [name = ''] = header.split(',');
  expect(hint).toContain('--no-minor-units');
  const { rows: sent } = await read(`${header}\n${rows}\n`, { rules: { ...noRules, columns: { amount: name } }, minorUnits: false });
  expect(sent[0]?.transaction?.amount).toBe(1250);
});

it.each([
  ['Amount,Exponent,Currency', '12.50,2,CHF'],
  ['Amount,Exponent,Currency', '500,0,JPY'],
  ['Amount,Decimals,Currency', '500,yes,JPY'],
  ['Amount,Exponent,Currency', '500,,JPY'],
])('but not under %s where that is nothing: %s', async (header, row) => {
  const { rows } = await read(`${header}\n${row}\n`);
  expect(rows[0]?.transaction?.amount).toBe(Number(row.split(',')[0]));
});

it('a Gross Currency is no amount', async () => {
  const { hint } = await refusal('Ref;Gross Currency;Gross;Net\nA;EUR;45.00;44.00\n');
  expect(hint).toBe('Say which it is:   --set amount=Gross');
});

it('a column without such a name still is', async () => {
  const { rows } = await read('Betrag;W\n4.50;USD\n');
  expect(rows[0]?.transaction?.currency).toBe('USD');
});

it.each([
  ['Item,Amount,Price', 'Coffee,2,4.50\nTea,1,3.20'],
  ['Artikel,Amount,Einzelpreis', 'Kaffee,2,4.50\nTee,1,3.20'],
  ['Item,Amount,Price', 'Coffee,2.00,4.50\nTea,1.000,3.20'],
  ['Item,Price,Amount', 'Coffee,CHF 4.50,2'],
  ['Item,Amount,Price', 'Coffee,200,4.50'],
])('%s: whole numbers beside a price may be pieces, and are asked', async (header, rows) => {
  const asked = await refusal(`${header}\n${rows}\n`);
  expect(asked.code).toBe('inputUnusable');
  for (const name of header.split(',').slice(1)) expect(asked.hint).toContain(`--set amount=${name}`);
  const rules = { ...noRules, columns: { amount: header.split(',').find((name) => /pr[ei]/i.test(name)) ?? '' } };
  expect((await read(`${header}\n${rows}\n`, { rules })).rows[0]?.transaction?.amount).toBe(4.5);
});

it.each([
  ['Ref,Amount,Captured', 'A,45.00,40.00\nB,15.00,15.00', ['Amount', 'Captured']],
  ['Ref,Total,Charged', 'A,45.00,45\nB,15.00,0.00', ['Total', 'Charged']],
  ['Ref,Paid,Betrag', 'A,45.00,45.00\nB,15.00,20.00', ['Paid', 'Betrag']],
  ['Ref,amount,captured', 'A,45.00,40.00', ['amount', 'captured']],
  ['Ref,amount,amount_paid', 'A,45.00,45.00\nB,15.00,0.00', ['amount', 'amount_paid']],
  ['Ref,Total,Deposit', 'A,45.00,45.00\nB,15.00,0.00', ['Total', 'Deposit']],
  ['Ref,Summe,Anzahlung', 'A,45.00,45.00\nB,15.00,5.00', ['Summe', 'Anzahlung']],
  ['Ref,Total,Balance due', 'A,45.00,0.00\nB,15.00,15.00', ['Total']],
  // As https://corumhealth.com.au/doc/lay-by-summary/ has it.
  ['Ref,Total,Lay-By Balance', 'A,45.00,0.00\nB,15.00,15.00', ['Total']],
  ['Ref,amount,Outstanding', 'A,45.00,0.00\nB,15.00,10.00', ['amount']],
  ['Ref,Amount,Debit,Credit', 'A,45.00,,45.00\nB,15.00,15.00,', ['Amount']],
  ['Ref,Betrag,Soll,Haben', 'A,45.00,0.00,45.00\nB,15.00,15.00,0.00', ['Betrag']],
  ['Ref,Amount,Captured', 'A,45.00,45.00\nB,-15.00,-10.00', ['Amount', 'Captured']],
  ['Ref,Amount,Charged', 'A,45.00,45.00\nB,-15.00,15.00', ['Amount', 'Charged']],
  ['Ref,Amount,Captured', 'A,45.00,45.00\nB,-15.00,0.00', ['Amount', 'Captured']],
  ['Ref,Charged,Amount', 'A,45.00,-45.00\nB,15.00,-15.00', ['Charged', 'Amount']],
  ['Ref,Amount,Paid', 'A,45.00,20261102\nB,15.00,10.00', ['Amount', 'Paid']],
  ['Ref,Amount,Debit,Credit,Cash', 'A,45.00,,45.00,\nB,15.00,15.00,,', ['Amount']],
  ['Ref,Amount,Debit,Credit,Cash', 'A,45.00,,45.00,\nB,15.00,15.00,,\nC,5.00,,,65.00', ['Amount']],
  ['Ref,Amount,Debit,Credit,Balance', 'A,45.00,,45.00,\nB,15.00,15.00,,\nC,5.00,,,65.00', ['Amount']],
])('%s: an amount that its own row disputes is asked', async (header, rows, names) => {
  const asked = await refusal(`${header}\n${rows}\n`);
  expect(asked.hint).toBe(`Say which it is:   ${names.map((name) => `--set amount=${name}`).join('   or   ')}`);
  const rules = { ...noRules, columns: { amount: names[0] ?? '' } };
  expect((await read(`${header}\n${rows}\n`, { rules })).rows[0]?.transaction?.amount).toBe(45);
});

it.each([
  ['Ref,Amount,Captured', 'A,45.00,45\nB,15.00,'],
  ['Ref,Amount,Captured', 'A,45.00,true\nB,15.00,false'],
  ['Ref,Amount,Captured', 'A,45.00,1\nB,15.00,0'],
  ['Ref,Amount,Paid', 'A,45.00,cash\nB,15.00,'],
  ['Ref,Amount,Paid,Change', 'A,45.00,50.00,5.00'],
  ['Ref,amount,captured', 'A,45.00,45.00'],
  ['Ref,Total,Balance due', 'A,45.00,0.00\nB,15.00,0'],
  ['Ref,Total,Outstanding', 'A,45.00,no\nB,15.00,yes'],
  ['Ref,Amount,Debit,Credit', 'A,45.00,,45.00\nB,-15.00,15.00,'],
  ['Ref,Amount,Debit,Credit', 'A,45.00,,45.00\nB,15.00,,15.00'],
  ['Ref,Amount,Debit,Credit', 'A,45.00,yes,no\nB,15.00,no,yes'],
  ['Ref,Betrag,Bezahlt,Zurück', 'A,45.00,50.00,5.00'],
  ['Ref,Betrag,Bezahlt,Retourgeld', 'A,45.00,50.00,5.00'],
  ['Ref,Total,Paid,Change due', 'A,45.00,50.00,5.00'],
  ['Ref,Amount,Paid', 'A,45.00,20261102\nB,15.00,20261103'],
  ['Ref,Amount,Cash,Debit,Credit', 'A,45.00,45.00,0.00,0.00\nB,15.00,0.00,15.00,0.00\nC,5.00,0.00,0.00,5.00'],
  ['Ref,Amount,Debit,Credit,Gift card', 'A,45.00,45.00,,\nB,15.00,,15.00,\nC,5.00,,,5.00'],
])('%s of %j is not asked, though a name may say so', async (header, rows) => {
  expect((await read(`${header}\n${rows}\n`)).rows[0]?.transaction?.amount).toBe(45);
});

it.each([
  ['Item,Amount,Price', 'Coffee,9.50,4.50\nTea,2,3.20'],
  ['Artikel,Betrag,Listenpreis', 'Kaffee,10,12.50\nTee,5,6.90'],
  ['Artikel,Betrag,Stundenpreis', 'Miete,3,1.50'],
  ['Article,Montant,Prix', 'Thé,10,12.50'],
  ['Item,Amount paid,Price', 'Coffee,2,4.50'],
  ['Item,Amount,Price', 'Coffee,2,4'],
  ['Item,Amount,Price,Qty', 'Coffee,9,4.50,2'],
  ['Item,amount,price', 'Coffee,2,4.50'],
  ['Item,Amount,Price list', 'Coffee,2,B'],
])('%s of %j is not asked', async (header, rows) => {
  expect((await read(`${header}\n${rows}\n`)).rows[0]?.transaction?.amount).toBe(Number(rows.split(/[,\n]/)[1]));
});

it('an amount that another column has with its taxes is asked', async () => {
  const rows = '18.50,0.90,19.40\n7.00,0.35,7.35\n-7.00,-0.35,-7.35\n';
  const { message, hint } = await refusal(`Total,Add-on Tax,Payment\n${rows}`);
  expect(message).toContain('both mean amount: 3 (C) "Payment", 1 (A) "Total"');
  expect(hint).toContain('--set amount=Payment');
  const { rows: own } = await read(`amount,Add-on Tax,Payment\n${rows}`);
  expect(own[0]?.transaction?.amount).toBe(18.5);
});

it.each([
  ['of which one row shows it alone', '18.50,0.90,19.40\n7.00,0.00,7.00\n'],
  ['that is it in one row and not in the next', '18.50,0.90,19.40\n7.00,0.35,9.00\n7.00,0.35,9.00\n'],
  ['that is the same', '18.50,0.90,18.50\n7.00,0.35,7.00\n'],
])('not beside a column %s', async (_, rows) => {
  const read1 = await read(`Total,Add-on Tax,Payment\n${rows}`);
  expect(read1.rows[0]?.transaction?.amount).toBe(18.5);
});

it('ids with more digits than a card has are no cards', async () => {
  const { rows } = await read('amount,Batch\n4.50,865311392860951474095913\n5.50,865311392860951474095913\n');
  expect(rows[0]?.transaction?.additionalData).toEqual([{ key: 'Batch', value: '865311392860951474095913' }]);
  const { message } = await refusal('amount,Batch\n4.50,865311392860951474095913\n5.50,4242424242424242\n');
  expect(message).toContain('"Batch" has full card numbers');
});

it('a list of payouts is asked about, whatever is said of its dates, unless something tells its rows to be sales', async () => {
  const text = 'Batch,Settle_date,Amount\n9001,2026-11-20 15:36:00,852.40\n9002,2026-11-21 15:36:00,100.00\n';
  const said = { ...noRules, columns: { transactionDate: 'Settle_date', amount: 'Amount' } };
  for (const rules of [noRules, said]) {
    const { message, hint } = await refusal(text, { timezone: 'UTC', rules });
    expect(message).toContain('looks like a list of payouts, not of sales: column 2 (B) "Settle_date"');
    expect(hint).toContain('sales settle --const type=Payout FILE');
  }
  const rules = { ...said, columns: { ...said.columns, transactionReference: 'Batch' } };
  const { rows } = await read(text, { timezone: 'UTC', rules });
  expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([852.4, 100]);
});

it('amounts that a service writes in its smallest unit are asked, beside others of its settlement, too', async () => {
  const header = 'transactionId,transactionDate,transactionAmountValue,transactionCurrency';
  for (const [more, cell] of [
    ['', ''],
    [',settlementAmountValue,settlementCurrency', ',9950,HKD'],
  ]) {
    const text = `${header}${more}\nA1,2026-11-20T18:00:01+08:00,10050,HKD${cell}\n`;
    const { message, hint } = await refusal(text);
    expect(message).toContain('a hundred times too high');
    expect(hint).toContain('--minor-units');
    const rules = { ...noRules, columns: { amount: 'transactionAmountValue' } };
    expect((await read(text, { rules, minorUnits: true })).rows[0]?.transaction?.amount).toBe(100.5);
  }
});
