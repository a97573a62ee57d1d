/**
 * Files of strangers, by the class of what is misunderstood in them: each is small, written as a public export, manual or bug report shows it (its
 * source stands with it; cells are changed, the form is not), and has what a bookkeeper says is right, which was written down before it was read.
 */
import type { Encoding } from '../../../src/files/input/row.js';

/** The amount of a row; `back`: money that goes back, negative or told; `no`: no row that counts: a fault, left out, or told. */
type Wanted = number | `back ${number}` | 'no';

export interface Stranger {
  /** The class, and what the file is. */
  name: string;
  source: string;
  /** Nothing was changed in the reader for its sake. */
  held?: true;
  /** Settlement records of an acquirer; sales otherwise. */
  settles?: true;
  flags?: string[];
  encoding?: Encoding;
  text: string;
  /** By line: each row, where the file is read. */
  rows?: Record<number, Wanted>;
  /** Fields of rows, where the file is read. */
  fields?: Record<number, Record<string, unknown>>;
  /** What may be asked or refused, with the flags of its answers. */
  asked?: RegExp;
  /** A part of what it says today, where that is not right, and is told. */
  today?: string;
}

const lines = (...all: string[]) => `${all.join('\n')}\n`;
const json = (...all: object[]) => `${all.map((one) => JSON.stringify(one)).join('\n')}\n`;
const euro = ['--const', 'currency=EUR'];
const dollar = ['--const', 'currency=USD'];

const dirham = ['--timezone', 'Asia/Dubai', '--const', 'currency=AED'];

const posSettlement = 'a test of a program that reads settlements of terminals (posSettlement), on GitHub';
const taxed = lines(
  'Merchant ID,Terminal ID,STAN,Transaction Type,Transaction Date,Card Type,Transaction Amount,Commission,VAT,Net Amount,Batch No',
  '200600123456,BJ000001,000123,PURCHASE,05/09/2026 13:10,VISA,227.80,4.20,0.21,223.39,0042',
  '200600123456,BJ000001,000124,PURCHASE,25/09/2026 16:45,MASTERCARD,102.85,1.90,0.10,100.85,0042',
  '200600123456,BJ000001,000125,REFUND,25/09/2026 16:55,MASTERCARD,50.00,0.92,0.05,49.03,0042',
);
const unsigned = lines(
  'Terminal-ID;Kaufdatum;Uhrzeit;Kartenart;Genehmigungsnummer;Umsatzart;Umsatz brutto;Währung;Disagio;Umsatz netto',
  '54000001;20.11.2026;08:12:00;Mastercard;012345;Verkauf;12,50;EUR;0,11;12,39',
  '54000001;20.11.2026;09:12:00;Visa;A12345;Verkauf;1.250,00;EUR;12,50;1.237,50',
  '54000001;20.11.2026;10:12:00;Visa;A12346;Gutschrift;50,00;EUR;0,00;50,00',
  '54000001;20.11.2026;11:12:00;Visa;A12347;Rückbelastung;30,00;EUR;20,00;50,00',
);

const amex = 'transactions of Online Merchant Services, from memory';
const charges = lines(
  'Settlement Date,Payment Number,Submission Date,Submission Invoice Number,Submitting Merchant Number,Charge Date,Charge Amount,Card Member Number,Charge Reference Number,Submission Gross Amount,Discount Amount,Submission Net Amount',
  '11/24/2026,123A4567,11/20/2026,000123,9371234567,11/20/2026,"1,250.00",XXXXXXXXXXX1001,00012345678,"1,300.00",(32.50),"1,267.50"',
  '11/24/2026,123A4567,11/20/2026,000123,9371234567,11/20/2026,100.00,XXXXXXXXXXX1002,00012345679,"1,300.00",(32.50),"1,267.50"',
  '11/24/2026,123A4567,11/20/2026,000123,9371234567,11/19/2026,(50.00),XXXXXXXXXXX1003,00012345680,"1,300.00",(32.50),"1,267.50"',
);

const pipedream = 'github.com/PipedreamHQ/pipedream: components/payhip/sources/';
const payhip = (id: string, price: number, at: number, type = 'paid') => ({
  id,
  email: 'a@example.com',
  currency: 'USD',
  price,
  vat_applied: false,
  payment_type: 'card',
  stripe_fee: 48,
  payhip_fee: 33,
  is_gift: false,
  ...(type === 'paid' ? { date: at } : { amount_refunded: price, date_refunded: at + 192, date_created: at }),
  type,
});
const paid = [payhip('ZGjVj5x4GN', 900, 1703693218), payhip('ZGjVj5x4GP', 1250, 1703696818), payhip('ZGjVj5x4GQ', 700, 1703700418)];

const affirm = 'raw.githubusercontent.com/api-evangelist/affirm/main/json-schema/transactions-settlement-event-schema.json';
const affirmed = (id: number, amount: number, type: string) => ({
  id: `${500120 + id}`,
  transaction_id: `${700120 + id}`,
  transaction_event_id: `${800120 + id}`,
  amount,
  currency: 'USD',
  created: `2025-03-15T14:3${id}:00Z`,
  type,
});

const invoice = (id: string, amount: number, created: number) => ({
  id,
  object: 'invoice',
  account_country: 'US',
  amount_due: amount,
  amount_paid: amount,
  amount_remaining: 0,
  attempt_count: 1,
  billing_reason: 'manual',
  charge: `ch_${id}`,
  created,
  currency: 'usd',
  customer: 'cus_QsYn1aSStYv4tf',
  paid: true,
  status: 'paid',
});
const invoices = [invoice('in_1Q2fh8', 10800, 1727211050), invoice('in_1Q2fh9', 5400, 1727214650), invoice('in_1Q2fha', 2999, 1727218250)];

const mercado = (id: string, amount: number, refunded: number, status: string, operation = 'regular_payment') => ({
  id,
  date_created: `2017-08-${id.slice(-2)}T07:26:38.000-04:00`,
  date_approved: `2017-08-${id.slice(-2)}T07:26:38.000-04:00`,
  operation_type: operation,
  payment_method_id: 'visa',
  payment_type_id: 'credit_card',
  status,
  currency_id: 'ARS',
  description: 'Pago Pizza',
  transaction_amount: amount,
  transaction_amount_refunded: refunded,
  coupon_amount: 0,
});

const markoff = 'github.com/rohithkrajan/FinReconcile: Tests/FinConcile.Tests/Resources/BankMarkoffFile20140113.csv';
const deducted = lines(
  'ProfileName,TransactionDate,TransactionAmount,TransactionNarrative,TransactionDescription,TransactionID,TransactionType,WalletReference',
  'Card Campaign,2014-01-12 08:22:58,-6220,Choppies Superst102631    Lobatse       BW,DEDUCT,0284012303585533,0,P_NzI5NzYzMjlfMTM4,',
  'Card Campaign,2014-01-12 12:56:25,-4310,766831 SHOPRITE GABORONE  BOTSWANA      BW,DEDUCT,0004012321856252,0,P_NzI0MTE0MjJfMTM4,',
  'Card Campaign,2014-01-12 12:56:25,4310,766831 SHOPRITE GABORONE  BOTSWANA      BW,REVERSAL,0004012321856252,0,P_NzI0MTE0MjJfMTM4,',
  'Card Campaign,2014-01-12 12:57:31,-4310,766831 SHOPRITE GABORONE  BOTSWANA      BW,DEDUCT,0004012322510401,0,P_NzI0MTE0MjJfMTM4,',
);

const verifier = 'merchantanywhere.com/pcverifier/help/exportedfieldnamesanddatatypes.htm';
const verified = lines(
  'Time_Stamp,Sale_Type,Transaction_Date,Rep_ID,Account_Name,Reference,Sale_Amount,Sale_Tip,Sale_Total,Card_Type,Card_Number',
  '11/02/2026 10:00:01,Sale,11/02/2026 10:00:01,,A. Smith,1001,20.00,3.00,23.00,Visa,1111',
  '11/02/2026 11:00:02,Sale,11/13/2026 16:00:00,,B. Smith,1002,10.00,1.50,11.50,MasterCard,4444',
  '11/02/2026 12:00:03,Credit,11/02/2026 12:00:03,,A. Smith,1003,20.00,0.00,20.00,Visa,1111',
  '11/02/2026 12:30:00,Void,11/02/2026 12:31:00,,C. Smith,1004,8.00,0.00,8.00,Visa,2222',
);

const stripeHead =
  'id,Description,Created,Amount,Amount Refunded,Currency,Converted Amount,Converted Amount Refunded,Fee,Converted Currency,Mode,Status,Customer ID,Customer Description,Customer Email,Captured,Card Last4,Card Type';

const depop = lines(
  'Date of sale,Time of sale,Date of listing,Bundle,Buyer,Brand,Description,Size,Item price,Buyer shipping cost,Total,USPS Cost,Depop fee,Depop Payments fee,Payment type,Estimated payout date,Payout arrival date,Category,Refunded to buyer amount,Fees refunded to seller',
  '11/02/2026,10:15,10/01/2026,No,b1,Gap,Grey hoodie,M,$15.00,$5.50,$20.50,$4.99,$1.50,$0.98,Depop Payments,11/05/2026,11/07/2026,Hoodies,$0.00,$0.00',
  '11/13/2026,21:40,10/02/2026,No,b2,Levis,501 jeans,30,$32.00,$6.00,$38.00,$5.49,$3.20,$1.55,Depop Payments,11/16/2026,11/18/2026,Jeans,$38.00,$4.75',
  '11/14/2026,08:05,10/02/2026,No,b3,Sonoma,Cream cardigan,S,$17.00,$5.50,$22.50,$4.99,$1.70,$1.05,Depop Payments,11/17/2026,11/19/2026,Knitwear,$5.00,$0.00',
);

const ratepay = lines(
  'SHOP_ID;PAYMENTDATE;PAYMENTMONTH;SHOPNAME;AMOUNT;DESCRIPTOR;SHOPINVOICE_ID;SHOPSORDER_ID;INVOICENUMBER;DESCRIPTION',
  '99999999;2026-11-13;2026-11;Testshop;111.99;DG1234567Z1;abcde;12344545abc;99999999002;Purchase',
  '99999999;2026-11-13;2026-11;Testshop;45.50;DG1234568Z1;abcdf;12344546abc;99999999002;Purchase',
  '99999999;2026-11-13;2026-11;Testshop;-20.00;DG1234560Z1;abcdg;12344540abc;99999999002;Refund',
);

const tills = lines(
  'Device,Sequence,Created At,Updated At,Status,Total,Cash,Octopus,Voucher',
  'iPad 1,1,2026-11-02 10:00:00,2026-11-02 10:00:00,completed,120.50,120.50,0.00,0.00',
  'iPad 1,2,2026-11-02 10:05:00,2026-11-02 10:09:00,voided,80.00,0.00,80.00,0.00',
  'iPad 1,3,2026-11-02 10:10:00,2026-11-02 10:10:00,completed,45.00,0.00,45.00,0.00',
  'iPad 2,1,2026-11-02 10:07:00,2026-11-02 10:07:00,completed,33.00,0.00,0.00,33.00',
);

const payu = lines(
  'Data,ID transakcji,Kwota,Waluta,Prowizja,Saldo',
  '2026-11-13,98765432101,120.00,PLN,2.40,1117.60',
  '2026-11-13,98765432102,45.50,PLN,0.91,1162.19',
  '2026-11-14,98765432103,89.99,PLN,1.80,1250.38',
);

