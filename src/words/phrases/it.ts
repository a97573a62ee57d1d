/** The Italian phrases of questions about files, by their English templates. */
export const templates: Readonly<Record<string, string>> = {
  'is not what column {0} has, as in all other rows': 'non è ciò che ha la colonna {0}, come in tutte le altre righe',
  'is not columns {0} together, as in most rows: its sign is another one, or it has nothing':
    'non è la somma delle colonne {0}, come nella maggior parte delle righe: il segno è diverso, oppure è vuota',
  'has a number of decimals in column {0}': 'ha un numero di decimali nella colonna {0}',
  'has whole numbers beside currencies in small letters or as numbers in column {0}':
    'ha numeri interi accanto a valute in minuscolo o in cifre nella colonna {0}',
  'has whole numbers, and a name that speaks of cents: {0}': 'ha numeri interi e un nome che parla di centesimi: {0}',
  'has whole numbers beside a currency of their own in column {0}': 'ha numeri interi accanto a una valuta propria nella colonna {0}',
  'has whole numbers, a hundred times what column {0} has': 'ha numeri interi, cento volte quelli della colonna {0}',
  'has whole numbers, as have the fee, which was rounded, and what is left in column {0}':
    'ha numeri interi, come la commissione, arrotondata, e il resto nella colonna {0}',
  'has whole numbers alone beside ids or moments of a program in column {0}':
    'ha solo numeri interi accanto a identificativi o istanti di un programma nella colonna {0}',
  'Line {0}: column {1} has {2}, which no file with this header had before, and which is no known word.':
    'Riga {0}: la colonna {1} contiene {2}, che finora nessun file con questa intestazione aveva e che non è una parola nota.',
  'its rows are no sales': 'queste righe non sono vendite',
  'they are refunds': 'sono rimborsi',
  'the column tells no kinds': 'la colonna non indica tipi',
  'Every amount in column {0} is below zero; in the file with this header of {1} every one was above it.':
    'Tutti gli importi della colonna {0} sono negativi; nel file con questa intestazione del {1} erano tutti positivi.',
  'Every amount in column {0} is above zero; in the file with this header of {1} every one was below it.':
    'Tutti gli importi della colonna {0} sono positivi; nel file con questa intestazione del {1} erano tutti negativi.',
  'the signs are turned': 'i segni sono invertiti',
  'they are right': 'sono giusti',
  'Several rows have the same reference in column {0}; in the file with this header of {1} each had its own.':
    'Più righe hanno lo stesso riferimento nella colonna {0}; nel file con questa intestazione del {1} ognuna aveva il suo.',
  'it is the reference of each sale all the same': 'è comunque il riferimento di ogni vendita',
  'it is none': 'non lo è',
  'with the decimal sign "{0}"': 'con il segno decimale "{0}"',
  'has no time of day, nor has any other value of the column, and {0} needs one':
    'non ha un’ora, come nessun altro valore della colonna, e {0} ne ha bisogno',
  'it is so of that column': 'vale per questa colonna',
  'has no offset from UTC, and {0}, but the zone given is {1}': 'non ha uno scarto da UTC, e {0}, ma il fuso orario indicato è {1}',
  'has no offset from UTC, and {0}': 'non ha uno scarto da UTC, e {0}',
  'has no offset from UTC, so the time zone of the clock must be known':
    'non ha uno scarto da UTC: il fuso orario dell’orologio deve quindi essere noto',
  'Line {0}: column {1} has full card numbers, which are sent only as the number of the card, cut to their first six and last four digits.':
    'Riga {0}: la colonna {1} ha numeri di carta completi, che vengono inviati solo come numero della carta, ridotti alle prime sei e alle ultime quattro cifre.',
  'An amount in cents would be sent as it is, a hundred times too high.':
    'Un importo in centesimi verrebbe inviato così com’è, cento volte troppo alto.',
  'Line {0}: column {1} {2}, as programs write amounts that count in cents. {3}':
    'Riga {0}: la colonna {1} {2}, come i programmi scrivono gli importi contati in centesimi. {3}',
  'it is the date of something else': 'è la data di qualcos’altro',
  'sales have another one': 'le vendite ne hanno un’altra',
  'Line {0}: {1}. {2}': 'Riga {0}: {1}. {2}',
  'Line {0}: {1}.': 'Riga {0}: {1}.',
  'column {0} has no time of day but midnight, which may stand for none beside another column that may be the time':
    'la colonna {0} non ha altra ora che mezzanotte, che può voler dire nessuna, accanto a un’altra colonna che può essere l’ora',
  'columns {0} of the header both mean {1}: {2}': 'le colonne {0} dell’intestazione significano entrambe {1}: {2}',
  'columns {0} of the header all mean {1}: {2}': 'le colonne {0} dell’intestazione significano tutte {1}: {2}',
  ', beside {0}': ', accanto a {0}',
  'column {0}': 'colonna {0}',
  'one of the columns {0}': 'una delle colonne {0}',
  '{0} may be the amount, or a part of it{1}': '{0} può essere l’importo o una sua parte{1}',
  '{0} may be the {1}{2}': '{0} può essere il campo {1}{2}',
  'they are in cents': 'sono in centesimi',
  'they are not': 'non lo sono',
  'Line {0}: column {1} may say whether a time is AM or PM, but it cannot be read as that: {2}.':
    'Riga {0}: la colonna {1} può dire se un’ora è del mattino o del pomeriggio, ma non può essere letta così: {2}.',
  'it says nothing of the time': 'non dice nulla dell’ora',
  "Line {0}: column {1} gives the zone of each row's time, but {2} is neither an offset nor an IANA name.":
    'Riga {0}: la colonna {1} dà il fuso orario di ogni riga, ma {2} non è né uno scarto né un nome IANA.',
  'all times are of one zone': 'tutte le ore sono di un solo fuso orario',
  'Above the header stands {0}. {1}': 'Sopra l’intestazione sta {0}. {1}',
  'these rows': 'queste righe',
  'rows with {0}': 'le righe con {0}',
  '{0} were not paid': '{0} non sono state pagate',
  '{0} are refunds, and the others no sales': '{0} sono rimborsi, e le altre non sono vendite',
  '{0} are refunds': '{0} sono rimborsi',
  '{0} are no sales': '{0} non sono vendite',
  'these rows are no sales': 'queste righe non sono vendite',
  'Line {0}: column {1} {2}.': 'Riga {0}: la colonna {1} {2}.',
  'no field': 'nessun campo',
  sales: 'vendite',
  'settlement records': 'righe di regolamento',
  'Line {0}: column {1} would be {2}; in the file with this header that was uploaded on {3} it was {4}. The same {5}, read in two ways, count twice.':
    'Riga {0}: la colonna {1} sarebbe {2}; nel file con questa intestazione del {3} era {4}. Le stesse {5}, lette in due modi, contano due volte.',
  'Files with this header had the {0} {1} in every row, and nothing in this one says which it is of.':
    'I file con questa intestazione avevano {1} come {0} in ogni riga, e niente in questo dice di quale cassa o sede è.',
  'Files with this header had no {0} or {1} in every row, and nothing in this one says which it is of.':
    'I file con questa intestazione non avevano {0} o avevano {1} in ogni riga, e niente in questo dice di quale cassa o sede è.',
  'as in earlier files': 'come nei file precedenti',
  'Which till or location is this file of?': 'Di quale cassa o sede è questo file?',
  'Times in a file with this header were read in the zone {0} on {1}, and the profile has {2}.':
    'Le ore di un file con questa intestazione sono state lette nel fuso orario {0} il {1}, e il profilo ha {2}.',
  'Lines {0} and {1}: by column {2}, they are instalments of one amount. Each line would be sent as a sale.':
    'Righe {0} e {1}: secondo la colonna {2} sono rate di un solo importo. Ogni riga verrebbe inviata come vendita.',
  'each has the amount of the whole sale': 'ognuna ha l’importo dell’intera vendita',
  'each has its own part, and is to be a sale': 'ognuna ha la propria parte e deve essere una vendita',
  'Line {0}: columns {1} are column {2} together, as in each row, and a part of it was paid in cash, which would be sent, too.':
    'Riga {0}: le colonne {1} fanno insieme la colonna {2}, come in ogni riga, e una parte è stata pagata in contanti, che sarebbe inviata anch’essa.',
  'only what column {0} has is to be sent': 'va inviato solo ciò che ha la colonna {0}',
  'the whole amount is to be sent': 'va inviato l’importo intero',
  'a list of refunds': 'un elenco di rimborsi',
  'a list of disputes': 'un elenco di contestazioni',
  'a list of payouts': 'un elenco di accrediti',
  'a list of fees': 'un elenco di commissioni',
  'a list of totals': 'un elenco di totali',
  'a list of subscriptions': 'un elenco di abbonamenti',
  'the statement of an account, at a bank or a payment service': 'l’estratto di un conto, presso una banca o un servizio di pagamento',
  payments: 'pagamenti',
  'it is': 'lo è',
  'The file looks like {0}, not of {1}: column {2}. Its rows would be sent as {3}.':
    'Il file sembra {0}, non un elenco di {1}: colonna {2}. Le sue righe verrebbero inviate come {3}.',
  'The file looks like {0}, not of {1}: columns {2}. Its rows would be sent as {3}.':
    'Il file sembra {0}, non un elenco di {1}: colonne {2}. Le sue righe verrebbero inviate come {3}.',
  'each row is a sale all the same': 'ogni riga è comunque una vendita',
  'each row is a payment of a sale all the same': 'ogni riga è comunque il pagamento di una vendita',
  ': column {0}': ': colonna {0}',
  ': columns {0}': ': colonne {0}',
  'The file tells what was paid out{0}. If a till sends the same sales, too, they would count twice.':
    'Il file indica che cosa è stato accreditato{0}. Se una cassa invia le stesse vendite, conterebbero due volte.',
  'Line {0}: column {1} may say what each row is, and none of its values is known: {2}.':
    'Riga {0}: la colonna {1} può dire che cos’è ogni riga, e nessuno dei suoi valori è noto: {2}.',
  not: 'non lo dice',
  'Line {0}: column {1} repeats the amount of line {2} in another line of the same receipt (columns {3} and {4}). It may be the total of the receipt, and would be sent once for each line.':
    'Riga {0}: la colonna {1} ripete l’importo della riga {2} in un’altra riga dello stesso scontrino (colonne {3} e {4}). Può essere il totale dello scontrino, e verrebbe inviato una volta per ogni riga.',
  '(blank)': '(vuoto)',
  '{0} in 1 row': '{0} in 1 riga',
  '{0} in {1} rows': '{0} in {1} righe',
  'each line is a sale of that amount': 'ogni riga è una vendita di quell’importo',
  'Line {0}: column {1} has the amount of line {2} once more, for the same payment (column {3}) and another step (column {4}), as far as the names tell. Each line would be sent as a sale.':
    'Riga {0}: la colonna {1} ha ancora una volta l’importo della riga {2}, stando ai nomi per lo stesso pagamento (colonna {3}) e un altro passo (colonna {4}). Ogni riga verrebbe inviata come vendita.',
  'each line is a sale': 'ogni riga è una vendita',
  'No row has it.': 'Nessuna riga lo ha.',
  'they were booked on the day of their payout': 'sono stati contabilizzati il giorno del loro accredito',
  'The file has none, and servers normally import no row without it:':
    'Il file non lo ha, e di norma i server non importano nessuna riga senza questo campo:',
  'column {0} is the price of all pieces that column {1} counts': 'la colonna {0} è il prezzo di tutti i pezzi che conta la colonna {1}',
  'otherwise the file needs a column of what was paid': 'altrimenti il file ha bisogno di una colonna con ciò che è stato pagato',
  'each row has a sale in column {0} or a refund in {1}, unlike a ledger, which has each sale more than once':
    'ogni riga ha una vendita nella colonna {0} o un rimborso in {1}, a differenza di un libro mastro, che ha ogni vendita più volte',
  '{0} and {1}': '{0} e {1}',
  'The value of {0}': 'Il valore di {0}',
  'column {0} "{1}"': 'colonna {0} "{1}"',
  'above the header stands {0}': 'sopra l’intestazione sta {0}',
  'it is not': 'non è così',
  'the header says {0}': 'l’intestazione dice {0}',
  'such exports have {0}': 'questi export hanno {0}',
  'it is another zone of that name': 'è un altro fuso orario con quel nome',
  'Line {0}: no column tells two sales of one minute and amount apart, but column {1} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.':
    'Riga {0}: nessuna colonna distingue due vendite dello stesso minuto e importo. La colonna {1} ha un valore diverso in ogni riga, come un riferimento. Senza di essa, la seconda di due vendite simili conta come la prima inviata di nuovo.',
  'Line {0}: no column tells two sales of one minute and amount apart, but each of the columns {1} has another value in every row, as a reference does. Without it, the second of two such sales counts as the first one sent again.':
    'Riga {0}: nessuna colonna distingue due vendite dello stesso minuto e importo. Ognuna delle colonne {1} ha un valore diverso in ogni riga, come un riferimento. Senza di essa, la seconda di due vendite simili conta come la prima inviata di nuovo.',
  'Line {0}: column {1} is below zero in each row that column {2} calls a sale: the signs may be those of whoever paid.':
    'Riga {0}: la colonna {1} è negativa in ogni riga che la colonna {2} chiama vendita: i segni possono essere quelli di chi ha pagato.',
  'money came in': 'è entrato denaro',
  'Column {0} is named for a fee, has a part of the amounts, and would not be read as the fee.':
    'La colonna {0} ha il nome di una commissione, contiene una parte degli importi e non sarebbe letta come commissione.',
  'Column {0} less {1} is column {2} in nearly every row: a fee, and what is left after it, would not be read.':
    'La colonna {0} meno {1} è la colonna {2} in quasi ogni riga: una commissione, e ciò che resta, non sarebbero letti.',
  'they are that': 'lo sono',
  'that is the whole fee': 'è l’intera commissione',
  'the fee is these together': 'la commissione è la loro somma',
  'that is the amount': 'è l’importo',
  'that is what is left': 'è ciò che resta',
  'Line {0}: column {1} is below zero, and column {2} above it: pieces that came back would be sent as a sale.':
    'Riga {0}: la colonna {1} è sotto zero e la colonna {2} sopra: pezzi resi verrebbero inviati come vendita.',
  'Line {0}: column {1} has a fee that is not in column {2}.': 'Riga {0}: la colonna {1} ha una commissione che non è nella colonna {2}.',
  'Line {0}: column {1} less {2} is not column {3}, in {4} of {5} rows.':
    'Riga {0}: la colonna {1} meno {2} non è la colonna {3}, in {4} righe su {5}.',
  'the columns are right as they are': 'le colonne sono giuste così',
  'Line {0}: column {1} says that money went back, and column {2} has no minus: amount or fee would count with the wrong sign.':
    'Riga {0}: secondo la colonna {1} del denaro è tornato indietro, e la colonna {2} non ha il segno meno: l’importo o la commissione conterebbe con il segno sbagliato.',
  'money went back in these rows': 'in queste righe del denaro è tornato indietro',
  'it came in': 'è entrato',
  'Line {0}: column {1} has the amount of line {2} again, which is the sum of column {3} over these rows. It would be sent once for each row.':
    'Riga {0}: la colonna {1} ha di nuovo l’importo della riga {2}, che è la somma della colonna {3} su queste righe. Sarebbe inviato una volta per riga.',
  'each row has its own amount there': 'ogni riga ha lì il suo importo',
  'each row has the whole amount': 'ogni riga ha l’importo intero',
  'Line {0}: column {1} says {2}: that would be sent as a payment which was paid out.':
    'Riga {0}: la colonna {1} indica {2}: sarebbe inviato come un pagamento che è stato accreditato.',
  'no service paid these rows out': 'nessun servizio ha accreditato queste righe',
  'all rows were paid out': 'tutte le righe sono state accreditate',
  'the signs are right, whatever that column says': 'i segni sono giusti, qualunque cosa dica quella colonna',
  'Line {0}: column {1} is below zero but where column {2} tells of a refund, and above it there: the signs may be those of whoever paid.':
    'Riga {0}: la colonna {1} è negativa tranne dove la colonna {2} parla di un rimborso, e lì è positiva: i segni possono essere quelli di chi ha pagato.',
  'these are refunds': 'questi sono rimborsi',
  'Line {0}: column {1} names another payment: the row may be a refund of it, and has an amount above zero.':
    'Riga {0}: la colonna {1} nomina un altro pagamento: la riga può esserne il rimborso, e ha un importo positivo.',
  'Line {0}: column {1} names another payment, and column {2} says {3}: the row may be a refund of it, and has an amount above zero.':
    'Riga {0}: la colonna {1} nomina un altro pagamento, e la colonna {2} dice {3}: la riga può esserne il rimborso, e ha un importo positivo.',
  'each row is a sale': 'ogni riga è una vendita',
  'Line {0}: column {1} has a refund where column {2} has nothing: it would be sent as a sale of 0.':
    'Riga {0}: la colonna {1} ha un rimborso dove la colonna {2} è vuota: verrebbe inviato come vendita di 0.',
  'each row has a sale or a refund': 'ogni riga ha una vendita o un rimborso',
  'the refunds are no rows of their own': 'i rimborsi non sono righe a sé',
  'Line {0}: column {1} has a refund of what column {2} has: the payment would be sent whole, and nothing of the refund.':
    'Riga {0}: la colonna {1} ha un rimborso di ciò che ha la colonna {2}: il pagamento verrebbe inviato per intero, e nulla del rimborso.',
  'what was paid is to be sent, because refunds come otherwise':
    'va inviato ciò che è stato pagato, perché i rimborsi arrivano per altra via',
  'what is left of it is to be sent': 'va inviato ciò che ne resta',
  '{0} or {1}': '{0} o {1}',
  'can be {0}, and no other value of the column shows which': 'può essere {0}, e nessun altro valore della colonna mostra quale',
  'it is {0}': 'è {0}',
  'is written {0}; in the file with this header that was uploaded on {1}, values were written {2}':
    'è scritto {0}; nel file con questa intestazione del {1} i valori erano scritti {2}',
  'Line {0}: {1}: {2} {3}.': 'Riga {0}: {1}: {2} {3}.',
  '{0} If an earlier file has it as a sale, it counts already.': '{0} Se un file precedente la aveva come transazione, conta già.',
  '{0} Other words of the column are known, this one is not.': '{0} Altre parole della colonna sono note, questa no.',
  'Column {0} is {1} in 1 row (line {2}), which is sent as {3}.': 'La colonna {0} è {1} in 1 riga (riga {2}), che viene inviata come {3}.',
  'Column {0} is {1} in {2} rows (line {3}), which are sent as {4}.':
    'La colonna {0} è {1} in {2} righe (riga {3}), che vengono inviate come {4}.',
  sale: 'vendita',
  refund: 'rimborso',
  refunds: 'rimborsi',
  payment: 'pagamento',
  'Column {0} may say what was not paid, and none of its words is known: {1}. All are sent as {2}.':
    'La colonna {0} dice forse che cosa non è stato pagato, e nessuna delle sue parole è nota: {1}. Tutto viene inviato come {2}.',
  'only {0} are sales': 'solo {0} sono vendite',
  'they are no sales': 'non sono vendite',
  'they are sales all the same': 'sono comunque vendite',
  'How are the amounts written?': 'Come sono scritti gli importi?',
  'How are the dates written?': 'Come sono scritte le date?',
  'Which time zone does the clock of the till have?': 'In quale fuso orario è l’orologio della cassa?',
  'Which time zone do the times have?': 'In quale fuso orario sono le ore?',
  'What does this column say?': 'Che cosa dice questa colonna?',
  'Are the amounts in cents?': 'Gli importi sono in centesimi?',
  'Did money go the other way?': 'Il denaro è andato nell’altra direzione?',
  'Is this the total of a receipt?': 'È il totale di uno scontrino?',
  'What is this column?': 'Che cos’è questa colonna?',
  'Which rows are the sales?': 'Quali righe sono le vendite?',
  'Which column tells two equal sales apart?': 'Quale colonna distingue due vendite uguali?',
  'Which rows are the settlement records?': 'Quali righe sono le righe di regolamento?',
  'Which column tells two equal settlement records apart?': 'Quale colonna distingue due righe di regolamento uguali?',
  'Which time zone do the times of the settlement records have?': 'In quale fuso orario sono le ore delle righe di regolamento?',
  'Which column is the {0}?': 'Quale colonna è il campo {0}?',
  'the name of another column': 'il nome di un’altra colonna',
  'another time zone, such as Europe/London': 'un altro fuso orario, come Europe/London',
  'sales: nothing else sends them': 'vendite: nient’altro le invia',
  'settlement records: a till, or another file, sends these sales':
    'righe di regolamento: una cassa, o un altro file, invia queste vendite',
  'Are these sales, or settlement records?': 'Sono vendite o righe di regolamento?',
  'What is this table?': 'Che cos’è questa tabella?',
  '{0}, in cents': '{0}, in centesimi',
  'the zone is {0}': 'il fuso orario è {0}',
  '{0}: {1}': '{0}: {1}',
  '{0} with the other sign is the {1}': '{0} con il segno opposto è il campo {1}',
  '{0} is the {1}': '{0} è il campo {1}',
  '{0} is no field of a sale, and sent as additional data': '{0} non è un campo di una vendita, e viene inviata come dati aggiuntivi',
  '{0} is no field of a settlement record, and sent as additional data':
    '{0} non è un campo di una riga di regolamento, e viene inviata come dati aggiuntivi',
  '{0} {1} in every row': '{0} {1} in ogni riga',
  'a comma before the cents': 'una virgola prima dei centesimi',
  'a point before the cents': 'un punto prima dei centesimi',
  'those with {0} {1}': 'quelle con {0} {1}',
  'those with {0} {1} are below zero': 'quelle con {0} {1} sono negative',
  'in cents, or the smallest unit of their currency': 'in centesimi, o nell’unità più piccola della loro valuta',
  'in whole units of their currency': 'in unità intere della loro valuta',
  'cut to the first six and the last four digits': 'ridotti alle prime sei e alle ultime quattro cifre',
  'at {0}': 'alle {0}',
  'not what stands above the header': 'non ciò che sta sopra l’intestazione',
  'Which currency are the amounts in?': 'In quale valuta sono gli importi?',
  '{0} in every row, as the file shows': '{0} in ogni riga, come mostra il file',
  '{0} in every row': '{0} in ogni riga',
  'another code, such as EUR, or the name of the column that has it': 'un altro codice, come EUR, o il nome della colonna che lo ha',
  '{0}, as this machine': '{0}, come questo computer',
  'At what time of day were the sales?': 'A che ora sono avvenute le vendite?',
  'At what time of day were the payments of the settlement records?': 'A che ora sono avvenuti i pagamenti delle righe di regolamento?',
  'as in {0}': 'come in {0}',
  '{0} for all of them: the file has none': '{0} per tutte: il file non ne ha',
  'another time, such as 18:30, or the name of the column that has it': 'un’altra ora, come 18:30, o il nome della colonna che la ha',
  'Nobody has said yes yet to how files with this header are read.':
    'Nessuno ha ancora confermato come leggere i file con questa intestazione.',
  'it is read right': 'è letto bene',
  'It is {0} now.': 'Ora è {0}.',

  'No amount has decimals; in the file with this header of {0} some had.':
    'Nessun importo ha decimali; nel file del {0} con questa intestazione alcuni ne avevano.',
  'Amounts are more than twenty times as large as in the file with this header of {0}.':
    'Gli importi sono più di venti volte più grandi che nel file del {0} con questa intestazione.',
  'Amounts are more than twenty times as small as in the file with this header of {0}.':
    'Gli importi sono più di venti volte più piccoli che nel file del {0} con questa intestazione.',
  'Column {0} looks like card brands or ways to pay. Unless it is sent as {1}, cash counts as sold by card.':
    'La colonna {0} sembla contenere marchi di carte o modi di pagamento. Se non viene inviata come {1}, i contanti contano come venduti con carta.',
  'Column {0} has lists with cash in them, which counts as sold by card.':
    'La colonna {0} contiene elenchi con contanti, che contano come venduti con carta.',
  'Column {0} looks like the field {1}, and is not sent as it.': 'La colonna {0} sembla il campo {1}, ma non viene inviata come tale.',
  'Send column {0} as {1}': 'Inviare la colonna {0} come {1}',
  'No column tells one row from another (receipt number, terminal …): rows that are sent twice count twice.':
    'Nessuna colonna distingue una riga dall’altra (numero di scontrino, terminale …): ciò che viene inviato due volte conta due volte.',
  'Without a column of references, counters, orders or codes, no payment can be matched for certain.':
    'Senza una colonna con riferimento, numero progressivo, ordine o codice, nessun pagamento si può abbinare con certezza.',
  '{0} Not used: {1}.': '{0} Non usate: {1}.',
  'These sheets are not read: {0}. What they hold is sent only from files of their own.':
    'Questi fogli non vengono letti: {0}. Ciò che contengono viene inviato solo da file a parte.',
  'Rows: {0}, the first in line {1}.': 'Righe: {0}, la prima è la riga {1}.',
  'No line end follows the last row, line {0}: it is taken as whole. Was the file cut?':
    'L’ultima riga, numero {0}, non ha un fine riga: viene considerata completa. Il file è stato troncato?',
  'Rows that are equal to another one of the file count as rows of their own, unless the server has them: {0}.':
    'Le righe uguali a un’altra del file contano come righe a sé, salvo che il server le abbia già: {0}.',
  'The file has too many rows to compare them all with each other.': 'Il file ha troppe righe per confrontarle tutte tra loro.',
  'Rows called a refund have an amount above zero, and count as money for you where the sign decides. {0}':
    'Righe chiamate rimborso hanno un importo superiore a zero: dove decide il segno, contano come entrata. {0}',
  'Rows called a refund or chargeback have an amount above zero: matching subtracts refunds, sums add them as written. {0}':
    'Righe chiamate rimborso o contestazione hanno un importo superiore a zero: la riconciliazione sottrae i rimborsi, le somme li contano come scritti. {0}',
  'Rows called a reversal have an amount above zero, and count as money for you. {0}':
    'Righe chiamate storno hanno un importo superiore a zero e contano come entrata. {0}',
  'Rows marked as cancelled, failed, not captured, a test or money out count all the same{0}: leave out those that should not. {1}':
    'Righe segnate come annullate, fallite, non incassate, di prova o uscita di denaro contano comunque{0}: tolga quelle che non devono contare. {1}',
  'Rows marked Skip, as duplicates are, count all the same: no comment of the list calls them a duplicate. {0}':
    'Righe segnate Skip, come i duplicati, contano comunque: nessun commento dell’elenco le chiama duplicati. {0}',
  'Rows called a payout, a fee or cash put in or taken out count all the same{0}: leave out those that should not. {1}':
    'Righe chiamate accredito, commissione, versamento o prelievo di contanti contano comunque{0}: tolga quelle che non devono contare. {1}',
  ' (column {0})': ' (colonna {0})',
  'Rows lack what servers normally import no row without, or have it as no server takes it: {0}. {1}':
    'A delle righe manca ciò senza cui il server di norma non importa, o ha una forma che non accetta: {0}. {1}',
  'Rows are against the rules of the import configuration {0}, and will not be imported: {1}. {2}':
    'Righe contrarie alle regole della configurazione di importazione {0} non verranno importate: {1}. {2}',
  'The dates reach into the future, to {0} (line {1}).': 'Le date arrivano nel futuro, al {0} (riga {1}).',
  'The dates reach more than {0} years back, to {1}.': 'Le date risalgono a più di {0} anni fa, al {1}.',
  'decimal sign {0}': 'separatore decimale {0}',
  'decimal sign {0}, with currencies': 'separatore decimale {0}, con valute',
};
