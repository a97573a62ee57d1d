/**
 * Parts of names of columns, of titles and of texts, each a regular expression without regard to case: one line for each role and language,
 * as many as it takes. To add a language, add lines.
 */
import type { Words } from '../language.js';

export type PartRole =
  /** Money: any sum, an amount by its own word, what was paid on top, what is added or taken off, and of these what a sum is made of. */
  | 'sum'
  | 'amount'
  | 'tip'
  | 'charge'
  | 'tax'
  | 'fee'
  /** Beside the name of a tax or fee, these say that the column has something else. */
  | 'taxAside'
  /** What stands between an amount and a charge that it includes or not; of these, what says that taxes are in it. */
  | 'withOrWithout'
  | 'withTaxes'
  | 'net'
  | 'gross'
  | 'subtotal'
  | 'discount'
  /** A sum that may be a part of what was paid; one of a pay-out. */
  | 'part'
  | 'otherMoney'
  | 'cents'
  | 'price'
  | 'quantity'
  /** The amount of a single line. */
  | 'ofLine'
  /** Numbers of something, which may look like those of cards. */
  | 'number'
  /** A currency that may not be that of the sale. */
  | 'otherCurrency'
  /** A date of whatever, of the sale, of another event, of any that the row is about. */
  | 'date'
  | 'sale'
  | 'otherEvent'
  | 'anyEvent'
  /** In a title: amounts of the rows, their zone, or their times, before the name of a zone. */
  | 'amountsAbove'
  | 'zoneAbove'
  | 'timesAbove'
  | 'mail'
  /** A column whose words are no kinds of rows: how it was paid, with which card, how goods travel, how far something came. */
  | 'noKind'
  /** A column of amounts that were given back; one that names the payment that a row is of. */
  | 'refundMoney'
  | 'otherPayment'
  /** What a table is, in the name of its date or its number: of refunds, disputes, fees, subscriptions, payouts; and what names a number. */
  | 'ofRefund'
  | 'ofDispute'
  | 'ofFee'
  | 'ofSubscription'
  | 'ofPayout'
  | 'aNumber'
  /** What the statement of an account has. */
  | 'balance'
  | 'debitSide'
  | 'creditSide'
  | 'ofAccount'
  /** As a whole text: money that moved between the merchant and a payment service, or the till. */
  | 'noSale'
  /** A total, at the beginning of a text; one that no shop is called by; an amount carried over from another page or file. */
  | 'total'
  | 'sureTotal'
  | 'carried';

