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
  /** What the shop paid for what it sells. */
  | 'cost'
  | 'quantity'
  /** The amount of a single line. */
  | 'ofLine'
  /** Numbers of something, which may look like those of cards. */
  | 'number'
  /** A currency; one that may not be that of the sale. */
  | 'currency'
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
  /** Who pays, or is sent goods or bills; the name of anything, or of people alone; how to reach them; where they live, or a shop is. */
  | 'customer'
  | 'named'
  | 'personName'
  | 'phone'
  | 'street'
  | 'town'
  /** A column whose words are no kinds of rows: how it was paid, with which card, how goods travel, how far something came. */
  | 'noKind'
  /** A column of what was sold, in which money for the till may stand, too; one that is called a kind, among other words. */
  | 'ofGoods'
  | 'ofKind'
  /** A column of amounts that were given back; one that names the payment that a row is of. */
  | 'refundMoney'
  /** A state, among other words; one of an order or a payment; one of something else, as of a parcel; what a terminal was answered. */
  | 'ofState'
  | 'ofPaying'
  | 'otherState'
  | 'ofAnswer'
  | 'otherPayment'
  /** What a table is, in the name of its date or its number: of refunds, disputes, fees, subscriptions, payouts, closings of a till; and what names a number. */
  | 'ofRefund'
  | 'ofDispute'
  | 'ofFee'
  | 'ofSubscription'
  | 'ofPayout'
  | 'ofClosing'
  | 'aNumber'
  /** How many payments a row is the total of. */
  | 'paymentsCount'
  /** What the statement of an account has. */
  | 'balance'
  | 'debitSide'
  | 'creditSide'
  | 'ofAccount'
  /** As a whole text: money that moved between the merchant and a payment service, or the till. */
  | 'noSale'
  /** The same under whatever header: nothing that is sold is called so. */
  | 'ownMoney'
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
  ['sum', 'pt', 'l[ií]quido'],
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
  ['fee', 'pt', '\\btaxas?\\b', '\\btarifas?\\b'],
  ['fee', 'pl', 'prowizj'],
  ['charge', 'en', 'fee', 'discount', 'round'],
  ['charge', 'de', 'rabatt', 'rundung'],
  ['charge', 'fr', 'frais', 'remise', 'arrond'],
  ['charge', 'it', 'sconto'],
  ['charge', 'es', 'descuento'],
  ['charge', 'nl', 'korting'],
  ['taxAside', 'en', 'in[ck]l', 'ex[ck]l', '\\b(?:inc|ex)\\b', 'net'],
  ['taxAside', 'de', 'ohne'],
  ['taxAside', 'fr', '\\bhors\\b', '\\bht\\b', 'compris'],
  ['withOrWithout', 'en', 'in[ck]l\\p{L}*', 'ex[ck]l\\p{L}*', 'inc', 'ex', 'with', 'without', 'before', 'after'],
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
  ['withTaxes', 'en', '\\bin[ck]l', '\\binc\\b'],
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
  ['part', 'en', '\\bavg\\b', '\\bnet', 'ex[ck]l', '\\bex\\b', 'open', 'remaining', 'balance'],
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
  ['cents', 'en', '\\bcents?(?![\\p{L}\\d])', '\\bct\\b', '(?<!\\p{L})pence\\b', 'minor[\\s_-]?units?', '[\\s_]minor$', '_cents?$'],
  // As Razorpay, Paystack, Moyasar, Omise, PayTR and T-Bank count, by the manuals of their APIs; PayU and GoPay below.
  ['cents', 'en', '(?<!\\p{L})(?:paise|paisa|kobo|pesewas?|halalas?|satangs?|kuru[sş]|kope(?:ck|k|yk)[ais]*)(?!\\p{L})'],
  ['cents', 'pl', '(?<!\\p{L})(?:gros(?:z|ze|zy|zach)|hal[eé][rř](?:[eůu]|ích)?)(?!\\p{L})'],
  // Whole numbers of the smallest unit, in the reports of Antom.
  ['cents', 'en', 'amount[\\s_]?value$'],
  ['cents', 'de', '\\brp\\b', '(?<!\\p{L})rappen\\b'],
  ['cents', 'fr', 'centimes'],
  ['cents', 'it', 'centesimi'],
  ['cents', 'es', 'céntimos', 'centavos'],
  ['cents', 'sv', '\\b[øö]re\\b'],
  ['cost', 'en', 'purchase[\\s_-]?price', 'cost[\\s_-]?price'],
  ['cost', 'de', 'einkaufspreis'],
  ['cost', 'fr', "prix d['’]achat"],
  ['cost', 'it', "prezzo d['’]acquisto"],
  ['cost', 'es', 'precio de (?:compra|coste)'],
  ['cost', 'pt', 'pre[çc]o de (?:compra|custo)'],
  ['cost', 'nl', 'inkoopprijs'],
  ['cost', 'sv', 'inköpspris'],
  ['cost', 'da', 'indkøbspris'],
  ['cost', 'pl', 'cena zakupu'],
  ['price', 'de', 'preis'],
  ['price', 'en', 'price'],
  ['price', 'fr', 'prix'],
  ['price', 'it', 'prezzo'],
  ['quantity', 'de', 'menge', 'anzahl', 'stück', 'stueck'],
  ['quantity', 'en', '\\bqty\\b', 'quantit', 'pieces', '\\bpcs\\b', '^(?:net )?units(?: sold)?$', 'amount of (?:items|pieces|units)'],
  // Units of what is measured.
  ['quantity', 'en', '(?<![\\p{L}\\d])(?:m[23²³]|kg|kwh|lit(?:er|re|ro)s?)(?![\\p{L}\\d])'],
  ['quantity', 'fr', 'nombre'],
  ['quantity', 'it', 'pezzi'],
  ['ofLine', 'en', '\\b(?:unit|item|line)', 'position'],
  ['ofLine', 'de', 'zeile', 'artikel', 'einzel'],
  ['number', 'en', '(?:^|[^\\p{L}])(?:id|item|order|invoice)(?:[^\\p{L}]|$)'],
  ['currency', 'en', 'currenc', '\\bccy\\b'],
  ['currency', 'de', 'währung', 'waehrung'],
  ['currency', 'fr', 'devise', 'monnaie'],
  ['currency', 'it', 'valuta', 'divisa', 'moneta'],
  ['otherCurrency', 'en', 'card', 'billing', '\\bdcc\\b', 'settlement', 'payout', 'convert', 'account', '\\bbase\\b', '\\bhome\\b'],
  ['otherCurrency', 'en', 'original', 'foreign'],
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
  ['sale', 'sv', '\\bköp', '\\btransdag'],
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

  ['noKind', 'en', 'method', 'tender', 'funding', 'card', 'brand', 'scheme', 'channel', 'source', 'fulfil', 'shipping', 'deliver'],
  ['noKind', 'en', 'address', 'stat(?:e|us)\\b', 'reason', 'error', 'account', 'counterparty', 'category', 'payment[\\s_]?type', 'product'],
  ['noKind', 'en', 'item'],
  ['noKind', 'de', 'zahl(?:ungs)?-?(?:art|mittel|weise|weg|form)', 'karte', 'konto', 'versand', 'grund', 'zustand'],
  ['noKind', 'fr', '(?:mode|moyen) de', 'carte', 'compte', 'statut', 'motif', 'livraison'],
  ['noKind', 'it', 'metodo', '(?:tipo|mezzo|modalità) d[ie]l? ?pagamento', 'carta', 'conto', 'stato', 'motivo', 'consegna'],
  ['noKind', 'es', 'm[eé]todo', 'forma de pago', 'medio de pago', 'tarjeta', 'cuenta', 'estado', 'entrega', 'env[ií]o'],
  ['noKind', 'pt', 'forma de pagamento', 'cart[aã]o', 'situaç'],
  ['noKind', 'nl', 'betaal(?:methode|wijze)', 'rekening'],
  ['noKind', 'sv', 'betal(?:ning)?s[aä]tt', 'betalmetod'],
  ['noKind', 'no', 'betalingsm[åa]te'],
  ['noKind', 'pl', 'forma płatności'],
  // "Buchungsstatus" and "orderstatus", but not "Statement" and "estate".
  ['ofState', 'en', 'status(?!\\p{L})', '(?<!\\p{L})state(?!\\p{L})'],
  ['ofState', 'de', 'zustand(?!\\p{L})'],
  ['ofState', 'fr', '(?<!\\p{L})(?:statut|[ée]tat)(?!\\p{L})'],
  ['ofState', 'it', '(?<!\\p{L})stato(?!\\p{L})'],
  ['ofState', 'es', '(?<!\\p{L})(?:estado|situaci[oó]n)(?!\\p{L})'],
  ['ofState', 'pt', '(?<!\\p{L})situaç[aã]o(?!\\p{L})'],
  ['ofPaying', 'en', 'payment', 'order', 'financial'],
  ['ofPaying', 'de', 'zahlung', 'bestell', 'auftrag'],
  ['ofPaying', 'fr', 'paiement', 'commande'],
  ['ofPaying', 'it', 'pagamento', 'ordine'],
  ['ofPaying', 'es', '\\bpago', 'pedido'],
  ['ofPaying', 'nl', 'betaal'],
  ['ofPaying', 'sv', 'betal'],
  ['ofPaying', 'pl', 'płatno', 'zamówieni'],
  ['otherState', 'en', 'fulfil', 'ship', 'deliver', 'mail', 'print', 'sync', 'export', 'import', 'pay[\\s_-]?out', 'settle', 'reconcil'],
  ['otherState', 'en', 'address', 'customer', 'buyer', 'donor', 'employer', 'billing', 'member', 'province', 'stock', 'tax', 'escrow'],
  ['otherState', 'en', 'verification', 'card code', 'secure', 'dispute', 'subscri'],
  ['otherState', 'de', 'versand', 'liefer', 'druck', 'auszahl', 'lager', 'kunde', 'adress'],
  ['otherState', 'fr', 'livraison', 'exp[ée]dition', 'envoi', 'client', 'versement'],
  ['otherState', 'it', 'spedizione', 'consegna', 'accredito', 'civile'],
  ['otherState', 'es', 'env[ií]o', 'entrega', 'civil'],
  ['otherState', 'nl', 'verzend', 'lever', 'klant'],
  ['otherState', 'sv', 'frakt'],
  ['otherState', 'pl', 'wysył', 'dostaw'],
  ['ofAnswer', 'en', '(?<!\\p{L})(?:result|outcome|response)(?!\\p{L})'],
  ['ofAnswer', 'de', 'ergebnis(?!\\p{L})', '(?<!\\p{L})(?:resultat|antwort)(?!\\p{L})'],
  ['ofAnswer', 'fr', '(?<!\\p{L})(?:r[ée]sultat|r[ée]ponse)(?!\\p{L})'],
  ['ofAnswer', 'it', '(?<!\\p{L})(?:esito|risultato|risposta)(?!\\p{L})'],
  ['ofAnswer', 'es', '(?<!\\p{L})(?:resultado|respuesta)(?!\\p{L})'],
  ['ofAnswer', 'pt', '(?<!\\p{L})resposta(?!\\p{L})'],
  ['ofGoods', 'en', 'categor', 'product', 'item'],
  ['ofKind', 'en', '(?<!\\p{L})(?:type|kind)(?!\\p{L})', '^tt$'],
  ['ofKind', 'de', 'typ(?!\\p{L})', '(?:beleg|umsatz|buchungs|vorgangs)art(?!\\p{L})'],
  ['ofKind', 'it', '(?<!\\p{L})tipo(?!\\p{L})'],
  ['ofKind', 'nl', '(?<!\\p{L})soort(?!\\p{L})'],
  ['ofKind', 'pl', '(?<!\\p{L})rodzaj(?!\\p{L})'],
  ['refundMoney', 'en', 'refund(?!ab)', 'returned', 'charge-?back'],
  ['refundMoney', 'de', 'erstatt(?!bar)', 'rückvergüt', '(?<!aller[\\s_-]?)retour(?!geld)'],
  ['refundMoney', 'fr', 'rembours(?!able)', 'avoir'],
  ['refundMoney', 'it', 'rimbors(?!abil)', '\\bres[oi]\\b'],
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
  ['otherPayment', 'de', 'ursprung\\p{L}*[\\s_-]?(?:\\p{L}+[\\s_-]?)?(?:id|ref|nr|nummer|beleg)', 'original-?(?:ref|beleg|nr)'],
  ['otherPayment', 'de', 'storno (?:zu|von)'],
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
  ['ofPayout', 'en', 'pay[\\s_-]?out', 'disburs', '\\barriv', '\\btransfer[\\s_]?(?:id|date|no|number)'],
  ['ofPayout', 'en', 'deposit[\\s_]?(?:id|date|no|number)'],
  ['ofPayout', 'de', 'auszahl', 'überweisungs'],
  ['ofPayout', 'fr', 'versement', 'virement'],
  ['ofPayout', 'it', 'accredit', 'bonific'],
  ['ofPayout', 'nl', 'uitbetal'],
  ['ofPayout', 'sv', 'utbetal'],
  ['ofPayout', 'da', 'udbetal'],
  ['ofPayout', 'es', 'abono', 'transferencia'],
  ['ofClosing', 'en', '\\bz[\\s_-]?(?:no|nr|num|number|report|out|read)', '\\bclosure', 'end[\\s_-]of[\\s_-]day'],
  ['ofClosing', 'de', '\\bz[\\s_-]?(?:nummer|bon|bericht|abschlu)', 'tagesabschlu', 'kassenabschlu', 'kassenschnitt'],
  ['ofClosing', 'fr', 'cl[oô]ture', '\\bticket[\\s_-]z\\b'],
  ['ofClosing', 'it', 'chiusur'],
  ['ofClosing', 'es', '\\bcierre'],
  [
    'paymentsCount',
    'en',
    '^(?:#|no\\.?|num|number|count)?[\\s_]*(?:of[\\s_])?(?:orders|transactions|receipts|tickets|bills|payments)(?:[\\s_]?(?:count|cnt|qty))?$',
  ],
  ['paymentsCount', 'en', '^(?:sales[\\s_])?(?:order|transaction|tran|trx|receipt|ticket|bill|payment|sales)[\\s_]?(?:count|cnt|qty)$'],
  [
    'paymentsCount',
    'de',
    '^(?:anzahl|anz\\.?)[\\s_-]?(?:\\p{L}*belege|bons|transaktionen|trx|buchungen|verkäufe|bestellungen|rechnungen|zahlungen)$',
  ],
  [
    'paymentsCount',
    'fr',
    "^(?:nb|nbre|nombre)\\.?[\\s_](?:de[\\s_]|d['’])?(?:transactions|tickets|ventes|commandes|paiements|opérations)$",
  ],
  ['paymentsCount', 'it', '^(?:n\\.?|nr\\.?|numero)[\\s_](?:di[\\s_])?(?:transazioni|operazioni|scontrini|vendite|ordini|pagamenti)$'],
  [
    'paymentsCount',
    'es',
    '^(?:n[°º.]|n[uú]m\\.?|n[uú]mero|cant\\.?|cantidad)[\\s_](?:de[\\s_])?(?:ventas|operaciones|transacciones|tickets|pedidos|pagos|cobros)$',
  ],
  ['aNumber', 'en', '(?:\\b|_|\\p{Ll})(?:id|no|nr|number|ref|reference|code|#)\\b'],
  ['aNumber', 'de', 'nummer'],
  ['aNumber', 'fr', 'num[eé]ro', 'r[eé]f[eé]rence', 'n°'],
  ['aNumber', 'it', 'numero', 'codice', 'riferimento'],
  ['aNumber', 'es', 'n[uú]mero', 'código'],
  ['balance', 'en', '\\bbalance\\b(?!.*(?:transaction|impact|available|reserve))'],
  ['balance', 'de', 'saldo', 'kontostand'],
  ['balance', 'fr', 'solde'],
  ['debitSide', 'en', '\\bdebits?\\b(?!.*card)', 'withdrawa?[ln]', 'paid[\\s_]out', 'money[\\s_]out'],
  ['debitSide', 'de', '\\bsoll\\b', 'belastung', '\\bausgang'],
  ['debitSide', 'fr', '\\bdébit'],
  ['debitSide', 'it', '\\bdare\\b', 'addebit', '\\buscite'],
  ['debitSide', 'es', '\\bcargo\\b'],
  ['creditSide', 'en', '\\bcredits?\\b(?!.*card)', 'deposit', 'paid[\\s_]in', 'money[\\s_]in'],
  ['creditSide', 'de', '\\bhaben\\b', 'gutschrift', '\\beingang'],
  ['creditSide', 'fr', '\\bcrédit'],
  ['creditSide', 'it', '\\bavere\\b', 'accredit', '\\bentrate'],
  ['creditSide', 'es', '\\babono\\b'],
  ['ofAccount', 'en', 'value[\\s_]?date', 'booking[\\s_]?date', '\\bpost(?:ed|ing)\\b', '\\biban\\b', 'counterparty', '\\bpayee\\b'],
  ['ofAccount', 'en', '\\bmemo\\b', 'narrat', 'account[\\s_](?:number|no|name)', '\\bche(?:ck|que)[\\s_](?:no|number|#)', '\\bbank\\b'],
  ['ofAccount', 'de', 'buchungs', 'valuta', 'wertstell', 'verwendungszweck', 'auftraggeber', 'begünstigt', 'zahlungsempf', 'kontonummer'],
  ['ofAccount', 'de', 'kontoinhaber'],
  ['ofAccount', 'fr', 'date de valeur', "date d['’]op[ée]ration", 'num[ée]ro de compte', 'b[ée]n[ée]ficiaire'],
  ['ofAccount', 'it', 'data valuta', 'data contabile', 'controparte', 'causale'],
  ['ofAccount', 'es', 'fecha valor', 'concepto'],
  ['ofAccount', 'nl', 'tegenrekening', 'omschrijving', 'rekeningnummer', 'valutadatum', 'boekdatum'],
  ['ofAccount', 'pl', 'data księgowania', 'nr rachunku', 'kontrahent'],
  ['mail', 'en', 'e-?mail'],
  ['mail', 'sv', 'e-post'],
  ['mail', 'fr', 'adresse mail'],
  ['customer', 'en', 'customer', 'consumer', 'client', 'buyer', 'purchaser', 'shopper', 'payer', 'sender', 'donor', 'sponsor', 'backer'],
  ['customer', 'en', 'guest', 'attendee', 'passenger', 'patient', 'subscriber', 'patron', '(?:card|account)[\\s_-]*holder'],
  ['customer', 'en', 'bill(?:ing|ed)?', 'ship(?:ping|ped)?', 'delivery'],
  ['customer', 'de', 'kunde', 'käufer', 'besteller', 'zahler', 'absender', 'spender', 'gast', '(?:karten|konto)-?inhaber'],
  ['customer', 'de', 'rechnung', 'liefer', 'versand'],
  ['customer', 'fr', 'client', 'acheteur', 'payeur', 'donateur', 'expéditeur', 'participant', 'titulaire', 'facturation', 'livraison'],
  ['customer', 'it', 'cliente', 'acquirente', 'pagatore', 'mittente', 'donatore', 'ospite', 'titolare', 'fatturazione', 'spedizione'],
  ['customer', 'es', 'cliente', 'comprador', 'pagador', 'remitente', 'donante', 'invitado', 'huésped', 'titular', 'facturación', 'envío'],
  ['customer', 'nl', 'klant', 'koper', 'betaler', 'afzender', 'kaarthouder', 'factuur', 'bezorg', 'verzend'],
  ['customer', 'sv', 'kund', 'köpare', 'avsändar', 'betalar', '(?:kort|konto)innehavare', 'faktura', 'leverans'],
  ['customer', 'da', 'køber', 'afsender', 'betaler', 'kort(?:holder|indehaver)', 'levering'],
  ['customer', 'no', 'kjøper', 'avsender', 'kortinnehaver'],
  ['customer', 'pl', 'klient', 'kupując', 'nabywc', 'płatnik', 'nadawc', 'posiadacz', 'dostaw'],
  ['customer', 'pt', 'remetente', 'doador', 'portador', 'faturamento', 'cobrança', 'entrega'],
  ['named', 'en', '(?:user|full|nick)?[\\s_-]*name', 'handle'],
  ['named', 'de', '(?:benutzer)?name'],
  ['named', 'fr', 'nom'],
  ['named', 'it', 'nome'],
  // In French it is a count.
  ['named', 'es', 'nombre(?!.*clients)'],
  ['named', 'nl', 'naam'],
  ['named', 'sv', 'namn'],
  ['named', 'da', 'navn'],
  ['named', 'pl', 'nazwa'],
  ['personName', 'en', '(?:first|middle|last|family|sur)[\\s_-]*names?(?!\\p{L})'],
  ['personName', 'de', '(?:vor|nach|familien)name'],
  ['personName', 'fr', 'prénom'],
  ['personName', 'it', 'cognome'],
  ['personName', 'es', '(?<!\\p{L})apellido'],
  ['personName', 'nl', '(?:voor|achter)naam'],
  ['personName', 'sv', '(?:för|efter)namn'],
  ['personName', 'da', '(?:for|efter)navn'],
  ['personName', 'no', 'etternavn'],
  ['personName', 'pl', '(?<!\\p{L})imię(?!\\p{L})', 'nazwisko'],
  ['personName', 'pt', 'sobrenome'],
  ['phone', 'en', '(?:tele|mobile|cell)?[\\s_-]*phone', 'mobile[\\s_-]*(?:no|number)'],
  ['phone', 'de', 'tel(?:efon)?', 'handy', 'mobil(?:telefon|nummer)'],
  ['phone', 'fr', 'téléphone', 'numéro de portable'],
  ['phone', 'it', 'telefono', 'cellulare'],
  ['phone', 'es', 'móvil', 'celular'],
  ['phone', 'nl', 'telefoon', 'mobiel nummer'],
  ['phone', 'pl', 'telefonu', 'komórka'],
  ['phone', 'pt', 'telefone', 'telemóvel'],
  ['street', 'en', '(?:street[\\s_-]*)?address', 'street'],
  ['street', 'de', 'adresse', 'anschrift', 'strasse(?: & nr)?'],
  ['street', 'fr', 'rue'],
  ['street', 'it', 'indirizzo'],
  ['street', 'es', 'dirección', 'domicilio', 'calle'],
  ['street', 'nl', 'adres', 'straat'],
  ['street', 'sv', '(?:gatu|post)?adress', 'gata'],
  ['street', 'pl', 'ulica'],
  ['street', 'pt', 'endereço', 'morada'],
  ['town', 'en', 'city', 'town', 'zip(?:[\\s_-]*code)?', 'post(?:al)?[\\s_-]*code'],
  ['town', 'de', 'plz', 'postleitzahl', '(?:wohn)?ort'],
  ['town', 'fr', 'ville', 'code postal'],
  ['town', 'it', 'città', 'cap'],
  ['town', 'es', 'ciudad', 'código postal'],
  ['town', 'nl', 'woonplaats'],
  ['town', 'sv', 'postort', 'postn(?:umme)?r'],
  ['town', 'no', 'poststed'],
  ['town', 'pl', 'miasto', 'kod pocztowy'],
  ['town', 'pt', 'cidade', 'cep'],
  ['ownMoney', 'en', '^pay-?outs?$', '^(?:cash|paid|pay)[\\s_-](?:in|out)$', '^(?:cash|safe|bank)[\\s_-]drop$'],
  ['ownMoney', 'en', '^bank[\\s_]deposit$', '^cash[\\s_]withdrawal$', '^transfer to bank$', '^(?:cash|opening)[\\s_-]float$'],
  ['ownMoney', 'de', '^(?:(?:bar|privat|wechselgeld|kassen)-?)?entnahme$', '^(?:(?:bar|privat|wechselgeld|kassen)-?)?einlage$'],
  ['ownMoney', 'de', '^auszahlung$', '^(?:bar-?)?einzahlung$', '^(?:geldtransit|abschöpfung|kassensturz|kassendifferenz|bankeinzahlung)$'],
  ['ownMoney', 'fr', '^fond de caisse$', '^(?:entrée|sortie) de caisse$', '^remise en banque$'],
  ['ownMoney', 'it', '^fondo cassa$', '^(?:uscita|entrata) di cassa$', '^versamento in banca$'],
  ['ownMoney', 'es', '^(?:entrada|salida|fondo) de caja$', '^retirada de efectivo$'],
  ['ownMoney', 'nl', '^uitbetaling$', '^kas(?:opname|storting)$'],
  ['ownMoney', 'da', '^ut?d?betal(?:n)?ing$'],
  ['ownMoney', 'ja', '^[入出]金$'],
  ['ownMoney', 'pl', '^wypłata(?: środków)?$'],
  // Not "Transfer" or "Überweisung", by which a customer may have paid.
  ['noSale', 'en', 'currency[\\s_]conversion', '^(?:general )?(?:bank|card) deposit', 'payout', 'pay-out', 'withdrawal'],
  ['noSale', 'en', '^(?:\\S+[\\s_])?(?:fees?|commissions?|transfer to bank.*)$', '^float$', '^log[\\s_-]?o(?:n|ff)$'],
  ['noSale', 'en', '^(?:balance )?inquiry$'],
  ['noSale', 'en', '^expenses?$', 'account[\\s_]hold', '^payment[\\s_](?:hold|release)$', '^reserved?[\\s_](?:funds?|hold|release)$'],
  ['noSale', 'en', '^(?:av)?training$'],
  ['noSale', 'de', 'währungsumrechnung', 'bankgutschrift auf', 'auszahlung', '^(?:\\S+[\\s_])?gebühr(?:en)?$', '^allgemeine abbuchung$'],
  ['noSale', 'de', '^ausgaben?$', '^zählung$'],
  ['noSale', 'fr', 'conversion de devises?', '^frais$', '^dépenses?$'],
  ['noSale', 'it', 'conversione (?:di )?valuta', '^(?:\\S+[\\s_])?commissioni?$', '^(?:spesa|spese|uscita|uscite)$'],
  ['noSale', 'it', '^versamento$'],
  ['noSale', 'es', '^retirada$', '^arqueo$', '^ingreso$'],
  ['noSale', 'nl', 'uitbetaling', '^(?:af)?storting$', '^opname$'],
  ['noSale', 'da', 'ut?d?betal(?:n)?ing', '^gebyr$'],
  ['noSale', 'sv', '^avgift$'],
  ['total', 'en', 'totals?', 'grand ?total', 'sub-?total', 'sum', 'summary', 'Σ'],
  ['total', 'en', '(?:day|daily|shift|batch)[\\s-]?totals?', '[xz][\\s-]?(?:report|reading)', 'end[\\s-]of[\\s-]day'],
  ['total', 'de', 'total(?:e|en)', 'summe', 'gesamt', '(?:gesamt|end|zwischen|tages)(?:summe|total|betrag)'],
  ['total', 'de', '(?:tages|kassen)-?abschluss', '[xz][\\s-]?(?:bericht|bon)'],
  ['total', 'nl', 'dagtotaal', 'totaal', 'z-?rapport'],
  ['total', 'fr', 'totaux', 'sous-?total', 'somme'],
  ['total', 'it', 'total[ei]', 'somma'],
  ['sureTotal', 'en', 'grand ?total', 'sub-?total', 'summary', '(?:day|daily)[\\s-]?total', 'z[\\s-]?report'],
  ['sureTotal', 'de', '(?:zwischen|end|tages)(?:summe|total)', 'gesamtsumme', 'summe'],
  ['sureTotal', 'fr', 'sous-?total', 'total g[ée]n[ée]ral'],
  // Not "Report" or "Vortrag", which may be sold.
  ['carried', 'de', 'übertrag', 'uebertrag', 'saldo-?(?:vortrag|übertrag)', 'anfangs(?:saldo|bestand)', 'end(?:saldo|bestand)'],
  ['carried', 'en', '(?:(?:balance|amount|total)\\s)?(?:carried|brought)[\\s-]forward', '(?:opening|closing)\\sbalance'],
  ['carried', 'fr', 'report\\sà\\snouveau', '[àa]\\sreporter', 'solde\\s(?:reporté|initial|final)'],
  ['carried', 'it', '(?:a\\s)?riporto', 'saldo\\s(?:iniziale|finale)'],
];
