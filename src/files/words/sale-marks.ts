/**
 * Recognises the columns by which tills say that a row is not an ordinary sale: debit or credit, or a sign of its own; cancelled, or only a
 * test; paid or not; how far the payment came; what the terminal was answered; and the kind of row. A value counts only in a column with
 * such a name. It never changes the amount.
 */
import { wordOf } from './header-words.js';
import { hasRefundWord } from './refund-words.js';
import { remembered } from './remembered.js';

type MarkColumn = 'sign' | 'cancelled' | 'cancelledOn' | 'done' | 'state' | 'payment' | 'answer' | 'code' | 'kind';

const names: Record<MarkColumn, readonly string[]> = {
  sign: ['S/H', 'Soll/Haben', 'Soll/Haben-Kennzeichen', 'H/S', 'Haben/Soll', 'Debit/Credit', 'Credit/Debit', 'D/C', 'C/D', 'Dr/Cr', 'Cr/Dr']
    .concat(['Transaction Debit or Credit', 'Debit/Credit indicator', 'Credit/Debit indicator', 'Débit/Crédit', 'Dare/Avere', 'D/A'])
    .concat(['Vorzeichen', 'Sign', 'Signe', 'Segno']),
  cancelled: ['Storno', 'Storniert', 'Stornokennzeichen', 'Storno-Kz', 'Ist Storno', 'Annulliert', 'Cancelled', 'Canceled', 'Is cancelled']
    .concat(['Is canceled', 'Void', 'Voided', 'Is void', 'Is voided', 'Reversed', 'Refund', 'Is refund', 'Annulé', 'Annulée', 'Annulation'])
    .concat(['Annullato', 'Annullata', 'Annullamento', 'Stornato'])
    .concat(['Training', 'Is training', 'Trainingsmodus', 'Training mode', 'Test', 'Is test', 'Testmodus', 'Test mode', 'Testbuchung']),
  cancelledOn: ['Cancelled at', 'Canceled at', 'Cancelled on', 'Canceled on', 'Cancelled date', 'Canceled date', 'Cancellation date']
    .concat(['Date cancelled', 'Date canceled', 'Voided at', 'Voided on', 'Voided date', 'Void date', 'Void time', 'Date voided'])
    .concat(['Storniert am', 'Storno am', 'Stornodatum', 'Stornozeit', 'Stornierungsdatum', 'Annulliert am'])
    .concat(["Date d'annulation", 'Date annulation', 'Annulé le', 'Data annullamento', 'Annullato il', 'Data storno', 'Stornato il']),
  done: [
    'Paid',
    'Is paid',
    'Bezahlt',
    'Payé',
    'Payée',
    'Pagato',
    'Captured',
    'Is captured',
    'Approved',
    'Genehmigt',
    'Success',
    'Successful',
  ].concat(['Is success', 'Is successful', 'Succeeded', 'Erfolgreich', 'Réussi', 'Livemode', 'Live mode']),
  state: ['Status', 'State', 'Zustand', 'Transaction status', 'Transaction state', 'Transaktionsstatus'].concat([
    'Belegstatus',
    'Statut',
    'État',
    'Stato',
    'Estado',
    'Stato operazione',
    'Stato transazione',
    'Estado de la operación',
    'Estado operación',
    'Status da transação',
    'Status da venda',
    'Situação',
    'Transactiestatus',
  ]),
  payment: [
    'Payment status',
    'Order status',
    'Financial status',
    'Zahlungsstatus',
    'Bestellstatus',
    'Statut du paiement',
    'Stato del pagamento',
  ],
  answer: ['Result', 'Ergebnis', 'Resultat', 'Résultat', 'Esito', 'Outcome', 'Response', 'Antwort'],
  code: ['Response code', 'Host response code', 'Auth response code', 'Authorisation response code', 'Authorization response code'].concat([
    'Result code',
    'Antwortcode',
    'Antwort-Code',
    'Code réponse',
    'Code de réponse',
    'Codice risposta',
    'Codice di risposta',
  ]),
  kind: [
    'Art',
    'Typ',
    'Type',
    'Kind',
    'Vorgang',
    'Vorgangsart',
    'Belegart',
    'Buchungsart',
    'Geschäftsvorfall',
    'Tipo',
    'Genre',
    'Event type',
  ].concat(['Sale type', 'Transaction kind', 'Record type', 'Reporting category', 'Operation', 'Opération', 'Operazione']),
};
const byWord = new Map(Object.entries(names).flatMap(([kind, all]) => all.map((name) => [wordOf(name), kind as MarkColumn] as const)));