export const parts: Words<PartRole> = [
  ['sum', 'en', 'total', 'gross', '\\bnet\\b', 'turnover'],
  ['sum', 'de', 'summe', 'gesamt', 'brutto', 'netto', 'umsatz'],
  ['sum', 'fr', 'somme', '\\bttc\\b', '\\bht\\b', 'chiffre'],
  ['sum', 'it', 'totale', 'lordo', 'somma', 'imponibile'],
  ['sum', 'nl', 'totaal'],
  ['sum', 'es', '\\bsuma\\b', 'bruto\\b', '\\bneto\\b'],
  ['sum', 'sv', '\\bsumma\\b'],
  ['sum', 'pl', 'razem'],
  ['amount', 'en', 'amount'],
  ['amount', 'de', 'betrag'],
  ['amount', 'fr', 'montant'],
  ['amount', 'it', 'importo'],
  ['amount', 'es', '\\bimporte\\b'],
  ['amount', 'nl', 'bedrag'],
  ['amount', 'sv', 'belopp'],
  ['amount', 'da', 'bel(?:ø|oe)[bp]'],
  ['amount', 'pl', 'kwota'],
  ['amount', 'pt', '\\bvalor\\b'],
  ['tip', 'de', 'trinkgeld', 'tringeld'],
  ['tip', 'en', '\\btips?\\b', 'gratuit'],
  ['tip', 'fr', 'pourboire'],
  ['tip', 'it', 'mancia'],
  ['tip', 'es', 'propina'],
  ['tip', 'pt', 'gorjeta'],
  ['tip', 'nl', '\\bfooi\\b'],
  ['tip', 'sv', 'dricks'],
  ['tip', 'da', 'drikkepeng'],
  ['tip', 'pl', 'napiw'],
  ['tax', 'de', 'mwst', '\\bust\\b', 'steuer'],
  ['tax', 'en', '\\bvat\\b', '\\bgst\\b', '\\btax'],
  ['tax', 'fr', '\\btva\\b', 'taxe'],
  ['tax', 'it', '\\biva\\b'],
  ['tax', 'nl', '\\bbtw\\b', 'belasting'],
  ['tax', 'sv', 'moms', 'skatt'],
  ['tax', 'es', 'impuesto'],
  ['tax', 'pt', 'imposto'],
  ['tax', 'pl', 'podat'],
  ['fee', 'de', 'gebühr', 'gebuehr', 'kommission'],
  ['fee', 'en', '\\bfees?\\b', 'commission'],
  ['fee', 'fr', '\\bfrais\\b'],
  ['fee', 'sv', 'avgift'],
  ['fee', 'da', 'gebyr'],
  ['fee', 'es', 'comisi'],
  ['fee', 'pl', 'prowizj'],
  ['charge', 'en', 'fee', 'discount', 'round'],
  ['charge', 'de', 'rabatt', 'rundung'],
  ['charge', 'fr', 'frais', 'remise', 'arrond'],
  ['charge', 'it', 'sconto'],
  ['charge', 'es', 'descuento'],
  ['charge', 'nl', 'korting'],
  ['taxAside', 'en', 'in[ck]l', 'ex[ck]l', 'net'],
  ['taxAside', 'de', 'ohne'],
  ['taxAside', 'fr', '\\bhors\\b', '\\bht\\b'],
  ['withOrWithout', 'en', 'in[ck]l\\p{L}*', 'ex[ck]l\\p{L}*', 'with', 'without', 'before', 'after'],
  ['withOrWithout', 'de', 'einschl', 'zzgl', 'mit', 'ohne', 'vor', 'nach'],
  ['withOrWithout', 'fr', 'avec', 'sans', 'hors', 'avant', 'apr[eè]s'],
  ['withOrWithout', 'it', 'con', 'senza', 'prima', 'dopo'],
  ['withOrWithout', 'es', 'sin', 'antes', 'despu[eé]s'],
  ['withOrWithout', 'pt', 'com', 'sem', 'depois'],
  ['withOrWithout', 'nl', 'met', 'zonder', 'voor', 'na'],
  ['withOrWithout', 'sv', 'med', 'utan', 'efter'],
  ['withOrWithout', 'da', 'uden', 'f[øö]re?'],
  ['withOrWithout', 'no', 'uten', 'etter'],
  ['withOrWithout', 'pl', 'z', 'bez', 'przed', 'po'],
  ['withTaxes', 'en', '\\bin[ck]l'],
  ['withTaxes', 'fr', '\\bttc\\b', 'compris'],
  ['withTaxes', 'it', 'iva incl'],
  ['withTaxes', 'de', 'einschl'],
  ['net', 'en', '\\bnet\\b'],
  ['net', 'de', 'netto'],
  ['net', 'es', '\\bneto\\b'],
  ['net', 'pt', 'l[ií]quido'],
  ['gross', 'en', '\\bgross\\b'],
  ['gross', 'de', 'brutto'],
  ['gross', 'es', '\\bbruto\\b'],
  ['gross', 'fr', '\\bbrut\\b'],
  ['gross', 'it', 'lordo'],
  ['subtotal', 'en', 'sub[\\s_-]?tot'],
  ['subtotal', 'de', 'zwischensumme'],
  ['subtotal', 'fr', 'sous[\\s_-]?total'],
  ['subtotal', 'nl', 'tussentot'],
  ['subtotal', 'sv', 'delsum'],
  ['discount', 'en', 'discount'],
  ['discount', 'de', 'rabatt', 'nachlass'],
  ['discount', 'fr', 'remise'],
  ['discount', 'it', 'sconto'],
  ['discount', 'es', 'descuento'],
  ['discount', 'pt', 'desconto'],
  ['discount', 'nl', 'korting'],
  ['part', 'en', 'refund', 'pay[\\s_-]?out', 'limit', 'credit', 'budget', 'target', 'spent', 'lifetime', 'revenue', 'turnover', 'average'],
  ['part', 'en', '\\bavg\\b', '\\bnet', 'ex[ck]l', 'open', 'remaining', 'balance'],
  ['part', 'de', 'erstatt', 'auszahl', 'guthaben', 'umsatz', 'durchschnitt', 'netto', '\\bohne\\b', 'tarif', 'offen', 'saldo'],
  ['part', 'fr', 'rembours', '\\bht\\b', '\\bhors\\b', '\\bsans\\b'],
  ['part', 'it', 'rimbors', 'imponibile'],
  ['part', 'es', 'reembols', 'devol', '\\bsin\\b'],
  ['part', 'pt', '\\bsem\\b'],
  ['part', 'nl', '\\bzonder\\b'],
  ['otherMoney', 'en', 'settle', 'pay[\\s_-]?out', '\\breserve\\b'],
  ['otherMoney', 'de', 'auszahl'],
  // What was handed over in another currency, in the DSFinV-K.
  ['otherMoney', 'de', 'zahlwaeh'],
  ['cents', 'en', '\\bcents?(?![\\p{L}\\d])', '\\bct\\b', '\\bpence\\b', 'minor[\\s_-]?units?', '[\\s_]minor$', '_cents?$'],
  // Whole numbers of the smallest unit, in the reports of Antom.
  ['cents', 'en', 'amount[\\s_]?value$'],
  ['cents', 'de', '\\brp\\b', '\\brappen\\b'],
  ['cents', 'fr', 'centimes'],
  ['cents', 'it', 'centesimi'],
  ['cents', 'es', 'céntimos', 'centavos'],
  ['cents', 'sv', '\\b[øö]re\\b'],
  ['price', 'de', 'preis'],
  ['price', 'en', 'price'],
  ['price', 'fr', 'prix'],
  ['price', 'it', 'prezzo'],
  ['quantity', 'de', 'menge', 'anzahl', 'stück', 'stueck'],
  ['quantity', 'en', '\\bqty\\b', 'quantit', 'pieces', '\\bpcs\\b'],
  ['quantity', 'fr', 'nombre'],
  ['quantity', 'it', 'pezzi'],
  ['ofLine', 'en', '\\b(?:unit|item|line)', 'position'],
  ['ofLine', 'de', 'zeile', 'artikel', 'einzel'],
  ['number', 'en', '(?:^|[^\\p{L}])(?:id|item|order|invoice)(?:[^\\p{L}]|$)'],
  [
    'otherCurrency',
    'en',
    'card',
    'billing',
    '\\bdcc\\b',
    'settlement',
    'payout',
    'convert',
    'account',
    '\\bbase\\b',
    '\\bhome\\b',
    'original',
  ],
  ['otherCurrency', 'en', 'foreign'],
  ['otherCurrency', 'de', 'karte', 'abrechnung', 'auszahlung', 'konto', '\\bbasis', '\\bhaus', 'ursprung', 'fremd'],
  ['otherCurrency', 'fr', 'carte\\b', 'compte', 'origine'],
  ['otherCurrency', 'it', 'carta\\b', '\\bconto\\b'],
  ['otherCurrency', 'es', 'cuenta'],
  ['date', 'en', 'date', 'timestamp', 'created', 'captured', '[\\s_]at$', '\\bwhen\\b'],
  ['date', 'de', 'datum', 'zeitpunkt', '\\btag\\b'],
  ['date', 'fr', '\\bmoment', 'horodat', '\\bjour\\b'],
  ['date', 'it', '\\bdata\\b', '\\bgiorno\\b'],
  ['date', 'da', '\\bdato\\b', 'tidspunkt'],
  ['date', 'es', 'fecha', '\\bdia\\b'],
  ['date', 'pl', 'dzie[nń]'],
  ['sale', 'en', 'transa[ck]', '\\bsale\\b', 'sold', 'purchas'],
  ['sale', 'de', 'verkauf', 'kauf(?:datum|zeit)'],
  ['sale', 'fr', '\\bvente', 'achat'],
  ['sale', 'it', 'vendita', 'acquisto'],
  ['sale', 'es', '\\bventa\\b', 'compra'],
  ['sale', 'pt', '\\bvenda\\b'],
  ['sale', 'nl', 'verkoop'],
  ['sale', 'da', '\\bsalg'],
  ['sale', 'sv', '\\bköp'],
  ['sale', 'pl', 'sprzeda'],
  ['otherEvent', 'en', 'pay[\\s_-]?out', 'settle', 'event', 'arriv', 'availab', '\\bdue\\b', 'expir', 'birth', 'deliver', 'ship', 'refund'],
  ['otherEvent', 'en', 'charge[\\s_-]?back', 'dispute', 'revers'],
  ['otherEvent', 'en', 'void', 'cancel', 'releas', 'updated', 'modified', 'changed'],
  ['otherEvent', 'de', 'auszahl', 'fällig', 'faellig', 'valuta', 'wertstell', 'liefer', 'geburt', 'storno', 'erstatt', 'geändert'],
  ['otherEvent', 'de', 'ablauf', '\\btermin\\b'],
  ['otherEvent', 'fr', 'versement', 'échéance', 'echeance', 'livraison', 'naissance', 'rembours', 'annul'],
  ['otherEvent', 'it', 'accredit', 'scadenza', 'consegna', 'nascita', 'rimbors', 'liquida'],
  ['otherEvent', 'es', 'abono', 'entrega', 'nacimiento', 'devoluci'],
  ['otherEvent', 'pt', 'previst', 'libera', 'vencim', 'recebim', 'repass', 'devoluç'],
  ['otherEvent', 'nl', 'uitbetal', 'verval', 'lever', 'geboort'],
  ['otherEvent', 'da', 'udbetal', 'forfald'],
  ['otherEvent', 'sv', 'utbetal', 'förfall', 'leverans'],
  ['otherEvent', 'pl', 'wypłat'],

  ['anyEvent', 'en', '^events?(?:[\\s_-]?(?:date|time|timestamp|at)){1,2}$'],
  ['amountsAbove', 'en', 'amount', 'value', 'figure', 'price', 'currency', '\\ball'],
  ['amountsAbove', 'de', 'betr(?:a|ä|ae)g', 'preis', 'werte?\\b', 'angabe', 'summe', 'ums(?:a|ä|ae)tz', 'währung'],
  ['amountsAbove', 'fr', 'montant', 'valeur', 'prix', 'devise'],
  ['amountsAbove', 'it', 'import[oi]', 'prezz', 'valuta'],
  ['amountsAbove', 'es', 'valor'],
  ['zoneAbove', 'en', '\\btime\\s?zone\\b'],
  ['zoneAbove', 'de', '\\bzeitzone\\b'],
  ['zoneAbove', 'fr', '\\bfuseau horaire\\b'],
  ['zoneAbove', 'it', '\\bfuso orario\\b'],
  ['timesAbove', 'en', 'times', 'timestamps', 'dates'],
  ['timesAbove', 'de', 'zeiten', 'uhrzeiten', 'zeitangaben', 'zeitstempel'],
  ['timesAbove', 'fr', 'heures', 'horaires'],
  ['timesAbove', 'it', 'orari', 'date e ore'],

  [
    'noKind',
    'en',
    'method',
    'tender',
    'funding',
    'card',
    'brand',
    'scheme',
    'channel',
    'source',
    'fulfil',
    'shipping',
    'deliver',
    'address',
  ],
  ['noKind', 'en', 'stat(?:e|us)\\b', 'reason', 'error', 'account', 'counterparty', 'category', 'payment[\\s_]?type', 'product', 'item'],
  ['noKind', 'de', 'zahl(?:ungs)?-?(?:art|mittel|weise|weg|form)', 'karte', 'konto', 'versand', 'grund', 'zustand'],
  ['noKind', 'fr', '(?:mode|moyen) de', 'carte', 'compte', 'statut', 'motif'],
  ['noKind', 'it', 'metodo', '(?:tipo|mezzo|modalità) d[ie]l? ?pagamento', 'carta', 'conto', 'stato', 'motivo'],
  ['noKind', 'es', 'm[eé]todo', 'forma de pago', 'medio de pago', 'tarjeta', 'cuenta', 'estado'],
  ['noKind', 'pt', 'forma de pagamento', 'cart[aã]o', 'situaç'],
  ['noKind', 'nl', 'betaal(?:methode|wijze)', 'rekening'],
  ['noKind', 'sv', 'betal(?:ning)?s[aä]tt', 'betalmetod'],
  ['noKind', 'no', 'betalingsm[åa]te'],
  ['noKind', 'pl', 'forma płatności'],
  ['refundMoney', 'en', 'refund', 'returned', 'charge-?back'],
  ['refundMoney', 'de', 'erstatt', 'rückvergüt', 'retour(?!geld)'],
  ['refundMoney', 'fr', 'rembours', 'avoir'],
  ['refundMoney', 'it', 'rimbors', '\\bres[oi]\\b'],
  ['refundMoney', 'es', 'reembols', 'devol'],
  ['refundMoney', 'pt', 'estorn'],
  ['refundMoney', 'nl', 'terugbetal'],
  ['refundMoney', 'sv', 'återbetal'],
  ['refundMoney', 'no', 'refusjon'],
  ['refundMoney', 'da', 'refunder'],
  ['refundMoney', 'pl', 'zwrot'],
  [
    'otherPayment',
    'en',
    '(?:original|initial|parent|related|linked|refunded)[\\s_]?(?:\\p{L}+[\\s_])?(?:id|ref|number|no\\b|transaction|payment|charge)',
  ],
  ['otherPayment', 'en', 'reference[\\s_]?(?:transaction|txn)'],
  [
    'otherPayment',
    'de',
    'ursprung\\p{L}*[\\s_-]?(?:\\p{L}+[\\s_-]?)?(?:id|ref|nr|nummer|beleg)',
    'original-?(?:ref|beleg|nr)',
    'storno (?:zu|von)',
  ],
  ['otherPayment', 'fr', "d['’]origine"],
  ['otherPayment', 'it', 'original[ei]\\b'],
  ['ofRefund', 'en', 'refund', 'credit[\\s_-]?note'],
  // Not "Gutschrift", which is that of a payout, too.
  ['ofRefund', 'de', 'erstattung', 'retoure'],
  ['ofRefund', 'fr', 'rembours'],
  ['ofRefund', 'it', 'rimbors'],
  ['ofRefund', 'es', 'reembols', 'devoluci'],
  ['ofRefund', 'pt', 'estorn', 'devoluç'],
  ['ofRefund', 'nl', 'terugbetal'],
  ['ofRefund', 'sv', 'återbetal'],
  ['ofRefund', 'no', 'refusjon', 'refunder'],
  ['ofRefund', 'pl', 'zwrot'],
  ['ofDispute', 'en', 'charge-?back', 'dispute', '\\bcbk\\b', '\\bcase[\\s_]?(?:id|no|number)'],
  ['ofDispute', 'de', 'rückbelast', 'rücklast'],
  ['ofDispute', 'fr', 'litige', 'impay'],
  ['ofDispute', 'it', 'contestazion'],
  ['ofDispute', 'es', 'contracargo', 'disputa'],
  ['ofFee', 'en', '\\bfee[\\s_]?(?:id|date|no|number)', '\\b(?:application|service)[\\s_]fee[\\s_]id'],
  ['ofFee', 'de', 'gebühren-?(?:id|nr|nummer|datum)'],
  ['ofSubscription', 'en', '\\bsubscription', '\\brenewal', 'next[\\s_](?:billing|payment)'],
  ['ofSubscription', 'de', '\\babo-?(?:id|nr|nummer|beginn|start)'],
  ['ofSubscription', 'fr', 'abonnement'],
  [
    'ofPayout',
    'en',
    'pay[\\s_-]?out',
    'disburs',
    '\\barriv',
    '\\btransfer[\\s_]?(?:id|date|no|number)',
    'deposit[\\s_]?(?:id|date|no|number)',
  ],
  ['ofPayout', 'de', 'auszahl', 'überweisungs'],
  ['ofPayout', 'fr', 'versement', 'virement'],
  ['ofPayout', 'it', 'accredit', 'bonific'],
  ['ofPayout', 'nl', 'uitbetal'],
  ['ofPayout', 'sv', 'utbetal'],
  ['ofPayout', 'da', 'udbetal'],
  ['ofPayout', 'es', 'abono', 'transferencia'],
  ['aNumber', 'en', '(?:\\b|_|\\p{Ll})(?:id|no|nr|number|ref|reference|code|#)\\b'],
  ['aNumber', 'de', 'nummer'],
  ['aNumber', 'fr', 'num[eé]ro', 'r[eé]f[eé]rence', 'n°'],
  ['aNumber', 'it', 'numero', 'codice', 'riferimento'],
  ['aNumber', 'es', 'n[uú]mero', 'código'],
  ['balance', 'en', '\\bbalance\\b(?!.*(?:transaction|impact|available|reserve))'],
  ['balance', 'de', 'saldo', 'kontostand'],
  ['balance', 'fr', 'solde'],
  ['debitSide', 'en', '\\bdebits?\\b(?!.*card)', 'withdrawal', 'paid[\\s_]out', 'money[\\s_]out'],
  ['debitSide', 'de', '\\bsoll\\b', 'belastung', '\\bausgang'],
  ['debitSide', 'fr', '\\bdébit'],
  ['debitSide', 'it', '\\bdare\\b', 'addebit', '\\buscite'],
  ['debitSide', 'es', '\\bcargo\\b'],
  ['creditSide', 'en', '\\bcredits?\\b(?!.*card)', 'deposit', 'paid[\\s_]in', 'money[\\s_]in'],
  ['creditSide', 'de', '\\bhaben\\b', 'gutschrift', '\\beingang'],
  ['creditSide', 'fr', '\\bcrédit'],
  ['creditSide', 'it', '\\bavere\\b', 'accredit', '\\bentrate'],
  ['creditSide', 'es', '\\babono\\b'],
  [
    'ofAccount',
    'en',
    'value[\\s_]?date',
    'booking[\\s_]?date',
    '\\bpost(?:ed|ing)\\b',
    '\\biban\\b',
    'counterparty',
    '\\bpayee\\b',
    '\\bmemo\\b',
    'narrat',
  ],
  ['ofAccount', 'en', 'account[\\s_](?:number|no|name)', '\\bche(?:ck|que)[\\s_](?:no|number|#)', '\\bbank\\b'],
  [
    'ofAccount',
    'de',
    'buchungs',
    'valuta',
    'wertstell',
    'verwendungszweck',
    'auftraggeber',
    'begünstigt',
    'zahlungsempf',
    'kontonummer',
    'kontoinhaber',
  ],
  ['ofAccount', 'fr', 'date de valeur', "date d['’]op[ée]ration", 'num[ée]ro de compte', 'b[ée]n[ée]ficiaire'],
  ['ofAccount', 'it', 'data valuta', 'data contabile', 'controparte', 'causale'],
  ['ofAccount', 'es', 'fecha valor', 'concepto'],
  ['ofAccount', 'nl', 'tegenrekening', 'omschrijving', 'rekeningnummer', 'valutadatum', 'boekdatum'],
  ['ofAccount', 'pl', 'data księgowania', 'nr rachunku', 'kontrahent'],
  ['mail', 'en', 'e-?mail'],
  ['mail', 'sv', 'e-post'],
  ['mail', 'fr', 'adresse mail'],
  // Not "Transfer" or "Überweisung", by which a customer may have paid.
  ['noSale', 'en', 'currency[\\s_]conversion', '^(?:general )?(?:bank|card) deposit', 'payout', 'pay-out', 'withdrawal'],
  ['noSale', 'en', '^(?:\\S+[\\s_])?(?:fees?|commissions?|transfer to bank.*)$', '^(?:cash|paid|pay)[\\s_-](?:in|out)$'],
  ['noSale', 'en', '^(?:cash|safe|bank)[\\s_-]drop$', '^(?:opening[\\s_-])?float$', '^log[\\s_-]?o(?:n|ff)$', '^(?:balance )?inquiry$'],
  ['noSale', 'en', '^reserved?[\\s_](?:funds?|hold|release)$', '^(?:av)?training$'],
  ['noSale', 'de', 'währungsumrechnung', 'bankgutschrift auf', 'auszahlung', '^(?:\\S+[\\s_])?gebühr(?:en)?$', '^allgemeine abbuchung$'],
  ['noSale', 'de', '^(?:(?:bar|privat|wechselgeld|kassen)-?)?(?:einlage|entnahme)$', '^(?:bar-?)?einzahlung$', '^geldtransit$'],
  ['noSale', 'fr', 'conversion de devises?', '^frais$', '^fond de caisse$'],
  ['noSale', 'it', 'conversione (?:di )?valuta', '^(?:\\S+[\\s_])?commissioni?$', '^fondo cassa$'],
  ['noSale', 'nl', 'uitbetaling'],
  ['noSale', 'da', 'ut?d?betal(?:n)?ing', '^gebyr$'],
  ['noSale', 'sv', '^avgift$'],
  ['total', 'en', 'totals?', 'grand ?total', 'sub-?total', 'sum', 'summary', 'Σ'],
  ['total', 'de', 'total(?:e|en)', 'summe', 'gesamt', '(?:gesamt|end|zwischen|tages)(?:summe|total|betrag)'],
  ['total', 'de', '(?:tages|kassen)-?abschluss', 'z-?(?:bericht|bon)'],
  ['total', 'fr', 'totaux', 'sous-?total', 'somme'],
  ['total', 'it', 'total[ei]', 'somma'],
  ['sureTotal', 'en', 'grand ?total', 'sub-?total', 'summary'],
  ['sureTotal', 'de', '(?:zwischen|end|tages)(?:summe|total)', 'gesamtsumme', 'summe'],
  ['sureTotal', 'fr', 'sous-?total', 'total g[ée]n[ée]ral'],
  // Not "Report" or "Vortrag", which may be sold.
  ['carried', 'de', 'übertrag', 'uebertrag', 'saldo-?(?:vortrag|übertrag)', 'anfangs(?:saldo|bestand)', 'end(?:saldo|bestand)'],
  ['carried', 'en', '(?:(?:balance|amount|total)\\s)?(?:carried|brought)[\\s-]forward', '(?:opening|closing)\\sbalance'],
  ['carried', 'fr', 'report\\sà\\snouveau', '[àa]\\sreporter', 'solde\\s(?:reporté|initial|final)'],
  ['carried', 'it', '(?:a\\s)?riporto', 'saldo\\s(?:iniziale|finale)'],
];
