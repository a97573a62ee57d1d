/** The French words of everyday output. */
import { own } from '../../contract/own-names.js';
import type { UploadKind } from '../../contract/states.js';
import type { LocaleFormat } from '../../words/format.js';
import { sharedWords } from '../../words/fr.js';
import { ofName } from '../../words/of-name.js';
import type { TableOfWords } from './en.js';
import { exceptionText } from './exception-text.js';
import { type FaultWords, faultText } from './fault-text.js';

const sale = { Sales: 'vente', Settlement: 'ligne de règlement' } as const;
const sales = { Sales: 'ventes', Settlement: 'lignes de règlement' } as const;

const aDay = 'n’est pas un jour qui existe ; l’écrire comme 2026-11-20';
const aMoment =
  'ne désigne pas un moment précis ; écrire la date, l’heure et le décalage par rapport à UTC, comme 2026-11-20T14:03:59+01:00';
/** Faults of cells and rows. */
const faults: FaultWords = {
  AMOUNT_INVALID:
    'ne peut pas être lu avec certitude comme un montant ; l’écrire en chiffres, avec le séparateur décimal de la colonne et autant de décimales que la devise',
  AMOUNT_DECIMALS: 'a plus de quatre décimales ; en écrire quatre au plus',
  BUSINESS_DATE_INVALID: aDay,
  TRANSACTION_DATE_INVALID: aMoment,
  EFT_TRANSACTION_DATE_INVALID: aMoment,
  DAY_INVALID: aDay,
  TIME_ZONE_UNKNOWN: 'a un fuseau horaire inconnu, ou qui n’avait pas cours ce jour-là ; l’écrire comme Europe/Zurich ou +01:00',
  LOCAL_TIME_SKIPPED:
    'n’a pas existé, car l’horloge a été avancée ; corriger, ou écrire le décalage par rapport à UTC après l’heure, comme 03:30:00+02:00',
  LOCAL_TIME_TWICE:
    'a existé deux fois, car l’horloge a été retardée ; écrire le décalage par rapport à UTC après l’heure, comme 02:30:00+02:00',
  ID_ROUNDED:
    'a été arrondi par Excel, et des chiffres sont perdus ; exporter de nouveau, avec cette colonne en texte et sans passer par Excel',
  TOTALS_ROW:
    'ressemble à un total ; supprimer la ligne. Si c’est une vente, la compléter, et vider sa cellule « _code » dans le fichier des lignes rejetées',
  CURRENCY_CONTRADICTS: 'est dans une autre devise que la ligne ; corriger l’une des deux',
  CARD_NUMBER_UNMASKED:
    'contient un numéro de carte complet, qui ne doit jamais être enregistré ; garder au plus les six premiers et les quatre derniers chiffres, comme 424242******4242',
  TEXT_NOT_UNICODE: 'contient des caractères endommagés ; exporter de nouveau le texte en UTF-8',
  COUNT_INVALID: 'n’est pas un nombre entier ; l’écrire en chiffres seulement',
  TYPE_UNKNOWN:
    'n’est pas un type connu de ligne de règlement ; écrire un type de l’API, tel que Sale, Refund, Chargeback, Fee, Adjustment ou Payout, ou dire ce qu’il signifie dans un fichier de correspondance, sous [values type]',
  SALE_UNKNOWN: 'ne dit pas si la ligne est une vente ; le vérifier, et si c’en est une, corriger la cellule',
  OTHER_HEADER:
    'est un autre en-tête ou se trouve sous un autre ; diviser le fichier : cet en-tête et tout ce qui suit vont dans un fichier à part',
  COLUMN_COUNT:
    'n’a pas autant de cellules que l’en-tête ; compléter la ligne, ou mettre entre guillemets doubles une cellule qui contient le séparateur',
  ROW_CUT:
    'est la dernière ligne et n’a pas de fin de ligne : le fichier est peut-être coupé ; exporter de nouveau, ou, si la ligne est complète, ajouter une fin de ligne',
  QUOTE_BROKEN: 'a un guillemet isolé ; mettre toute la cellule entre guillemets doubles, et y écrire deux fois tout guillemet ("")',
  INPUT_CHANGED: 'a été lu pendant que le fichier était encore écrit ; compléter la ligne, et envoyer la suite dans un fichier à part',
};