const texts: Record<'sign' | 'cancelled' | 'done' | 'failed' | 'unfinished' | 'authorised', ReadonlySet<string>> = {
  sign: new Set([
    's',
    'soll',
    'd',
    'dr',
    'debit',
    'débit',
    'dare',
    '-',
    '−',
    '–',
    '-1',
    'minus',
    'moins',
    'meno',
    'neg',
    'negative',
    'negativ',
  ]),
  cancelled: new Set([
    'j',
    'ja',
    'y',
    'yes',
    '1',
    'true',
    'wahr',
    'x',
    'o',
    'oui',
    'vrai',
    'sì',
    'si',
    'vero',
    'storno',
    'storniert',
    'void',
  ]),
  // Without 0, which may be an amount.
  done: new Set(['n', 'nein', 'no', 'false', 'falsch', 'non', 'faux', 'falso', 'not paid', 'unpaid']),
  failed: new Set(
    ['declined', 'failed', 'fail', 'failure', 'denied', 'error', 'unsuccessful', 'not successful', 'not approved', 'timeout', 'timed out']
      .concat(['void', 'voided', 'cancelled', 'canceled', 'rejected', 'refused', 'reversed', 'aborted', 'abandoned', 'deleted', 'expired'])
      .concat([
        'abgelehnt',
        'storniert',
        'storno',
        'fehlgeschlagen',
        'fehler',
        'erfolglos',
        'nicht erfolgreich',
        'abgebrochen',
        'annulliert',
      ])
      .concat(['ko', 'nok', 'non riuscito', 'non riuscita', 'non autorizzato', 'non autorizzata', 'non autorisé', 'non autorisée'])
      .concat(['non abouti', 'non aboutie', 'abandonné', 'abandonnée', 'nicht autorisiert', 'nicht genehmigt'])
      .concat(['verweigert', 'zurückgewiesen', 'gelöscht'])
      .concat(['refusé', 'refusée', 'rejeté', 'rejetée', 'annulé', 'annulée', 'échec', 'échoué', 'échouée', 'erreur'])
      .concat([
        'rifiutato',
        'rifiutata',
        'negato',
        'negata',
        'respinto',
        'respinta',
        'annullato',
        'annullata',
        'fallito',
        'fallita',
        'errore',
      ])
      .concat(['denegado', 'denegada', 'rechazado', 'rechazada', 'cancelado', 'cancelada', 'anulado', 'anulada', 'fallido', 'fallida'])
      .concat(['negada', 'não autorizada', 'não aprovada', 'estornada', 'desfeita', 'devolvida', 'no autorizada', 'no autorizado'])
      .concat(['acquisto negato', 'pagamento negato', 'operazione negata', 'transazione negata', 'storno negato'])
      .concat(['authorization_failed', 'authorisation_failed', 'capture_failed', 'authorization failed', 'authorisation failed'])
      .concat(['negado', 'recusado', 'recusada', 'geweigerd', 'geannuleerd', 'mislukt', 'afvist', 'annulleret', 'avvist', 'nekad'])
      .concat(['odrzucony', 'odrzucona', 'anulowany', 'anulowana']),
  ),
  unfinished: new Set(
    ['pending', 'preauthorised', 'preauthorized', 'pre-authorised', 'pre-authorized', 'uncaptured', 'not captured']
      .concat(['unpaid', 'not paid', 'awaiting payment', 'payment pending', 'on hold', 'on-hold', 'open', 'incomplete', 'requires capture'])
      .concat(['requires action', 'requires payment method', 'requires confirmation', 'pending submission', 'pending capture'])
      .concat(['ausstehend', 'offen', 'reserviert', 'unbezahlt', 'nicht bezahlt', 'zahlung ausstehend', 'vorautorisiert'])
      .concat(['en attente', 'impayé', 'impayée', 'non payé', 'non payée'])
      .concat(['in attesa', 'in sospeso', 'non pagato', 'non pagata'])
      .concat(['pendiente', 'pendente']),
  ),
  // In a web shop, a payment in this state is not captured yet; on a terminal, there is no better word for a completed sale.
  authorised: new Set([
    'authorised',
    'authorized',
    'autorisiert',
    'autorisé',
    'autorisée',
    'autorizzato',
    'autorizzata',
    'autorizado',
    'autorizada',
  ]),
};
/** A day, rather than the zeros that databases write where there is no day. */
const SOME_DAY = /[1-9].*\d/;
/** Two-digit response codes of terminals (ISO 8583) that mean a refusal: all but the approvals 00, 08, 10, 11, 16 and 85. */
const REFUSED = /^(?!00|08|10|11|16|85)\d\d$/;
const CHARS_MAX = 40;
/**
 * What a till writes after the state: "DECLINED - 51", "Failed: insufficient funds"; but not what follows in "Error-free" or "Error: none".
 */
