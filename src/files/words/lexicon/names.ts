/**
 * Names of columns that mean no field of the contract and still say something: one line for each role and language, as many as it takes. To
 * add a language, add lines; case, blanks, punctuation and accents do not matter. Names of fields are in `synonyms.ts`.
 */
import type { Words } from '../language.js';

export type NameRole =
  /** What a receipt has lines for: goods; goods where there is a quantity, too; and what tells lines apart where no column has goods. */
  | 'item'
  | 'text'
  | 'part'
  /** A card, its brand or its number. */
  | 'card'
  /** The number of a payment, which means no field. */
  | 'paymentNumber'
  /** How it was paid. */
  | 'payment'
  /** Which step of a payment a row is. */
  | 'step'
  /** What was captured or charged of an amount, or is still owed; what the customer got back; how many digits of an amount are decimals. */
  | 'captured'
  | 'owed'
  | 'change'
  | 'exponent'
  /** The two sides of an account; ways to pay beside which those are kinds of cards. */
  | 'debit'
  | 'credit'
  | 'cash'
  /** The zone of each row's time: surely, or perhaps a place. AM or PM. */
  | 'zone'
  | 'zoneOrPlace'
  | 'halfOfDay'
  /** Who the customer is. */
  | 'person'
  /** What says that a row is no ordinary sale, see `sale-marks.ts`. */
  | NamedMark;

type NamedMark = 'sign' | 'cancelled' | 'cancelledOn' | 'done' | 'code' | 'kind' | 'remark';
/** `refunded`, the states and `answer`: named by a part of a name, see `refundMoney`, `ofState` and `ofAnswer`. */
export type MarkRole = NamedMark | 'refunded' | 'state' | 'paymentState' | 'answer';