const paypalEs = lines(
  'Fecha,Hora,Zona horaria,Descripción,Divisa,Bruto,Comisión,Neto,Saldo,Id. de transacción,Correo electrónico del remitente,Nombre,Nombre del banco,Cuenta bancaria,Importe de envío y manipulación,Impuesto de ventas,Id. de factura,Id. de referencia de trans.',
  '13/1/2020,11:05:56,Europe/Berlin,Pago estándar_1,EUR,"49,37","-1,78","47,59","4.626,81",TID1,a@example.com,Partner 1,,,"0,00","0,00",,',
  '13/1/2020,13:06:07,Europe/Berlin,Pago estándar_2,EUR,"28,82","-1,19","27,63","4.654,44",TID2,b@example.com,Partner 2,,,"0,00","0,00",,',
  '14/1/2020,19:20:05,Europe/Berlin,Pago estándar_3,EUR,"35,78","-1,39","34,39","4.688,83",TID3,c@example.com,Partner 3,,,"0,00","0,00",,',
);

const items = lines(
  'Date,Time,Time Zone,Category,Item,Qty,Price Point Name,SKU,Modifiers Applied,Gross Sales,Discounts,Net Sales,Tax,Transaction ID,Payment ID,Device Name,Notes,Details,Event Type,Location,Card Brand,PAN Suffix',
  '2026-07-01,12:48:33,Eastern Time (US & Canada),None,Cold Brew,1.0,Regular,"","Oat Milk, 16oz",$7.00,$0.00,$7.00,$0.54,EGO7eHti1LwohQtpAS3p,hsA7ZqhJQD7vkEKxUTJQ,Square Terminal 2274,"",https://example.com/1,Payment,Social Club LLC,Visa,8518',
  '2026-07-01,12:40:58,Eastern Time (US & Canada),None,sticker,2.0,Regular,"","",$4.00,$0.00,$4.00,$0.27,0UJn8hwvfrYXzToMKdSq,XZzktjLwEiXCTYAiD1FG,Square Terminal 2274,"",https://example.com/2,Payment,Social Club LLC,Visa,1200',
  '2026-07-01,12:40:58,Eastern Time (US & Canada),None,Cold Brew,2.0,Regular,"","Oat Milk, 12oz",$14.00,$0.00,$14.00,$1.09,0UJn8hwvfrYXzToMKdSq,XZzktjLwEiXCTYAiD1FG,Square Terminal 2274,"",https://example.com/2,Payment,Social Club LLC,Visa,1200',
  '2026-07-01,12:27:54,Eastern Time (US & Canada),None,sticker,1.0,Regular,"","",$2.00,-$2.00,$0.00,$0.00,ypWWjra4Od9sv1kOE9RR,bBygqsPO8QtOMoOuBlro,Square Terminal 2274,"",https://example.com/3,Payment,Social Club LLC,Visa,1270',
);

const squareHead =
  'Date,Time,Time Zone,Gross Sales,Discounts,Net Sales,Gift Card Sales,Tax,Tip,Partial Refunds,Total Collected,Source,Card,Card Entry Methods,Cash,Square Gift Card,Other Tender,Other Tender Type,Other Tender Note,Fees,Net Total,Transaction ID,Payment ID,Card Brand,PAN Suffix,Device Name,Staff Name,Staff ID,Details,Description,Event Type,Location,Dining Option,Customer ID,Customer Name,Customer Reference ID,Device Nickname';
const square = (at: string, gross: string, tax: string, tip: string, total: string, fee: string, net: string, id: string, event: string) =>
  `${at},Pacific Time (US & Canada),${gross},$0.00,${gross},$0.00,${tax},${tip},$0.00,${total},Point of Sale,${total},Dipped,$0.00,$0.00,$0.00,,,${fee},${net},${id},P${id},Visa,0000,Stand,,,,Mug x 1,${event},Fair,,,,,`;

const volt = lines(
  'batchId,paymentId,customerId,uniqueReference,creationTime,confirmationTime,transactionCurrency,transactionGrossCredit,transactionGrossDebit,settlementCurrency,settlementGrossCredit,settlementNetCredit,settlementGrossDebit,settlementNetDebit,comission,exchangeRate,paymentMethod,refundId,operationStatus,payoutId,merchantInternalReference,type,transactionId',
  '46b9327b,eec4332a,92d919a8,REF1,2023-05-26T05:43:22+00:00,2023-05-26T05:59:11+00:00,EUR,205,0,GBP,0,100,0,0,0,1,FPS,,,,testMerchantRef,transaction,',
  '46b9327b,887eacb2,a152d514,,2024-01-01T00:04:00+00:00,2024-01-01T00:05:00+00:00,GBP,0,100,GBP,0,0,0,0,0,0,,026cefa0,,,,refund,',
  '46b9327b,,5d63df01,Volt payment,2024-01-01T00:01:00+00:00,2024-01-01T00:02:00+00:00,EUR,0,2100,EUR,0,0,0,0,0,0,,,,fb0aa537,,payout,',
  '46b9327b,,92d919a8,,2024-03-11T08:07:16+00:00,2024-03-11T08:07:16+00:00,GBP,0,100,GBP,0,0,0,0,0,0,,,,,,reserve_adjustment,',
);

const caisse = lines(
  "Code de la banque : 10101;Code de l'agence : 00100;Date de début de téléchargement : 01/01/2024;Date de fin de téléchargement : 31/01/2024;;",
  'Numéro de compte : 01234567890;Nom du compte : MONSIEUR DUPONT;Devise : EUR;;;',
  '',
  'Solde en fin de période;;;;655,25;',
  "Date;Numéro d'opération;Libellé;Débit;Crédit;Détail",
  '15/01/2024;0123456789;VIREMENT RECU;;250,50;Salaire',
  '16/01/2024;9876543210;PAIEMENT CB;-75,25;;Achat supermarché',
  '17/01/2024;1122334455;RETRAIT DAB;-20,00;;Retrait distributeur',
  'Solde en début de période;;;;500,00;',
);

const roundrock = lines(
  '"Shop"',
  '"Branch"',
  '"Telephone:","02 555"',
  '"Terminal:","1"',
  '"Clerk:","Ann"',
  '"Printed Time:","2026-11-02 20:00:00"',
  '"Start Time:","2026-11-02 00:00:00"',
  '"End Time:","2026-11-02 23:59:59"',
  '',
  '"Terminal","Clerk","Sale Period","Shift","Time","Sequence","Status","Invoice Number","Invoice Count","Gross Sales","Surcharge","Discount","Promotion","Revalue","Add-on Tax","Net Sales","Payment"',
  `"'001","'Ann/Ann","2026-11-02","1","2026-11-02 10:00:00","'00101","'Completed","'","'","100.00","0.00","-5.00","0.00","0.00","4.75","99.75","99.75"`,
  `"'001","'Ann/Bob","2026-11-02","1","2026-11-02 10:05:00","'00102","'Completed","'","'","20.00","0.00","0.00","0.00","0.00","1.00","21.00","21.00"`,
  `"'001","'Ann/Bob","2026-11-02","1","2026-11-02 10:07:00","'00103","'Cancelled","'","'","30.00","0.00","0.00","0.00","0.00","1.50","31.50","0.00"`,
  '"Records Found: 3","","","","","","","","Summary:","150.00","0.00","-5.00","0.00","0.00","7.25","152.25","120.75"',
);

const adobe = 'experienceleague.adobe.com/en/docs/commerce-admin/stores-sales/order-management/orders/orders';
const ledger34 = 'github.com/egh/ledger-autosync/issues/34 and its fixtures/paypal.csv';
const paypalHead =
  'Date, Time, Time Zone, Name, Type, Status, Currency, Gross, Fee, Net, From Email Address, To Email Address, Transaction ID, Reference Txn ID, Receipt ID, Balance,';