export function cliWords(format: LocaleFormat): TableOfWords {
  const { countText, many } = format;
  const shared = sharedWords(format);
  /** With a participle, which has the number of the noun; both nouns are feminine. */
  const of = (kind: UploadKind, count: number, done = '') =>
    many(count, `${sale[kind]}${done && ` ${done}`}`, `${sales[kind]}${done && ` ${done}s`}`);
  const noneSent = (nothing: boolean) => (nothing ? ' ; rien n’a été envoyé' : '');

  return {
    format,
    shared,
    labelColumns: 11,

    labels: {
      reading: 'Fichier',
      first: 'Début',
      checked: 'Vérifié',
      mapping: 'Lecture',
      note: 'NOTE',
      missing: 'MANQUE',
      new: 'NOUVEAU',
      ok: 'OK',
      sent: 'ENVOYÉ',
      noNew: 'RIEN',
      skipped: 'IGNORÉ',
      rejected: 'REJETÉ',
      importErrors: 'IMPORT',
      counts: 'NOMBRE',
      differs: 'ÉCART',
      twins: 'DOUBLON ?',
      inDoubt: 'INCERTAIN',
      wait: 'ATTENTE',
      stopped: 'ARRÊT',
      unsent: 'NON ENVOYÉ',
      left: 'RESTE',
      next: 'SUITE',
      done: 'TERMINÉ',
      watching: 'Surveille',
      moved: 'Déplacé',
    },

    noCurrency: 'sans devise',
    or: 'ou',

    reading: {
      standardInput: 'entrée standard',
      list: (name) => `liste ${name}`,
      sheet: (name) => `feuille ${name}`,
      tab: 'tabulation',
      byteUnits: ['o', 'ko', 'Mo'],
      decimal: (sign, hasCurrencies) => `séparateur décimal '${sign}'${hasCurrencies ? ' avec devises' : ''}`,
      dates: (form) => `dates ${form}`,
      columns: (all, parts) => `${many(all, 'colonne', 'colonnes')} : ${parts}`,
      mapped: (columns) => many(columns, 'associée', 'associées'),
      additional: (columns) => `${countText(columns)} dans additionalData`,
      leftOut: (columns) => `${many(columns, 'laissée', 'laissées')} de côté`,
      tellsPayouts: (command) =>
        `Le fichier indique des versements. Si une caisse envoie déjà ces ventes, envoyez-le plutôt comme règlement :   ${command}`,
      readBefore: 'Des fichiers avec cet en-tête ont déjà été envoyés : leur lecture est désormais considérée comme confirmée',
      sentBefore: (as, user, moment, uploadId, kind) =>
        `Le serveur a déjà le même contenu${as === null ? '' : ` sous le nom ${as}`} : envoyé par ${user} le ${moment}, importation ${uploadId}${kind === 'Settlement' ? ' avec des lignes de règlement' : ''}`,
      personal: (names) => `Non envoyé, car cela ressemble à des données personnelles de clients : ${names} (--extra keep l’envoie)`,
      missing: (missing, flags) =>
        `Il manque au fichier ${missing.map((field) => field.join(' ou ')).join(' et ')} ; en général, les serveurs n’importent aucune ligne sans cela : ${flags}`,
    },

    columns: {
      because: {
        given: 'comme indiqué',
        export: 'comme dans ces exportations',
        exact: 'même nom',
        synonym: 'synonyme',
        content: 'd’après le contenu',
      },
      asOn: (day) => `comme le ${day}, quand un tel fichier a été envoyé (--no-remember l’ignore)`,
      inEveryRow: 'dans chaque ligne',
      values: (values) => many(values, 'valeur', 'valeurs'),
      replaced: 'remplacées',
    },

    page: {
      reading: (digest) => `lecture ${digest}`,
      readAs: (kind) => (kind === 'Sales' ? 'LU COMME VENTES' : 'LU COMME LIGNES DE RÈGLEMENT'),
      days: (days) => {
        if (days === null) return 'sans jours';
        return days.first === days.last ? days.first : `du ${days.first} au ${days.last}`;
      },
      noReference: 'AUCUNE RÉFÉRENCE',
      references: (different, isWhole, without) =>
        `${isWhole ? '' : 'plus de '}${many(different, 'référence', 'références')}${without === 0 ? '' : `, ${many(without, 'ligne', 'lignes')} sans référence`}`,
      sum: (sum, rows) => `${sum} dans ${many(rows, 'ligne', 'lignes')}`,
      bounds: (smallest, largest) => `de ${smallest} à ${largest}`,
      done: (as) =>
        own(
          {
            'left out': 'à laisser de côté',
            rejected: 'à rejeter',
            sale: 'à envoyer comme vente',
            refund: 'à envoyer comme remboursement',
          },
          as,
        ) ?? `à envoyer comme ${own<string>(shared.payouts.types, as)?.toLowerCase() ?? as}`,
      noColumn: '(aucune colonne)',
      everyRow: (value) => `${value} dans chaque ligne`,
      isField: (column, field) => `${column} est ${field}`,
      moreColumns: (columns) => `… ${many(columns, 'autre colonne', 'autres colonnes')} avec peu de valeurs`,
      moreValues: (values) => `… ${many(values, 'autre valeur', 'autres valeurs')}`,
      emptyCell: '(vide)',
      notUsed: (columns) => `non utilisées : ${columns}`,
      alwaysEmpty: 'toujours vide',
      another: (value) => `${value} : différent dans chaque ligne`,
    },

    asking: {
      leavesOpen: (file, questions) =>
        `${file} laisse ${many(questions, 'question ouverte', 'questions ouvertes')}. Rien n’est envoyé avant les réponses ; Ctrl-C arrête.`,
      mayBeRecords: 'Le fichier indique ce qui a été versé. Si une caisse envoie ces ventes, envoyez-le plutôt comme règlement :',
      recognised: 'Reconnu',
      question: (number, open, title) => `Question ${number}${open > 1 ? `, ${open} ouvertes` : ''} : ${title}`,
      typeNumber: (choices) => `Tapez ${choices === 1 ? '1' : `un nombre de 1 à ${choices}`}.`,
      typeOr: (choices, other) => `Tapez ${choices === 1 ? '1' : `un nombre de 1 à ${choices}`}, ou : ${other}.`,
      enter: (choice) => `Entrée seule signifie ${choice}.`,
      answer: 'Réponse : ',
      answered: 'Répondu',
      sameWithout: (command) => `La même chose sans questions :   ${command}`,
      zoneForAll: (command) => `Le fuseau horaire pour tous les fichiers :   ${command}`,
    },

    confirmation: {
      ask: 'Est-ce juste ? [O/n/changer] ',
      yes: 'oui',
      no: 'non',
      change: 'changer',
      kinds: (answers) => `Que sont-elles ? [N/1-${answers}] `,
      leaveOut: 'pas des ventes : les laisser de côté',
      refunds: 'des remboursements : avec un signe moins',
      only: 'seules celles-ci sont des ventes : laisser de côté toutes les autres',
      sales: 'des ventes quand même : la colonne ne dit rien de ses lignes',
      column: 'Quel champ est quelle colonne ? CHAMP=COLONNE ',
      noColumn: 'Écrivez CHAMP=COLONNE, par exemple amount=Total.',
    },

    progress: {
      sending: 'Envoi',
      importing: 'Importation',
      batches: (done, all) => `${countText(done)}/${countText(all)} lots`,
      bytes: (done, all) => `${done} sur ${all}`,
      rows: (rows) => many(rows, 'ligne', 'lignes'),
      rate: (rows) => `${countText(rows)} lignes/s`,
      left: (time) => `encore ${time}`,
      retries: (retries) => many(retries, 'nouvel essai', 'nouveaux essais'),
      again: (message, seconds) => `${message} Nouvel essai dans ${seconds} s.`,
      stopping: 'Arrêt en cours. Un second signal arrête immédiatement ; ce qui a été envoyé est dans le journal.',
    },

    upload: {
      checked: ({ read, unsent, rejected }) =>
        `${many(read, 'ligne', 'lignes')} : ${many(unsent, 'prête', 'prêtes')} à l’envoi, ${countText(rejected)} à corriger. Rien n’a été envoyé.`,
      heldTo: (rules) => `Vérifié selon les règles de la configuration d’importation « ${rules} » du serveur`,
      firstRows: (isCut) =>
        `les premières lignes, telles qu’elles seraient envoyées${isCut ? ' ; ce qui ressemble à un numéro de carte complet n’est abrégé qu’à l’affichage' : ''}`,
      line: 'ligne',
      newHeader: (flag) => `En-tête nouveau : l’envoi demande une fois si la lecture est juste. Sans question avec   ${flag}`,
      sent: (rows, kind) => of(kind, rows, 'envoyée'),
      imported: (rows, kind) => of(kind, rows, 'importée'),
      importedOf: (rows, all, kind) => `${of(kind, rows, 'importée')} sur ${countText(all)}`,
      sumsSent: (sums) => `envoyé ${sums}`,
      withoutAmount: (rows) => `${countText(rows)} sans montant`,
      notInSum: (rows) => `${countText(rows)} hors de la somme : montant trop élevé ou à plus de quatre décimales`,
      job: (job) => `envoi ${job}`,
      duplicates: (rows) =>
        `${many(rows, 'doublon', 'doublons')} d’importations précédentes : ${rows === 1 ? 'il compte' : 'ils comptent'} une seule fois`,
      upload: (uploadId) => `importation ${uploadId}`,
      uploadIs: (uploadId, status, summary) => `l’importation ${uploadId} a l’état ${status} : ${summary}`,
      uploadOf: (uploadId, status, rows) => `importation ${uploadId} : ${status ?? 'envoyée'}, ${many(rows, 'ligne', 'lignes')}`,
      notImported: (command) => `non importées :   ${command}`,
      countsDiffer: (uploadId, rows) =>
        `importation ${uploadId} : ${many(rows, 'ligne envoyée', 'lignes envoyées')}, mais le serveur en liste un autre nombre.`,
      notCounted: (uploads) =>
        `Les lignes de ${many(uploads, 'importation', 'importations')} n’ont pas pu être comptées sur le serveur : on ne sait pas s’il les a toutes.`,
      check: (command) => `vérifier :   ${command}`,
      inDoubt: (batch, rows, { firstRecord, lastRecord, firstLine, lastLine }, reason) =>
        `lot ${batch}, ${many(rows, 'ligne', 'lignes')} (enregistrements ${firstRecord} à ${lastRecord}, lignes ${firstLine} à ${lastLine}) : ${reason}`,
      waitStopped: (message) => `${message} Ce qui a été accepté est sur le serveur.`,
      notImportedYet: (uploads, command) =>
        `${many(uploads, 'importation pas encore terminée', 'importations pas encore terminées')} ; pour suivre :   ${command}`,
      stillImporting: (command) => `le serveur importe encore ; pour suivre :   ${command}`,
      grown: (file, bytes) =>
        `${file} a grandi depuis le début de cet envoi : ce qui suit ses ${countText(bytes)} premiers octets n’a pas été envoyé.`,
      sendTheRest: (kind) => `Une fois l’envoi terminé, envoyez un fichier avec seulement ces ${sales[kind]}.`,
      twins: (rows, kind) =>
        `${many(rows, 'ligne corrigée a été traitée comme doublon d’une ligne', 'lignes corrigées ont été traitées comme doublons de lignes')} que le serveur a déjà. Si le fichier contenait vraiment deux ${sales[kind]} identiques, l’une d’elles manque maintenant.`,
      ownReference: (kind) => `Si une ligne est une ${sale[kind]} distincte, donnez-lui sa propre référence et renvoyez-la.`,
      interrupted: 'Interrompu.',
      unsent: (rows, file, firstLine, lastLine) =>
        `${many(rows, 'ligne', 'lignes')} de ${file} (${rows === 1 ? `ligne ${firstLine}` : `lignes ${firstLine} à ${lastLine}`}) : le serveur ne ${rows === 1 ? 'l’a' : 'les a'} pas.`,
      noneRead: 'Aucune de ses lignes n’a été lue.',
      notRead: (line) => `Les lignes après la ligne ${line} n’ont pas été lues.`,
      stoppedOf: (stopped, files) => `Sur ${files} fichiers, arrêtés avant la fin (${stopped.length}) : ${stopped.join(', ')}`,
      notTried: (files) => `Non traités : ${files}`,
      nothingSent: 'Rien du fichier n’a été envoyé : relancez la même commande.',
      maybeAccepted: (command) => `Le serveur les a peut-être acceptées. Vérifiez avant de les renvoyer :   ${command}`,
      resendOrSkip: (resend, skip) => `${resend}   ou   ${skip}   pour les laisser de côté`,
      resendAfterAll: (resend) => `${resend}   seulement si le serveur ne les a pas`,
      resume: (command, isUnreached) =>
        `${command}   ${isUnreached ? 'dès que le serveur est joignable : ' : ''}reprend là où cela s’est arrêté ; rien n’est envoyé deux fois`,
      seeMatches: (command) =>
        `${command}   montre ce qui est rapproché : le serveur compare de lui-même les lignes de règlement aux ventes`,
    },

    rejected: {
      moreRows: (rows) => `… et ${many(rows, 'autre ligne', 'autres lignes')}`,
      record: (record) => `enregistrement ${record}`,
      fault: (error) => faultText(faults, error),
      separately: (kind) =>
        `Corrigez seulement celles-ci et envoyez-les dans un fichier à part : les ${sales[kind]} déjà importées risquent de compter deux fois.`,
      alone: (rows, kind, nothing) => `${of(kind, rows)} à corriger${noneSent(nothing)}`,
      later: (rows, kind, file) => `${of(kind, rows)} à corriger dans ${file}, une fois l’envoi terminé`,
      now: (rows, kind, nothing, command) => `${of(kind, rows)} à corriger${noneSent(nothing)}. Après la correction :   ${command}`,
    },

    notes: {
      payments: (rows) => many(rows, 'paiement ou remboursement', 'paiements et remboursements'),
      corrections: (rows) => many(rows, 'ligne de frais ou de correction', 'lignes de frais et de correction'),
      chargebacks: (rows) => many(rows, 'rétrofacturation', 'rétrofacturations'),
      payouts: (rows) => many(rows, 'versement', 'versements'),
      tillTotals: (rows) => many(rows, 'total de caisse', 'totaux de caisse'),
      leftOut: (rows, reason) => `${many(rows, 'ligne laissée', 'lignes laissées')} de côté : ${reason}.`,
    },

    differing: {
      found: (rows, kind) =>
        `${many(rows, 'doublon a', 'doublons ont')}, dans une colonne qui distingue les lignes du fichier, une autre valeur que la ligne antérieure. ${rows === 1 ? `Si c’est une ${sale[kind]} distincte, elle manque` : `Si ce sont des ${sales[kind]} distinctes, elles manquent`} maintenant.`,
      values: (key, value, earlier) => `${key} ${value}, auparavant ${earlier}`,
      duplicateOf: (transactionId, duplicateOf) => `(${transactionId}, doublon de ${duplicateOf})`,
      more: (rows) => `… et ${many(rows, 'autre', 'autres')}`,
      otherValue: (rows, key, kind) =>
        `${many(rows, 'doublon', 'doublons')} de lignes antérieures avec une autre valeur dans « ${key} », qui ne distingue pas de ${sales[kind]}.`,
      alsoKnown: (rows, what, kind) =>
        `${of(kind, rows)} ${rows === 1 ? 'était déjà là' : 'étaient déjà là'} ; ce fichier indique aussi ${what}.`,
      amongOthers: (duplicates, rows, earlierRows) =>
        `${many(duplicates, 'doublon se trouve', 'doublons se trouvent')} parmi ${many(rows, 'ligne', 'lignes')} de ce fichier et ${many(earlierRows, 'ligne antérieure', 'lignes antérieures')} qui ne sont pas dans les deux. Si les fichiers viennent de deux caisses, ${duplicates === 1 ? 'cette vente manque' : 'ces ventes manquent'} maintenant.`,
      ofOneTill: (undo, upload) => `Annulez les deux fichiers avec   ${undo}   et envoyez chacun avec sa caisse :   ${upload}`,
      compared: (rows, all) =>
        rows === 1
          ? `1 doublon sur ${countText(all)} comparé à la ligne qu’il répète.`
          : `${countText(rows)} doublons sur ${countText(all)} comparés aux lignes qu’ils répètent.`,
      uploadAlone: (withReference) =>
        withReference
          ? 'Donnez à chacune une transactionReference et envoyez ces lignes seules, dans un fichier à part : les autres compteraient deux fois.'
          : 'Envoyez ces lignes seules, dans un fichier à part : les autres compteraient deux fois.',
      noColumn: (kind, flag) => `Si la colonne ne distingue pas de ${sales[kind]}, dites-le avec le prochain fichier :   ${flag}`,
    },

    status: {
      titles: { state: 'état', currency: 'devise', rows: 'lignes', sum: 'somme' },
      restore: (command) => `Pour la rétablir, dans les 30 jours :   ${command}`,
      wait: (command) => `Pour l’attendre :   ${command}`,
      rows: (kind, command) => `Ses ${sales[kind]} :   ${command}`,
      notImported: (command) => `Celles non importées :   ${command}`,
      rowsIn: (rows, uploads) => `${many(rows, 'ligne', 'lignes')} dans ${many(uploads, 'importation', 'importations')}`,
      final: (uploads) => many(uploads, 'terminée', 'terminées'),
      open: (rows, isRunning) => `${many(rows, 'ligne', 'lignes')} ${isRunning ? 'en cours' : rows === 1 ? 'incertaine' : 'incertaines'}`,
      each: (command) => `Chacune de ses importations :   ${command}`,
      running: 'L’envoi est en cours.',
      finish: (command) => `Pour le terminer :   ${command}`,
    },

    resume: {
      also: (command) => `Aussi inachevé : ${command}`,
      others: (uploads, command) =>
        `${many(uploads, 'envoi', 'envois')} d’autres utilisateurs ou serveurs ${uploads === 1 ? 'n’est pas terminé' : 'ne sont pas terminés'} ; ${command} montre lesquels`,
      finished: (job, started) => `Rien à reprendre : l’envoi ${job} du ${started} est terminé`,
      nothing: (as) => `Rien à reprendre${as === null ? '' : ` en tant que ${as}`}`,
    },

    watch: {
      writing: (file) => `${file} est encore en cours d’écriture`,
      moved: (file, folder) => `${file} vers ${folder}`,
      decide: (file, resend, skip) => `${file} reste là : décidez de son lot incertain avec   ${resend}   ou   ${skip}`,
      later: (file) => `${file} reste là et sera repris plus tard`,
    },

    pages: {
      pastEnd: (page) => `La page ${page} est au-delà de la fin de la liste.`,
      more: (page) => `La liste continue : --page ${page} ou --all`,
    },

    money: {
      none: 'Aucune vente ne correspond.',
      without: (by) => ({ day: 'sans date', account: 'sans compte', terminal: 'sans terminal', brand: 'sans marque' })[by],
      setAside: 'annulé, ou à la main',
      takenBack: 'de ces paiements, sans vente',
      withoutRecords: 'paient aussi d’autres ventes, ou sont d’autres unités',
      pending: 'Toutes les lignes ne sont pas encore rapprochées : les parts peuvent encore changer.',
      noRecords: (command) => `Il n’y a pas de lignes de règlement :   ${command}   les envoie`,
    },

    exceptions: {
      titles: { day: 'jour', days: 'jours', what: 'quoi', amount: 'montant', terminal: 'terminal', why: 'pourquoi' },
      reason: (reason) => shared.reasons[reason],
      why: (exception) => exceptionText(shared, format, exception),
      none: 'Rien d’ouvert ne correspond. Ce qui est venu ou parti ces dernières secondes n’est peut-être pas encore rapproché.',
      helps: 'Que faire :',
    },

    payouts: {
      titles: {
        date: 'date',
        payout: 'versement',
        account: 'compte',
        lines: 'lignes',
        net: 'net',
        paid: 'versé',
        currency: 'devise',
      },
      columns: { amount: 'brut', fees: 'frais', other: 'autre', net: (currency) => `net ${currency}`.trim() },
      none: 'Aucun versement ne correspond. Les versements sont formés des lignes de règlement qui ont un payoutId.',
      differsBy: (amount) => `écart de ${amount}`,
      heading: (payoutId, account, day) =>
        [`Versement ${payoutId}`, account && ofName(account), day && `du ${day}`].filter(Boolean).join(' '),
      paid: 'Versé',
      differs: (amount, isLess) => `La somme n’est pas juste : ${amount} ${shared.payouts.differs(isLess)}.`,
      sentences: {
        Balanced: 'La somme est juste.',
        Unannounced: 'Aucune ligne n’indique ce qui a été versé.',
        NoNet: 'La somme n’est pas juste, et l’écart est inconnu : certaines lignes n’indiquent ni frais ni montant net.',
        NotItemised: 'Il n’y a pas de lignes : le détail n’est pas dans les fichiers.',
      },
      withoutNet: (records) =>
        `${many(records, 'ligne n’indique', 'lignes n’indiquent')} ni frais ni montant net ; ${records === 1 ? 'elle est additionnée' : 'elles sont additionnées'} sans frais.`,
      itsLines: (command) => `Lignes de ce versement :   ${command}`,
    },

    where: {
      sold: (price, day, isRefund) =>
        [isRefund ? 'Remboursé' : 'Vendu', price && (isRefund ? price : `pour ${price}`), day && `le ${day}`].filter(Boolean).join(' '),
      unpaid: (why, isOpen, isOverdue) => (isOpen ? `, ${isOverdue ? 'en retard' : 'non payé'}. ${why}` : `. ${why}`),
      hidden: '. Payé par des lignes de règlement qui ne sont pas visibles pour vous.',
      paid: (how, records) => `. Payé${how} : ${records}.`,
      by: (acquirers) => ` par ${acquirers}`,
      inPayouts: (payouts, several) => ` dans ${several ? 'les versements' : 'le versement'} ${payouts}`,
      payout: (payoutId, day) => `${payoutId} du ${day}`,
      withoutPayout: (day) => `${day === null ? '' : ` le ${day}`}, sans versement indiqué`,
      with: (others) => `, avec ${others}`,
      otherSales: (count) => many(count, 'autre vente', 'autres ventes'),
      hiddenRows: 'des lignes qui ne sont pas visibles pour vous',
      record: (recordId, amount, fee, net) =>
        `${amount}${fee === null ? '' : ` avec ${fee} de frais`}${net === null ? '' : `, net ${net}`} (ligne de règlement ${recordId})`,
      moreRecords: (records) => many(records, 'autre ligne de règlement', 'autres lignes de règlement'),
    },

    close: {
      heading: (from, to, state) => {
        const ends = {
          Proved: 'complet',
          NotProvable: 'rien ne semble manquer, mais tout ne peut pas être prouvé',
          Broken: 'INCOMPLET',
        };
        return `${from === to ? from : `Du ${from} au ${to}`} : ${ends[state]}`;
      },
      overdue: (command) => `${command}   montre celles en retard`,
      approvedNow: (number) => `Approuvé : déclaration ${number}`,
      approvedBefore: (day, by, number) => `Déjà approuvé : déclaration ${number}, le ${day} par ${by}`,
      notApproved: 'Non approuvé, parce que tout n’est pas prouvé',
    },

    fees: {
      none: 'Aucune ligne de règlement avec des paiements ou des frais.',
      by: { month: 'mois', account: 'compte', brand: 'marque' },
      without: { month: 'sans date', account: 'sans compte', brand: 'sans marque' },
      titles: {
        payments: 'paiements',
        beforeFees: 'brut',
        theirFees: 'leurs frais',
        interchange: 'interchange',
        scheme: 'réseau',
        markup: 'marge',
        otherLines: 'autres lignes',
        feeRecords: 'mois, versement',
        fees: 'frais',
      },
      withoutFee: (records, currency) =>
        `${many(records, 'autre ligne', 'autres lignes')} en ${currency} ${records === 1 ? 'n’indique' : 'n’indiquent'} pas de frais que l’on puisse additionner.`,
    },
  };
}
