/**
 * Texts of cells that say that a row is no ordinary sale: one line for each role and language, as many as it takes, in small letters. To add
 * a language, add lines.
 */
import type { Words } from '../language.js';

export type TextRole =
  /** A refund, or the cancelling of a sale: anywhere in a text, or only as all of it. */
  | 'refund'
  | 'refundAlone'
  /** What negates the words beside it. */
  | 'none'
  /** In a column of signs: money that went the other way. Yes, and no. */
  | 'minus'
  | 'yes'
  | 'no'
  /** In a column of states: it failed, is not finished, or authorised, which in a web shop is not yet captured. */
  | 'failed'
  /** It failed, in a column of any name: the texts that mean a refused payment, and are not said of a mail, a job or a tip, too. */
  | 'refused'
  | 'unfinished'
  /** What was paid went back, or is disputed, as a state of the payment itself. */
  | 'givenBack'
  | 'authorised';

export const texts: Words<TextRole> = [
  // Not "credit", which is a kind of card, and not "refunded", as a sale itself is called later.
  ['refund', 'en', 'refund', 'reversal', 'chargeback'],
  ['refund', 'de', 'gutschrift', 'erstattung', 'rückerstattung', 'rückvergütung', 'retoure', 'storno', 'stornierung', 'rückgabe'],
  ['refund', 'de', 'teilerstattung', 'teilstorno', 'rückbuchung', 'rücklastschrift'],
  ['refund', 'fr', 'remboursement', 'annulation'],
  ['refund', 'it', 'rimborso', 'annullamento'],
  ['refund', 'es', 'devolución', 'reembolso'],
  ['refund', 'pt', 'devolução', 'estorno'],
  ['refund', 'nl', 'terugbetaling'],
  ['refund', 'sv', 'återbetalning'],
  ['refund', 'no', 'refusjon'],
  ['refund', 'da', 'refundering'],
  // "Return ticket", "avoir" in any sentence.
  ['refundAlone', 'en', 'void', 'return'],
  ['refundAlone', 'fr', 'avoir'],
  ['refundAlone', 'it', 'reso'],
  ['none', 'en', 'no', 'not'],
  ['none', 'de', 'kein', 'keine', 'nicht', 'ohne'],
  ['none', 'fr', 'pas', 'sans', 'non'],
  ['none', 'it', 'senza'],

  ['minus', 'de', 's', 'soll', 'negativ'],
  ['minus', 'en', 'd', 'dr', 'debit', '-', '−', '–', '-1', 'minus', 'neg', 'negative'],
  ['minus', 'fr', 'débit', 'moins'],
  ['minus', 'it', 'dare', 'meno'],
  ['yes', 'de', 'j', 'ja', 'wahr', 'storno', 'storniert'],
  ['yes', 'en', 'y', 'yes', '1', 'true', 'x', 'void'],
  ['yes', 'fr', 'o', 'oui', 'vrai'],
  ['yes', 'it', 'sì', 'si', 'vero'],
  // Without 0, which may be an amount.
  ['no', 'en', 'n', 'no', 'false', 'not paid', 'unpaid'],
  ['no', 'de', 'nein', 'falsch'],
  ['no', 'fr', 'non', 'faux'],
  ['no', 'it', 'falso'],

  ['failed', 'en', 'failed', 'fail', 'failure', 'denied', 'error', 'unsuccessful', 'not successful', 'not approved'],
  ['failed', 'en', 'timeout', 'timed out', 'void', 'cancelled', 'canceled', 'refused', 'reversed', 'aborted'],
  ['failed', 'en', 'abandoned', 'deleted', 'expired', 'authorization_failed', 'authorisation_failed', 'capture_failed'],
  ['failed', 'en', 'authorization failed', 'authorisation failed', 'ko', 'nok', 'blocked'],
  ['refused', 'en', 'declined', 'decline', 'rejected', 'reject', 'voided'],
  ['refused', 'de', 'abgelehnt'],
  ['failed', 'de', 'storniert', 'storno', 'fehlgeschlagen', 'fehler', 'erfolglos', 'nicht erfolgreich', 'abgebrochen'],
  ['failed', 'de', 'annulliert', 'nicht autorisiert', 'nicht genehmigt', 'verweigert', 'zurückgewiesen', 'gelöscht'],
  ['failed', 'fr', 'non autorisé', 'non autorisée', 'non abouti', 'non aboutie', 'abandonné', 'abandonnée', 'refusé', 'refusée'],
  ['failed', 'fr', 'rejeté', 'rejetée', 'annulé', 'annulée', 'échec', 'échoué', 'échouée', 'erreur'],
  ['failed', 'it', 'non riuscito', 'non riuscita', 'non autorizzato', 'non autorizzata', 'rifiutato', 'rifiutata', 'negato', 'negata'],
  ['failed', 'it', 'respinto', 'respinta', 'annullato', 'annullata', 'fallito', 'fallita', 'errore'],
  ['failed', 'it', 'acquisto negato', 'pagamento negato', 'operazione negata', 'transazione negata', 'storno negato'],
  ['failed', 'es', 'denegado', 'denegada', 'rechazado', 'rechazada', 'cancelado', 'cancelada', 'anulado', 'anulada'],
  ['failed', 'es', 'fallido', 'fallida', 'no autorizada', 'no autorizado'],
  ['failed', 'pt', 'negada', 'não autorizada', 'não aprovada', 'estornada', 'desfeita', 'devolvida', 'negado', 'recusado', 'recusada'],
  ['failed', 'nl', 'geweigerd', 'geannuleerd', 'mislukt'],
  ['failed', 'da', 'afvist', 'annulleret'],
  ['failed', 'no', 'avvist'],
  ['failed', 'sv', 'nekad'],
  ['failed', 'pl', 'odrzucony', 'odrzucona', 'anulowany', 'anulowana'],
  ['unfinished', 'en', 'pending', 'preauthorised', 'preauthorized', 'pre-authorised', 'pre-authorized', 'uncaptured', 'not captured'],
  ['unfinished', 'en', 'unpaid', 'not paid', 'awaiting payment', 'payment pending', 'on hold', 'on-hold', 'open', 'incomplete'],
  ['unfinished', 'en', 'requires capture', 'requires action', 'requires payment method', 'requires confirmation'],
  ['unfinished', 'en', 'pending submission', 'pending capture'],
  ['unfinished', 'de', 'ausstehend', 'offen', 'reserviert', 'unbezahlt', 'nicht bezahlt', 'zahlung ausstehend', 'vorautorisiert'],
  ['unfinished', 'fr', 'en attente', 'impayé', 'impayée', 'non payé', 'non payée'],
  ['unfinished', 'it', 'in attesa', 'in sospeso', 'non pagato', 'non pagata'],
  ['unfinished', 'es', 'pendiente'],
  ['unfinished', 'pt', 'pendente'],
  ['unfinished', 'en', 'in progress', 'created', 'processing'],
  ['givenBack', 'en', 'refunded', 'partially refunded', 'partial refund', 'fully refunded', 'charged back', 'chargeback', 'disputed'],
  ['givenBack', 'de', 'erstattet', 'teilweise erstattet', 'rückerstattet', 'zurückgebucht'],
  ['givenBack', 'fr', 'remboursé', 'remboursée', 'partiellement remboursé', 'contesté', 'contestée'],
  ['givenBack', 'it', 'rimborsato', 'rimborsata', 'contestato'],
  ['givenBack', 'es', 'reembolsado', 'reembolsada', 'devuelto'],
  ['givenBack', 'nl', 'terugbetaald'],
  ['authorised', 'en', 'authorised', 'authorized'],
  ['authorised', 'de', 'autorisiert'],
  ['authorised', 'fr', 'autorisé', 'autorisée'],
  ['authorised', 'it', 'autorizzato', 'autorizzata'],
  ['authorised', 'es', 'autorizado', 'autorizada'],
];