export const strangers: Stranger[] = [
  {
    name: 'cents: events of Payhip',
    source: `${pipedream}customer-charged/test-event.mjs`,
    text: json(...paid),
    asked: /AMOUNT_IN_CENTS/,
    today: 'FIELD_MISSING amount: --set amount=COLUMN',
  },
  {
    name: 'cents: settlements of an Indian gateway, in paise',
    source: 'the schema of SettlePaisa (pg_txn_id), in a guide to its tests, on GitHub',
    settles: true,
    flags: ['--const', 'currency=INR', '--set', 'fee=fee_paise+tax_paise', '--set', 'netAmount=net_paise'],
    text: lines(
      'pg_txn_id,merchant_id,utr,amount_paise,fee_paise,tax_paise,net_paise,payment_method,created_at,settled_at',
      'PG20251001001,UNIV99,SBIN0210001,500000,7500,1350,491150,UPI,2025-10-01T09:15:00+05:30,2025-10-02T11:00:00+05:30',
      'PG20251001002,MURA86,SBIN0210001,150000,2250,405,147345,CARD,2025-10-01T10:15:00+05:30,2025-10-02T11:00:00+05:30',
    ),
    asked: /AMOUNT_IN_CENTS/,
  },
  {
    name: 'cents: settlement events of Affirm',
    source: affirm,
    settles: true,
    text: json(affirmed(1, 7849, 'capture'), affirmed(2, 12500, 'capture'), affirmed(3, 2000, 'refund')),
    asked: /AMOUNT_IN_CENTS/,
  },
  {
    name: 'cents: invoices of Stripe',
    source: 'github.com/worknenjoy/gitpay: test/data/stripe.webhook.invoice.js',
    held: true,
    text: json(...invoices),
    asked: /AMOUNT_IN_CENTS/,
  },

  {
    name: 'kind under another header: a mark-off file, by TransactionDescription',
    source: markoff,
    settles: true,
    flags: ['--const', 'currency=BWP'],
    text: deducted,
    asked: /AMOUNT_IN_CENTS|--negative|DEDUCT|SIGN/,
    today: 'no column says that these are settlement records',
  },
  {
    name: 'kind under another header: PC Verifier, by Sale_Type',
    source: verifier,
    flags: [...dollar, '--date-format', 'MM/dd/yyyy'],
    text: verified,
    rows: { 2: 23, 3: 11.5, 4: 'back 20', 5: 'no' },
    asked: /Sale_Type|Sale_Total/,
  },
  {
    name: 'kind under another header: movements of Qonto, by side',
    source: 'github.com/dougs-compta/qontojs: __tests__/fixtures/transactions.ts',
    held: true,
    text: json(
      {
        transaction_id: 'q-1',
        amount: 10.78,
        amount_cents: 1078,
        side: 'credit',
        operation_type: 'income',
        currency: 'EUR',
        label: 'A',
        settled_at: '2019-02-06T16:51:56.000Z',
        emitted_at: '2019-02-06T16:51:48.805Z',
        status: 'completed',
        reference: null,
        vat_amount: 0.13,
        vat_amount_cents: 13,
      },
      {
        transaction_id: 'q-2',
        amount: 0.78,
        amount_cents: 78,
        side: 'debit',
        operation_type: 'qonto_fee',
        currency: 'EUR',
        label: 'Qonto',
        settled_at: '2019-02-06T17:51:56.000Z',
        emitted_at: '2019-02-06T17:51:48.805Z',
        status: 'completed',
        reference: null,
        vat_amount: 0.13,
        vat_amount_cents: 13,
      },
    ),
    rows: { 1: 10.78, 2: 'no' },
    asked: /side|operation_type|TABLE|no sales/i,
  },

  {
    name: 'total repeated: a report of orders by product',
    source: 'github.com/tangledbootlace/hob: HOB.Worker/Services/CsvReportGenerator.cs',
    flags: dollar,
    text: lines(
      'Customer Name,Customer Email,Customer Phone,Order ID,Order Date,Order Total,Order Status,Product Name,Quantity,Unit Price,Line Total',
      'John Doe,j@example.com,555-0100,guid-10,2025-01-15 10:00:00,150.00,Completed,Widget A,2,50.00,100.00',
      'John Doe,j@example.com,555-0100,guid-10,2025-01-15 10:00:00,150.00,Completed,Widget B,1,50.00,50.00',
      'Jane Smith,s@example.com,555-0200,guid-11,2025-01-16 11:00:00,75.00,Pending,Widget C,1,75.00,75.00',
    ),
    asked: /AMOUNT_REPEATED|Order Total/,
  },
  {
    name: 'total repeated: orders of Walmart by product',
    source: 'github.com/hppanpaliya/Walmart-Invoice-Exporter/issues/9',
    flags: [...dollar, '--time', '12:00'],
    text: lines(
      'Order Number,Order Date,Order Total,Product Name,Quantity,Price',
      '2000123,2025-12-05,41.17,Milk,1,3.17',
      '2000123,2025-12-05,41.17,Diapers,1,38.00',
      '2000124,2025-12-13,12.50,Bread,5,2.50',
    ),
    asked: /AMOUNT_REPEATED|Order Total/,
  },
  {
    name: 'total repeated: orders of Shopify, where further products have no total',
    source: 'github.com/julionc/awesome-shopify/pull/81 and help.shopify.com: export of orders',
    held: true,
    text: lines(
      'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price',
      '#1041,a@example.com,paid,2026-09-16 09:12:00 -0500,unfulfilled,,USD,48.00,9.00,3.50,60.50,,,UPS Ground,2026-09-16 09:12:00 -0500,1,Truffle Box,48.00',
      '#1041,,,,,,,,,,,,,,,2,Sea Salt Caramels,18.00',
      '#1042,b@example.com,paid,2026-09-16 10:00:00 -0500,fulfilled,2026-09-16 15:00:00 -0500,USD,30.00,0.00,2.00,32.00,,,Standard,2026-09-16 10:00:00 -0500,1,Dark Bar Trio,30.00',
      '#1043,c@example.com,refunded,2026-09-16 11:30:00 -0500,unfulfilled,,USD,96.00,0.00,0.00,96.00,,,UPS,2026-09-16 11:30:00 -0500,2,Truffle Box,48.00',
    ),
    rows: { 2: 60.5, 3: 'no', 4: 32, 5: 'no' },
    today: '--set transactionDate=Paid at --set transactionDate=Fulfilled at',
  },

  {
    name: 'decimals of the currency: yen of WooPayments, a hundred times too small',
    source: 'github.com/Automattic/woocommerce-payments/issues/7834',
    settles: true,
    text: lines(
      '"Transaction Id","Date / Time (UTC)",Type,Channel,"Paid Currency","Amount Paid","Payout Currency",Amount,Fees,Net,"Order #","Payment Method","Payout ID","Payout date","Payout status"',
      'txn_a1,"2026-11-02 09:14:22",Charge,Online,JPY,58.98,JPY,58.98,-2.12,56.86,1001,visa,po_1,2026-11-05,Completed',
      'txn_a2,"2026-11-02 10:14:22",Charge,Online,JPY,12.50,JPY,12.50,-0.45,12.05,1002,visa,po_1,2026-11-05,Completed',
    ),
    rows: { 2: 'no', 3: 'no' },
    asked: /decimal|JPY|AMOUNT/i,
  },
  {
    name: 'decimals of the currency: forints with three digits behind one comma',
    source: 'github.com/harung1993/dollardollar/issues/55',
    flags: ['--const', 'currency=HUF', '--time', '12:00'],
    text: lines('Date;Amount;Description;Type', '2025-03-30;173,900;teszt;income', '2025-03-31;25,500;teszt;income'),
    asked: /AMOUNT|decimal/i,
  },
  {
    name: 'decimals of the currency: none, one and two in one column',
    source: 'github.com/OCA/account-reconcile: account_move_transactionid_import/data/statement.csv',
    held: true,
    settles: true,
    flags: euro,
    text: lines(
      '"transaction_id";"date";"amount";"commission_amount";"label"',
      '50969286;2011-03-07 13:45:14;118.4;-11.84;"label a"',
      '51065326;2011-03-05 13:45:14;189;-15.12;"label b"',
      '51179306;2011-03-02 17:45:14;189;-15.12;"label c"',
    ),
    rows: { 2: 118.4, 3: 189, 4: 189 },
    fields: { 2: { fee: 11.84, transactionReference: '50969286' } },
  },

  {
    name: 'refund in its own column: charges of Stripe',
    source: 'github.com/gtolle/stripe-iiftoqbo: README',
    text: lines(
      stripeHead,
      'ch_3QSlijs1,,2014-02-03 01:47,19.00,0.00,usd,19.00,0.00,0.85,usd,Live,Paid,cus_1,,a@example.com,true,1111,Visa',
      'ch_3QSlijs2,,2014-02-03 02:47,25.00,25.00,usd,25.00,25.00,1.03,usd,Live,Refunded,cus_2,,b@example.com,true,2222,Visa',
      'ch_3QSlijs3,,2014-02-03 03:47,30.00,10.00,usd,30.00,10.00,1.17,usd,Live,Paid,cus_3,,c@example.com,true,3333,Visa',
    ),
    rows: { 2: 19, 3: 'no', 4: 'no' },
    asked: /Refunded/,
    today: 'FIELD_MISSING transactionDate',
  },
  {
    name: 'refund in its own column: payments of Mercado Pago',
    source: 'github.com/mercadopago/devsite-docs: reference/payments/samples/get_search_curl_response.sh',
    text: json(mercado('0000021', 250, 0, 'approved'), mercado('0000022', 300, 300, 'refunded'), mercado('0000023', 180, 80, 'approved')),
    rows: { 1: 250, 2: 'no', 3: 'no' },
    asked: /refunded/i,
    today: 'AMOUNT_IN_CENTS',
  },
  {
    name: 'refund in its own column: payments of Mercado Pago, whose amounts are no cents',
    source: 'github.com/mercadopago/devsite-docs: reference/payments/samples/get_search_curl_response.sh',
    flags: ['--set', 'amount=transaction_amount'],
    text: json(mercado('0000021', 250, 0, 'approved'), mercado('0000022', 300, 0, 'approved'), mercado('0000023', 180, 80, 'approved')),
    rows: { 1: 250, 2: 300, 3: 'no' },
    asked: /transaction_amount_refunded/,
  },
  {
    name: 'refund in its own column: sales of Depop',
    source: 'github.com/the-rivernile/portfolio: Python_Projects/Simple Sales Dashboard/README.md',
    held: true,
    flags: dollar,
    text: depop,
    rows: { 2: 20.5, 3: 'no', 4: 'no' },
    asked: /Refunded to buyer amount/,
  },

  {
    name: 'sums that do not add up: refunds of Open Collective whose fees keep their sign',
    source: 'github.com/opencollective/opencollective/issues/1025',
    settles: true,
    text: lines(
      'id,createdAt,type,amount,currency,paymentProcessorFee,netAmount',
      '101,2018-04-02 10:00:00,CREDIT,100.00,USD,-3.20,96.80',
      '102,2018-04-03 10:00:00,CREDIT,50.00,USD,-1.75,48.25',
      '103,2018-04-04 10:00:00,DEBIT,-50.00,USD,-1.75,-48.25',
      '104,2018-04-05 10:00:00,CREDIT,20.00,USD,-0.88,19.12',
    ),
    rows: { 2: 100, 3: 50, 4: 'back 50', 5: 20 },
    fields: { 4: { fee: -1.75, netAmount: -48.25 } },
    asked: /COLUMNS_CONTRADICT|paymentProcessorFee|type/,
  },
  {
    name: 'sums that do not add up: a settlement of Antom with one wrong row',
    source: 'docs.antom.com/ac/hk_auto_debit/settlement',
    settles: true,
    flags: ['--date-format', 'MM/dd/yyyy'],
    text: lines(
      'Partner_transaction_id,Transaction_id,Amount,Fee,Settlement,Currency,Payment_time,Settlement_time,Issue,Product,Type,Status,Remarks,original_partner_transaction_ID',
      'M1,2026110222001,852.40,8.52,843.88,HKD,11/13/2026 10:00:00,11/14/2026 02:00:00,,,PAYMENT,SETTLED,,',
      'M2,2026110222002,100.00,1.00,99.00,HKD,11/13/2026 11:00:00,11/14/2026 02:00:00,,,PAYMENT,SETTLED,,',
      'M3,2026110222003,50.00,0.50,47.50,HKD,11/13/2026 12:00:00,11/14/2026 02:00:00,,,PAYMENT,SETTLED,,',
      'M4,2026110222004,100.00,1.00,99.00,HKD,11/13/2026 13:00:00,11/14/2026 02:00:00,,,REFUND,SETTLED,,M2',
    ),
    rows: { 2: 852.4, 3: 100, 4: 'no', 5: 'back 100' },
    asked: /CONTRADICT|SIGNS_UNCERTAIN/,
  },
  {
    name: 'sums that do not add up: a settlement with a tax on the fee',
    source: posSettlement,
    settles: true,
    flags: dirham,
    text: taxed,
    asked: /COLUMN_AMBIGUOUS fee: --set fee=Commission\+VAT .*\nSIGNS_UNCERTAIN amount: --negative Transaction Type=REFUND/,
  },
  {
    name: 'sums that do not add up: a settlement with a tax on the fee, once said',
    source: posSettlement,
    settles: true,
    flags: [...dirham, '--set', 'fee=Commission+VAT', '--negative', 'Transaction Type=REFUND'],
    text: taxed,
    rows: { 2: 227.8, 3: 102.85, 4: -50 },
    fields: { 2: { fee: 4.41, netAmount: 223.39 }, 3: { fee: 2, netAmount: 100.85 }, 4: { fee: -0.97, netAmount: -49.03 } },
  },
  {
    name: 'sums that do not add up: a chargeback without a minus, whose fee is added',
    source: 'statements of merchants of Payone, from memory',
    settles: true,
    text: unsigned,
    asked: /SIGNS_UNCERTAIN amount: --negative Umsatzart=Gutschrift --negative Umsatzart=Rückbelastung/,
  },
  {
    name: 'sums that do not add up: a chargeback without a minus, once said',
    source: 'statements of merchants of Payone, from memory',
    settles: true,
    flags: ['--negative', 'Umsatzart=Gutschrift', '--negative', 'Umsatzart=Rückbelastung'],
    text: unsigned,
    rows: { 2: 12.5, 3: 1250, 4: -50, 5: -30 },
    fields: { 3: { fee: 12.5, netAmount: 1237.5 }, 4: { fee: 0, netAmount: -50 }, 5: { fee: 20, netAmount: -50 } },
  },
  {
    name: 'the total or the net: charges of American Express beside the total of their submission',
    source: amex,
    settles: true,
    flags: dollar,
    text: charges,
    asked: /amount: --set amount=Charge Amount .*\n.* transactionDate: --set transactionDate=Charge Date /,
  },
  {
    name: 'one total in several rows: charges of American Express, whose total was said to be the amount',
    source: amex,
    settles: true,
    flags: [...dollar, '--set', 'amount=Submission Gross Amount', '--set', 'transactionDate=Charge Date'],
    text: charges,
    asked: /AMOUNT_REPEATED amount: --set amount=Charge Amount /,
  },
  {
    name: 'one total in several rows: equal prices beside what is left of a card',
    source: 'written for this test',
    flags: euro,
    text: lines(
      'Receipt,Date,Amount,Left on card,Loaded',
      '1,2026-11-13T10:00:00Z,30.00,20.00,0.00',
      '2,2026-11-13T11:00:00Z,30.00,5.50,50.00',
      '3,2026-11-13T12:00:00Z,30.00,12.00,20.00',
    ),
    rows: { 2: 30, 3: 30, 4: 30 },
  },
  {
    name: 'no payment: cash and gift cards in the file of a payment service, sent as settlement records',
    source: 'sales of Zettle in German, from memory',
    settles: true,
    flags: euro,
    text: lines(
      'Datum;Uhrzeit;Belegnummer;Betrag;Gebühr;Netto;Zahlungsart;Kartenmarke',
      '2026-11-20;08:12;1001;12,50;-0,34;12,16;Karte;VISA',
      '2026-11-20;08:30;1002;4,90;0,00;4,90;Barzahlung;',
      '2026-11-20;10:10;1004;1.250,00;-34,38;1.215,62;Karte;MASTERCARD',
      '2026-11-20;23:59;1005;20,00;0,00;20,00;Geschenkkarte;',
    ),
    asked: /KIND_UNCERTAIN amount: --leave-out Zahlungsart=Barzahlung --leave-out Zahlungsart=Geschenkkarte /,
  },
  {
    name: 'a payment: cards without a fee, and a name that begins as a word for cash',
    source: 'written for this test',
    settles: true,
    flags: euro,
    text: lines(
      'Date,Receipt,Amount,Fee,Net amount,Payment method',
      '2026-11-13T10:00:00Z,1,10.00,0.10,9.90,Barclaycard',
      '2026-11-13T11:00:00Z,2,20.00,0.00,20.00,Girocard',
      '2026-11-13T12:00:00Z,3,30.00,0.30,29.70,Visa',
    ),
    rows: { 2: 10, 3: 20, 4: 30 },
  },
  {
    name: 'no sales: what an acquirer funded each day',
    source: 'a daily funding report of an acquirer, from memory',
    flags: ['--time', '12:00', '--set', 'amount=Gross sales', '--set', 'additionalData.Refunds=Refunds'],
    text: lines(
      'Funding date,Location,Gross sales,Refunds,Fees,Chargebacks,Net funded,Currency',
      '21/11/2026,High St,1200.00,-50.00,-12.50,0.00,1137.50,GBP',
      '22/11/2026,High St,900.00,0.00,-9.00,-40.00,851.00,GBP',
      '23/11/2026,High St,1100.00,-10.00,-11.00,0.00,1079.00,GBP',
    ),
    asked: /list of payouts.*\n.*KIND_UNCERTAIN amount: sales settle --const type=Payout FILE --sales/,
  },
  {
    name: 'sales: one a day, with all that was taken off, each of another article',
    source: 'written for this test',
    flags: ['--time', '12:00', '--set', 'amount=Gross', ...euro],
    text: lines(
      'Date,Article,Gross,Discount,Platform fee,Payable',
      '2026-11-20,Lamp,100.00,10.00,5.00,85.00',
      '2026-11-21,Chair,50.00,0.00,2.50,47.50',
      '2026-11-22,Table,20.00,2.00,1.00,17.00',
    ),
    rows: { 2: 100, 3: 50, 4: 20 },
  },
  {
    name: 'a lacking field: days and times of a spreadsheet, each in a cell of its own',
    source: 'written for this test, as a workbook shows cells without a form',
    text: lines(
      'Ticket;Fecha;Hora;Importe;Divisa',
      '0001;46346;0,341666666666667;12,50;EUR',
      '0002;46346;0,5;1250,00;EUR',
      '0003;46347;0;0,30;EUR',
    ),
    asked: /FIELD_MISSING transactionDate: --set transactionDate=Fecha\+Hora --date-format excel$/,
  },
  {
    name: 'a lacking field: days and times of a spreadsheet, once said',
    source: 'written for this test, as a workbook shows cells without a form',
    flags: ['--set', 'transactionDate=Fecha+Hora', '--date-format', 'excel'],
    text: lines('Ticket;Fecha;Hora;Importe;Divisa', '0001;46346;0,341666666666667;12,50;EUR', '0003;46347;0;0,30;EUR'),
    rows: { 2: 12.5, 3: 0.3 },
    fields: { 2: { transactionDate: '2026-11-20T08:12:00+01:00' }, 3: { transactionDate: '2026-11-21T00:00:00+01:00' } },
  },
  {
    name: 'a lacking field: orders of Shopware, one without a day',
    source: 'docs.shopware.com: import and export of orders',
    flags: ['--set', 'amount=invoiceAmount'],
    text: lines(
      'orderId;orderNumber;orderTime;invoiceAmount;invoiceAmountNet;currency',
      '15;20001;2026-11-20 08:12:00;119.00;100.00;EUR',
      '16;20002;2026-11-20 09:12:00;59.50;50.00;EUR',
      '17;20003;0000-00-00 00:00:00;23.80;20.00;EUR',
    ),
    rows: { 2: 119, 3: 59.5, 4: 'no' },
    asked: /COLUMN_UNCERTAIN transactionDate: --set transactionDate=orderTime/,
  },
  {
    name: 'sums that add up: fees of fractions of a cent, and a line of another currency',
    source: 'written for this test',
    settles: true,
    text: lines(
      'Type,Date,Amount,Currency,Fee,Net amount,Settlement currency',
      'Sale,2026-11-13T10:00:00Z,12.50,EUR,0.1125,12.39,EUR',
      'Sale,2026-11-13T11:00:00Z,20.00,EUR,0.18,19.83,EUR',
      'Sale,2026-11-13T12:00:00Z,10.00,USD,0.09,8.62,EUR',
    ),
    rows: { 2: 12.5, 3: 20, 4: 10 },
  },
  {
    name: 'sums that do not add up: a settlement of Volt in two currencies',
    source: 'docs.volt.io/?p=5710',
    held: true,
    settles: true,
    text: volt,
    asked: /AMOUNT|amount|currency/,
  },

  {
    name: 'words of state: payments of Yandex Money',
    source: 'github.com/colomolo/sdk2: src/fixtures/payments.js',
    text: json(
      {
        id: '1',
        payeeId: 'a5b500e1',
        payerId: 'd8f090ae',
        paymentSystem: 'yandexMoney',
        paymentMethod: 'PMB',
        amount: 4337.01,
        currency: 'RUB',
        status: 'created',
        comment: null,
        created: '2018-03-09T11:26:14.805Z',
        updated: '2018-03-09T11:31:14.666Z',
      },
      {
        id: '2',
        payeeId: 'a5b500e1',
        payerId: 'd8f090ae',
        paymentSystem: 'yandexMoney',
        paymentMethod: 'PMB',
        amount: 237.12,
        currency: 'RUB',
        status: 'cancelled',
        comment: null,
        created: '2018-03-09T12:26:14.805Z',
        updated: '2018-03-09T12:31:14.666Z',
      },
      {
        id: '3',
        payeeId: 'a5b500e1',
        payerId: 'd8f090ae',
        paymentSystem: 'yandexMoney',
        paymentMethod: 'PMB',
        amount: 10734.18,
        currency: 'RUB',
        status: 'approved',
        comment: null,
        created: '2018-03-09T13:26:14.805Z',
        updated: '2018-03-09T13:31:14.666Z',
      },
    ),
    rows: { 1: 'no', 2: 'no', 3: 10734.18 },
  },
  {
    name: 'words of state and kind: transactions of Recurly',
    source: 'docs.recurly.com/recurly-digital-subscriptions/docs/transaction-export',
    text: lines(
      'transaction_id,account_code,type,origin,status,amount,currency,date,gateway_type',
      't1,acc1,purchase,recurring,success,49.00,USD,2026-11-02T10:00:00Z,stripe',
      't2,acc2,purchase,recurring,declined,49.00,USD,2026-11-02T10:05:00Z,stripe',
      't3,acc3,authorization,api,success,1.00,USD,2026-11-02T10:10:00Z,stripe',
      't4,acc1,refund,api,success,49.00,USD,2026-11-03T10:00:00Z,stripe',
      't5,acc4,purchase,api,void,29.00,USD,2026-11-03T11:00:00Z,stripe',
      't6,acc5,purchase,api,processing,19.00,USD,2026-11-03T12:00:00Z,stripe',
    ),
    rows: { 2: 49, 3: 'no', 4: 'no', 5: 'back 49', 6: 'no', 7: 'no' },
  },
  {
    name: 'words of state: voided sales of a till',
    source: 'github.com/elisharkray1030/DBSBS-POS-Application/issues/9',
    held: true,
    flags: ['--const', 'currency=HKD'],
    text: tills,
    rows: { 2: 120.5, 3: 'no', 4: 45, 5: 33 },
  },

  {
    name: 'signs against the kind: a mark-off file, where what is taken is negative',
    source: markoff,
    flags: ['--const', 'currency=BWP', '--minor-units'],
    text: deducted,
    asked: /--negative|SIGN|DEDUCT|REVERSAL/,
  },
  {
    name: 'signs against the kind: deposits that are negative',
    source: 'github.com/firefly-iii/firefly-iii/issues/9667',
    flags: ['--time', '12:00'],
    text: lines(
      'journal_id,type,amount,currency_code,date',
      '4967,Deposit,-53.7000,EUR,2025-01-17',
      '4968,Deposit,-20.0000,EUR,2025-01-17',
      '4969,Deposit,-35.5000,EUR,2025-01-17',
      '4999,Withdrawal,-2500.0000,EUR,2025-01-18',
    ),
    rows: { 2: 'no', 3: 'no', 4: 'no', 5: 'no' },
    asked: /./,
  },
  {
    name: 'signs against the kind: refunds among orders that the sign alone tells',
    source: 'github.com/awesomemotive/easy-digital-downloads/issues/7880',
    held: true,
    text: lines(
      'ID,Payment Number,Email,Customer ID,First Name,Last Name,Products,SKUs,Amount,Tax,Discount Code,Gateway,Transaction ID,Purchase Key,Date,User,Currency,IP Address,Mode (Live|Test),Status',
      '11,EDD-11,a@example.com,1,A,B,Book,,12.00,0.00,none,stripe,ch_1,k1,2026-11-02 10:00:00,guest,USD,,live,Completed',
      '12,EDD-12,b@example.com,2,A,B,Book,,24.00,0.00,none,stripe,ch_2,k2,2026-11-02 11:00:00,guest,USD,,live,Completed',
      '13,EDD-12-R-1,b@example.com,2,A,B,Book,,-24.00,0.00,none,stripe,,k2,2026-11-03 09:00:00,guest,USD,,live,Completed',
    ),
    rows: { 2: 12, 3: 24, 4: -24 },
  },

  {
    name: 'reference not named: cash applied of QuickStream',
    source: 'quickstream.westpac.com.au/docs/reporting/cash-applied-file',
    settles: true,
    flags: ['--const', 'currency=AUD'],
    text: lines(
      '"Settlement Date","Receipt Number","Merchant Number","Customer Reference Number","Payment Amount"',
      '"11-Jun-2012","9742904","MERCHANT1","CUSTOMERA","100.00"',
      '"11-Jun-2012","9742905","MERCHANT1","CUSTOMERB","35.50"',
      '"11-Jun-2012","9742906","MERCHANT1","CUSTOMERA","100.00"',
    ),
    rows: { 2: 100, 3: 35.5, 4: 100 },
    fields: { 2: { transactionReference: '9742904' }, 4: { transactionReference: '9742906' } },
  },
  {
    name: 'reference not named: a statement of PayPal in Spanish',
    source: 'github.com/OCA/bank-statement-import: account_statement_import_paypal/tests/fixtures/statement_es.csv',
    settles: true,
    text: paypalEs,
    rows: { 2: 49.37, 3: 28.82, 4: 35.78 },
    fields: { 2: { transactionReference: 'TID1', fee: 1.78, netAmount: 47.59 } },
    today: '--set amount=Bruto',
  },
  {
    name: 'reference not named: a file without a header, in typographic quotes',
    source: 'github.com/thaz1naung/UploadTransactions: README',
    held: true,
    text: lines(
      '“Invoice0000001”,”1,000.00”, “USD”, “20/02/2019 12:33:16”, “Approved”',
      '“Invoice0000002”,”300.00”,”USD”,”21/02/2019 02:04:59”, “Failed”',
    ),
    asked: /./,
  },

  {
    name: "the payout's reference: a settlement of Ratepay",
    source: 'docs.ratepay.com/docs/reporting/settlement/merchants/content.md',
    settles: true,
    flags: euro,
    text: ratepay,
    rows: { 2: 111.99, 3: 45.5, 4: 'back 20' },
    fields: { 2: { transactionReference: 'DG1234567Z1' }, 3: { transactionReference: 'DG1234568Z1' } },
    today: '--set settlementDate=PAYMENTDATE',
  },
  {
    name: "the payout's reference: a settlement of Ratepay for platforms",
    source: 'docs.ratepay.com/docs/reporting/settlement/plattform_partners/content.md',
    settles: true,
    text: lines(
      '"REPORT_DATE";"PAYMENT_DATE";"PAYMENT_MONTH";"AMOUNT";"CURRENCY";"RATEPAY_PAYMENT_REFERENCE";"RATEPAY_PARTNER_INVOICE_ID";"RATEPAY_PAYOUT_ID";"RECORD_DESCRIPTION";"RECORD_TYPE";"OPERATION_DATE";"RATEPAY_TRANSACTION_ID";"BUYER_TYPE";"PAYMENT_METHOD"',
      '"2026-11-14";"2026-11-13";"2026-11";"100.00";"EUR";"DG7000001";"INV-11";"PO-2026-46";"Claim";"1";"2026-11-10";"54-202611";"B2C";"INVOICE"',
      '"2026-11-14";"2026-11-13";"2026-11";"64.90";"EUR";"DG7000002";"INV-11";"PO-2026-46";"Claim";"1";"2026-11-11";"54-202612";"B2C";"INVOICE"',
      '"2026-11-14";"2026-11-13";"2026-11";"-2.10";"EUR";"DG7000001";"INV-11";"PO-2026-46";"Ratepay fee";"7";"2026-11-10";"54-202611";"B2C";"INVOICE"',
    ),
    rows: { 2: 100, 3: 64.9, 4: 'no' },
    fields: { 2: { payoutId: 'PO-2026-46' }, 3: { payoutId: 'PO-2026-46' } },
    asked: /RECORD_DESCRIPTION|RECORD_TYPE|OPERATION_DATE|transactionReference/,
  },
  {
    name: "the payout's reference: settlement events of Catch, which have no day",
    source: 'catch.readme.io/reference/settlement-events-csv',
    held: true,
    settles: true,
    flags: dollar,
    text: lines(
      'Settlement Event ID,Catch Transaction ID,Settlement ID,Transaction Type,Amount',
      'se_1,ct_1,st_9,purchase,95.50',
      'se_2,ct_2,st_9,purchase,12.10',
      'se_3,ct_1,st_9,refund,-95.50',
    ),
    asked: /date|day/i,
  },

  {
    name: 'several tables in one file: a settlement report of Vipps',
    source: 'github.com/vippsas/vipps-developers: settlement/settlement-report.csv',
    settles: true,
    text: lines(
      'OrganizationNumber,MerchantName',
      '918713867,Vipps AS',
      'Name,VisitingAddress,Postbox,Zipno,Place,Country,CompanyNumber',
      'Vipps AS,Dronning Eufemias Gate 42,,0191,Oslo,Norway,918713867',
      'SettlementInfo,SalesUnitName,SaleUnitNumber,SettlementDate,SettlementID,SettlementAccount,Gross,Currency,Fee,Refund,Net,NumberOfTransactions',
      'SettlementInfo,VippsSjappa,513428,12.04.2018,2000001,15039794613,1.00,NOK,-0.02,0.00,0.98,1',
      'SettlementInfo,VippsSjappa,513428,13.04.2018,2000002,15039794613,1.00,NOK,-0.02,0.00,0.98,1',
      'FeeInfo,SettlementDate,SaleUnitName,SaleUnitNumber,FeeAccount,Fee,Currency',
      'TransactionInfo,SalesDate,SaleUnitName,SaleUnitNumber,TransactionId,SettlementId,OrderID,SettlementDate,Gross,Currency,Fee,Refund,Net',
      'TransactionInfo,11.04.2018,VippsSjappa,513428,5554795401,2000001,1911652,12.04.2018,1.00,NOK,-0.02,0.00,0.98',
      'TransactionInfo,13.04.2018,VippsSjappa,513428,5555094801,2000002,1923885,13.04.2018,1.00,NOK,-0.02,0.00,0.98',
    ),
    rows: { 2: 'no', 3: 'no', 4: 'no', 5: 'no', 6: 'no', 7: 'no', 8: 'no', 10: 1, 11: 1 },
  },
  {
    name: 'several tables in one file: orders of Kademi, four tables each',
    source: 'github.com/Kademi/kademi-dev/issues/4552',
    text: lines(
      '"Cart ID","7da16661-998a-40ac-b6ed-7bc94a4ad00e","Ordered Date","01/12/2017 14:32","Fulfillment","C"',
      '"First Name","Last Name","Email","Phone"',
      '"a","b","a@example.com",""',
      '',
      '"Address Line 1","Address Line 2","State","Postcode"',
      '"addrrrr","addrrrr2","Kiev City","04073"',
      '',
      '"SKU","Name","Quantity","Unit Cost","Total Cost"',
      '"p6","Hawaii","1.00","320.00","320.0000"',
      '',
      '"Cart ID","3cec03fc-2c33-4b94-b975-013804939342","Ordered Date","01/12/2017 14:29","Fulfillment","C"',
      '"First Name","Last Name","Email","Phone"',
      '"a","b","a@example.com",""',
      '',
      '"Address Line 1","Address Line 2","State","Postcode"',
      '"add","add2","kiev","04073"',
      '',
      '"SKU","Name","Quantity","Unit Cost","Total Cost"',
      '"p7","Tiguan","1.00","60.00","60.0000"',
    ),
    asked: /./,
  },
  {
    name: 'several tables in one file: records of a shift of Gasboy, each kind with its own form',
    source: 'azmanual.top/manuals/769949/gasboy-scii-pos.html?page=51',
    held: true,
    text: lines('SCO,0012,0000845.50', 'SFL,0000', 'SDB,0000100.00', 'DAJ,400,0000099.04', 'ADD,0000,0000000.00'),
    asked: /./,
  },

  {
    name: 'code pages: a bank statement in French, as Windows writes it',
    source:
      'github.com/OCA/bank-statement-import: account_statement_import_caisse_epargne/tests/samples/test_statement_import_version_A.csv',
    encoding: 'windows-1252',
    settles: true,
    flags: euro,
    text: caisse,
    rows: { 6: 'no', 7: 'no', 8: 'no', 9: 'no' },
    asked: /Débit|Crédit|bank|ENCODING/,
  },
  {
    name: 'code pages: notes of Cashew in Greek, saved again by Excel',
    source: 'github.com/jameskokoska/Cashew/issues/513',
    encoding: 'windows-1253',
    text: lines(
      'account,amount,currency,title,note,date,income,type,category name',
      'Bank,12.50,EUR,Πώληση,Καφές και κέικ,2024-11-14 10:00:00.000,true,null,Πωλήσεις',
      'Bank,8.00,EUR,Πώληση,Ελληνικός καφές,2024-11-14 11:00:00.000,true,null,Πωλήσεις',
    ),
    asked: /ENCODING|hardly windows-1252/,
    rows: { 2: 12.5, 3: 8 },
  },
  {
    name: 'code pages: a statement of a Belgian bank',
    source: 'github.com/buckets/application/issues/202',
    held: true,
    encoding: 'windows-1252',
    flags: ['--time', '12:00'],
    text: lines(
      "Numéro de séquence;Date d'exécution;Date valeur;Montant;Devise du compte;CONTREPARTIE DE LA TRANSACTION;Détails;Numéro de compte",
      '2018-0101;13/04/2018;13/04/2018;45,50;EUR;A;VIREMENT EUROPÉEN;BE68539007547034',
      '2018-0102;14/04/2018;14/04/2018;-12,00;EUR;B;PAIEMENT PAR CARTE;BE68539007547034',
    ),
    rows: { 2: 45.5, 3: -12 },
    asked: /Date valeur|exécution|bank|ENCODING/,
    today: '--set currency=Devise du compte',
  },

  {
    name: '1970: the moment of Payhip',
    source: `${pipedream}customer-charged/test-event.mjs`,
    flags: ['--minor-units', '--set', 'amount=price'],
    text: json(...paid),
    rows: { 1: 9, 2: 12.5, 3: 7 },
    fields: { 1: { transactionDate: '2023-12-27T16:06:58Z' } },
  },
  {
    name: '1970: refunds of Payhip, with two moments',
    source: `${pipedream}payment-refunded/test-event.mjs`,
    flags: ['--minor-units'],
    text: json(payhip('ZGjVj5x4GN', 900, 1703693218, 'refunded'), payhip('ZGjVj5x4GP', 1250, 1703696818, 'refunded')),
    rows: { 1: 'no', 2: 'no' },
    asked: /refund/i,
  },
  {
    name: '1970: the moment of an invoice of Stripe',
    source: 'github.com/worknenjoy/gitpay: test/data/stripe.webhook.invoice.js',
    held: true,
    flags: ['--minor-units', '--set', 'amount=amount_paid'],
    text: json(...invoices),
    rows: { 1: 108, 2: 54, 3: 29.99 },
    fields: { 1: { transactionDate: '2024-09-24T20:50:50Z' } },
  },

  {
    name: 'apostrophe: a tab in its place',
    source: 'github.com/woocommerce/woocommerce-admin/pull/7154',
    settles: true,
    flags: ['--set', 'amount=Amount'],
    text: lines(
      '"Date / Time","Transaction Id",Type,Currency,Amount,Fees,Net',
      '"2026-11-02 09:14:22",txn_a1,Charge,USD,100.00,"\t-3.20",96.80',
      '"2026-11-03 09:14:22",txn_a2,Refund,USD,"\t-70.00",0.00,"\t-70.00"',
    ),
    rows: { 2: 100, 3: -70 },
    fields: { 2: { fee: 3.2 } },
  },
  {
    name: 'apostrophe: orders of the analytics of WooCommerce',
    source: 'github.com/woocommerce/woocommerce/issues/53020',
    flags: dollar,
    text: lines(
      'Date,"Order #","N. Revenue (formatted)",Status,Customer,"Customer type","Product(s)","Items sold","Coupon(s)","N. Revenue",Origin',
      '"2024-11-21 10:00:00",501,$15.00,completed,"A B",new,"1× Mug",1,,15,Direct',
      `"2024-11-21 11:00:00",502,"'-$15.00",refunded,"A B",returning,"'-1× Mug",'-1,,'-15,Direct`,
    ),
    rows: { 2: 15, 3: -15 },
  },
  {
    name: 'apostrophe: order status of roundrock',
    source: 'github.com/vivisystems/roundrock: content/reports/tpl/rpt_order_status/rpt_order_status_csv.tpl',
    held: true,
    flags: dollar,
    text: roundrock,
    rows: { 11: 99.75, 12: 21, 13: 'no', 14: 'no' },
    fields: { 11: { terminalId: '001', sequenceCounter: '00101' } },
    asked: /Payment|Net Sales/,
  },

  {
    name: 'a column joined with itself: the short list of PayPal',
    source: 'github.com/egh/ledger-autosync/issues/26',
    flags: dollar,
    text: lines(
      'Date, Time, Time Zone, Name, Type, Status, Amount, Receipt ID, Balance, ',
      '"5/13/2017","07:22:17","EDT","A","Payment Received","Completed","25.00","","125.00",',
      '"5/14/2017","22:34:28","EDT","B","Payment Received","Completed","1,560.00","","1,685.00",',
    ),
    rows: { 2: 25, 3: 1560 },
    fields: { 2: { transactionDate: '2017-05-13T07:22:17-04:00' } },
    today: 'ROW_TIMEZONE_UNREADABLE',
  },
  {
    name: 'a column joined with itself: Hora and Zona horaria',
    source: 'github.com/OCA/bank-statement-import: account_statement_import_paypal/tests/fixtures/statement_es.csv',
    text: paypalEs,
    rows: { 2: 49.37, 3: 28.82, 4: 35.78 },
    fields: { 2: { transactionDate: '2020-01-13T11:05:56+01:00' } },
    asked: /Bruto|amount/,
  },
  {
    name: 'a column joined with itself: a statement of PayPal in German',
    source: 'github.com/nicolettas-muggelbude/RechnungsFee/issues/248',
    held: true,
    settles: true,
    text: lines(
      '"Datum","Uhrzeit","Zeitzone","Beschreibung","Währung","Brutto","Entgelt","Netto","Guthaben","Transaktionscode","Absender E-Mail-Adresse","Name","Name der Bank","Bankkonto","Versand- und Bearbeitungsgebühr","Umsatzsteuer","Rechnungsnummer","Zugehöriger Transaktionscode"',
      '"13.07.2026","10:15:00","Europe/Berlin","Website-Zahlung","EUR","50,00","-1,60","48,40","148,40","4RS23013GM","a@example.com","A","","","0,00","0,00","R1",""',
      '"14.07.2026","11:15:00","Europe/Berlin","Rückzahlung","EUR","-50,00","0,00","-50,00","98,40","4RS23014GM","a@example.com","A","","","0,00","0,00","R1","4RS23013GM"',
      '"15.07.2026","12:15:00","Europe/Berlin","Von Nutzer eingeleitete Abbuchung","EUR","-98,40","0,00","-98,40","0,00","4RS23015GM","","","Sparkasse","1234","0,00","0,00","",""',
    ),
    rows: { 2: 50, 3: 'back 50', 4: 'no' },
    fields: { 2: { transactionReference: '4RS23013GM', fee: 1.6, transactionDate: '2026-07-13T10:15:00+02:00' } },
    asked: /Beschreibung/,
    today: '--set amount=Brutto',
  },

  {
    name: 'date pairs: items of Square, in summer',
    source: 'github.com/zoetankersley/sunrise_social_club: data/raw/items-2026-07-01-2026-07-02.csv',
    flags: [...dollar, '--set', 'amount=Net Sales'],
    text: items,
    rows: { 2: 7, 3: 4, 4: 14, 5: 0 },
    fields: { 2: { transactionDate: '2026-07-01T12:48:33-04:00' }, 3: { transactionDate: '2026-07-01T12:40:58-04:00' } },
    today: '--set transactionReference=Transaction ID --set transactionReference=Payment ID',
  },
  {
    name: 'date pairs: transactions of Square',
    source: 'github.com/PratikeshG/BenNJerry: src/test/java/vfcorp/smartwool/CsvExamples.java',
    flags: [...dollar, '--set', 'amount=Total Collected'],
    text: lines(
      squareHead,
      square('2026-07-07,10:02:11', '$27.00', '$2.16', '$2.00', '$31.16', '-$0.93', '$30.23', 'SQA1x', 'Payment'),
      square('2026-07-07,11:40:00', '$12.00', '$0.96', '$0.00', '$12.96', '-$0.46', '$12.50', 'SQB2y', 'Payment'),
      square('2026-12-14,09:00:00', '-$12.00', '-$0.96', '$0.00', '-$12.96', '$0.00', '-$12.96', 'SQB2z', 'Refund'),
    ),
    rows: { 2: 31.16, 3: 12.96, 4: -12.96 },
    fields: { 2: { transactionDate: '2026-07-07T10:02:11-07:00' }, 4: { transactionDate: '2026-12-14T09:00:00-08:00' } },
  },
  {
    name: 'date pairs: Date of sale and Time of sale, beside four other days',
    source: 'github.com/the-rivernile/portfolio: Python_Projects/Simple Sales Dashboard/README.md',
    held: true,
    flags: [
      ...dollar,
      '--set',
      'amount=Total',
      '--leave-out',
      'Refunded to buyer amount=$38.00',
      '--leave-out',
      'Refunded to buyer amount=$5.00',
    ],
    text: depop,
    rows: { 2: 20.5, 3: 'no', 4: 'no' },
    fields: { 2: { transactionDate: '2026-11-02T10:15:00+01:00' } },
  },

  {
    name: 'time of day of settlement records: cash applied of QuickStream',
    source: 'quickstream.westpac.com.au/docs/reporting/cash-applied-file',
    settles: true,
    flags: ['--const', 'currency=AUD'],
    text: lines(
      '"Settlement Date","Receipt Number","Merchant Number","Customer Reference Number","Payment Amount"',
      '"20-Jun-2012","9742914","MERCHANT1","CUSTOMERA","10.00"',
      '"20-Jun-2012","9742915","MERCHANT1","CUSTOMERB","-35.50"',
    ),
    rows: { 2: 10, 3: -35.5 },
  },
  {
    name: 'time of day of settlement records: a settlement of Ratepay',
    source: 'docs.ratepay.com/docs/reporting/settlement/merchants/content.md',
    settles: true,
    flags: euro,
    text: ratepay,
    rows: { 2: 111.99, 3: 45.5, 4: 'back 20' },
    today: '--set settlementDate=PAYMENTDATE',
  },
  {
    name: 'time of day of settlement records: a statement of PayU in Polish',
    source: 'developers.payu.com/pl/statements.html',
    held: true,
    settles: true,
    text: payu,
    rows: { 2: 120, 3: 45.5, 4: 89.99 },
    today: 'no column says that these are settlement records',
  },

  {
    name: 'questions in vain: two totals of Adobe Commerce that are equal',
    source: adobe,
    flags: dollar,
    text: lines(
      'ID,"Purchase Point","Purchase Date","Bill-to Name","Ship-to Name","Grand Total (Base)","Grand Total (Purchased)",Status',
      '000000101,"Main Website","Nov 2, 2026 10:15:00 AM","A B","A B",52.2000,52.2000,complete',
      '000000102,"Main Website","Nov 2, 2026 11:15:00 AM","C D","C D",19.9900,19.9900,processing',
      '000000103,"Main Website","Nov 3, 2026 2:15:00 PM","E F","E F",35.0000,35.0000,canceled',
    ),
    rows: { 2: 52.2, 3: 19.99, 4: 'no' },
  },
  {
    name: 'questions in vain: amount, tip and total of PC Verifier, where the total is charged',
    source: verifier,
    flags: [
      ...dollar,
      '--date-format',
      'MM/dd/yyyy',
      '--set',
      'transactionDate=Time_Stamp',
      '--negative',
      'Sale_Type=Credit',
      '--leave-out',
      'Sale_Type=Void',
    ],
    text: verified,
    rows: { 2: 23, 3: 11.5, 4: -20, 5: 'no' },
    asked: /Sale_Total/,
  },
  {
    name: 'questions in vain: the moment of a sale, and of its last change',
    source: 'github.com/elisharkray1030/DBSBS-POS-Application/issues/9',
    held: true,
    flags: ['--const', 'currency=HKD', '--leave-out', 'Status=voided'],
    text: tills,
    rows: { 2: 120.5, 3: 'no', 4: 45, 5: 33 },
    fields: { 2: { transactionDate: '2026-11-02T10:00:00+01:00' } },
  },

  {
    name: 'a lacking field names its columns: a cash book for Yuki, in French',
    source: 'help-fr.yuki.be: Importer le relevé de caisse',
    flags: euro,
    text: lines(
      'Compte du grand livre caisse;Description caisse;Code transaction;Compte de contrepartie;Nom du compte de contrepartie;Date de transaction;Description;Montant;Solde de caisse',
      '570000;Caisse 1;CI;;;13-01-2015;Achat au comptant;-100;100',
      '570000;Caisse 1;CV;;;13-01-2015;Vente au comptant;100;200',
      '570001;Caisse 2;CV;;;14-01-2015;Vente au comptant;10;110',
    ),
    asked: /Date de transaction|--time|cash book|Solde/,
  },
  {
    name: 'a lacking field names its columns: transactions of an acquirer in Japan',
    source: 'github.com/mamh-mixed/android-demos: config/message/message_ja.js',
    flags: ['--timezone', 'Asia/Tokyo'],
    text: lines(
      '店铺コード,店舗名称,取引番号,売上金額,取引通貨,加盟店手数料,チャンネル,取引時間（日本時間）,決済事業者応答時間（中国時間）,取引状態,端末番号,取引種類,元取引番号,備考',
      'M1,店,2026110200001,1200,JPY,36,Alipay,2026-11-13 10:00:00,2026-11-13 09:00:01,成功,T1,売上,,',
      'M1,店,2026110200002,800,JPY,24,WeChat,2026-11-13 11:00:00,2026-11-13 10:00:01,失敗,T1,売上,,',
      'M1,店,2026110200003,1200,JPY,36,Alipay,2026-11-13 12:00:00,2026-11-13 11:00:01,成功,T1,取消,2026110200001,',
    ),
    rows: { 2: 1200, 3: 'no', 4: 'back 1200' },
    asked: /売上金額|取引時間|取引種類|取引状態/,
  },
  {
    name: 'a lacking field names its columns: a statement of PayU, as sales',
    source: 'developers.payu.com/pl/statements.html',
    held: true,
    text: payu,
    asked: /Data|--time/,
  },

  {
    name: 'footers: the balances of a French bank',
    source:
      'github.com/OCA/bank-statement-import: account_statement_import_caisse_epargne/tests/samples/test_statement_import_version_A.csv',
    settles: true,
    flags: [...euro, '--set', 'amount=Crédit'],
    text: caisse,
    rows: { 6: 'no', 7: 'no', 8: 'no', 9: 'no' },
    asked: /bank|Débit/,
  },
  {
    name: 'footers: the totals of a payout of Gumroad',
    source: 'github.com/antiwork/gumroad/issues/1670 and pull/5775',
    flags: [...dollar, '--time', '12:00'],
    text: lines(
      'Type,Date,Purchase ID,Item Name,Buyer Name,Buyer Email,Taxes ($),Shipping ($),Sale Price ($),Gumroad Fees ($),Net Total ($)',
      'Sale,2026-07-02,g1==,Planner,A,a@example.com,0.0,0.0,12.0,1.7,10.3',
      'Sale,2026-07-03,g2==,Planner,B,b@example.com,0.0,0.0,12.0,1.7,10.3',
      'Full Refund,2026-07-04,g2==,Planner,B,b@example.com,-0.0,-0.0,-12.0,-1.7,-10.3',
      'PayPal Payouts,2026-07-05,,,,,,,,,-10.3',
      'Totals,,,,,,0.0,0.0,12.0,1.7,0.0',
    ),
    rows: { 2: 12, 3: 12, 4: -12, 5: 'no', 6: 'no' },
    asked: /Sale Price/,
  },
  {
    name: 'footers: the summary of order status of roundrock',
    source: 'github.com/vivisystems/roundrock: content/reports/tpl/rpt_order_status/rpt_order_status_csv.tpl',
    held: true,
    flags: [...dollar, '--set', 'amount=Payment'],
    text: roundrock,
    rows: { 11: 99.75, 12: 21, 13: 'no', 14: 'no' },
    today: '--set transactionDate=Sale Period --set transactionDate=Time',
  },

  {
    name: 'lists of chargebacks: PPRO, in cents',
    source: 'developerhub.ppro.com/simple-api/docs/description-of-_chargeback_csv',
    text: lines(
      'CBID;AMOUNT;CURRENCY;ACCOUNTHOLDER;PAYMENTPURPOSE;TXID;MERCHANTTXID;CHARGEBACKTS;IMPORTEDTS;MCONTRACT',
      '7001;1999;EUR;A;Order 1;555001;m-1;2026-11-13 10:00:00;2026-11-14 02:00:00;CONTRACT1',
      '7002;4550;EUR;B;Order 2;555002;m-2;2026-11-13 11:00:00;2026-11-14 02:00:00;CONTRACT1',
    ),
    rows: { 2: 'no', 3: 'no' },
    asked: /chargeback|CHARGEBACK/,
  },
  {
    name: 'lists of chargebacks: CyberSource',
    source: 'developer.cybersource.com: Fields in the Chargeback Report',
    text: lines(
      'RequestId,TrackingNumber,MerchantName,CyberSourceId,ProcessorMerchantId,TransactionReferenceNumber,MerchantReferenceNumber,NatureOfDispute,CBAlertType,CBAmount,CurrencyCode,CBSign,CBAction,CardType,OriginalSettlementDate,CBDate,CBReasonCode,ResponseDueDate',
      '1650191751800167,T1,shop,c1,p1,TR1,MR1,CHARGEBACK,NEW,19.99,USD,-,CHARGEBACK,Visa,2026-10-13T10:00:00Z,2026-11-13T10:00:00Z,10.4,2026-12-13T10:00:00Z',
      '1650191751800168,T2,shop,c1,p1,TR2,MR2,CHARGEBACK,NEW,45.50,USD,-,CHARGEBACK,Visa,2026-10-14T10:00:00Z,2026-11-14T10:00:00Z,10.4,2026-12-14T10:00:00Z',
    ),
    rows: { 2: 'no', 3: 'no' },
    asked: /chargeback|CHARGEBACK|CBAmount/i,
  },
  {
    name: 'lists of chargebacks: Salesforce',
    source: 'developer.salesforce.com: DisputeItemChargeback',
    held: true,
    text: lines(
      'ChargebackIdentifier,ChargebackReferenceNumber,ChargebackAmount,ChargebackAmountCurrency,ChargebackCreatedData',
      'CB-1,RN1,19.99,USD,2026-11-13T10:00:00Z',
      'CB-2,RN2,45.50,USD,2026-11-14T10:00:00Z',
    ),
    rows: { 2: 'no', 3: 'no' },
    asked: /chargeback/i,
  },

  {
    name: 'lists of refunds: batches of Mercado Pago',
    source: 'mercadopago.com.mx/developers/en/docs/batch-payments/batch-refunds/output-format.md',
    flags: ['--const', 'currency=MXN', '--const', 'transactionDate=2026-11-13T10:00:00Z'],
    text: lines(
      'sequential_order;external_reference;amount;refund_status;refund_detail;payment_id',
      '1;ext_ref1;20398.00;refunded;refunded;1885556855',
      '2;ext_ref2;10423.00;refunded;refunded;1885556854',
      '3;ext_ref3;874.00;refunded;refunded;1885556853',
    ),
    rows: { 2: 'no', 3: 'no', 4: 'no' },
    asked: /refund/i,
  },
  {
    name: 'lists of refunds: PPRO, in cents',
    source: 'developerhub.ppro.com/simple-api/docs/description-of-_refund_csv',
    text: lines(
      'REFUNDID;REFUNDSTATE;FAILTYPE;FUNDSSTATE;AMOUNT;CURRENCY;REFTXID;MERCHANTREFUNDID;INITTS;SUCCEEDEDTS;FAILEDTS;MCONTRACT',
      '9001;SUCCEEDED;;SENT;1999;EUR;555001;r-1;2026-11-13 10:00:00;2026-11-13 10:00:05;;CONTRACT1',
      '9002;SUCCEEDED;;SENT;4550;EUR;555002;r-2;2026-11-13 11:00:00;2026-11-13 11:00:05;;CONTRACT1',
    ),
    rows: { 2: 'no', 3: 'no' },
    asked: /refund/i,
  },

  {
    name: 'lists of payouts: Payrexx, in cents',
    source: 'developers.payrexx.com/docs/payout',
    flags: ['--time', '12:00'],
    text: json(
      {
        uuid: 'a1',
        object: 'payout',
        amount: 102350,
        total_fees: 2100,
        currency: 'CHF',
        date: '2026-11-13',
        statement: 'PAYREXX 1',
        status: 'sent',
      },
      {
        uuid: 'a2',
        object: 'payout',
        amount: 54020,
        total_fees: 1100,
        currency: 'CHF',
        date: '2026-11-20',
        statement: 'PAYREXX 2',
        status: 'sent',
      },
    ),
    rows: { 1: 'no', 2: 'no' },
    asked: /payout/i,
  },
  {
    name: 'lists of payouts: batches of Antom',
    source: 'docs.antom.com/ac/wap_hk/settlemtfile',
    text: lines(
      'Settle_batch_no,Settle_date,Amount,Fee,Settlement,Currency',
      '50002017051900000000000000000000 ,2017-05-23 15:36:00,852.40 ,8.52 ,843.88 ,HKD',
      '50002017052000000000000000000000 ,2017-05-24 15:36:00,100.00 ,1.00 ,99.00 ,HKD',
    ),
    asked: /settle|payout|batch/i,
  },
  {
    name: 'lists of payouts: Flipdish',
    source: 'raw.githubusercontent.com/api-evangelist/flipdish/main/json-schema/payments-payout-report3-overview-header-schema.json',
    held: true,
    text: json(
      {
        PayoutId: 500123,
        BankAccountId: 77,
        IsManualPayout: false,
        AccountName: 'Shop',
        PayoutStatus: 'Paid',
        CreatedDate: '2026-06-02T12:00:00Z',
        PeriodStartTime: '2026-05-26T00:00:00Z',
        PeriodEndTime: '2026-06-02T00:00:00Z',
        DestinationBank: 'AIB',
        DestinationAccount: '1234',
        Amount: 1012.5,
        Currency: 'EUR',
      },
      {
        PayoutId: 500124,
        BankAccountId: 77,
        IsManualPayout: false,
        AccountName: 'Shop',
        PayoutStatus: 'Paid',
        CreatedDate: '2026-06-09T12:00:00Z',
        PeriodStartTime: '2026-06-02T00:00:00Z',
        PeriodEndTime: '2026-06-09T00:00:00Z',
        DestinationBank: 'AIB',
        DestinationAccount: '1234',
        Amount: 890.1,
        Currency: 'EUR',
      },
    ),
    rows: { 1: 'no', 2: 'no' },
    asked: /payout/i,
  },

  {
    name: 'own payments in a known export: money sent, and the card that paid for it',
    source: ledger34,
    text: lines(
      paypalHead,
      '"6/14/2016","10:46:49","PDT","Jane Doe","Recurring Payment Sent","Completed","USD","-20.00","0.00","-20.00","me@example.com","b@example.com","XYZ1","","","0.00",',
      '"6/14/2016","10:46:49","PDT","Debit Card","Charge From Debit Card","Completed","USD","20.00","0.00","20.00","","","XYZ2","XYZ1","","20.00",',
      '"6/20/2016","22:34:28","PDT","A payee","Payment Received","Completed","USD","1,560.00","-68.94","1,491.06","c@example.com","me@example.com","32N218454U","","","1,511.06",',
    ),
    rows: { 2: 'no', 3: 'no', 4: 1560 },
    fields: { 4: { transactionDate: '2016-06-20T22:34:28-07:00' } },
    asked: /Type/,
    today: 'KIND_UNCERTAIN amount: sales settle FILE --sales',
  },
  {
    name: 'own payments in a known export: the same as records of the acquirer',
    source: ledger34,
    settles: true,
    text: lines(
      paypalHead,
      '"6/14/2017","07:22:17","EDT","A payee","Recurring Payment Sent","Completed","USD","-100.00","0.00","-100.00","me@example.com","b@example.com","68227082RY","","","4764.38",',
      '"6/20/2017","22:34:28","EDT","A payee","Payment Received","Completed","USD","1,560.00","-68.94","1,491.06","c@example.com","me@example.com","32N218454U","","","4,864.38",',
    ),
    rows: { 2: 'no', 3: 1560 },
    fields: { 3: { fee: 68.94, netAmount: 1491.06 } },
    asked: /Type/,
    today: 'ROW_TIMEZONE_UNREADABLE',
  },
  {
    name: 'own payments: all that a wallet moved',
    source: 'github.com/breez/misty-breez/pull/610',
    held: true,
    text: lines(
      'Date,Type,Status,Amount,Currency,Fee,Refund Amount,Description,Payment ID',
      '2025-08-25 10:00:00,receive,completed,1000,EUR,3,,Order 1,p1',
      '2025-08-25 11:00:00,send,completed,-500,EUR,2,,Rent,p2',
      '2025-08-25 12:00:00,receive,failed,700,EUR,0,,Order 2,p3',
    ),
    rows: { 2: 1000, 3: 'no', 4: 'no' },
    asked: /Type|CENTS/,
    today: 'COLUMN_UNCERTAIN amount: --set amount=Amount',
  },

  {
    name: 'the currency of another amount: a statement of N26',
    source: 'github.com/aniav/ynab-csv/issues/23',
    flags: ['--time', '12:00'],
    text: lines(
      '"Date","Payee","Account number","Transaction type","Payment reference","Category","Amount (EUR)","Amount (Foreign Currency)","Type Foreign Currency","Exchange Rate"',
      '"2019-10-15","ZITO","","MasterCard Payment","","Food & Groceries","-2.2","-2.2","EUR","1.0"',
      '"2019-10-16","BAR","","MasterCard Payment","","Bars","-4.6","-5.1","USD","1.109"',
      '"2019-10-17","A","DE1","Income","","Income","100.0","","",""',
    ),
    asked: /Amount \(EUR\)|currency/i,
    rows: { 2: -2.2, 3: -4.6, 4: 100 },
    fields: { 3: { currency: 'EUR' } },
  },
  {
    name: 'the currency of another amount: a report of Braintree',
    source: 'github.com/OCA/bank-statement-import: account_bank_statement_import_online_braintree/tests/fixtures/pull_report.csv',
    settles: true,
    text: lines(
      'Merchant Account ID,Transaction ID,Original Transaction ID,Transaction Type,Presentment Currency,Presentment Amount,Settlement Currency,Original Sale Amount,Settlement Amount,Settlement Date,Disbursement Date,Deposit ID,Payment Instrument,Card Brand,Refunded Amount,Refund Type,Exchange Rate,Order ID,Discount,Per Transaction Fee,Multicurrency Fee Amount,Braintree Total Amount,Total Fee Amount',
      'usd,abcdef01,"",sale,USD,1085.00,EUR,"",993.53,2020-04-06,2020-04-08,"",credit_card,Visa,0.00,"",0.9157,"",0.0190,0.30,9.93,29.10,29.10',
      'usd,abcdef02,"",sale,USD,2448.00,EUR,"",2241.63,2020-04-07,2020-04-08,"",credit_card,Visa,0.00,"",0.9157,"",0.0190,0.30,22.41,65.30,65.30',
    ),
    asked: /Amount|Currency/,
  },
  {
    name: 'the currency of another amount: a settlement of Volt, one currency given',
    source: 'docs.volt.io/?p=5710',
    held: true,
    settles: true,
    flags: ['--set', 'amount=transactionGrossCredit - transactionGrossDebit'],
    text: volt,
    rows: { 2: 205, 3: -100, 4: 'no', 5: 'no' },
    fields: { 2: { currency: 'EUR', netAmount: undefined } },
    asked: /type|currency/i,
    today: 'COLUMN_AMBIGUOUS transactionDate',
  },

  {
    name: 'a kind under the name of something else: balance history of Stripe, reporting_category',
    source: 'github.com/simonmichael/hledger: examples/csv/other/stripe.csv',
    settles: true,
    text: lines(
      'balance_transaction_id,created_utc,available_on_utc,currency,gross,fee,net,reporting_category,description',
      'txn_14G11,2020-01-23 08:26:29,2020-01-27 00:00:00,usd,112.00,3.55,108.45,charge,',
      'txn_14G12,2020-01-23 08:26:31,2020-01-27 00:00:00,usd,-10.77,0.00,-10.77,refund,REFUND FOR PAYMENT',
      'txn_1A,2020-01-24 08:26:31,2020-01-27 00:00:00,usd,-2.00,0.00,-2.00,fee,Radar (2020-01-23)',
      'txn_1B,2020-01-24 09:26:31,2020-01-27 00:00:00,usd,-50.00,15.00,-65.00,dispute,Chargeback withdrawal for ch_1',
      'txn_1C,2020-01-27 00:10:00,2020-01-28 00:00:00,usd,-30.68,0.00,-30.68,payout,STRIPE PAYOUT',
    ),
    rows: { 2: 112, 3: 'back 10.77', 4: 'no', 5: 'back 50', 6: 'no' },
    fields: { 2: { type: 'Sale' }, 3: { type: 'Refund' }, 4: { type: 'Fee' }, 5: { type: 'Chargeback' }, 6: { type: 'Payout' } },
  },
  {
    name: 'a kind under the name of a way to pay: transactions of SumUp, Zahlungsart',
    source: 'github.com/ursjoss/lola-sumup: src/prepare.rs',
    text: lines(
      'Datum;Transaktions-ID;Zahlungsart;Kartentyp;Betrag inkl. MwSt.;Währung',
      '2026-03-01 10:15:22;TEGUCXAGDE;Umsatz;VISA;9.00;CHF',
      '2026-03-14 13:02:09;TEGUCXAGDG;Umsatz;MASTERCARD;15.00;CHF',
      '2026-03-14 13:30:00;TEGUCXAGDH;Rückerstattung;MASTERCARD;-14.00;CHF',
      '2026-03-16 06:00:00;;Auszahlung;;9.77;CHF',
    ),
    rows: { 2: 9, 3: 15, 4: 'back 14', 5: 'no' },
  },
  {
    name: 'a way to pay under its own name: a customer who paid by transfer',
    source: 'form of a till, made up',
    text: lines(
      'Datum;Beleg;Zahlungsart;Betrag;Währung',
      '01.03.2026 10:15;A1;Zahlung;9.00;CHF',
      '14.03.2026 13:02;A2;Überweisung;15.00;CHF',
      '14.03.2026 13:30;A3;Bar;14.00;CHF',
    ),
    rows: { 2: 9, 3: 15, 4: 14 },
  },
  ...[
    ['the oldest first', (all: string[]) => all],
    ['the newest first', (all: string[]) => all.toReversed()],
  ].map(
    ([order, of]): Stranger => ({
      name: `statements of an account: Bank of America, ${order}`,
      source: 'a parser of bank exports, on GitHub (Date,Description,Amount,Running Bal.)',
      flags: [...dollar, '--time', '12:00'],
      text: lines(
        'Date,Description,Amount,Running Bal.',
        ...(of as (all: string[]) => string[])([
          '01/15/2024,"Zelle payment Conf# abc123",250.00,"1,250.00"',
          '01/19/2024,"CHEWY.COM 800-6724 FL",-186.40,"1,063.60"',
          '01/25/2024,"PAYPAL TRANSFER PPD ID: 1234","1,140.00","2,203.60"',
          '01/26/2024,"VENMO CASHOUT",300.00,"2,503.60"',
        ]),
      ),
      asked: /statement of an account/,
    }),
  ),
  {
    name: 'ways to pay in columns of their own: tickets of an Argentine till, one of them split',
    source: 'two tills on GitHub (Total Cobrado;Efectivo;Transferencia;Tarjeta)',
    flags: ['--const', 'currency=ARS'],
    text: lines(
      'ID Ticket;Fecha;Hora;Total Cobrado;Efectivo;Transferencia;Tarjeta;Detalle de Productos',
      '101;5/10/2026;14:05:09;12500;12500;0;0;"2 Empanadas, 1 Coca"',
      '102;5/10/2026;14:18:40;8300;0;0;8300;"1 Pizza"',
      '103;13/10/2026;20:10:02;20000;5000;0;15000;"Parrillada"',
      '104;13/10/2026;21:45:00;6400;0;6400;0;"2 Birra"',
    ),
    asked: /COLUMN_UNCERTAIN amount: --set amount=Tarjeta --leave-out Tarjeta=0 /,
  },
  {
    name: 'ways to pay in columns of their own: what was paid by card alone',
    source: 'the same',
    flags: ['--const', 'currency=ARS', '--set', 'amount=Tarjeta', '--leave-out', 'Tarjeta=0'],
    text: lines(
      'ID Ticket;Fecha;Hora;Total Cobrado;Efectivo;Transferencia;Tarjeta',
      '101;5/10/2026;14:05:09;12500;12500;0;0',
      '102;5/10/2026;14:18:40;8300;0;0;8300',
      '103;13/10/2026;20:10:02;20000;5000;0;15000',
    ),
    rows: { 2: 'no', 3: 8300, 4: 15000 },
  },
  {
    name: 'words of state: payments of a Turkish marketplace, held back or released',
    source: 'a converter of settlements of marketplaces, on GitHub (Odeme ID;Siparis No;Tarih;Tutar)',
    settles: true,
    flags: [
      ...['--const', 'currency=TRY', '--const', 'acquirerId=A'],
      ...['--set', 'amount=Tutar', '--set', 'businessDate=Tarih', '--set', 'netAmount=Net Hakedis', '--set', 'fee=Komisyon'],
    ],
    text: lines(
      'Odeme ID;Siparis No;Tarih;Tutar;Komisyon;Net Hakedis;Durum',
      'PAY-1;SIP-1001;2026-09-01;1500;120;1380;released',
      'PAY-2;SIP-1002;2026-09-02;820.5;65.64;754.86;held',
      'PAY-3;SIP-1003;2026-09-02;300;24;276;refunded',
      'PAY-4;SIP-1004;2026-09-03;99.9;7.99;91.91;released',
    ),
    rows: { 2: 1500, 3: 'no', 4: 'no', 5: 99.9 },
  },
  {
    name: 'no money: loads of trucks, in cubic metres',
    source: 'a page of a quarry, on GitHub (TICKET;FECHA;HORA;PATENTE;VOLUMEN_M3)',
    text: lines(
      'TICKET;FECHA;HORA;PATENTE;VOLUMEN_M3;SECTOR',
      '1329;30/09/2026;08:42;GXVL25;22,0;12',
      '1330;30/09/2026;08:51;DZGW60;22,0;12',
      '1332;30/09/2026;09:14;DFLK77;14,0;7',
    ),
    asked: /^(?!.*VOLUMEN).*FIELD_MISSING amount: --set amount=COLUMN/s,
  },
  {
    name: 'moments: yyMMddHHmm of a bank, which are no seconds since 1970',
    source: 'github.com/HendyNurSholeh/rekonsiliasi-settlement-app: test_mgate.csv',
    flags: ['--const', 'currency=IDR', '--set', 'transactionDate=stmt_date_time'],
    text: lines(
      'branch,stmt_booking_date,stmt_date_time,ft_trans_reff,amount',
      'KONVEN,2025-07-21,2507211031,0721103228499654MBS318520033973,1388750.00',
      'SYARIAH,2025-07-21,2507210928,0721092926405067MBS572939368402,3850000.00',
    ),
    rows: { 2: 'no', 3: 'no' },
  },
  {
    name: 'the total or the net: transactions of Square',
    source: 'github.com/PratikeshG/BenNJerry: src/test/java/vfcorp/smartwool/CsvExamples.java',
    flags: dollar,
    text: lines(
      squareHead,
      square('2026-07-07,10:02:11', '$27.00', '$2.16', '$2.00', '$31.16', '-$0.93', '$30.23', 'SQA1x', 'Payment'),
      square('2026-07-07,11:40:00', '$12.00', '$0.96', '$0.00', '$12.96', '-$0.46', '$12.50', 'SQB2y', 'Payment'),
    ),
    rows: { 2: 31.16, 3: 12.96 },
    asked: /Total Collected/,
  },
  {
    name: 'the total or the net: invoices of an open order system, amount with tax and item total',
    source: 'github.com/awesomemotive/easy-digital-downloads/issues/9245',
    text: lines(
      'ID,Email,Amount,Tax,Item Total,Gateway,Transaction ID,Date,Currency,Status',
      '21,a@example.com,12.00,2.00,10.00,stripe,ch_1,2026-11-13 10:00:00,USD,Completed',
      '22,b@example.com,24.00,4.00,20.00,stripe,ch_2,2026-11-13 11:00:00,USD,Completed',
    ),
    rows: { 2: 12, 3: 24 },
    asked: /Item Total/,
  },
  {
    name: 'the total or the net: orders of the analytics of WooCommerce, net alone',
    source: 'github.com/woocommerce/woocommerce-admin/issues/8405',
    held: true,
    flags: dollar,
    text: lines(
      'Date,"Order #","N. Revenue",Status,Customer,"Product(s)","Items sold",Taxes,Shipping,Total',
      '"2022-03-03 10:00:00",601,10,completed,"A B","1× Mug",1,2,5,17',
      '"2022-03-03 11:00:00",602,20,completed,"C D","2× Mug",2,4,5,29',
    ),
    rows: { 2: 17, 3: 29 },
    asked: /Total/,
  },
];
