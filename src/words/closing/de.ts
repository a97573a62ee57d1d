/** The German words about what a close claims and finds. */
import type { ClosingFinding } from '../../contract/closes.js';
import type { LocaleFormat } from '../format.js';
import type { ClosingWords } from './en.js';
import { findingParts } from './finding-parts.js';

export function closingWords(format: LocaleFormat, differs: (isLess: boolean) => string): ClosingWords {
  const { countText, dayText, many } = format;
  const parts = findingParts(format);
  const { sum, size, isLess } = parts;
  const days = (one: ClosingFinding) => parts.days(one, 'am', 'vom', 'bis zum');
  const forDays = (one: ClosingFinding) => parts.days(one, 'für den', 'für die Tage vom', 'bis zum');
  const account = (one: ClosingFinding) => parts.account(one, 'einem Konto ohne Namen');
  const whose = (one: ClosingFinding) =>
    one.terminalId === null ? parts.account(one, 'Ein Konto ohne Namen') : `Terminal ${one.terminalId}`;
  const payout = (one: ClosingFinding) => `Auszahlung ${one.payoutId} von ${account(one)}`;
  const sales = (count: number | null) => many(count ?? 0, 'Transaktion', 'Transaktionen');

  const findings: ClosingWords['findings'] = {
    CounterGap: (one) => {
      const { terminalId, counterFrom, counterTo, rows } = one;
      const numbers = counterFrom === counterTo ? `Nummer ${counterFrom} fehlt` : `Die Nummern ${counterFrom} bis ${counterTo} fehlen`;
      return `Terminal ${terminalId}: ${numbers}, ${sales(rows)} ${days(one)}.`;
    },
    TotalDiffers: (one) => {
      const payments = many(Math.abs(one.rows ?? 0), 'Zahlung', 'Zahlungen');
      const [higher, more] = [isLess(one) ? 'tiefer' : 'höher', (one.rows ?? 0) < 0 ? 'weniger' : 'mehr'];
      return `Terminal ${one.terminalId} ${days(one)}: Seine Summe ist um ${size(one)} ${higher} als die seiner Transaktionen und zählt ${payments} ${more}.`;
    },
    NoTotal: (one) => `Das Terminal ${one.terminalId} hat ${forDays(one)} keine Summe gesendet.`,
    NoSales: (one) =>
      `${one.terminalId === null ? 'Die Kassen haben' : `Das Terminal ${one.terminalId} hat`} ${forDays(one)} keine Transaktionen gesendet.`,
    NoFile: (one) =>
      one.terminalId === null
        ? `Die Datei von ${account(one)} ${forDays(one)} ist nicht gekommen.`
        : `Die Datei von ${account(one)} enthält vom Terminal ${one.terminalId} nichts ${forDays(one)}.`,
    PayoutDiffers: (one) => `${payout(one)}: ${size(one)} ${differs(isLess(one))}.`,
    Unannounced: (one) => `${payout(one)}: Die ausbezahlte Summe fehlt; sie sollte ${sum(one)} sein.`,
    NotItemised: (one) => `${payout(one)}: Die Zeilen fehlen, ${sum(one)}.`,
    PartsDiffer: ({ currency }) =>
      `Verkauft ${currency === null ? 'ohne Währung' : `in ${currency}`}: Die Teile ergeben nicht diese Summe.`,
    NotImported: (one) => `${sales(one.rows)} ${days(one)} ${one.rows === 1 ? 'konnte' : 'konnten'} nicht importiert werden.`,
    Unpaid: (one) => `${sales(one.rows)} ${days(one)}: überfällig, oder ihre Abrechnungsdatei fehlt.`,
    NoTerminals: () => 'Keine Transaktion nennt ein Terminal.',
    NoCounters: ({ terminalId, rows }) => `Terminal ${terminalId}: ${sales(rows)} ohne Laufnummer.`,
    CounterNew: ({ terminalId }) => `Terminal ${terminalId}: Seine Laufnummer ist erst seit wenigen Tagen bekannt.`,
    CounterNotDense: ({ terminalId }) => `Terminal ${terminalId}: In den 30 Tagen davor hatte seine Laufnummer Lücken.`,
    CounterRestarted: (one) =>
      one.counterTo === null
        ? `Terminal ${one.terminalId}: Seine Laufnummer beginnt jeden Tag neu und verrät nicht, wie weit sie kam.`
        : `Terminal ${one.terminalId}: Seine Laufnummer ging von ${one.counterFrom} auf ${one.counterTo}, ${days(one)}.`,
    NoTotals: () => 'Kein Terminal sendet Summen.',
    TotalsUnlike: (one) =>
      `Terminal ${one.terminalId} ${days(one)}: Seine Summe ist nicht die seiner Transaktionen, wie schon an Tagen davor.`,
    NoRhythm: (one) => `${whose(one)}: ${many(one.rows ?? 0, 'Tag', 'Tage')} ohne Daten, und nichts sagt, ob etwas hätte kommen sollen.`,
    Holiday: (one) => `Keine Daten ${days(one)}: ein Feiertag?`,
    NotYet: (one) =>
      one.counterFrom === null
        ? `${whose(one)} kann für den ${dayText(one.dayFrom ?? '')} und die Tage danach noch senden.`
        : `Terminal ${one.terminalId}: Was nach der Nummer ${one.counterFrom} kam, ist noch nicht bekannt.`,
    NoRecords: () => 'An diesen Tagen ist keine Abrechnungszeile gebucht, auch nicht kurz davor oder danach.',
    NoPayouts: () => 'Keine Abrechnungszeile nennt eine Auszahlung.',
    NoNet: (one) => `${payout(one)}: ${many(one.rows ?? 0, 'Zeile', 'Zeilen')} ohne Nettobetrag.`,
    NotAnnounced: (one) => `${payout(one)}: Nichts sagt, was ausbezahlt wurde.`,
    NoLines: (one) => `${payout(one)} hat keine Zeilen.`,
    WithoutAmount: ({ rows }) => `${sales(rows)} ohne Betrag.`,
    WithoutDate: ({ rows }) => `${sales(rows)} ohne Datum.`,
    Importing: ({ rows }) => `Noch im Gang: ${many(rows ?? 0, 'Import', 'Importe')}.`,
    MatchingPending: () => 'Noch sind nicht alle Transaktionen abgeglichen.',
    Unsettled: ({ rows }) => `${sales(rows)} noch nicht bezahlt: nicht fällig, oder zu prüfen.`,
    WithoutSale: ({ rows }) =>
      `${many(rows ?? 0, 'Zahlung', 'Zahlungen')} in Abrechnungen ohne Transaktion: nicht gesendet, oder zu prüfen.`,
    NotOver: (one) => `Der Zeitraum ist noch nicht vorbei: ${days(one)}.`,
    PartOfTerminal: ({ terminalId }) => `Terminal ${terminalId}: Nicht alle seine Transaktionen gehören zu Ihren Einheiten.`,
  };

  return {
    claims: {
      Counters: 'Laufnummern haben keine Lücke',
      Totals: 'Summen der Terminals stimmen',
      Terminals: 'Jedes Terminal hat gesendet',
      Files: 'Abrechnungsdateien sind da',
      Payouts: 'Auszahlungen gehen auf',
      Parts: 'Teile ergeben das Verkaufte',
      Pending: 'Nichts steht aus',
    },
    states: { Proved: 'belegt', NotProvable: 'nicht belegbar', Broken: 'trifft nicht zu' },
    approved: (day, by, number, changes) => `Bestätigt am ${day} von ${by} (Erklärung ${number}): ${changes}`,
    unchanged: 'seither nichts geändert',
    changed: (claim, before, now) =>
      `${claim}: ${before === now ? `weiterhin ${now}, aus anderem Grund` : `damals ${before ?? 'nicht geprüft'}, jetzt ${now ?? 'nicht geprüft'}`}`,
    findings,
    more: (count) => `und ${countText(count)} weitere`,
    moreAlike: (count) => `Und ${countText(count)} weitere dieser Art.`,
  };
}
