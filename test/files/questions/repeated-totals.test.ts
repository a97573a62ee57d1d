/** Exports with a line for each item, in which the total of the receipt stands in every line. */
import { expect, it } from 'vitest';
import { noRules } from '../../../src/files/input/mapping-rules.js';
import { read, refusal } from '../reading.js';

const zone = { timezone: 'Europe/Zurich' };

it('a total that is repeated for each item of a receipt is asked, and how its lines are sent all the same', async () => {
  const text = [
    'Bon-Nr;Datum;Artikel;Betrag;Währung',
    '17;20.11.2026 08:12;Kaffee;8,60;CHF',
    '17;20.11.2026 08:12;Gipfeli;8,60;CHF',
    '18;20.11.2026 08:15;Tee;4,20;CHF',
  ].join('\n');
  const { code, message, hint } = await refusal(text, zone);
  expect(code).toBe('inputUnusable');
  expect(message).toBe(
    'Line 3: column 4 (D) "Betrag" repeats the amount of line 2 in another line of the same receipt (columns 3 (C) "Artikel" and 1 (A) "Bon-Nr"). It may be the total of the receipt, and would be sent once for each line.',
  );
  expect(hint).toBe(
    "If it is, keep one line of each receipt in the file, or name the column of the lines' own amounts with --set amount=COLUMN;   if each line is a sale of that amount:   --set additionalData.Artikel=Artikel",
  );
  const { rows } = await read(text, { ...zone, rules: { ...noRules, columns: { 'additionalData.Artikel': 'Artikel' } } });
  expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([8.6, 8.6, 4.2]);
});

it.each([
  ['Order number,Date,Item Name,Order Total', '1001,2026-11-20T08:12:00Z,Mug,48.00\n1001,2026-11-20T08:12:00Z,Plate,48.00'],
  ['Order ID,Date,Product,Amount', '7,2026-11-20T08:12:00Z,Mug,48.00\n7,2026-11-20T08:12:00Z,Plate,48.00'],
  ['Check #,Date,Menu item,Amount', '7,2026-11-20T08:12:00Z,Soup,48.00\n7,2026-11-20T08:12:00Z,Wine,48.00'],
  ['Scontrino,Data,Articolo,Importo', '7,2026-11-20T08:12:00Z,Pane,48.00\n7,2026-11-20T08:12:00Z,Latte,48.00'],
  ['N° ticket,Date,Désignation,Montant', '7,2026-11-20T08:12:00Z,Pain,48.00\n7,2026-11-20T08:12:00Z,Lait,48.00'],
  ['Belegnummer,Datum,MwSt-Satz,Betrag', '7,2026-11-20T08:12:00Z,8.1,48.00\n7,2026-11-20T08:12:00Z,2.6,48.00'],
  ['Order,Date,Qty,Price,Amount', '7,2026-11-20T08:12:00Z,1,40.00,48.00\n7,2026-11-20T08:12:00Z,1,8.00,48.00'],
  ['Order,Date,Description,Qty,Amount', '7,2026-11-20T08:12:00Z,Mug,1,48.00\n7,2026-11-20T08:12:00Z,Plate,1,48.00'],
  ['Bon,Datum,Warengruppe,Betrag', '7,2026-11-20T08:12:00Z,Food,48.00\n7,2026-11-20T08:12:00Z,Drinks,48.00'],
  [
    'Bon,Datum,Zahlart,Gesamtbetrag',
    [7, 8, 9].map((bon) => `${bon},2026-11-20T08:12:00Z,Bar,4${bon}.00\n${bon},2026-11-20T08:12:00Z,Karte,4${bon}.00`).join('\n'),
  ],
  // Other lines between them, and blanks around.
  [
    'Receipt,Date,Product,amount',
    '7,2026-11-20T08:12:00Z,Mug,48.00\n8,2026-11-20T08:12:00Z,Mug,12.00\n7,2026-11-20T08:12:00Z,Plate, 48.00',
  ],
  // An item that costs as much alone proves nothing of the others.
  [
    'Bon-Nr,Datum,Artikel,Betrag',
    '7,2026-11-20T08:12:00Z,Tee,4.80\n7,2026-11-20T08:12:00Z,Kaffee,4.80\n8,2026-11-20T08:15:00Z,Kaffee,4.80',
  ],
  // The column that was said to be the amount is the total, too.
])('so under %s', async (header, rows) => {
  const column = header.split(',').at(-1) ?? '';
  const { message } = await refusal(`${header}\n${rows}\n`, { rules: { ...noRules, columns: { amount: column } } });
  expect(message).toContain('It may be the total of the receipt');
});

