/** The French phrases of questions about files, by their English templates. */
export const templates: Readonly<Record<string, string>> = {
  'is not what column {0} has, as in all other rows': 'n’est pas ce qu’a la colonne {0}, comme dans toutes les autres lignes',
  'is not columns {0} together, as in most rows: its sign is another one, or it has nothing':
    'n’est pas la somme des colonnes {0}, comme dans la plupart des lignes : son signe est différent, ou elle est vide',
  'has a number of decimals in column {0}': 'a un nombre de décimales dans la colonne {0}',
  'has whole numbers beside currencies in small letters or as numbers in column {0}':
    'a des nombres entiers à côté de devises en minuscules ou en chiffres dans la colonne {0}',
  'has whole numbers, and a name that speaks of cents: {0}': 'a des nombres entiers et un nom qui parle de centimes : {0}',
  'has whole numbers beside a currency of their own in column {0}': 'a des nombres entiers à côté d’une devise propre dans la colonne {0}',
  'has whole numbers, a hundred times what column {0} has': 'a des nombres entiers, cent fois ceux de la colonne {0}',
  'has whole numbers, as have the fee, which was rounded, and what is left in column {0}':
    'a des nombres entiers, comme les frais, arrondis, et le reste dans la colonne {0}',
  'has whole numbers alone beside ids or moments of a program in column {0}':
    'n’a que des nombres entiers à côté d’identifiants ou d’instants d’un programme dans la colonne {0}',
  'Line {0}: column {1} has {2}, which no file with this header had before, and which is no known word.':
    'Ligne {0} : la colonne {1} contient {2}, qu’aucun fichier avec cet en-tête n’avait jusqu’ici et qui n’est pas un mot connu.',
  'its rows are no sales': 'ces lignes ne sont pas des ventes',
  'they are refunds': 'ce sont des remboursements',
  'the column tells no kinds': 'la colonne n’indique pas de types',
  'Every amount in column {0} is below zero; in the file with this header of {1} every one was above it.':
    'Tous les montants de la colonne {0} sont négatifs ; dans le fichier avec cet en-tête du {1}, tous étaient positifs.',
  'Every amount in column {0} is above zero; in the file with this header of {1} every one was below it.':
    'Tous les montants de la colonne {0} sont positifs ; dans le fichier avec cet en-tête du {1}, tous étaient négatifs.',
  'the signs are turned': 'les signes sont inversés',
  'they are right': 'ils sont justes',
  'Several rows have the same reference in column {0}; in the file with this header of {1} each had its own.':
    'Plusieurs lignes ont la même référence dans la colonne {0} ; dans le fichier avec cet en-tête du {1}, chacune avait la sienne.',
  'it is the reference of each sale all the same': 'c’est quand même la référence de chaque vente',
  'it is none': 'ce n’en est pas une',
  'with the decimal sign "{0}"': 'avec le signe décimal "{0}"',
  'has no time of day, nor has any other value of the column, and {0} needs one':
    'n’a pas d’heure, ni aucune autre valeur de la colonne, et {0} en a besoin',
  'it is so of that column': 'cela vaut pour cette colonne',
  'has no offset from UTC, and {0}, but the zone given is {1}':
    'n’a pas de décalage par rapport à UTC, et {0}, mais le fuseau horaire donné est {1}',
  'has no offset from UTC, and {0}': 'n’a pas de décalage par rapport à UTC, et {0}',
  'has no offset from UTC, so the time zone of the clock must be known':
    'n’a pas de décalage par rapport à UTC : le fuseau horaire de l’horloge doit donc être connu',
  'Line {0}: column {1} has full card numbers, which are sent only as the number of the card, cut to their first six and last four digits.':
    'Ligne {0} : la colonne {1} a des numéros de carte complets, qui ne sont envoyés que comme numéro de la carte, réduits aux six premiers et aux quatre derniers chiffres.',
  'An amount in cents would be sent as it is, a hundred times too high.':
    'Un montant en centimes serait envoyé tel quel, cent fois trop élevé.',
  'Line {0}: column {1} {2}, as programs write amounts that count in cents. {3}':
    'Ligne {0} : la colonne {1} {2}, comme les programmes écrivent des montants comptés en centimes. {3}',
  'it is the date of something else': 'c’est la date d’autre chose',
  'sales have another one': 'les ventes en ont une autre',
  'Line {0}: {1}. {2}': 'Ligne {0} : {1}. {2}',
  'Line {0}: {1}.': 'Ligne {0} : {1}.',
  'column {0} has no time of day but midnight, which may stand for none beside another column that may be the time':
    'la colonne {0} n’a pas d’autre heure que minuit, ce qui peut vouloir dire aucune, à côté d’une autre colonne qui peut être l’heure',
  'columns {0} of the header both mean {1}: {2}': 'les colonnes {0} de l’en-tête signifient toutes deux {1} : {2}',
  'columns {0} of the header all mean {1}: {2}': 'les colonnes {0} de l’en-tête signifient toutes {1} : {2}',
  ', beside {0}': ', à côté de {0}',
  'column {0}': 'colonne {0}',
  'one of the columns {0}': 'l’une des colonnes {0}',
  '{0} may be the amount, or a part of it{1}': '{0} peut être le montant, ou une partie de celui-ci{1}',
  '{0} may be the {1}{2}': '{0} peut être le champ {1}{2}',
  'they are in cents': 'ils sont en centimes',
  'they are not': 'ils ne le sont pas',
  'Line {0}: column {1} may say whether a time is AM or PM, but it cannot be read as that: {2}.':
    'Ligne {0} : la colonne {1} peut dire si une heure est du matin ou de l’après-midi, mais ne peut pas être lue ainsi : {2}.',
  'it says nothing of the time': 'elle ne dit rien de l’heure',
  "Line {0}: column {1} gives the zone of each row's time, but {2} is neither an offset nor an IANA name.":
    'Ligne {0} : la colonne {1} donne le fuseau horaire de chaque ligne, mais {2} n’est ni un décalage ni un nom IANA.',
  'all times are of one zone': 'toutes les heures sont d’un seul fuseau horaire',
  'Above the header stands {0}. {1}': 'Au-dessus de l’en-tête figure {0}. {1}',
  'these rows': 'ces lignes',
  'rows with {0}': 'les lignes avec {0}',
  '{0} were not paid': '{0} n’ont pas été payées',
  '{0} are refunds, and the others no sales': '{0} sont des remboursements, et les autres ne sont pas des ventes',
  '{0} are refunds': '{0} sont des remboursements',
  '{0} are no sales': '{0} ne sont pas des ventes',
  'these rows are no sales': 'ces lignes ne sont pas des ventes',
  'Line {0}: column {1} {2}.': 'Ligne {0} : la colonne {1} {2}.',
  'no field': 'aucun champ',
  sales: 'ventes',
  'settlement records': 'lignes de règlement',
  'Line {0}: column {1} would be {2}; in the file with this header that was uploaded on {3} it was {4}. The same {5}, read in two ways, count twice.':
    'Ligne {0} : la colonne {1} serait {2} ; dans le fichier avec cet en-tête du {3}, elle était {4}. Les mêmes {5}, lues de deux façons, comptent deux fois.',
  'Files with this header had the {0} {1} in every row, and nothing in this one says which it is of.':
    'Des fichiers avec cet en-tête avaient {1} comme {0} dans chaque ligne, et rien dans celui-ci ne dit de quelle caisse ou de quel lieu il provient.',
  'Files with this header had no {0} or {1} in every row, and nothing in this one says which it is of.':
    'Des fichiers avec cet en-tête n’avaient pas de {0}, ou avaient {1} dans chaque ligne, et rien dans celui-ci ne dit de quelle caisse ou de quel lieu il provient.',
  'as in earlier files': 'comme dans les fichiers précédents',
  'Which till or location is this file of?': 'De quelle caisse ou de quel lieu provient ce fichier ?',
  'Times in a file with this header were read in the zone {0} on {1}, and the profile has {2}.':
    'Les heures d’un fichier avec cet en-tête ont été lues dans le fuseau horaire {0} le {1}, et le profil a {2}.',
  'Lines {0} and {1}: by column {2}, they are instalments of one amount. Each line would be sent as a sale.':
    'Lignes {0} et {1} : selon la colonne {2}, ce sont des échéances d’un seul montant. Chaque ligne serait envoyée comme une vente.',
  'each has the amount of the whole sale': 'chacune a le montant de la vente entière',
  'each has its own part, and is to be a sale': 'chacune a sa propre part et doit être une vente',
  'Line {0}: columns {1} are column {2} together, as in each row, and a part of it was paid in cash, which would be sent, too.':
    'Ligne {0} : les colonnes {1} font ensemble la colonne {2}, comme dans chaque ligne, et une partie en a été payée en espèces, qui serait aussi envoyée.',
  'only what column {0} has is to be sent': 'seul ce que contient la colonne {0} est à envoyer',
  'the whole amount is to be sent': 'le montant entier est à envoyer',
  'a list of refunds': 'une liste de remboursements',
  'a list of disputes': 'une liste de litiges',
  'a list of payouts': 'une liste de versements',
  'a list of fees': 'une liste de frais',
  'a list of totals': 'une liste de totaux',
  'a list of subscriptions': 'une liste d’abonnements',
  'the statement of an account, at a bank or a payment service': 'le relevé d’un compte, auprès d’une banque ou d’un service de paiement',
  payments: 'paiements',
  'it is': 'c’en est une',
  'The file looks like {0}, not of {1}: column {2}. Its rows would be sent as {3}.':
    'Le fichier semble être {0}, et non une liste de {1} : colonne {2}. Ses lignes seraient envoyées comme {3}.',
  'The file looks like {0}, not of {1}: columns {2}. Its rows would be sent as {3}.':
    'Le fichier semble être {0}, et non une liste de {1} : colonnes {2}. Ses lignes seraient envoyées comme {3}.',
  'each row is a sale all the same': 'chaque ligne est quand même une vente',
  'each row is a payment of a sale all the same': 'chaque ligne est quand même le paiement d’une vente',
  ': column {0}': ' : colonne {0}',
  ': columns {0}': ' : colonnes {0}',
  'The file tells what was paid out{0}. If a till sends the same sales, too, they would count twice.':
    'Le fichier indique ce qui a été versé{0}. Si une caisse envoie les mêmes ventes, elles compteraient deux fois.',
  'Line {0}: column {1} may say what each row is, and none of its values is known: {2}.':
    'Ligne {0} : la colonne {1} peut dire ce qu’est chaque ligne, et aucune de ses valeurs n’est connue : {2}.',
  not: 'elle ne le dit pas',
  'Line {0}: column {1} repeats the amount of line {2} in another line of the same receipt (columns {3} and {4}). It may be the total of the receipt, and would be sent once for each line.':
    'Ligne {0} : la colonne {1} répète le montant de la ligne {2} dans une autre ligne du même ticket (colonnes {3} et {4}). Ce peut être le total du ticket, et il serait envoyé une fois par ligne.',
  '(blank)': '(vide)',
  '{0} in 1 row': '{0} dans 1 ligne',
  '{0} in {1} rows': '{0} dans {1} lignes',
  'each line is a sale of that amount': 'chaque ligne est une vente de ce montant',
  'Line {0}: column {1} has the amount of line {2} once more, for the same payment (column {3}) and another step (column {4}), as far as the names tell. Each line would be sent as a sale.':
    'Ligne {0} : la colonne {1} a encore le montant de la ligne {2} : selon les noms, même paiement (colonne {3}), autre étape (colonne {4}). Chaque ligne serait envoyée comme une vente.',
  'each line is a sale': 'chaque ligne est une vente',
  'No row has it.': 'Aucune ligne ne l’a.',
  'they were booked on the day of their payout': 'ils ont été comptabilisés le jour de leur versement',
  'The file has none, and servers normally import no row without it:':
    'Le fichier n’en a pas, et les serveurs n’importent normalement aucune ligne sans ce champ :',
  'column {0} is the price of all pieces that column {1} counts':
    'la colonne {0} est le prix de toutes les pièces que compte la colonne {1}',
  'otherwise the file needs a column of what was paid': "sinon, le fichier a besoin d'une colonne de ce qui a été payé",
  'each row has a sale in column {0} or a refund in {1}, unlike a ledger, which has each sale more than once':
    'chaque ligne a une vente dans la colonne {0} ou un remboursement dans {1}, contrairement à un grand livre, qui a chaque vente plusieurs fois',
  '{0} and {1}': '{0} et {1}',
  'The value of {0}': 'La valeur de {0}',
  'column {0} "{1}"': 'colonne {0} "{1}"',
  'above the header stands {0}': 'au-dessus de l’en-tête figure {0}',
  'it is not': 'ce n’est pas le cas',
  'the header says {0}': 'l’en-tête indique {0}',
  'such exports have {0}': 'de tels exports ont {0}',
  'it is another zone of that name': 'c’est un autre fuseau horaire de ce nom',
  'Line {0}: no column tells two sales of one minute and amount apart, but column {1} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.':
    'Ligne {0} : aucune colonne ne distingue deux ventes de la même minute et du même montant. La colonne {1} a une autre valeur dans chaque ligne, comme une référence. Sans elle, la seconde de deux telles ventes compte comme la première envoyée à nouveau.',
  'Line {0}: no column tells two sales of one minute and amount apart, but each of the columns {1} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.':
    'Ligne {0} : aucune colonne ne distingue deux ventes de la même minute et du même montant. Chacune des colonnes {1} a une autre valeur dans chaque ligne, comme une référence. Sans elle, la seconde de deux telles ventes compte comme la première envoyée à nouveau.',
  'Line {0}: column {1} is below zero in each row that column {2} calls a sale: the signs may be those of whoever paid.':
    'Ligne {0} : la colonne {1} est négative dans chaque ligne que la colonne {2} appelle une vente : les signes peuvent être ceux de la personne qui a payé.',
  'money came in': 'de l’argent est entré',
  'Column {0} is named for a fee, has a part of the amounts, and would not be read as the fee.':
    'La colonne {0} porte le nom de frais, contient une partie des montants et ne serait pas lue comme frais.',
  'Column {0} less {1} is column {2} in nearly every row: a fee, and what is left after it, would not be read.':
    'La colonne {0} moins {1} est la colonne {2} dans presque chaque ligne : des frais, et ce qui en reste, ne seraient pas lus.',
  'they are that': 'elles le sont',
  'that is the whole fee': 'ce sont tous les frais',
  'the fee is these together': 'les frais en sont la somme',
  'that is the amount': 'c’est le montant',
  'that is what is left': 'c’est ce qui reste',
  'Line {0}: column {1} is below zero, and column {2} above it: pieces that came back would be sent as a sale.':
    'Ligne {0} : la colonne {1} est sous zéro, et la colonne {2} au-dessus : des pièces rendues seraient envoyées comme une vente.',
  'Line {0}: column {1} has a fee that is not in column {2}.':
    'Ligne {0} : la colonne {1} a des frais qui ne sont pas dans la colonne {2}.',
  'Line {0}: column {1} less {2} is not column {3}, in {4} of {5} rows.':
    'Ligne {0} : la colonne {1} moins {2} n’est pas la colonne {3}, dans {4} lignes sur {5}.',
  'the columns are right as they are': 'les colonnes sont justes telles quelles',
  'Line {0}: column {1} says that money went back, and column {2} has no minus: amount or fee would count with the wrong sign.':
    'Ligne {0} : selon la colonne {1}, de l’argent est reparti, et la colonne {2} n’a pas de signe moins : le montant ou les frais compteraient avec le mauvais signe.',
  'money went back in these rows': 'dans ces lignes, de l’argent est reparti',
  'it came in': 'il est entré',
  'Line {0}: column {1} has the amount of line {2} again, which is the sum of column {3} over these rows. It would be sent once for each row.':
    'Ligne {0} : la colonne {1} a de nouveau le montant de la ligne {2}, qui est la somme de la colonne {3} sur ces lignes. Il serait envoyé une fois par ligne.',
  'each row has its own amount there': 'chaque ligne y a son propre montant',
  'each row has the whole amount': 'chaque ligne a le montant entier',
  'Line {0}: column {1} says {2}: that would be sent as a payment which was paid out.':
    'Ligne {0} : la colonne {1} indique {2} : cela serait envoyé comme un paiement qui a été versé.',
  'no service paid these rows out': 'aucun service n’a versé ces lignes',
  'all rows were paid out': 'toutes les lignes ont été versées',
  'the signs are right, whatever that column says': 'les signes sont justes, quoi que dise cette colonne',
  'Line {0}: column {1} is below zero but where column {2} tells of a refund, and above it there: the signs may be those of whoever paid.':
    'Ligne {0} : la colonne {1} est négative sauf là où la colonne {2} parle d’un remboursement, et positive là : les signes peuvent être ceux de la personne qui a payé.',
  'these are refunds': 'ce sont des remboursements',
  'Line {0}: column {1} names another payment: the row may be a refund of it, and has an amount above zero.':
    'Ligne {0} : la colonne {1} nomme un autre paiement : la ligne peut en être le remboursement, et a un montant positif.',
  'Line {0}: column {1} names another payment, and column {2} says {3}: the row may be a refund of it, and has an amount above zero.':
    'Ligne {0} : la colonne {1} nomme un autre paiement, et la colonne {2} indique {3} : la ligne peut en être le remboursement, et a un montant positif.',
  'each row is a sale': 'chaque ligne est une vente',
  'Line {0}: column {1} has a refund where column {2} has nothing: it would be sent as a sale of 0.':
    'Ligne {0} : la colonne {1} a un remboursement là où la colonne {2} est vide : il serait envoyé comme une vente de 0.',
  'each row has a sale or a refund': 'chaque ligne a une vente ou un remboursement',
  'the refunds are no rows of their own': 'les remboursements ne sont pas des lignes à part',
  'Line {0}: column {1} has a refund of what column {2} has: the payment would be sent whole, and nothing of the refund.':
    'Ligne {0} : la colonne {1} a un remboursement de ce qu’a la colonne {2} : le paiement serait envoyé en entier, et rien du remboursement.',
  'what was paid is to be sent, because refunds come otherwise':
    'il faut envoyer ce qui a été payé, car les remboursements arrivent autrement',
  'what is left of it is to be sent': 'il faut envoyer ce qu’il en reste',
  '{0} or {1}': '{0} ou {1}',
  'can be {0}, and no other value of the column shows which': 'peut être {0}, et aucune autre valeur de la colonne ne montre lequel',
  'it is {0}': 'c’est {0}',
  'is written {0}; in the file with this header that was uploaded on {1}, values were written {2}':
    'est écrit {0} ; dans le fichier avec cet en-tête du {1}, les valeurs étaient écrites {2}',
  'Line {0}: {1}: {2} {3}.': 'Ligne {0} : {1} : {2} {3}.',
  '{0} If an earlier file has it as a sale, it counts already.': '{0} Si un fichier précédent en a fait une transaction, elle compte déjà.',
  '{0} Other words of the column are known, this one is not.': '{0} D’autres mots de la colonne sont connus, celui-ci ne l’est pas.',
  'Column {0} is {1} in 1 row (line {2}), which is sent as {3}.':
    'La colonne {0} est {1} dans 1 ligne (ligne {2}), qui est envoyée comme {3}.',
  'Column {0} is {1} in {2} rows (line {3}), which are sent as {4}.':
    'La colonne {0} est {1} dans {2} lignes (ligne {3}), qui sont envoyées comme {4}.',
  sale: 'vente',
  refund: 'remboursement',
  refunds: 'remboursements',
  payment: 'paiement',
  'Column {0} may say what was not paid, and none of its words is known: {1}. All are sent as {2}.':
    'La colonne {0} dit peut-être ce qui n’a pas été payé, et aucun de ses mots n’est connu : {1}. Tout est envoyé comme {2}.',
  'only {0} are sales': 'seules {0} sont des ventes',
  'they are no sales': 'ce ne sont pas des ventes',
  'they are sales all the same': 'ce sont quand même des ventes',
  'How are the amounts written?': 'Comment les montants sont-ils écrits ?',
  'How are the dates written?': 'Comment les dates sont-elles écrites ?',
  'Which time zone does the clock of the till have?': 'Dans quel fuseau horaire est l’horloge de la caisse ?',
  'Which time zone do the times have?': 'Dans quel fuseau horaire sont les heures ?',
  'What does this column say?': 'Que dit cette colonne ?',
  'Are the amounts in cents?': 'Les montants sont-ils en centimes ?',
  'Did money go the other way?': 'L’argent est-il allé dans l’autre sens ?',
  'Is this the total of a receipt?': 'Est-ce le total d’un ticket ?',
  'What is this column?': 'Qu’est-ce que cette colonne ?',
  'Which rows are the sales?': 'Quelles lignes sont les ventes ?',
  'Which column tells two equal sales apart?': 'Quelle colonne distingue deux ventes égales ?',
  'Which rows are the settlement records?': 'Quelles lignes sont les lignes de règlement ?',
  'Which column tells two equal settlement records apart?': 'Quelle colonne distingue deux lignes de règlement égales ?',
  'Which time zone do the times of the settlement records have?': 'Dans quel fuseau horaire sont les heures des lignes de règlement ?',
  'Which column is the {0}?': 'Quelle colonne est le champ {0} ?',
  'the name of another column': 'le nom d’une autre colonne',
  'another time zone, such as Europe/London': 'un autre fuseau horaire, tel que Europe/London',
  'sales: nothing else sends them': 'des ventes : rien d’autre ne les envoie',
  'settlement records: a till, or another file, sends these sales':
    'des lignes de règlement : une caisse, ou un autre fichier, envoie ces ventes',
  'Are these sales, or settlement records?': 'Sont-ce des ventes ou des lignes de règlement ?',
  'What is this table?': 'Qu’est-ce que ce tableau ?',
  '{0}, in cents': '{0}, en centimes',
  'the zone is {0}': 'le fuseau horaire est {0}',
  '{0}: {1}': '{0} : {1}',
  '{0} with the other sign is the {1}': '{0} avec le signe inverse est le champ {1}',
  '{0} is the {1}': '{0} est le champ {1}',
  '{0} is no field of a sale, and sent as additional data':
    '{0} n’est pas un champ d’une vente, et est envoyée comme données complémentaires',
  '{0} is no field of a settlement record, and sent as additional data':
    '{0} n’est pas un champ d’une ligne de règlement, et est envoyée comme données complémentaires',
  '{0} {1} in every row': '{0} {1} dans chaque ligne',
  'a comma before the cents': 'une virgule avant les centimes',
  'a point before the cents': 'un point avant les centimes',
  'those with {0} {1}': 'celles avec {0} {1}',
  'those with {0} {1} are below zero': 'celles avec {0} {1} sont négatives',
  'in cents, or the smallest unit of their currency': 'en centimes, ou dans la plus petite unité de leur devise',
  'in whole units of their currency': 'en unités entières de leur devise',
  'cut to the first six and the last four digits': 'réduits aux six premiers et aux quatre derniers chiffres',
  'at {0}': 'à {0}',
  'not what stands above the header': 'pas ce qui figure au-dessus de l’en-tête',
  'Which currency are the amounts in?': 'Dans quelle devise sont les montants ?',
  '{0} in every row, as the file shows': '{0} dans chaque ligne, comme le montre le fichier',
  '{0} in every row': '{0} dans chaque ligne',
  'another code, such as EUR, or the name of the column that has it': 'un autre code, tel que EUR, ou le nom de la colonne qui l’a',
  '{0}, as this machine': '{0}, comme cet ordinateur',
  'At what time of day were the sales?': 'À quelle heure ont eu lieu les ventes ?',
  'At what time of day were the payments of the settlement records?': 'À quelle heure ont eu lieu les paiements des lignes de règlement ?',
  'as in {0}': 'comme dans {0}',
  '{0} for all of them: the file has none': '{0} pour toutes : le fichier n’en a pas',
  'another time, such as 18:30, or the name of the column that has it': 'une autre heure, telle que 18:30, ou le nom de la colonne qui l’a',
  'Nobody has said yes yet to how files with this header are read.':
    'Personne n’a encore confirmé comment lire les fichiers avec cet en-tête.',
  'it is read right': 'il est bien lu',
  'It is {0} now.': 'C’est {0} maintenant.',

  'No amount has decimals; in the file with this header of {0} some had.':
    'Aucun montant n’a de décimales ; dans le fichier du {0} avec cet en-tête, certains en avaient.',
  'Amounts are more than twenty times as large as in the file with this header of {0}.':
    'Les montants sont plus de vingt fois plus grands que dans le fichier du {0} avec cet en-tête.',
  'Amounts are more than twenty times as small as in the file with this header of {0}.':
    'Les montants sont plus de vingt fois plus petits que dans le fichier du {0} avec cet en-tête.',
  'Column {0} looks like card brands or ways to pay. Unless it is sent as {1}, cash counts as sold by card.':
    'La colonne {0} ressemble à des marques de carte ou à des modes de paiement. Si elle n’est pas envoyée comme {1}, les espèces comptent comme vendues par carte.',
  'Column {0} has lists with cash in them, which counts as sold by card.':
    'La colonne {0} contient des listes où figurent des espèces : elles comptent comme vendues par carte.',
  'Column {0} looks like the field {1}, and is not sent as it.': 'La colonne {0} ressemble au champ {1}, mais n’est pas envoyée comme tel.',
  'Send column {0} as {1}': 'Envoyer la colonne {0} comme {1}',
  'No column tells one row from another (receipt number, terminal …): rows that are sent twice count twice.':
    'Aucune colonne ne distingue une ligne d’une autre (numéro de ticket, terminal …) : ce qui est envoyé deux fois compte deux fois.',
  'Without a column of references, counters, orders or codes, no payment can be matched for certain.':
    'Sans colonne de référence, de numéro de séquence, de commande ou de code, aucun paiement ne peut être rapproché avec certitude.',
  '{0} Not used: {1}.': '{0} Non utilisées : {1}.',
  'These sheets are not read: {0}. What they hold is sent only from files of their own.':
    'Ces feuilles ne sont pas lues : {0}. Leur contenu n’est envoyé que depuis des fichiers à part.',
  'Rows: {0}, the first in line {1}.': 'Lignes concernées : {0}, la première est la ligne {1}.',
  'No line end follows the last row, line {0}: it is taken as whole. Was the file cut?':
    'Aucune fin de ligne ne suit la dernière ligne, numéro {0} : elle est considérée comme complète. Le fichier a-t-il été coupé ?',
  'Rows that are equal to another one of the file count as rows of their own, unless the server has them: {0}.':
    'Les lignes égales à une autre du fichier comptent séparément, sauf si le serveur les a déjà : {0}.',
  'The file has too many rows to compare them all with each other.': 'Le fichier a trop de lignes pour les comparer toutes entre elles.',
  'Rows called a refund have an amount above zero, and count as money for you where the sign decides. {0}':
    'Des lignes appelées remboursement ont un montant supérieur à zéro, et comptent comme recette là où le signe décide. {0}',
  'Rows called a refund or chargeback have an amount above zero: matching subtracts refunds, sums add them as written. {0}':
    'Des lignes appelées remboursement ou contestation ont un montant supérieur à zéro : le rapprochement soustrait les remboursements, les sommes les ajoutent telles quelles. {0}',
  'Rows called a reversal have an amount above zero, and count as money for you. {0}':
    'Des lignes appelées annulation ont un montant supérieur à zéro, et comptent comme recette. {0}',
  'Rows marked as cancelled, failed, not captured, a test or money out count all the same{0}: leave out those that should not. {1}':
    'Des lignes marquées comme annulées, échouées, non encaissées, test ou sortie d’argent comptent quand même{0} : retirez celles qui ne doivent pas compter. {1}',
  'Rows marked Skip, as duplicates are, count all the same: no comment of the list calls them a duplicate. {0}':
    'Des lignes marquées Skip, comme le sont les doublons, comptent quand même : aucun commentaire de la liste ne les appelle doublons. {0}',
  'Rows called a payout, a fee or cash put in or taken out count all the same{0}: leave out those that should not. {1}':
    'Des lignes appelées versement, frais, dépôt ou retrait d’espèces comptent quand même{0} : retirez celles qui ne doivent pas compter. {1}',
  ' (column {0})': ' (colonne {0})',
  'Rows lack what servers normally import no row without, or have it as no server takes it: {0}. {1}':
    'Des lignes n’ont pas ce sans quoi le serveur n’importe normalement rien, ou l’ont sous une forme qu’il n’accepte pas : {0}. {1}',
  'Rows are against the rules of the import configuration {0}, and will not be imported: {1}. {2}':
    'Des lignes sont contraires aux règles de la configuration d’import {0}, et ne seront pas importées : {1}. {2}',
  'The dates reach into the future, to {0} (line {1}).': 'Les dates vont jusque dans l’avenir, au {0} (ligne {1}).',
  'The dates reach more than {0} years back, to {1}.': 'Les dates remontent à plus de {0} ans, au {1}.',
  'decimal sign {0}': 'séparateur décimal {0}',
  'decimal sign {0}, with currencies': 'séparateur décimal {0}, avec devises',
};