export const names: Words<NameRole> = [
  ['card', 'en', 'Card'],
  ['card', 'de', 'Karte'],
  ['card', 'fr', 'Carte'],
  ['card', 'it', 'Carta'],
  ['card', 'es', 'Tarjeta'],

  ['item', 'en', 'Item', 'Item name', 'Item no', 'Item number', 'Item ID', 'Item SKU', 'Menu item', 'Line item', 'Goods', 'SKU'],
  ['item', 'en', 'Line item name', 'Line item SKU', 'Article', 'Article name', 'Article no', 'Article number'],
  ['item', 'en', 'Product', 'Product name', 'Product ID', 'Product code', 'Product SKU'],
  ['item', 'fr', 'Nom article', "Nom de l'article", 'Référence article', 'Produit', 'Nom du produit', 'Désignation'],
  ['item', 'de', 'Artikel', 'Artikelname', 'Artikelnummer', 'Artikel-Nr', 'Artikelbezeichnung', 'Artikeltext'],
  ['item', 'de', 'Produkt', 'Produktname', 'Produktnummer', 'Ware', 'Warenbezeichnung'],
  ['item', 'it', 'Articolo', 'Nome articolo', 'Codice articolo', 'Prodotto', 'Nome prodotto'],
  ['text', 'en', 'Description', 'Item description'],
  ['text', 'de', 'Beschreibung', 'Bezeichnung'],
  ['text', 'fr', 'Libellé', 'Description article'],
  ['text', 'it', 'Descrizione'],
  ['part', 'en', 'Line', 'Line no', 'Line number', 'VAT rate', 'Tax rate', 'Category', 'Product group', 'Department'],
  ['part', 'de', 'Position', 'Pos', 'Pos-Nr', 'Positionsnummer', 'MwSt-Satz', 'MwSt %', 'Steuersatz'],
  ['part', 'de', 'Kategorie', 'Warengruppe', 'Artikelgruppe', 'Hauptgruppe'],
  ['part', 'fr', 'Taux TVA', 'Taux de TVA', 'Catégorie', 'Rayon'],
  ['part', 'it', 'Aliquota', 'Aliquota IVA', 'Categoria', 'Reparto'],
  ['paymentNumber', 'en', 'PSP reference', 'Merchant reference', 'Charge ID', 'Refno'],
  ['payment', 'de', 'Zahlungsart', 'Zahlart', 'Zahlungsmittel', 'Zahlmittel', 'Zahlungsweise', 'Zahlungsform', 'Zahlungsweg', 'Zahlweg'],
  ['payment', 'de', 'Zahlung'],
  ['payment', 'en', 'Payment', 'Payment method', 'Payment type', 'Method of payment', 'Tender', 'Tender type'],
  ['payment', 'fr', 'Mode de paiement', 'Moyen de paiement'],
  ['payment', 'it', 'Metodo di pagamento', 'Tipo di pagamento', 'Mezzo di pagamento', 'Modalità di pagamento'],
  ['step', 'en', 'Line type', 'Row type', 'Entry type', 'Event'],
  ['step', 'de', 'Satzart', 'Zeilentyp', 'Zeilenart'],
  ['step', 'fr', 'Type de ligne'],
  ['step', 'it', 'Tipo riga'],

  ['captured', 'en', 'Captured', 'Charged', 'Paid', 'Settled', 'Collected'],
  ['captured', 'en', 'Amount captured', 'Captured amount', 'Amount paid', 'Paid amount', 'Paid total', 'Total paid', 'Received'],
  ['captured', 'en', 'Amount received', 'Deposit', 'Deposit paid', 'Down payment', 'Payments received'],
  ['captured', 'de', 'Belastet', 'Bezahlt', 'Eingezogen', 'Anzahlung', 'Angezahlt'],
  ['captured', 'fr', 'Encaissé', 'Débité', 'Payé', 'Acompte'],
  ['captured', 'it', 'Incassato', 'Addebitato', 'Pagato', 'Acconto'],
  ['owed', 'en', 'Balance due', 'Outstanding', 'Outstanding balance', 'Amount outstanding', 'Amount due', 'Open balance', 'Layby balance'],
  ['owed', 'de', 'Offen', 'Offener Betrag', 'Restbetrag'],
  ['owed', 'fr', 'Solde dû', 'Reste dû', 'Reste à payer'],
  ['owed', 'it', 'Saldo dovuto', 'Da pagare'],
  ['change', 'de', 'Rückgeld', 'Retourgeld', 'Restgeld', 'Wechselgeld', 'Zurück'],
  ['change', 'en', 'Change', 'Change given', 'Change due', 'Change returned'],
  ['change', 'fr', 'Monnaie rendue', 'Rendu'],
  ['change', 'it', 'Resto'],
  ['change', 'nl', 'Wisselgeld'],
  ['change', 'sv', 'Växel'],
  ['change', 'da', 'Byttepenge'],
  ['change', 'no', 'Vekslepenger'],
  ['change', 'es', 'Vuelto'],
  ['exponent', 'en', 'Exponent', 'Currency exponent', 'Amount exponent', 'Minor units', 'Minor unit'],
  ['exponent', 'en', 'Decimals', 'Decimal places', 'Currency decimals'],
  ['exponent', 'de', 'Nachkommastellen', 'Dezimalstellen', 'Kommastellen'],
  ['exponent', 'fr', 'Décimales', 'Nombre de décimales', 'Exposant'],
  ['exponent', 'it', 'Decimali', 'Numero decimali', 'Esponente'],
  ['debit', 'en', 'Debit'],
  ['debit', 'de', 'Soll', 'Belastung'],
  ['debit', 'fr', 'Débit'],
  ['debit', 'it', 'Dare', 'Addebito'],
  ['credit', 'en', 'Credit'],
  ['credit', 'de', 'Haben', 'Gutschrift'],
  ['credit', 'fr', 'Crédit'],
  ['credit', 'it', 'Avere', 'Accredito'],
  ['cash', 'en', 'Cash', 'Gift card', 'Voucher'],
  ['cash', 'de', 'Bar', 'Bargeld', 'Gutschein'],
  ['cash', 'fr', 'Espèces'],
  ['cash', 'it', 'Contanti', 'Contante'],
  ['cash', 'es', 'Efectivo'],

  ['zone', 'en', 'Time zone', 'Transaction time zone', 'Local time zone', 'Time zone offset', 'Time zone name', 'Time zone ID', 'TZ'],
  ['zone', 'en', 'TZ offset', 'UTC offset', 'Offset UTC', 'Offset from UTC', 'GMT offset'],
  ['zone', 'de', 'Zeitzone', 'Zeitzonen-Offset', 'UTC-Versatz'],
  ['zone', 'fr', 'Fuseau horaire', 'Décalage UTC'],
  ['zone', 'it', 'Fuso orario'],
  ['zoneOrPlace', 'en', 'Zone', 'Offset'],
  ['zoneOrPlace', 'fr', 'Fuseau'],
  ['zoneOrPlace', 'it', 'Fuso', 'Zona'],
  ['halfOfDay', 'en', 'AM/PM', 'AM or PM', 'Meridiem'],

  ['person', 'en', 'Customer', 'Customer contacts', 'Buyer', 'Client', 'Donor', 'Patient', 'Payer', 'Contact name', 'Driver name'],
  ['person', 'en', 'Cardholder', 'Name on card', 'Consumer bank account', 'Ship to customer', 'Guest requests', 'Personal ID'],
  ['person', 'en', 'License plate', 'Licence plate', 'Number plate', 'LPN'],
  ['person', 'de', 'Kunde', 'Käufer', 'Karteninhaber'],
  ['person', 'fr', 'Acheteur', 'Payeur', 'Titulaire de la carte'],
  ['person', 'it', 'Cliente', 'Acquirente', 'Titolare carta'],
  ['person', 'es', 'Comprador', 'Titular de la tarjeta', 'Nombres usuario'],
  ['person', 'nl', 'Klant', 'Kaarthouder'],
  ['person', 'sv', 'Kund', 'Kortinnehavare'],
  ['person', 'da', 'Kortholder'],
  ['person', 'no', 'Kortinnehaver'],
  ['person', 'pl', 'Klient', 'Posiadacz karty'],
  ['person', 'pt', 'Portador do cartão'],
  ['person', 'cs', 'Zákazník', 'Kupující', 'Držitel karty', 'Jméno'],
  ['person', 'tr', 'Müşteri', 'Müşteri adı', 'Alıcı', 'Kart sahibi', 'Ad Soyad'],
  ['person', 'ko', '구매자', '구매자명', '주문자', '주문자명', '고객명', '성명', '예금주', '수령인'],
  ['person', 'zh', '姓名', '买家', '买家姓名', '客户姓名', '付款人', '收货人', '買家', '買家姓名', '客戶姓名', '收貨人'],
  ['person', 'ja', '氏名', '顧客名', '購入者名', 'お客様名'],

  ['sign', 'de', 'S/H', 'Soll/Haben', 'Soll/Haben-Kennzeichen', 'H/S', 'Haben/Soll', 'Vorzeichen'],
  ['sign', 'en', 'Debit/Credit', 'Credit/Debit', 'D/C', 'C/D', 'Dr/Cr', 'Cr/Dr', 'Db/Cr', 'Cr/Db', 'Transaction Debit or Credit', 'Sign'],
  ['sign', 'en', 'Debit/Credit indicator', 'Credit/Debit indicator'],
  ['sign', 'fr', 'Débit/Crédit', 'Signe'],
  ['sign', 'it', 'Dare/Avere', 'D/A', 'Segno'],
  ['cancelled', 'de', 'Storno', 'Storniert', 'Stornokennzeichen', 'Storno-Kz', 'Ist Storno', 'Annulliert'],
  ['cancelled', 'de', 'Trainingsmodus', 'Testmodus', 'Testbuchung', 'Übung', 'Übungsmodus', 'Schulungsmodus'],
  ['cancelled', 'en', 'Cancelled', 'Canceled', 'Is cancelled', 'Is canceled', 'Void', 'Voided', 'Is void', 'Is voided', 'Reversed'],
  ['cancelled', 'en', 'Training', 'Is training', 'Training mode', 'Test', 'Is test', 'Test mode'],
  ['cancelled', 'fr', 'Annulé', 'Annulée', 'Annulation'],
  ['cancelled', 'fr', 'École', 'Mode école', 'Mode formation', 'Mode test'],
  ['cancelled', 'it', 'Addestramento', 'Modalità addestramento'],
  ['cancelled', 'it', 'Annullato', 'Annullata', 'Annullamento', 'Stornato'],
  ['cancelledOn', 'en', 'Cancelled at', 'Canceled at', 'Cancelled on', 'Canceled on', 'Cancelled date', 'Canceled date'],
  ['cancelledOn', 'en', 'Cancellation date', 'Date cancelled', 'Date canceled', 'Voided at', 'Voided on', 'Voided date', 'Void date'],
  ['cancelledOn', 'en', 'Void time', 'Date voided'],
  ['cancelledOn', 'de', 'Storniert am', 'Storno am', 'Stornodatum', 'Stornozeit', 'Stornierungsdatum', 'Annulliert am'],
  ['cancelledOn', 'fr', "Date d'annulation", 'Date annulation', 'Annulé le'],
  ['cancelledOn', 'it', 'Data annullamento', 'Annullato il', 'Data storno', 'Stornato il'],
  ['done', 'en', 'Paid', 'Is paid', 'Captured', 'Is captured', 'Approved', 'Success', 'Successful', 'Is success', 'Is successful'],
  ['done', 'en', 'Succeeded', 'Live mode'],
  ['done', 'de', 'Bezahlt', 'Genehmigt', 'Erfolgreich'],
  ['done', 'fr', 'Payé', 'Payée', 'Réussi'],
  ['done', 'it', 'Pagato'],
  ['done', 'cs', 'Zaplaceno', 'Zaúčtováno'],
  ['code', 'en', 'Response code', 'Host response code', 'Auth response code', 'Result code'],
  ['code', 'en', 'Authorisation response code', 'Authorization response code'],
  ['code', 'de', 'Antwortcode'],
  ['code', 'fr', 'Code réponse', 'Code de réponse'],
  ['code', 'it', 'Codice risposta', 'Codice di risposta'],
  ['kind', 'de', 'Art', 'Typ', 'Vorgang', 'Vorgangsart', 'Belegart', 'Buchungsart', 'Geschäftsvorfall'],
  ['kind', 'en', 'Type', 'Kind', 'Event type', 'Sale type', 'Transaction kind', 'Record type', 'Reporting category', 'Operation'],
  ['kind', 'fr', 'Genre', 'Opération'],
  ['kind', 'it', 'Tipo', 'Operazione'],
  ['kind', 'es', 'Operación', 'Movimiento'],
  ['kind', 'pt', 'Operação'],
  ['kind', 'nl', 'Soort'],
  ['remark', 'de', 'Bemerkung', 'Bemerkungen', 'Anmerkung', 'Notiz', 'Kommentar'],
  ['remark', 'en', 'Note', 'Notes', 'Remark', 'Remarks', 'Comment', 'Comments', 'Memo', 'Message', 'Order note'],
  ['remark', 'fr', 'Remarque', 'Remarques', 'Commentaire'],
  ['remark', 'it', 'Nota', 'Osservazioni', 'Commento'],
];