const REASON =
  /\s*(?:[:(](?!\s*0+\s*\)?$)|[,/|]|\s[-–]|[-–](?=[\s\d]))(?!\s*(?:no|none|false|nein|keine?|non|aucune?|nessuno?)[\s).]*$).*$/s;

/** What a column of that name says about its rows; null where it is not one of these columns. */
export const markColumn = remembered((name) => (name.length > CHARS_MAX ? null : (byWord.get(wordOf(name)) ?? null)));

/** Whether `text`, in a column for the kind of row, calls it a refund among other words. */
export function isKindOfRefund(column: MarkColumn | null, text: string): boolean {
  return column === 'kind' && hasRefundWord(text);
}

/**
 * Money that a payment service paid out, kept or converted, and cash put into the till or taken out of it. Not "Transfer" or "Überweisung",
 * by which a customer may have paid.
 */
const NO_SALE =
  /currency[\s_]conversion|währungsumrechnung|conversion de devises?|conversione (?:di )?valuta|^(?:general )?(?:bank|card) deposit|bankgutschrift auf|payout|pay-out|withdrawal|auszahlung|uitbetaling|ut?d?betal(?:n)?ing|^(?:\S+[\s_])?(?:fees?|gebühr(?:en)?|commissions?|commissioni?|transfer to bank.*)$|^frais$|^(?:(?:bar|privat|wechselgeld|kassen)-?)?(?:einlage|entnahme)$|^(?:bar-?)?einzahlung$|^geldtransit$|^(?:cash|paid|pay)[\s_-](?:in|out)$|^(?:cash|safe|bank)[\s_-]drop$|^(?:opening[\s_-])?float$|^log[\s_-]?o(?:n|ff)$|^(?:balance )?inquiry$|^fond de caisse$|^(?:gebyr|avgift)$|^allgemeine abbuchung$|^reserved?[\s_](?:funds?|hold|release)$|^(?:av)?training$|^fondo cassa$/i;

/**
 * Whether `text`, in a column for the kind of row or in transactionTypes, says that the money moved only between the merchant and a payment
 * service, or the till.
 */
export function isNoSale(text: string): boolean {
  return text.length <= CHARS_MAX && NO_SALE.test(text.trim());
}

/**
 * Whether `text`, in such a column, says that money went the other way, or that none was paid, or not yet. Never for a column of kinds,
 * which {@link isKindOfRefund} and {@link isNoSale} judge.
 */
export function isMark(column: MarkColumn | null, text: string): boolean {
  if (column === null || column === 'kind' || text.length > CHARS_MAX) return false;
  const word = text.trim().toLowerCase();
  if (column === 'sign' || column === 'cancelled' || column === 'done') return texts[column].has(word);
  if (column === 'cancelledOn') return SOME_DAY.test(word);
  if (column === 'code') return REFUSED.test(word);
  const state = word.replace(REASON, '');
  if (texts.failed.has(word) || texts.failed.has(state)) return true;
  if (column === 'answer') return false;
  return texts.unfinished.has(state.replaceAll('_', ' ')) || (column === 'payment' && texts.authorised.has(state));
}
