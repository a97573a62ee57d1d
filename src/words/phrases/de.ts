/** The German phrases of questions about files, by their English templates. Used in Switzerland, too, so none has an ß. */
export const templates: Readonly<Record<string, string>> = {
  'is not what column {0} has, as in all other rows': 'ist nicht, was Spalte {0} hat, wie in allen anderen Zeilen',
  'is not columns {0} together, as in most rows: its sign is another one, or it has nothing':
    'ist nicht die Summe der Spalten {0} wie in den meisten Zeilen: Das Vorzeichen ist ein anderes, oder es fehlt',
  'has a number of decimals in column {0}': 'hat eine Zahl von Nachkommastellen in Spalte {0}',
  'has whole numbers beside currencies in small letters or as numbers in column {0}':
    'hat ganze Zahlen neben Währungen, die klein oder als Zahl geschrieben sind, in Spalte {0}',
  'has whole numbers, and a name that speaks of cents: {0}': 'hat ganze Zahlen und einen Namen, der von Rappen oder Cent spricht: {0}',
  'has whole numbers beside a currency of their own in column {0}': 'hat ganze Zahlen neben einer eigenen Währung in Spalte {0}',
  'has whole numbers, a hundred times what column {0} has': 'hat ganze Zahlen, das Hundertfache von Spalte {0}',
  'has whole numbers, as have the fee, which was rounded, and what is left in column {0}':
    'hat ganze Zahlen, wie die gerundete Gebühr und der Rest in Spalte {0}',
  'has whole numbers alone beside ids or moments of a program in column {0}':
    'hat nur ganze Zahlen neben Kennungen oder Zeitpunkten eines Programms in Spalte {0}',

  'Line {0}: column {1} has {2}, which no file with this header had before, and which is no known word.':
    'Zeile {0}: In Spalte {1} steht {2}. Das hatte bisher keine Datei mit dieser Kopfzeile, und es ist kein bekanntes Wort.',
  'its rows are no sales': 'diese Zeilen sind keine Transaktionen',
  'they are refunds': 'es sind Gutschriften',
  'the column tells no kinds': 'die Spalte nennt keine Arten',
  'Every amount in column {0} is below zero; in the file with this header of {1} every one was above it.':
    'Alle Beträge in Spalte {0} sind negativ; in der Datei mit dieser Kopfzeile vom {1} waren alle positiv.',
  'Every amount in column {0} is above zero; in the file with this header of {1} every one was below it.':
    'Alle Beträge in Spalte {0} sind positiv; in der Datei mit dieser Kopfzeile vom {1} waren alle negativ.',
  'the signs are turned': 'die Vorzeichen sind umgekehrt',
  'they are right': 'sie stimmen',
  'Several rows have the same reference in column {0}; in the file with this header of {1} each had its own.':
    'Mehrere Zeilen haben dieselbe Referenz in Spalte {0}; in der Datei mit dieser Kopfzeile vom {1} hatte jede ihre eigene.',
  'it is the reference of each sale all the same': 'es ist trotzdem die Referenz jeder Transaktion',
  'it is none': 'es ist keine',

  'with the decimal sign "{0}"': 'mit dem Dezimalzeichen "{0}"',
  'has no time of day, nor has any other value of the column, and {0} needs one':
    'hat keine Uhrzeit, so wenig wie die anderen Werte der Spalte, und {0} braucht eine',
  'it is so of that column': 'das gilt für diese Spalte',
  'has no offset from UTC, and {0}, but the zone given is {1}': 'hat keinen Abstand zu UTC, und {0}; angegeben ist aber die Zeitzone {1}',
  'has no offset from UTC, and {0}': 'hat keinen Abstand zu UTC, und {0}',
  'has no offset from UTC, so the time zone of the clock must be known':
    'hat keinen Abstand zu UTC; die Zeitzone der Uhr muss also bekannt sein',

  'Line {0}: column {1} has full card numbers, which are sent only as the number of the card, cut to their first six and last four digits.':
    'Zeile {0}: Spalte {1} hat ganze Kartennummern. Sie werden nur als Nummer der Karte gesendet, gekürzt auf die ersten sechs und die letzten vier Ziffern.',
  'An amount in cents would be sent as it is, a hundred times too high.':
    'Ein Betrag in Rappen oder Cent würde so gesendet, wie er ist: hundertmal zu hoch.',
  'Line {0}: column {1} {2}, as programs write amounts that count in cents. {3}':
    'Zeile {0}: Spalte {1} {2}, so wie Programme Beträge schreiben, die in Rappen oder Cent zählen. {3}',
  'it is the date of something else': 'es ist das Datum von etwas anderem',
  'sales have another one': 'die Transaktionen haben eine andere',
  'Line {0}: {1}. {2}': 'Zeile {0}: {1}. {2}',
  'Line {0}: {1}.': 'Zeile {0}: {1}.',
  'column {0} has no time of day but midnight, which may stand for none beside another column that may be the time':
    'Spalte {0} hat als Uhrzeit nur Mitternacht, was für keine stehen kann, neben einer anderen Spalte, die die Uhrzeit sein kann',
  'columns {0} of the header both mean {1}: {2}': 'die Spalten {0} der Kopfzeile bedeuten beide {1}: {2}',
  'columns {0} of the header all mean {1}: {2}': 'die Spalten {0} der Kopfzeile bedeuten alle {1}: {2}',
  ', beside {0}': ', neben {0}',
  'column {0}': 'Spalte {0}',
  'one of the columns {0}': 'eine der Spalten {0}',
  '{0} may be the amount, or a part of it{1}': '{0} kann der Betrag sein oder ein Teil davon{1}',
  '{0} may be the {1}{2}': '{0} kann das Feld {1} sein{2}',
  'they are in cents': 'sie sind in Rappen oder Cent',
  'they are not': 'sie sind es nicht',
  'Line {0}: column {1} may say whether a time is AM or PM, but it cannot be read as that: {2}.':
    'Zeile {0}: Spalte {1} kann sagen, ob eine Uhrzeit vor- oder nachmittags ist, lässt sich aber nicht so lesen: {2}.',
  'it says nothing of the time': 'sie sagt nichts über die Uhrzeit',
  "Line {0}: column {1} gives the zone of each row's time, but {2} is neither an offset nor an IANA name.":
    'Zeile {0}: Spalte {1} nennt die Zeitzone jeder Zeile, aber {2} ist weder ein Abstand zu UTC noch ein IANA-Name.',
  'all times are of one zone': 'alle Uhrzeiten sind in einer Zeitzone',
  'Above the header stands {0}. {1}': 'Über der Kopfzeile steht {0}. {1}',

  'these rows': 'diese Zeilen',
  'rows with {0}': 'Zeilen mit {0}',
  '{0} were not paid': '{0} wurden nicht bezahlt',
  '{0} are refunds, and the others no sales': '{0} sind Gutschriften, und die anderen keine Transaktionen',
  '{0} are refunds': '{0} sind Gutschriften',
  '{0} are no sales': '{0} sind keine Transaktionen',
  'these rows are no sales': 'diese Zeilen sind keine Transaktionen',
  'Line {0}: column {1} {2}.': 'Zeile {0}: Spalte {1} {2}.',

  'no field': 'kein Feld',
  sales: 'Transaktionen',
  'settlement records': 'Abrechnungszeilen',
  'Line {0}: column {1} would be {2}; in the file with this header that was uploaded on {3} it was {4}. The same {5}, read in two ways, count twice.':
    'Zeile {0}: Spalte {1} wäre {2}; in der Datei mit dieser Kopfzeile vom {3} war sie {4}. Dieselben {5}, auf zwei Arten gelesen, zählen doppelt.',
  'Files with this header had the {0} {1} in every row, and nothing in this one says which it is of.':
    'Dateien mit dieser Kopfzeile hatten in jeder Zeile {1} als {0}, und nichts in dieser sagt, von welcher Kasse oder welchem Standort sie ist.',
  'Files with this header had no {0} or {1} in every row, and nothing in this one says which it is of.':
    'Dateien mit dieser Kopfzeile hatten kein Feld {0} oder in jeder Zeile {1}, und nichts in dieser sagt, von welcher Kasse oder welchem Standort sie ist.',
  'as in earlier files': 'wie in früheren Dateien',
  'Which till or location is this file of?': 'Von welcher Kasse oder welchem Standort ist diese Datei?',
  'Times in a file with this header were read in the zone {0} on {1}, and the profile has {2}.':
    'Die Uhrzeiten einer Datei mit dieser Kopfzeile wurden am {1} in der Zeitzone {0} gelesen, und das Profil hat {2}.',
  'Lines {0} and {1}: by column {2}, they are instalments of one amount. Each line would be sent as a sale.':
    'Zeilen {0} und {1}: Nach Spalte {2} sind sie Raten eines Betrags. Jede Zeile würde als Transaktion gesendet.',
  'each has the amount of the whole sale': 'jede hat den Betrag des ganzen Verkaufs',
  'each has its own part, and is to be a sale': 'jede hat ihren eigenen Teil und soll eine Transaktion sein',
  'Line {0}: columns {1} are column {2} together, as in each row, and a part of it was paid in cash, which would be sent, too.':
    'Zeile {0}: Die Spalten {1} sind zusammen Spalte {2}, wie in jeder Zeile, und ein Teil davon wurde bar bezahlt, der mitgesendet würde.',
  'only what column {0} has is to be sent': 'nur was Spalte {0} hat, ist zu senden',
  'the whole amount is to be sent': 'der ganze Betrag ist zu senden',

  'a list of refunds': 'eine Liste von Gutschriften',
  'a list of disputes': 'eine Liste von Rückbelastungen',
  'a list of payouts': 'eine Liste von Auszahlungen',
  'a list of fees': 'eine Liste von Gebühren',
  'a list of totals': 'eine Liste von Summen',
  'a list of subscriptions': 'eine Liste von Abonnements',
  'the statement of an account, at a bank or a payment service': 'der Auszug eines Kontos bei einer Bank oder einem Zahlungsdienst',
  payments: 'Zahlungen',
  'it is': 'sie ist es',
  'The file looks like {0}, not of {1}: column {2}. Its rows would be sent as {3}.':
    'Die Datei sieht aus wie {0} und nicht wie {1}: Spalte {2}. Ihre Zeilen würden als {3} gesendet.',
  'The file looks like {0}, not of {1}: columns {2}. Its rows would be sent as {3}.':
    'Die Datei sieht aus wie {0} und nicht wie {1}: Spalten {2}. Ihre Zeilen würden als {3} gesendet.',
  'each row is a sale all the same': 'jede Zeile ist trotzdem eine Transaktion',
  'each row is a payment of a sale all the same': 'jede Zeile ist trotzdem die Zahlung einer Transaktion',
  ': column {0}': ': Spalte {0}',
  ': columns {0}': ': Spalten {0}',
  'The file tells what was paid out{0}. If a till sends the same sales, too, they would count twice.':
    'Die Datei nennt, was ausbezahlt wurde{0}. Sendet eine Kasse dieselben Transaktionen, würden sie doppelt zählen.',
  'Line {0}: column {1} may say what each row is, and none of its values is known: {2}.':
    'Zeile {0}: Spalte {1} kann sagen, was jede Zeile ist, und keiner ihrer Werte ist bekannt: {2}.',
  not: 'sie sagt es nicht',
  'Line {0}: column {1} repeats the amount of line {2} in another line of the same receipt (columns {3} and {4}). It may be the total of the receipt, and would be sent once for each line.':
    'Zeile {0}: Spalte {1} wiederholt den Betrag von Zeile {2} in einer anderen Zeile desselben Belegs (Spalten {3} und {4}). Er kann der Gesamtbetrag des Belegs sein und würde für jede Zeile einmal gesendet.',
  '(blank)': '(leer)',
  '{0} in 1 row': '{0} in 1 Zeile',
  '{0} in {1} rows': '{0} in {1} Zeilen',
  'each line is a sale of that amount': 'jede Zeile ist eine Transaktion über diesen Betrag',
  'Line {0}: column {1} has the amount of line {2} once more, for the same payment (column {3}) and another step (column {4}), as far as the names tell. Each line would be sent as a sale.':
    'Zeile {0}: Spalte {1} hat den Betrag von Zeile {2} noch einmal, den Namen nach für dieselbe Zahlung (Spalte {3}) und einen anderen Schritt (Spalte {4}). Jede Zeile würde als Transaktion gesendet.',
  'each line is a sale': 'jede Zeile ist eine Transaktion',

  'No row has it.': 'Keine Zeile hat es.',
  'they were booked on the day of their payout': 'sie wurden am Tag ihrer Auszahlung gebucht',
  'The file has none, and servers normally import no row without it:':
    'In der Datei fehlt es, und ohne dieses Feld importieren Server normalerweise keine Zeile:',
  'column {0} is the price of all pieces that column {1} counts': 'Spalte {0} ist der Preis aller Stücke, die Spalte {1} zählt',
  'otherwise the file needs a column of what was paid': 'sonst braucht die Datei eine Spalte mit dem, was bezahlt wurde',
  'each row has a sale in column {0} or a refund in {1}, unlike a ledger, which has each sale more than once':
    'jede Zeile hat einen Verkauf in Spalte {0} oder eine Gutschrift in {1}, anders als ein Kontenbuch, das jeden Verkauf mehrmals hat',
  '{0} and {1}': '{0} und {1}',
  'The value of {0}': 'Der Wert von {0}',
  'column {0} "{1}"': 'Spalte {0} "{1}"',
  'above the header stands {0}': 'über der Kopfzeile steht {0}',
  'it is not': 'das gilt nicht',
  'the header says {0}': 'in der Kopfzeile steht {0}',
  'such exports have {0}': 'solche Exporte haben {0}',
  'it is another zone of that name': 'es ist eine andere Zeitzone dieses Namens',
  'Line {0}: no column tells two sales of one minute and amount apart, but column {1} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.':
    'Zeile {0}: Keine Spalte unterscheidet zwei Transaktionen derselben Minute und desselben Betrags. Spalte {1} hat aber in jeder Zeile einen anderen Wert, wie eine Referenz. Ohne sie gilt die zweite von zwei solchen Transaktionen als die erste, noch einmal gesendet.',
  'Line {0}: no column tells two sales of one minute and amount apart, but each of the columns {1} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.':
    'Zeile {0}: Keine Spalte unterscheidet zwei Transaktionen derselben Minute und desselben Betrags. Die Spalten {1} haben aber in jeder Zeile einen anderen Wert, wie eine Referenz. Ohne sie gilt die zweite von zwei solchen Transaktionen als die erste, noch einmal gesendet.',

  'Line {0}: column {1} is below zero in each row that column {2} calls a sale: the signs may be those of whoever paid.':
    'Zeile {0}: Spalte {1} ist in jeder Zeile negativ, die Spalte {2} einen Verkauf nennt: Die Vorzeichen können die des Zahlenden sein.',
  'money came in': 'es ging Geld ein',
  'Column {0} is named for a fee, has a part of the amounts, and would not be read as the fee.':
    'Spalte {0} heisst nach einer Gebühr, hat einen Teil der Beträge und würde nicht als Gebühr gelesen.',
  'Column {0} less {1} is column {2} in nearly every row: a fee, and what is left after it, would not be read.':
    'Spalte {0} weniger {1} ist in fast jeder Zeile Spalte {2}: eine Gebühr, und was nach ihr bleibt, würden nicht gelesen.',
  'they are that': 'sie sind es',
  'that is the whole fee': 'das ist die ganze Gebühr',
  'the fee is these together': 'die Gebühr ist die Summe davon',
  'that is the amount': 'das ist der Betrag',
  'that is what is left': 'das ist, was übrig bleibt',
  'Line {0}: column {1} is below zero, and column {2} above it: pieces that came back would be sent as a sale.':
    'Zeile {0}: Spalte {1} ist unter null und Spalte {2} darüber: zurückgegebene Stücke würden als Verkauf gesendet.',
  'Line {0}: column {1} has a fee that is not in column {2}.': 'Zeile {0}: Spalte {1} hat eine Gebühr, die nicht in Spalte {2} steht.',
  'Line {0}: column {1} less {2} is not column {3}, in {4} of {5} rows.':
    'Zeile {0}: Spalte {1} weniger {2} ist nicht Spalte {3}, in {4} von {5} Zeilen.',
  'the columns are right as they are': 'die Spalten stimmen so',
  'Line {0}: column {1} says that money went back, and column {2} has no minus: amount or fee would count with the wrong sign.':
    'Zeile {0}: Nach Spalte {1} ging Geld zurück, und Spalte {2} hat kein Minus: Betrag oder Gebühr würde mit falschem Vorzeichen zählen.',
  'money went back in these rows': 'in diesen Zeilen ging Geld zurück',
  'it came in': 'es ging ein',
  'Line {0}: column {1} has the amount of line {2} again, which is the sum of column {3} over these rows. It would be sent once for each row.':
    'Zeile {0}: Spalte {1} hat den Betrag von Zeile {2} noch einmal. Er ist die Summe von Spalte {3} über diese Zeilen und würde für jede Zeile einmal gesendet.',
  'each row has its own amount there': 'jede Zeile hat dort ihren eigenen Betrag',
  'each row has the whole amount': 'jede Zeile hat den ganzen Betrag',
  'Line {0}: column {1} says {2}: that would be sent as a payment which was paid out.':
    'Zeile {0}: In Spalte {1} steht {2}. Das würde als Zahlung gesendet, die ausbezahlt wurde.',
  'no service paid these rows out': 'diese Zeilen hat kein Dienst ausbezahlt',
  'all rows were paid out': 'alle Zeilen wurden ausbezahlt',
  'the signs are right, whatever that column says': 'die Vorzeichen stimmen, was auch immer diese Spalte sagt',
  'Line {0}: column {1} is below zero but where column {2} tells of a refund, and above it there: the signs may be those of whoever paid.':
    'Zeile {0}: Spalte {1} ist negativ, ausser wo Spalte {2} von einer Gutschrift spricht, und dort positiv: Die Vorzeichen können die des Zahlenden sein.',
  'these are refunds': 'das sind Gutschriften',
  'Line {0}: column {1} names another payment: the row may be a refund of it, and has an amount above zero.':
    'Zeile {0}: Spalte {1} nennt eine andere Zahlung: Die Zeile kann deren Gutschrift sein und hat einen positiven Betrag.',
  'Line {0}: column {1} names another payment, and column {2} says {3}: the row may be a refund of it, and has an amount above zero.':
    'Zeile {0}: Spalte {1} nennt eine andere Zahlung, und in Spalte {2} steht {3}: Die Zeile kann deren Gutschrift sein und hat einen positiven Betrag.',
  'each row is a sale': 'jede Zeile ist eine Transaktion',
  'Line {0}: column {1} has a refund where column {2} has nothing: it would be sent as a sale of 0.':
    'Zeile {0}: Spalte {1} hat eine Gutschrift, wo Spalte {2} leer ist: Sie würde als Transaktion über 0 gesendet.',
  'each row has a sale or a refund': 'jede Zeile hat einen Verkauf oder eine Gutschrift',
  'the refunds are no rows of their own': 'die Gutschriften sind keine eigenen Zeilen',
  'Line {0}: column {1} has a refund of what column {2} has: the payment would be sent whole, and nothing of the refund.':
    'Zeile {0}: Spalte {1} hat eine Gutschrift dessen, was Spalte {2} hat: Die Zahlung würde ganz gesendet und von der Gutschrift nichts.',
  'what was paid is to be sent, because refunds come otherwise':
    'zu senden ist, was bezahlt wurde, weil Gutschriften auf anderem Weg kommen',
  'what is left of it is to be sent': 'zu senden ist, was davon übrig ist',

  '{0} or {1}': '{0} oder {1}',
  'can be {0}, and no other value of the column shows which': 'kann {0} sein, und kein anderer Wert der Spalte zeigt, welches',
  'it is {0}': 'das ist {0}',
  'is written {0}; in the file with this header that was uploaded on {1}, values were written {2}':
    'ist {0} geschrieben; in der Datei mit dieser Kopfzeile vom {1} waren Werte {2} geschrieben',
  'Line {0}: {1}: {2} {3}.': 'Zeile {0}: {1}: {2} {3}.',

  '{0} If an earlier file has it as a sale, it counts already.': '{0} Hat eine frühere Datei sie als Transaktion, zählt sie bereits.',
  '{0} Other words of the column are known, this one is not.': '{0} Andere Wörter der Spalte sind bekannt, dieses nicht.',
  'Column {0} is {1} in 1 row (line {2}), which is sent as {3}.': 'Spalte {0} ist {1} in 1 Zeile (Zeile {2}), die als {3} gesendet wird.',
  'Column {0} is {1} in {2} rows (line {3}), which are sent as {4}.':
    'Spalte {0} ist {1} in {2} Zeilen (Zeile {3}), die als {4} gesendet werden.',
  sale: 'Transaktion',
  refund: 'Gutschrift',
  refunds: 'Gutschriften',
  payment: 'Zahlung',
  'Column {0} may say what was not paid, and none of its words is known: {1}. All are sent as {2}.':
    'Spalte {0} sagt vielleicht, was nicht bezahlt wurde, und keines ihrer Wörter ist bekannt: {1}. Alle werden als {2} gesendet.',
  'only {0} are sales': 'nur {0} Transaktionen sind',
  'they are no sales': 'es sind keine Transaktionen',
  'they are sales all the same': 'es sind trotzdem Transaktionen',

  'How are the amounts written?': 'Wie sind die Beträge geschrieben?',
  'How are the dates written?': 'Wie sind die Daten geschrieben?',
  'Which time zone does the clock of the till have?': 'In welcher Zeitzone geht die Uhr der Kasse?',
  'Which time zone do the times have?': 'In welcher Zeitzone sind die Uhrzeiten?',
  'What does this column say?': 'Was sagt diese Spalte?',
  'Are the amounts in cents?': 'Sind die Beträge in Rappen oder Cent?',
  'Did money go the other way?': 'Ging das Geld in die andere Richtung?',
  'Is this the total of a receipt?': 'Ist das der Gesamtbetrag eines Belegs?',
  'What is this column?': 'Was ist diese Spalte?',
  'Which rows are the sales?': 'Welche Zeilen sind die Transaktionen?',
  'Which column tells two equal sales apart?': 'Welche Spalte unterscheidet zwei gleiche Transaktionen?',
  'Which rows are the settlement records?': 'Welche Zeilen sind die Abrechnungszeilen?',
  'Which column tells two equal settlement records apart?': 'Welche Spalte unterscheidet zwei gleiche Abrechnungszeilen?',
  'Which time zone do the times of the settlement records have?': 'In welcher Zeitzone sind die Uhrzeiten der Abrechnungszeilen?',
  'Which column is the {0}?': 'Welche Spalte ist das Feld {0}?',
  'the name of another column': 'der Name einer anderen Spalte',
  'another time zone, such as Europe/London': 'eine andere Zeitzone wie Europe/London',
  'sales: nothing else sends them': 'Transaktionen: Nichts anderes sendet sie',
  'settlement records: a till, or another file, sends these sales':
    'Abrechnungszeilen: Eine Kasse oder eine andere Datei sendet diese Transaktionen',
  'Are these sales, or settlement records?': 'Sind das Transaktionen oder Abrechnungszeilen?',
  'What is this table?': 'Was ist diese Tabelle?',
  '{0}, in cents': '{0}, in Rappen oder Cent',
  'the zone is {0}': 'die Zeitzone ist {0}',
  '{0}: {1}': '{0}: {1}',
  '{0} with the other sign is the {1}': '{0} mit umgekehrtem Vorzeichen ist das Feld {1}',
  '{0} is the {1}': '{0} ist das Feld {1}',
  '{0} is no field of a sale, and sent as additional data': '{0} ist kein Feld einer Transaktion und wird als Zusatzdaten gesendet',
  '{0} is no field of a settlement record, and sent as additional data':
    '{0} ist kein Feld einer Abrechnungszeile und wird als Zusatzdaten gesendet',
  '{0} {1} in every row': '{0} {1} in jeder Zeile',
  'a comma before the cents': 'ein Komma vor den Rappen oder Cent',
  'a point before the cents': 'ein Punkt vor den Rappen oder Cent',
  'those with {0} {1}': 'die mit {0} {1}',
  'those with {0} {1} are below zero': 'die mit {0} {1} sind negativ',
  'in cents, or the smallest unit of their currency': 'in Rappen, Cent oder der kleinsten Einheit ihrer Währung',
  'in whole units of their currency': 'in ganzen Einheiten ihrer Währung',
  'cut to the first six and the last four digits': 'gekürzt auf die ersten sechs und die letzten vier Ziffern',
  'at {0}': 'um {0}',
  'not what stands above the header': 'nicht, was über der Kopfzeile steht',

  'Which currency are the amounts in?': 'In welcher Währung sind die Beträge?',
  '{0} in every row, as the file shows': '{0} in jeder Zeile, wie die Datei zeigt',
  '{0} in every row': '{0} in jeder Zeile',
  'another code, such as EUR, or the name of the column that has it': 'ein anderer Code wie EUR oder der Name der Spalte, die ihn hat',
  '{0}, as this machine': '{0}, wie dieser Rechner',
  'At what time of day were the sales?': 'Um welche Uhrzeit waren die Transaktionen?',
  'At what time of day were the payments of the settlement records?': 'Um welche Uhrzeit waren die Zahlungen der Abrechnungszeilen?',
  'as in {0}': 'wie in {0}',
  '{0} for all of them: the file has none': '{0} für alle: Die Datei hat keine',
  'another time, such as 18:30, or the name of the column that has it':
    'eine andere Uhrzeit wie 18:30 oder der Name der Spalte, die sie hat',
  'Nobody has said yes yet to how files with this header are read.':
    'Noch niemand hat bestätigt, wie Dateien mit dieser Kopfzeile gelesen werden.',
  'it is read right': 'sie ist richtig gelesen',
  'It is {0} now.': 'Jetzt ist es {0}.',

  'No amount has decimals; in the file with this header of {0} some had.':
    'Kein Betrag hat Nachkommastellen; in der Datei mit dieser Kopfzeile vom {0} hatten manche welche.',
  'Amounts are more than twenty times as large as in the file with this header of {0}.':
    'Die Beträge sind mehr als zwanzigmal so gross wie in der Datei mit dieser Kopfzeile vom {0}.',
  'Amounts are more than twenty times as small as in the file with this header of {0}.':
    'Die Beträge sind mehr als zwanzigmal so klein wie in der Datei mit dieser Kopfzeile vom {0}.',
  'Column {0} looks like card brands or ways to pay. Unless it is sent as {1}, cash counts as sold by card.':
    'Spalte {0} sieht nach Kartenmarken oder Zahlungsarten aus. Wird sie nicht als {1} gesendet, zählt Bargeld als mit Karte verkauft.',
  'Column {0} has lists with cash in them, which counts as sold by card.':
    'Spalte {0} hat Listen, in denen Bargeld steht: Es zählt als mit Karte verkauft.',
  'Column {0} looks like the field {1}, and is not sent as it.': 'Spalte {0} sieht nach dem Feld {1} aus, wird aber nicht so gesendet.',
  'Send column {0} as {1}': 'Spalte {0} als {1} senden',
  'No column tells one row from another (receipt number, terminal …): rows that are sent twice count twice.':
    'Keine Spalte unterscheidet eine Zeile von der anderen (Belegnummer, Terminal …): Was zweimal gesendet wird, zählt zweimal.',
  'Without a column of references, counters, orders or codes, no payment can be matched for certain.':
    'Ohne eine Spalte mit Referenz, Laufnummer, Bestellung oder Autorisierung lässt sich keine Zahlung sicher zuordnen.',
  '{0} Not used: {1}.': '{0} Nicht verwendet: {1}.',
  'These sheets are not read: {0}. What they hold is sent only from files of their own.':
    'Diese Blätter werden nicht gelesen: {0}. Was sie enthalten, wird nur aus eigenen Dateien gesendet.',
  'Rows: {0}, the first in line {1}.': 'Zeilen: {0}, die erste ist Zeile {1}.',
  'No line end follows the last row, line {0}: it is taken as whole. Was the file cut?':
    'Auf die letzte Zeile, Zeile {0}, folgt kein Zeilenende: Sie gilt als vollständig. Wurde die Datei abgeschnitten?',
  'Rows that are equal to another one of the file count as rows of their own, unless the server has them: {0}.':
    'Zeilen, die gleich sind wie eine andere der Datei, zählen als eigene, ausser der Server hat sie schon: {0}.',
  'The file has too many rows to compare them all with each other.': 'Die Datei hat zu viele Zeilen, um alle miteinander zu vergleichen.',
  'Rows called a refund have an amount above zero, and count as money for you where the sign decides. {0}':
    'Zeilen, die Gutschrift heissen, haben einen Betrag über null. Wo das Vorzeichen entscheidet, zählen sie als Einnahme. {0}',
  'Rows called a refund or chargeback have an amount above zero: matching subtracts refunds, sums add them as written. {0}':
    'Zeilen, die Gutschrift oder Rückbelastung heissen, haben einen Betrag über null: Der Abgleich zieht Gutschriften ab, Summen zählen sie, wie sie dastehen. {0}',
  'Rows called a reversal have an amount above zero, and count as money for you. {0}':
    'Zeilen, die Storno heissen, haben einen Betrag über null und zählen als Einnahme. {0}',
  'Rows marked as cancelled, failed, not captured, a test or money out count all the same{0}: leave out those that should not. {1}':
    'Zeilen, die als storniert, fehlgeschlagen, nicht eingezogen, Test oder Ausgang markiert sind, zählen trotzdem{0}: Lassen Sie weg, was nicht zählen soll. {1}',
  'Rows marked Skip, as duplicates are, count all the same: no comment of the list calls them a duplicate. {0}':
    'Zeilen, die wie Duplikate mit Skip markiert sind, zählen trotzdem: Kein Kommentar der Liste nennt sie Duplikat. {0}',
  'Rows called a payout, a fee or cash put in or taken out count all the same{0}: leave out those that should not. {1}':
    'Zeilen, die Auszahlung, Gebühr, Einlage oder Entnahme heissen, zählen trotzdem{0}: Lassen Sie weg, was nicht zählen soll. {1}',
  ' (column {0})': ' (Spalte {0})',
  'Rows lack what servers normally import no row without, or have it as no server takes it: {0}. {1}':
    'In Zeilen fehlt, ohne was der Server normalerweise keine importiert, oder es steht so da, wie er es nicht annimmt: {0}. {1}',
  'Rows are against the rules of the import configuration {0}, and will not be imported: {1}. {2}':
    'Zeilen verstossen gegen die Regeln der Importkonfiguration {0} und werden nicht importiert: {1}. {2}',
  'The dates reach into the future, to {0} (line {1}).': 'Die Daten reichen in die Zukunft, bis {0} (Zeile {1}).',
  'The dates reach more than {0} years back, to {1}.': 'Die Daten reichen mehr als {0} Jahre zurück, bis {1}.',
  'decimal sign {0}': 'Dezimalzeichen {0}',
  'decimal sign {0}, with currencies': 'Dezimalzeichen {0}, mit Währungen',
};
