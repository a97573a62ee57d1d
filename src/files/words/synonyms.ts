/**
 * Words that tills, terminals and web shops write above their columns: their meaning, their language, the words. To add one, add it to a
 * line, or a line; case, blanks, hyphens, full stops and accents do not matter. Only words that leave no doubt belong here: not "Nummer",
 * "Valuta" (a date in German, the currency in Italian) or "Zahlungsart", and no dates of booking or pay-out.
 */
import type { RowField } from '../input/record-kind.js';
import type { Words } from './language.js';

/**
 * `total` is a sum that is the amount only where no other column can be; `time` is the time of day for a date in another column; `receipt`
 * is the number of a receipt, which is the reference where no other column is and its cells look like numbers of receipts.
 */
export type WordMeaning = Exclude<RowField, 'additionalData' | 'panEncrypted'> | 'total' | 'time' | 'receipt';

export const synonyms: Words<WordMeaning> = [
  ['amount', 'en', 'Transaction amount', 'Sale amount', 'Payment amount', 'Amount paid'],
  ['amount', 'de', 'Betrag', 'Transaktionsbetrag', 'Zahlbetrag', 'Zahlungsbetrag', 'Verkaufsbetrag'],
  ['amount', 'fr', 'Montant', 'Montant de la transaction', 'Montant transaction', 'Montant payé'],
  ['amount', 'it', 'Importo', 'Importo transazione', 'Importo della transazione', 'Importo pagato'],

  ['total', 'en', 'Total', 'Total amount', 'Grand total', 'Amount (total)', 'Gross', 'Gross amount'],
  ['total', 'de', 'Summe', 'Gesamt', 'Gesamtbetrag', 'Gesamtsumme', 'Endbetrag', 'Totalbetrag', 'Brutto', 'Bruttobetrag'],
  ['total', 'fr', 'Somme', 'Montant total', 'Montant TTC', 'Total TTC'],
  ['total', 'it', 'Totale', 'Importo totale', 'Importo lordo', 'Tot'],
  ['total', 'pt', 'Valor bruto', 'Valor total', 'Valor da venda'],
  ['total', 'nl', 'Totaal incl. btw'],
  ['total', 'es', 'Importe total'],

  ['currency', 'en', 'Currency code', 'Transaction currency', 'Curr'],
  ['currency', 'de', 'Währung', 'Waehrung', 'Währungscode', 'Transaktionswährung', 'Whg'],
  ['currency', 'fr', 'Devise', 'Code devise', 'Monnaie'],
  ['currency', 'it', 'Divisa', 'Moneta', 'Codice valuta'],

  ['transactionDate', 'en', 'Date', 'Date/Time', 'Date and time', 'Transaction time', 'Transaction date/time', 'Transaction date and time'],
  ['transactionDate', 'en', 'Timestamp', 'Sale date', 'Date of sale', 'Purchase date', 'Date of purchase'],
  ['transactionDate', 'de', 'Datum', 'Datum/Zeit', 'Datum/Uhrzeit', 'Datum und Uhrzeit', 'Datum und Zeit', 'Transaktionsdatum'],
  ['transactionDate', 'de', 'Transaktionszeit', 'Transaktionszeitpunkt', 'Verkaufsdatum', 'Verkaufszeitpunkt', 'Kaufdatum'],
  ['transactionDate', 'de', 'Einkaufsdatum', 'Belegdatum', 'Bondatum', 'Zeitstempel'],
  ['transactionDate', 'fr', 'Date et heure', 'Date/Heure', 'Date de la transaction', 'Date transaction', 'Date de transaction'],
  ['transactionDate', 'fr', 'Date de vente', 'Date de la vente', "Date d'achat", "Date de l'achat", 'Horodatage'],
  ['transactionDate', 'it', 'Data', 'Data e ora', 'Data/Ora', 'Data transazione', 'Data della transazione', 'Data vendita'],
  ['transactionDate', 'it', 'Data di vendita', 'Data acquisto', "Data dell'acquisto", 'Dt'],
  ['transactionDate', 'pt', 'Data da venda', 'Data e hora da venda'],

  ['time', 'en', 'Time', 'Time of day', 'Time of sale'],
  ['time', 'de', 'Zeit', 'Uhrzeit', 'Verkaufszeit', 'Belegzeit'],
  ['time', 'fr', 'Heure', 'Heure de la transaction', 'Heure de transaction'],
  ['time', 'it', 'Ora', 'Orario', 'Ora transazione'],
  ['time', 'es', 'Hora', 'Hora de la operación', 'Hora operación'],
  ['time', 'pt', 'Hora da venda', 'Horário'],
  ['time', 'nl', 'Tijd', 'Tijdstip'],
  ['time', 'pl', 'Godzina', 'Czas'],
  ['time', 'sv', 'Klockslag'],
  ['time', 'da', 'Klokkeslæt'],
  ['time', 'en', 'Payment time'],

  ['businessDate', 'en', 'Business day', 'Trading day', 'Trading date'],
  ['businessDate', 'de', 'Geschäftstag', 'Geschäftsdatum', 'Geschaeftstag', 'Kassentag', 'Kassendatum', 'Verkaufstag'],
  ['businessDate', 'fr', "Jour d'exploitation", "Date d'exploitation", 'Jour de vente'],
  ['businessDate', 'it', 'Giorno di esercizio', 'Giorno di vendita'],

  ['eftTransactionDate', 'en', 'EFT date', 'EFT date/time', 'Terminal date/time', 'Terminal time'],
  ['eftTransactionDate', 'de', 'EFT-Datum', 'EFT-Zeitpunkt', 'Terminaldatum', 'Terminalzeit'],
  ['eftTransactionDate', 'fr', 'Date TPE', 'Date du terminal'],
  ['eftTransactionDate', 'it', 'Data POS', 'Data del terminale'],

  ['transactionReference', 'en', 'Reference', 'Reference number', 'Reference no', 'Transaction ID', 'Transaction number', 'Transaction no'],
  ['transactionReference', 'en', 'Trx ref no', 'Payment ID', 'Payment reference', 'Receipt number', 'Receipt no'],
  ['transactionReference', 'de', 'Referenz', 'Referenznummer', 'Referenz-Nr', 'Transaktionsreferenz', 'Transaktions-ID'],
  ['transactionReference', 'de', 'Transaktionscode', 'Transaktionsnummer', 'Transaktions-Nr', 'Beleg', 'Belegnummer', 'Beleg-Nr', 'Bon'],
  ['transactionReference', 'de', 'Bonnummer', 'Bon-Nr', 'Quittungsnummer'],
  ['transactionReference', 'fr', 'Référence de la transaction', 'Référence transaction', 'Numéro de transaction', 'N° de transaction'],
  ['transactionReference', 'fr', 'ID de transaction', 'Numéro de ticket', 'N° ticket'],
  ['transactionReference', 'it', 'Riferimento', 'Riferimento transazione', 'Numero transazione', 'ID transazione', 'Numero scontrino'],
  ['transactionReference', 'it', 'Numero ricevuta'],
  ['transactionReference', 'pt', 'NSU'],

  ['receipt', 'en', 'Receipt', 'Receipt ID', 'Ticket', 'Ticket no', 'Ticket number', 'Ticket ID', 'Check', 'Check no', 'Check number'],
  ['receipt', 'en', 'Check ID', 'Check Nr', 'Bill', 'Bill no', 'Bill number', 'Invoice', 'Invoice no', 'Invoice number', 'Invoice ID'],
  ['receipt', 'en', 'Sale ID', 'Sale no', 'Sale number', 'Sale reference', 'Slip number', 'Slip no', 'Docket number', 'Docket no'],
  ['receipt', 'en', 'Document number', 'Document no'],
  ['receipt', 'de', 'Quittung', 'Quittungs-Nr', 'Quittungs-ID', 'Kassenbon', 'Kassenbonnummer', 'Kassenbon-Nr', 'Rechnung'],
  ['receipt', 'de', 'Rechnungsnummer', 'Rechnungs-Nr', 'Vorgang', 'Vorgangsnummer', 'Vorgangs-Nr', 'Verkaufsnummer', 'Verkaufs-Nr'],
  ['receipt', 'de', 'Ticketnummer', 'Ticket-Nr', 'Beleg-ID', 'Bon-ID'],
  ['receipt', 'fr', 'N° de ticket', 'Ticket de caisse', 'N° ticket de caisse', 'Reçu', 'N° reçu', 'N° de reçu', 'Numéro de reçu'],
  ['receipt', 'fr', 'N° vente', 'N° de vente', 'Numéro de vente', 'Facture', 'N° facture', 'N° de facture', 'Numéro de facture', 'N° note'],
  ['receipt', 'fr', 'Numéro de note'],
  ['receipt', 'it', 'Scontrino', 'N. scontrino', 'N° scontrino', 'Nr. scontrino', 'Ricevuta', 'N. ricevuta', 'N° ricevuta', 'Fattura'],
  ['receipt', 'it', 'Numero fattura', 'N. fattura', 'N° fattura', 'Numero documento', 'N. documento', 'Numero vendita'],
  ['receipt', 'es', 'Núm. ticket', 'Tique', 'Número de recibo', 'N.º recibo', 'N.º de recibo', 'Recibo', 'Número de factura'],
  ['receipt', 'es', 'N.º factura', 'N.º de factura', 'Factura', 'Número de venta', 'Comprobante', 'Número de comprobante'],
  ['receipt', 'nl', 'Kassabon', 'Kassabonnummer', 'Kwitantienummer', 'Factuurnummer'],
  ['receipt', 'pt', 'Número do recibo', 'N.º do recibo', 'Número da fatura', 'Fatura', 'Cupom', 'Número do cupom', 'Talão'],
  ['receipt', 'sv', 'Kvitto', 'Kvittonummer', 'Kvittonr', 'Fakturanummer'],
  ['receipt', 'da', 'Kvittering', 'Kvitteringsnummer', 'Kvitteringsnr', 'Fakturanr'],
  ['receipt', 'pl', 'Paragon', 'Numer paragonu', 'Nr paragonu', 'Numer faktury', 'Nr faktury'],

  ['orderId', 'en', 'Order', 'Order number', 'Order no', 'Order code', 'Order reference'],
  ['orderId', 'de', 'Bestellung', 'Bestellnummer', 'Bestell-Nr', 'Bestell-ID', 'Auftragsnummer', 'Auftrags-Nr'],
  ['orderId', 'fr', 'Commande', 'Numéro de commande', 'N° de commande', 'N° commande'],
  ['orderId', 'it', 'Ordine', 'Numero ordine', "Numero d'ordine", 'ID ordine'],
  ['orderId', 'es', 'Pedido', 'Número de pedido', 'N.º de pedido'],

  ['terminalId', 'en', 'Terminal', 'Terminal number', 'Terminal no', 'TID', 'Machine', 'Machine ID', 'Vending machine'],
  ['terminalId', 'de', 'Terminalnummer', 'Terminal-Nr', 'Automat', 'Automaten-Nr', 'Automaten-ID'],
  ['terminalId', 'fr', 'Numéro de terminal', 'N° terminal', 'TPE', 'Numéro TPE', 'Distributeur automatique', 'N° de distributeur'],
  ['terminalId', 'it', 'Terminale', 'Numero terminale', 'ID terminale', 'Distributore automatico', 'ID distributore'],

  ['locationId', 'en', 'Location', 'Store', 'Store ID', 'Store number', 'Shop', 'Shop ID', 'Branch', 'Outlet'],
  ['locationId', 'de', 'Filiale', 'Filial-Nr', 'Filialnummer', 'Standort', 'Verkaufsstelle', 'Betriebsstätte'],
  ['locationId', 'fr', 'Magasin', 'Point de vente', 'Succursale'],
  ['locationId', 'it', 'Negozio', 'Punto vendita', 'Sede'],

  ['brandId', 'en', 'Brand', 'Card brand', 'Card type', 'Card scheme', 'Scheme'],
  ['brandId', 'de', 'Kartenmarke', 'Kartentyp', 'Kartenart', 'Kartenbrand'],
  ['brandId', 'fr', 'Type de carte', 'Marque de carte', 'Marque de la carte'],
  ['brandId', 'it', 'Tipo carta', 'Tipo di carta', 'Circuito', 'Marchio carta'],

  ['cardNumberMasked', 'en', 'Card number', 'Card no', 'Masked card number', 'PAN', 'Masked PAN', 'Card PAN'],
  ['cardNumberMasked', 'de', 'Kartennummer', 'Karten-Nr', 'Maskierte Kartennummer'],
  ['cardNumberMasked', 'fr', 'Numéro de carte', 'N° de carte', 'N° carte'],
  ['cardNumberMasked', 'it', 'Numero carta', 'Numero di carta', 'Numero della carta'],

  ['authorisationCode', 'en', 'Authorization code', 'Auth code', 'Auth. no', 'Approval code'],
  ['authorisationCode', 'de', 'Autorisierungscode', 'Autorisierungsnummer', 'Autorisierung', 'Autorisations-Code', 'Autorisationsnummer'],
  ['authorisationCode', 'de', 'Genehmigungscode', 'Genehmigungsnummer'],
  ['authorisationCode', 'fr', "Code d'autorisation", "Numéro d'autorisation", 'N° autorisation'],
  ['authorisationCode', 'it', 'Codice autorizzazione', 'Codice di autorizzazione', 'Numero autorizzazione'],
  ['authorisationCode', 'es', 'Autorización', 'Código de autorización', 'Número de autorización'],

  ['acquirerId', 'en', 'Acquirer'],
  ['acquirerId', 'de', 'Akquirer'],
  ['acquirerId', 'fr', 'Acquéreur'],
  ['acquirerId', 'it', 'ID acquirer'],

  ['applicationId', 'en', 'AID', 'EMV AID', 'Application identifier'],
  ['applicationId', 'de', 'Anwendungs-ID'],
  ['applicationId', 'fr', "Identifiant d'application"],
  ['applicationId', 'it', 'ID applicazione'],

  ['transactionSequenceCounter', 'en', 'Sequence counter', 'Sequence number', 'Trx seq-cnt', 'Trace number', 'Trace no', 'STAN'],
  ['transactionSequenceCounter', 'de', 'Trace-Nr', 'Tracenummer', 'TA-Nr', 'Sequenznummer', 'Sequenzzähler'],
  ['transactionSequenceCounter', 'fr', 'Numéro de séquence', 'N° de séquence'],
  ['transactionSequenceCounter', 'it', 'Numero di sequenza', 'Numero sequenza'],

  ['transactionTypes', 'en', 'Transaction type'],
  ['transactionTypes', 'de', 'Transaktionsart', 'Transaktionstyp'],
  ['transactionTypes', 'fr', 'Type de transaction'],
  ['transactionTypes', 'it', 'Tipo transazione', 'Tipo di transazione'],
];