it.each([
  ['no column names items', 'Bon-Nr,Datum,Kellner,Betrag', '7,2026-11-20T08:12:00Z,Anna,48.00\n7,2026-11-20T08:12:00Z,Anna,48.00'],
  ['the item is the same', 'Bon-Nr,Datum,Artikel,Betrag', '7,2026-11-20T08:12:00Z,Tee,4.80\n7,2026-11-20T08:12:00Z,Tee,4.80'],
  ['the receipts are others', 'Bon-Nr,Datum,Artikel,Betrag', '7,2026-11-20T08:12:00Z,Tee,4.80\n8,2026-11-20T08:12:00Z,Kaffee,4.80'],
  ['the times are others', 'Bon-Nr,Datum,Artikel,Betrag', '7,2026-11-20T08:12:00Z,Tee,4.80\n7,2026-11-21T08:12:00Z,Kaffee,4.80'],
  [
    'other receipts have an amount for each item',
    'Bon-Nr,Datum,Artikel,Betrag',
    '7,2026-11-20T08:12:00Z,Tee,4.80\n7,2026-11-20T08:12:00Z,Kaffee,4.80\n8,2026-11-20T08:15:00Z,Tee,4.80\n8,2026-11-20T08:15:00Z,Kuchen,6.50',
  ],
  [
    'the amount is the price of the item',
    'Bon-Nr,Datum,Artikel,Einzelpreis,Betrag',
    '7,2026-11-20T08:12:00Z,Tee,4.80,4.80\n7,2026-11-20T08:12:00Z,Kaffee,4.80,4.80',
  ],
  [
    'the same goods have lines of their own',
    'Bon-Nr,Pos,Datum,Artikel,Betrag',
    '7,1,2026-11-20T08:12:00Z,Tee,4.80\n7,2,2026-11-20T08:12:00Z,Tee,4.80',
  ],
  [
    'the amount is the price of as many pieces',
    'Bon-Nr,Datum,Artikel,Menge,Einzelpreis,Betrag',
    '7,2026-11-20T08:12:00Z,Tee,2,4.5,9.00\n7,2026-11-20T08:12:00Z,Kaffee,3,3.00,9.00',
  ],
  [
    'each till has its own numbers',
    'Bon-Nr,Datum,terminalId,Kategorie,Betrag',
    '7,2026-11-20T08:12:00Z,K1,Food,4.80\n7,2026-11-20T08:12:00Z,K2,Drinks,4.80',
  ],
  [
    'they are the rejects of a file of which it was asked',
    'Bon-Nr,Artikel,Betrag,Datum,_line,_code,_error',
    '7,Tee,4.80,2026-11-20T08:12:00Z,2,A,B\n7,Kaffee,4.80,2026-11-20T08:12:00Z,3,A,B',
  ],
  [
    'two receipts are paid in halves',
    'Bon,Datum,Zahlart,Betrag',
    [7, 8].map((bon) => `${bon},2026-11-20T08:12:00Z,Bar,4.00\n${bon},2026-11-20T08:12:00Z,Karte,4.00`).join('\n'),
  ],
  ['texts are of payments', 'Bon,Datum,Beschreibung,Betrag', '7,2026-11-20T08:12:00Z,Visa,4.80\n7,2026-11-20T08:12:00Z,Maestro,4.80'],
  ['they cost nothing', 'Bon-Nr,Datum,Artikel,Betrag', '7,2026-11-20T08:12:00Z,Tee,0.00\n7,2026-11-20T08:12:00Z,Kaffee,0.00'],
  ['the receipt has no number', 'Bon-Nr,Datum,Artikel,Betrag', ',2026-11-20T08:12:00Z,Tee,4.80\n,2026-11-20T08:12:00Z,Kaffee,4.80'],
])('equal amounts are sales of their own where %s', async (_, header, rows) => {
  const { rows: sent } = await read(`${header}\n${rows}\n`);
  expect(sent.flatMap(({ faults }) => faults)).toEqual([]);
  expect(sent).toHaveLength(rows.split('\n').length);
});

