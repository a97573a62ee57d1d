/**
 * Words that acquirers and payment services write above the columns of what they paid out: their meaning, their language, the words. To add one, add it to a line, or a line; case, blanks, hyphens, full stops and accents do not matter.
 * Words that mean the same of a sale are in `synonyms.ts`, and hold here, too.
 */
import type { Words } from './language.js';
import type { WordMeaning } from './synonyms.js';

export const settlementSynonyms: Words<WordMeaning> = [
  ['type', 'en', 'Type', 'Transaction type', 'Record type', 'Entry type'],
  ['type', 'de', 'Typ', 'Art', 'Transaktionsart', 'Transaktionstyp', 'Buchungsart', 'Vorgangsart', 'Umsatzart'],
  ['type', 'fr', 'Type de transaction', "Type d'opération", 'Nature'],
  ['type', 'it', 'Tipo', 'Tipo transazione', 'Tipo di transazione', 'Tipo operazione'],

  ['amount', 'en', 'Gross', 'Gross amount', 'Amount gross', 'Gross value'],
  ['amount', 'de', 'Brutto', 'Bruttobetrag', 'Betrag brutto', 'Umsatz', 'Bruttoumsatz', 'Transaktionsbetrag brutto'],
  ['amount', 'fr', 'Brut', 'Montant brut'],
  ['amount', 'it', 'Lordo', 'Importo lordo'],
  ['amount', 'pt', 'Bruto', 'Vlr bruto'],

  ['fee', 'en', 'Fee', 'Fees', 'Fee amount', 'Total fee', 'Total fees', 'Commission', 'Commission amount', 'Processing fee'],
  ['fee', 'en', 'Merchant fee', 'MDR', 'MDR amount', 'Merchant service charge', 'MSC', 'Discount fee', 'Discount fees', 'Charges'],
  ['fee', 'de', 'Gebühr', 'Gebühren', 'Kommission', 'Kommissionsbetrag', 'Disagio', 'Transaktionsgebühr', 'Gebührenbetrag', 'Entgelt'],
  ['fee', 'de', 'Provision', 'Kosten'],
  ['fee', 'fr', 'Frais', 'Commission', 'Commissions', 'Montant de la commission', 'Frais de transaction'],
  ['fee', 'pt', 'Taxa', 'Taxas', 'Valor taxa', 'Valor da taxa', 'Vlr taxa', 'Taxa MDR', 'Valor MDR', 'Tarifa'],
  ['fee', 'it', 'Commissione', 'Commissioni', 'Importo commissione', 'Spese'],

  ['netAmount', 'en', 'Net', 'Net amount', 'Amount net', 'Settlement amount', 'Settled amount', 'Payout amount', 'Amount paid out'],
  ['netAmount', 'en', 'Net funded', 'Net deposit'],
  ['netAmount', 'de', 'Netto', 'Nettobetrag', 'Betrag netto', 'Auszahlungsbetrag', 'Gutschriftsbetrag', 'Gutgeschriebener Betrag'],
  ['netAmount', 'de', 'Vergütungsbetrag', 'Abrechnungsbetrag'],
  ['netAmount', 'fr', 'Net', 'Montant net', 'Montant versé', 'Montant crédité'],
  ['netAmount', 'pt', 'Líquido', 'Valor líquido', 'Vlr líquido', 'Valor líquido da venda'],
  ['netAmount', 'it', 'Netto', 'Importo netto', 'Importo accreditato'],

  ['settlementCurrency', 'en', 'Settlement currency', 'Net currency', 'Payout currency'],
  ['settlementCurrency', 'de', 'Auszahlungswährung', 'Abrechnungswährung', 'Vergütungswährung'],
  ['settlementCurrency', 'fr', 'Devise de règlement', 'Devise du versement'],
  ['settlementCurrency', 'it', 'Valuta di regolamento', 'Valuta di accredito'],

  ['exchangeRate', 'en', 'Exchange rate', 'Conversion rate', 'FX rate'],
  ['exchangeRate', 'de', 'Wechselkurs', 'Umrechnungskurs', 'Kurs'],
  ['exchangeRate', 'fr', 'Taux de change'],
  ['exchangeRate', 'it', 'Tasso di cambio', 'Cambio'],

  ['settlementDate', 'en', 'Settlement date', 'Settled on', 'Booking date', 'Posting date', 'Processing date', 'Available on'],
  ['settlementDate', 'en', 'Settled', 'Settled at', 'Settled time', 'Settled date', 'Date settled', 'Settlement time'],
  ['settlementDate', 'en', 'Settlement datetime'],
  ['settlementDate', 'de', 'Abrechnungsdatum', 'Buchungsdatum', 'Buchungstag', 'Verarbeitungsdatum', 'Verrechnungsdatum'],
  ['settlementDate', 'fr', 'Date de règlement', 'Date de comptabilisation', 'Date de traitement'],
  ['settlementDate', 'it', 'Data regolamento', 'Data di regolamento', 'Data contabile', 'Data contabilizzazione'],

  ['payoutDate', 'en', 'Payout date', 'Payment date', 'Paid out on', 'Deposit date', 'Transfer date'],
  ['payoutDate', 'de', 'Auszahlungsdatum', 'Auszahlung am', 'Gutschrift am', 'Gutschriftsdatum', 'Datum Überweisung', 'Überweisungsdatum'],
  ['payoutDate', 'de', 'Vergütungsdatum', 'Zahlungsdatum'],
  ['payoutDate', 'fr', 'Date de versement', 'Date du versement', 'Date de virement', 'Date de paiement'],
  ['payoutDate', 'it', 'Data accredito', 'Data di accredito', 'Data pagamento', 'Data bonifico'],

  ['payoutId', 'en', 'Payout', 'Payout ID', 'Payout number', 'Payout reference', 'Settlement ID', 'Settlement number'],
  ['payoutId', 'en', 'Settlement reference', 'Deposit ID', 'Batch number', 'Batch ID', 'Transfer ID', 'Payment advice number'],
  ['payoutId', 'de', 'Auszahlungsnummer', 'Auszahlungs-Nr', 'Auszahlungs-ID', 'Auszahlungsreferenz', 'Abrechnungsnummer', 'Abrechnungs-Nr'],
  ['payoutId', 'de', 'Vergütungsnummer', 'Vergütungs-Nr', 'Zahlungsavis', 'Avisnummer'],
  ['payoutId', 'fr', 'Numéro de versement', 'N° de versement', 'Référence du versement', 'ID du versement'],
  ['payoutId', 'it', 'Numero accredito', 'ID accredito', 'Riferimento accredito'],

  ['merchantId', 'en', 'Merchant', 'Merchant ID', 'Merchant number', 'Merchant account', 'MID', 'Contract number', 'Affiliate number'],
  ['merchantId', 'de', 'Vertragsnummer', 'Vertrags-Nr', 'Vertragspartnernummer', 'VP-Nummer', 'VU-Nummer', 'Händlernummer', 'Händler-ID'],
  ['merchantId', 'fr', 'Numéro de contrat', 'N° de contrat', 'Numéro commerçant', 'N° commerçant'],
  ['merchantId', 'it', 'Numero contratto', 'Codice esercente', 'ID esercente'],

  ['originalReference', 'en', 'Original reference', 'Original transaction ID', 'Original transaction reference', 'Parent transaction ID'],
  ['originalReference', 'de', 'Originalreferenz', 'Ursprüngliche Referenz', 'Ursprungsreferenz'],
  ['originalReference', 'fr', "Référence d'origine"],
  ['originalReference', 'it', 'Riferimento originale'],

  ['transactionCount', 'en', 'Number of transactions', 'Transaction count', 'Transactions', 'No of transactions', 'Count'],
  ['transactionCount', 'de', 'Anzahl', 'Anzahl Transaktionen', 'Anzahl Trx', 'Anz. Transaktionen', 'Anzahl Belege', 'Anzahl Buchungen'],
  ['transactionCount', 'fr', 'Nombre de transactions', 'Nb transactions', "Nombre d'opérations"],
  ['transactionCount', 'it', 'Numero transazioni', 'Numero di transazioni', 'N. operazioni', 'Numero operazioni'],
  ['transactionCount', 'tr', 'Adet', 'İşlem adedi', 'İşlem sayısı'],

  ['description', 'en', 'Description', 'Details'],
  ['description', 'de', 'Beschreibung', 'Buchungstext'],
  ['description', 'fr', 'Libellé', 'Désignation'],
  ['description', 'it', 'Descrizione', 'Causale'],
];
