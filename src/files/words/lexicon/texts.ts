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
  /** In a column of kinds: a sale, by the document or the book of the till; what a settlement record is they do not say. */
  | 'sold'
  /** In a column of signs: money that went the other way, or came in. Yes, and no. */
  | 'minus'
  | 'plus'
  | 'yes'
  | 'no'
  /** In a column of states: it failed, was taken back, is not finished, or authorised, which in a web shop is not yet captured. */
  | 'failed'
  | 'undone'
  /** It failed, in a column of any name: the texts that mean a refused payment, and are not said of a mail, a job or a tip, too. */
  | 'refused'
  | 'unfinished'
  /** What was paid went back, or is disputed, as a state of the payment itself. */
  | 'givenBack'
  | 'authorised'
  /** In a column of states: it was paid, or the order went its way. */
  | 'paid'
  /** As a way to pay: nothing was to be paid. */
  | 'free'
  /** Where a payment was made: on trial, or in earnest. */
  | 'trial'
  | 'earnest';

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
  ['refund', 'cs', 'návrat', 'vrácení', 'vratka'],
  ['refund', 'tr', 'iade', 'i\u0307ade'],
  ['refund', 'ja', '返金'],
  // "Return ticket", "avoir" in any sentence.
  ['refundAlone', 'en', 'void', 'return'],
  ['refundAlone', 'fr', 'avoir'],
  ['refundAlone', 'it', 'reso'],
  ['none', 'en', 'no', 'not'],
  ['none', 'de', 'kein', 'keine', 'nicht', 'ohne'],
  ['none', 'fr', 'pas', 'sans', 'non'],
  ['none', 'it', 'senza'],

  ['sold', 'en', 'invoice', 'receipt', 'income', 'bill'],
  ['sold', 'de', 'rechnung', 'einnahme', 'einnahmen', 'barverkauf', 'barrechnung', 'bon'],
  ['sold', 'fr', 'recette', 'recettes', 'facture', 'ticket'],
  ['sold', 'it', 'fattura', 'ricevuta', 'scontrino'],
  ['sold', 'es', 'factura', 'recibo'],
  ['sold', 'pt', 'fatura'],
  ['sold', 'nl', 'factuur'],
  ['sold', 'sv', 'faktura', 'kvitto'],
  ['sold', 'no', 'kvittering'],
  ['sold', 'pl', 'paragon'],

  ['minus', 'de', 's', 'soll', 'negativ'],
  ['minus', 'en', 'd', 'db', 'dr', 'debit', '-', '−', '–', '-1', 'minus', 'neg', 'negative'],
  ['minus', 'fr', 'débit', 'moins'],
  ['minus', 'it', 'dare', 'meno'],
  ['minus', 'es', 'débito', 'cargo'],
  ['plus', 'de', 'h', 'haben'],
  ['plus', 'en', 'c', 'cr', 'credit', '+'],
  ['plus', 'fr', 'crédit'],
  ['plus', 'it', 'avere'],
  ['plus', 'es', 'crédito', 'abono'],
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
  ['failed', 'en', 'timeout', 'timed out', 'refused', 'aborted'],
  ['failed', 'en', 'abandoned', 'expired', 'capture failed', 'payment failed', 'card declined', 'blocked'],
  ['failed', 'en', 'insufficient funds', 'do not honor', 'do not honour', 'incomplete expired'],
  ['failed', 'en', 'authorization failed', 'authorisation failed', 'suspended', 'ko', 'nok'],
  ['failed', 'en', 'deny', 'expire', 'not authorised', 'not authorized', 'payment error'],
  ['refused', 'en', 'declined', 'decline', 'rejected', 'reject', 'voided'],
  ['refused', 'de', 'abgelehnt'],
  ['failed', 'de', 'fehlgeschlagen', 'fehler', 'erfolglos', 'nicht erfolgreich', 'abgebrochen'],
  ['failed', 'de', 'nicht autorisiert', 'nicht genehmigt', 'verweigert', 'zurückgewiesen'],
  ['failed', 'fr', 'non autorisé', 'non autorisée', 'non abouti', 'non aboutie', 'abandonné', 'abandonnée', 'refusé', 'refusée'],
  ['failed', 'fr', 'erreur de paiement', 'paiement refusé', 'expiré', 'expirée'],
  ['failed', 'fr', 'rejeté', 'rejetée', 'échec', 'échoué', 'échouée', 'erreur'],
  ['failed', 'it', 'non riuscito', 'non riuscita', 'non autorizzato', 'non autorizzata', 'rifiutato', 'rifiutata', 'negato', 'negata'],
  ['failed', 'it', 'scaduto', 'scaduta', 'non completato', 'non completata'],
  ['failed', 'it', 'respinto', 'respinta', 'fallito', 'fallita', 'errore'],
  ['failed', 'it', 'acquisto negato', 'pagamento negato', 'operazione negata', 'transazione negata', 'storno negato'],
  ['failed', 'es', 'denegado', 'denegada', 'rechazado', 'rechazada'],
  ['failed', 'es', 'fallido', 'fallida', 'no autorizada', 'no autorizado'],
  ['failed', 'es', 'expirada', 'expirado'],
  ['failed', 'pt', 'expirada', 'expirado'],
  ['failed', 'pt', 'negada', 'não autorizada', 'não aprovada', 'negado', 'recusado', 'recusada'],
  ['failed', 'nl', 'geweigerd', 'mislukt'],
  ['failed', 'da', 'afvist'],
  ['failed', 'no', 'avvist'],
  ['failed', 'sv', 'nekad'],
  ['failed', 'pl', 'odrzucony', 'odrzucona'],
  ['failed', 'cs', 'zamítnuto', 'zamítnuta', 'zamítnutá', 'odmítnuto', 'neúspěšná', 'neúspěšné', 'neschváleno'],
  ['failed', 'tr', 'başarısız', 'reddedildi', 'onaylanmadı'],
  ['failed', 'ja', '失敗', '取引失敗', '決済失敗', 'エラー', '期限切れ'],
  ['undone', 'en', 'void', 'cancelled', 'canceled', 'reversed', 'deleted', 'user cancelled', 'user canceled', 'cancel'],
  ['undone', 'de', 'storniert', 'storno', 'annulliert', 'gelöscht', 'widerrufen', 'retourniert'],
  ['undone', 'fr', 'annulé', 'annulée'],
  ['undone', 'it', 'stornato', 'stornata', 'annullato', 'annullata'],
  ['undone', 'es', 'cancelado', 'cancelada', 'anulado', 'anulada', 'reversada', 'reversado'],
  ['undone', 'pt', 'cancelada', 'estornada', 'desfeita', 'devolvida'],
  ['undone', 'nl', 'geannuleerd'],
  ['undone', 'da', 'annulleret'],
  ['undone', 'pl', 'anulowany', 'anulowana'],
  ['undone', 'cs', 'zrušeno', 'zrušena', 'zrušená', 'stornováno'],
  // What small letters make of the dotted capital.
  ['undone', 'tr', 'iptal edildi', 'i\u0307ptal edildi'],
  ['undone', 'ja', '取消', '取消済', '取消済み', '取引取消', '受付取消', 'キャンセル', 'キャンセル済み'],
  ['unfinished', 'en', 'pending', 'preauthorised', 'preauthorized', 'pre-authorised', 'pre-authorized', 'uncaptured', 'not captured'],
  ['unfinished', 'en', 'unpaid', 'not paid', 'awaiting payment', 'payment pending', 'on hold', 'on-hold', 'open', 'incomplete'],
  ['unfinished', 'en', 'requires capture', 'requires action', 'requires payment method', 'requires confirmation'],
  ['unfinished', 'en', 'pending submission', 'pending capture', 'held'],
  ['unfinished', 'en', 'pending payment', 'pending review', 'draft', 'quote'],
  ['unfinished', 'de', 'entwurf', 'angebot'],
  ['unfinished', 'de', 'ausstehend', 'offen', 'reserviert', 'unbezahlt', 'nicht bezahlt', 'zahlung ausstehend', 'vorautorisiert'],
  ['unfinished', 'de', 'in bearbeitung', 'unvollständig'],
  ['unfinished', 'fr', 'en attente', 'impayé', 'impayée', 'non payé', 'non payée'],
  ['unfinished', 'fr', 'en attente de paiement', 'en attente de paiement par chèque', 'en attente du paiement par chèque'],
  ['unfinished', 'fr', 'en attente de virement bancaire', 'en attente de paiement à la livraison', 'brouillon', 'devis'],
  ['unfinished', 'it', 'in attesa di pagamento', 'bozza', 'preventivo'],
  ['unfinished', 'it', 'in attesa', 'in sospeso', 'non pagato', 'non pagata'],
  ['unfinished', 'es', 'pendiente', 'pendiente de pago', 'impagado', 'impagada', 'borrador'],
  ['unfinished', 'pt', 'pendente', 'aguardando pagamento', 'rascunho'],
  ['unfinished', 'pl', 'oczekująca', 'oczekujący', 'oczekujące', 'nieopłacone', 'nieopłacona', 'nieopłacony'],
  ['unfinished', 'cs', 'nezaplaceno', 'čeká na platbu', 'čeká na zaplacení'],
  ['unfinished', 'tr', 'beklemede', 'bekliyor', 'ödenmedi'],
  ['unfinished', 'ja', '未払い', '未決済', '処理中', '保留', '支払待ち', '入金待ち'],
  ['unfinished', 'en', 'in progress', 'in process', 'initiated', 'created', 'processing', 'billet printed'],
  ['givenBack', 'en', 'refunded', 'partially refunded', 'partial refund', 'fully refunded', 'charged back', 'chargeback', 'disputed'],
  ['givenBack', 'en', 'returned'],
  ['givenBack', 'de', 'erstattet', 'teilweise erstattet', 'rückerstattet', 'zurückgebucht'],
  ['givenBack', 'fr', 'remboursé', 'remboursée', 'partiellement remboursé', 'contesté', 'contestée'],
  ['givenBack', 'it', 'rimborsato', 'rimborsata', 'contestato'],
  ['givenBack', 'es', 'reembolsado', 'reembolsada', 'devuelto'],
  ['givenBack', 'nl', 'terugbetaald'],
  ['givenBack', 'cs', 'vráceno', 'refundováno'],
  ['givenBack', 'tr', 'iade edildi', 'i\u0307ade edildi'],
  ['givenBack', 'ja', '返金済', '返金済み', '返金完了', '一部返金'],
  ['authorised', 'en', 'authorised', 'authorized'],
  ['authorised', 'de', 'autorisiert'],
  ['authorised', 'fr', 'autorisé', 'autorisée'],
  ['authorised', 'it', 'autorizzato', 'autorizzata'],
  ['authorised', 'es', 'autorizado', 'autorizada'],
  // With the states by which web shops tell where a paid order is.
  ['paid', 'en', 'paid', 'complete', 'completed', 'approved', 'settled', 'captured', 'success', 'successful', 'succeeded', 'ok'],
  ['paid', 'en', 'accepted'],
  ['paid', 'en', 'payment accepted', 'payment received', 'fully paid', 'paid in full', 'confirmed', 'processed', 'posted', 'done'],
  ['paid', 'en', 'finished', 'closed', 'cleared', 'paid out'],
  ['paid', 'en', 'authorised', 'authorized', 'shipped', 'delivered', 'fulfilled', 'final', 'executed', 'settlement', 'capture'],
  ['paid', 'en', 'validated', 'normal', 'released'],
  ['paid', 'de', 'bezahlt', 'abgeschlossen', 'erfolgreich', 'genehmigt', 'gebucht', 'verbucht', 'erledigt', 'akzeptiert', 'bestätigt'],
  ['paid', 'de', 'autorisiert', 'versendet', 'versandt', 'geliefert', 'ausgeführt', 'beglichen', 'festgeschrieben', 'zahlung erhalten'],
  ['paid', 'fr', 'payé', 'payée', 'validé', 'validée', 'accepté', 'acceptée', 'approuvé', 'approuvée', 'autorisé', 'autorisée', 'terminé'],
  ['paid', 'fr', 'terminée', 'réussi', 'réussie', 'succès', 'encaissé', 'encaissée', 'confirmé', 'confirmée', 'livré', 'livrée', 'expédié'],
  ['paid', 'fr', 'paiement accepté', 'paiement à distance accepté', 'en cours de préparation', 'expédiée', 'effectué', 'effectuée'],
  ['paid', 'it', 'pagato', 'pagata', 'completato', 'completata', 'approvato', 'approvata', 'accettato', 'accettata', 'confermato'],
  ['paid', 'it', 'autorizzato', 'autorizzata', 'contabilizzato', 'contabilizzata', 'riuscito', 'riuscita', 'eseguito', 'eseguita'],
  ['paid', 'it', 'incassato', 'incassata', 'confermata', 'spedito', 'consegnato', 'pagamento accettato', 'acquisto approvato'],
  ['paid', 'es', 'pagado', 'pagada', 'completado', 'completada', 'aprobado', 'aprobada', 'aceptado', 'aceptada', 'autorizado'],
  ['paid', 'es', 'autorizada', 'cobrado', 'cobrada', 'confirmado', 'confirmada', 'realizada', 'enviado', 'entregado', 'pago aceptado'],
  ['paid', 'es', 'finalizada'],
  ['paid', 'pt', 'pago', 'paga', 'aprovado', 'aprovada', 'concluído', 'concluída', 'autorizado', 'autorizada', 'capturada', 'confirmada'],
  ['paid', 'nl', 'betaald', 'voltooid', 'geslaagd', 'goedgekeurd', 'afgerond', 'verzonden'],
  ['paid', 'sv', 'betald', 'godkänd', 'slutförd', 'genomförd'],
  ['paid', 'da', 'betalt', 'godkendt', 'gennemført'],
  ['paid', 'no', 'betalt', 'godkjent', 'fullført'],
  ['paid', 'pl', 'zapłacono', 'opłacone', 'opłacona', 'opłacony', 'zrealizowana', 'zrealizowane', 'zakończona', 'zakończone', 'wykonana'],
  ['paid', 'cs', 'schváleno', 'schválena', 'schválená', 'zaplaceno', 'uhrazeno', 'úspěšná', 'úspěšné', 'dokončeno', 'zúčtováno'],
  ['paid', 'tr', 'başarılı', 'onaylandı', 'tamamlandı', 'ödendi'],
  ['paid', 'ja', '完了', '取引完了', '決済完了', '支払完了', '支払済', '支払済み', '決済済み', '成功', '承認'],
  ['free', 'en', 'no charge', 'free of charge', 'complimentary'],
  ['free', 'de', 'kostenlos', 'gratis'],
  ['free', 'fr', 'gratuit', 'offert'],
  ['free', 'it', 'gratuito', 'omaggio'],
  ['trial', 'en', 'test', 'sandbox', 'testing', 'test mode', 'testmode'],
  ['earnest', 'en', 'live', 'production', 'prod', 'live mode', 'livemode'],
];