it('without a number of receipts, those of the same second are one, where there are several', async () => {
  const pair = (time: string, amount = '12.50') => `2026-11-20T${time}Z,Mug,12.50\n2026-11-20T${time}Z,Plate,${amount}\n`;
  const header = 'Date,Product,Amount\n';
  expect((await refusal(`${header}${pair('08:12:01')}${pair('08:14:59')}`)).message).toContain('columns 2 (B) "Product" and 1 (A) "Date"');
  for (const rows of [pair('08:12:01'), `${pair('08:12:01')}${pair('08:14:59', '8.00')}${pair('08:15:01')}`])
    expect((await read(header + rows)).rows.flatMap(({ faults }) => faults)).toEqual([]);
});

it('one receipt that is otherwise among many does not hide them', async () => {
  const pair = (receipt: number, amounts: string[]) =>
    amounts.map((amount, item) => `${receipt},2026-11-20T08:12:00Z,item ${item},${amount}\n`).join('');
  const many = Array.from({ length: 9 }, (_, at) => pair(at, ['4.80', '4.80'])).join('');
  const { message } = await refusal(`Bon-Nr,Datum,Artikel,Betrag\n${many}${pair(10, ['4.80', '-4.80'])}`);
  expect(message).toContain('It may be the total of the receipt');
});

it('a header with very many such columns costs no time', async () => {
  const header = ['Betrag', 'Bon', 'Artikel', 'Typ'].flatMap((name) => Array.from({ length: 100 }, () => name));
  const rows = Array.from({ length: 100 }, () => header.map((_, at) => at).join(',')).join('\n');
  expect((await refusal(`${header.join(',')}\n${rows}\n`)).code).toBe('inputUnusable');
});

it('a question whose answer excludes that of another one comes after it', async () => {
  const text =
    'Order number,Order Date,Item,Item total,Order total\n7,2026-11-20T08:12:00Z,Mug,40.00,48.00\n7,2026-11-20T08:12:00Z,Plate,8.00,48.00\n';
  const asked = async (rules = noRules) => (await refusal(text, { rules })).questions.map(({ code }) => code);
  expect(await asked()).toEqual(['COLUMN_AMBIGUOUS', 'FIELD_MISSING']);
  expect(await asked({ ...noRules, columns: { amount: 'Order total' } })).toEqual(['AMOUNT_REPEATED', 'FIELD_MISSING']);
  const { rows } = await read(text, { rules: { ...noRules, columns: { amount: 'Item total', transactionDate: 'Order Date' } } });
  expect(rows.map(({ transaction }) => transaction?.amount)).toEqual([40, 8]);
});

// A journal of Airレジ: what was paid stands in every line of a receipt, and another question was answered about another column.
it('an answer about another column says nothing of the lines', async () => {
  const row = (no: number, item: string, price: number, paid: number) => `10${no},,2026/10/0${no} 12:00:00,${item},${price},${paid},JPY`;
  const rows = [row(1, 'グリップ', 2000, 3300), row(1, 'ボール', 1000, 3300), row(2, 'グローブ', 1800, 2420), row(2, 'ボール', 400, 2420)];
  const text = [
    '取引No,元取引No,取引日,商品名,商品合計金額,クレジットカード,通貨',
    ...rows,
    row(3, 'ボール', 1000, 1100).replace(',,', ',101,'),
  ].join('\n');
  const columns = { transactionReference: '取引No', transactionDate: '取引日', amount: 'クレジットカード', currency: '通貨' };
  const aside = { ...columns, 'additionalData.元取引No': '元取引No' };
  const { message } = await refusal(text, { ...zone, rules: { ...noRules, columns: aside } });
  expect(message).toContain('column 6 (F) "クレジットカード" repeats the amount of line 2 in another line of the same receipt');
  const { rows: sent } = await read(text, { ...zone, rules: { ...noRules, columns: { ...aside, 'additionalData.商品名': '商品名' } } });
  expect(sent).toHaveLength(5);
});
