/** The Italian words about what a close claims and finds. */
import type { ClosingFinding } from '../../contract/closes.js';
import type { LocaleFormat } from '../format.js';
import type { ClosingWords } from './en.js';
import { findingParts } from './finding-parts.js';

export function closingWords(format: LocaleFormat, differs: (isLess: boolean) => string): ClosingWords {
  const { countText, dayText, many } = format;
  const parts = findingParts(format);
  const { sum, size, isLess } = parts;
  const days = (one: ClosingFinding) => parts.days(one, 'il', 'dal', 'al');
  const ofDays = (one: ClosingFinding) => parts.days(one, 'del', 'dal', 'al');
  const account = (one: ClosingFinding) => parts.account(one, 'un conto senza nome');
  const whose = (one: ClosingFinding) => (one.terminalId === null ? parts.account(one, 'Conto senza nome') : `Terminale ${one.terminalId}`);
  const payout = (one: ClosingFinding) => `Accredito ${one.payoutId} di ${account(one)}`;
  const sales = (count: number | null) => many(count ?? 0, 'vendita', 'vendite');
  const more = (isBelow: boolean) => (isBelow ? 'in meno' : 'in più');

  const findings: ClosingWords['findings'] = {
    CounterGap: (one) => {
      const { terminalId, counterFrom, counterTo, rows } = one;
      const numbers = counterFrom === counterTo ? `manca il numero ${counterFrom}` : `mancano i numeri da ${counterFrom} a ${counterTo}`;
      return `Terminale ${terminalId}: ${numbers}, ${sales(rows)} ${days(one)}.`;
    },
    TotalDiffers: (one) => {
      const payments = many(Math.abs(one.rows ?? 0), 'pagamento', 'pagamenti');
      const [amount, rows] = [more(isLess(one)), more((one.rows ?? 0) < 0)];
      return `Terminale ${one.terminalId} ${days(one)}: il suo totale ha ${size(one)} ${amount} delle sue vendite, e ${payments} ${rows}.`;
    },
    NoTotal: (one) => `Il terminale ${one.terminalId} non ha inviato totali ${ofDays(one)}.`,
    NoSales: (one) =>
      `${one.terminalId === null ? 'Le casse non hanno' : `Il terminale ${one.terminalId} non ha`} inviato vendite ${ofDays(one)}.`,
    NoFile: (one) =>
      one.terminalId === null
        ? `Il file di ${account(one)} ${ofDays(one)} non è arrivato.`
        : `Il file di ${account(one)} non contiene nulla del terminale ${one.terminalId} per le vendite ${ofDays(one)}.`,
    PayoutDiffers: (one) => `${payout(one)}: ${size(one)} ${differs(isLess(one))}.`,
    Unannounced: (one) => `${payout(one)}: manca la somma accreditata, che dovrebbe essere ${sum(one)}.`,
    NotItemised: (one) => `${payout(one)}: mancano le sue righe, ${sum(one)}.`,
    PartsDiffer: ({ currency }) => `Venduto ${currency === null ? 'senza valuta' : `in ${currency}`}: le parti non danno questa somma.`,
    NotImported: (one) => `${sales(one.rows)} ${ofDays(one)} ${one.rows === 1 ? 'non è stata importata' : 'non sono state importate'}.`,
    Unpaid: (one) => `${sales(one.rows)} ${ofDays(one)}: in ritardo, o manca il file di regolamento.`,
    NoTerminals: () => 'Nessuna vendita nomina un terminale.',
    NoCounters: ({ terminalId, rows }) => `Terminale ${terminalId}: ${sales(rows)} senza progressivo.`,
    CounterNew: ({ terminalId }) => `Terminale ${terminalId}: il suo progressivo è noto da troppo pochi giorni.`,
    CounterNotDense: ({ terminalId }) => `Terminale ${terminalId}: nei 30 giorni precedenti il suo progressivo aveva lacune.`,
    CounterRestarted: (one) =>
      one.counterTo === null
        ? `Terminale ${one.terminalId}: il suo progressivo ricomincia ogni giorno e non dice fin dove è arrivato.`
        : `Terminale ${one.terminalId}: il suo progressivo è passato da ${one.counterFrom} a ${one.counterTo}, ${days(one)}.`,
    NoTotals: () => 'Nessun terminale invia totali.',
    TotalsUnlike: (one) =>
      `Terminale ${one.terminalId} ${days(one)}: il suo totale non è quello delle sue vendite, come nei giorni precedenti.`,
    NoRhythm: (one) => `${whose(one)}: ${many(one.rows ?? 0, 'giorno', 'giorni')} senza nulla, e niente dice se qualcosa doveva arrivare.`,
    Holiday: (one) => `Non è arrivato nulla ${days(one)}: un giorno festivo?`,
    NotYet: (one) =>
      one.counterFrom === null
        ? `${whose(one)}: i dati del ${dayText(one.dayFrom ?? '')} e dei giorni successivi possono ancora arrivare.`
        : `Terminale ${one.terminalId}: ciò che è venuto dopo il numero ${one.counterFrom} non è ancora noto.`,
    NoRecords: () => 'In questi giorni, o poco prima o dopo, non è contabilizzata nessuna riga di regolamento.',
    NoPayouts: () => 'Nessuna riga di regolamento nomina un accredito.',
    NoNet: (one) => `${payout(one)}: ${many(one.rows ?? 0, 'riga', 'righe')} senza importo netto.`,
    NotAnnounced: (one) => `${payout(one)}: nulla dice quanto è stato accreditato.`,
    NoLines: (one) => `${payout(one)}: non ha righe.`,
    WithoutAmount: ({ rows }) => `${sales(rows)} senza importo.`,
    WithoutDate: ({ rows }) => `${sales(rows)} senza data.`,
    Importing: ({ rows }) => `Ancora in corso: ${many(rows ?? 0, 'importazione', 'importazioni')}.`,
    MatchingPending: () => 'La riconciliazione non ha ancora visto tutte le vendite.',
    Unsettled: ({ rows }) => `${sales(rows)} non ancora pagate: non dovute, o da verificare.`,
    WithoutSale: ({ rows }) => `${many(rows ?? 0, 'pagamento', 'pagamenti')} nei regolamenti senza vendita: non inviata, o da verificare.`,
    NotOver: (one) => `Il periodo non è finito: ${days(one)}.`,
    PartOfTerminal: ({ terminalId }) => `Terminale ${terminalId}: non tutte le sue vendite sono delle Sue unità.`,
  };

  return {
    claims: {
      Counters: 'Progressivi senza lacune',
      Totals: 'Totali dei terminali giusti',
      Terminals: 'Vendite di ogni terminale arrivate',
      Files: 'File di regolamento arrivati',
      Payouts: 'Somme degli accrediti giuste',
      Parts: 'Parti pari al venduto',
      Pending: 'Nulla è in sospeso',
    },
    states: { Proved: 'provato', NotProvable: 'non provabile', Broken: 'falso' },
    approved: (day, by, number, changes) => `Approvato il ${day} da ${by} (dichiarazione ${number}): ${changes}`,
    unchanged: 'da allora nulla è cambiato',
    changed: (claim, before, now) =>
      `${claim}: ${before === now ? `ancora ${now}, per un altro motivo` : `allora ${before ?? 'non verificato'}, ora ${now ?? 'non verificato'}`}`,
    findings,
    more: (count) => `e altri ${countText(count)}`,
    moreAlike: (count) => `E altri ${countText(count)} di questo tipo.`,
  };
}
