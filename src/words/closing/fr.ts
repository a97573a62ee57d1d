/** The French words about what a close claims and finds. */
import type { ClosingFinding } from '../../contract/closes.js';
import type { LocaleFormat } from '../format.js';
import { ofName } from '../of-name.js';
import type { ClosingWords } from './en.js';
import { findingParts } from './finding-parts.js';

export function closingWords(format: LocaleFormat, differs: (isLess: boolean) => string): ClosingWords {
  const { countText, dayText, many } = format;
  const parts = findingParts(format);
  const { sum, size, isLess } = parts;
  const days = (one: ClosingFinding) => parts.days(one, 'le', 'du', 'au');
  const ofDays = (one: ClosingFinding) => parts.days(one, 'du', 'du', 'au');
  const account = (one: ClosingFinding) => ofName(parts.account(one, 'un compte sans nom'));
  const whose = (one: ClosingFinding) => (one.terminalId === null ? parts.account(one, 'Compte sans nom') : `Terminal ${one.terminalId}`);
  const payout = (one: ClosingFinding) => `Versement ${one.payoutId} ${account(one)}`;
  const sales = (count: number | null) => many(count ?? 0, 'vente', 'ventes');
  const more = (isBelow: boolean) => (isBelow ? 'de moins' : 'de plus');

  const findings: ClosingWords['findings'] = {
    CounterGap: (one) => {
      const { terminalId, counterFrom, counterTo, rows } = one;
      const numbers = counterFrom === counterTo ? `le numéro ${counterFrom} manque` : `les numéros ${counterFrom} à ${counterTo} manquent`;
      return `Terminal ${terminalId} : ${numbers}, ${sales(rows)} ${days(one)}.`;
    },
    TotalDiffers: (one) => {
      const payments = many(Math.abs(one.rows ?? 0), 'paiement', 'paiements');
      const [amount, rows] = [more(isLess(one)), more((one.rows ?? 0) < 0)];
      return `Terminal ${one.terminalId} ${days(one)} : son total a ${size(one)} ${amount} que ses ventes, et ${payments} ${rows}.`;
    },
    NoTotal: (one) => `Le terminal ${one.terminalId} n’a envoyé aucun total ${ofDays(one)}.`,
    NoSales: (one) =>
      `${one.terminalId === null ? 'Les caisses n’ont' : `Le terminal ${one.terminalId} n’a`} envoyé aucune vente ${ofDays(one)}.`,
    NoFile: (one) =>
      one.terminalId === null
        ? `Le fichier ${account(one)} ${ofDays(one)} n’est pas arrivé.`
        : `Le fichier ${account(one)} ne contient rien du terminal ${one.terminalId} pour les ventes ${ofDays(one)}.`,
    PayoutDiffers: (one) => `${payout(one)} : ${size(one)} ${differs(isLess(one))}.`,
    Unannounced: (one) => `${payout(one)} : la somme versée manque ; elle devrait être de ${sum(one)}.`,
    NotItemised: (one) => `${payout(one)} : ses lignes manquent, ${sum(one)}.`,
    PartsDiffer: ({ currency }) =>
      `Vendu ${currency === null ? 'sans devise' : `en ${currency}`} : les parties ne donnent pas cette somme.`,
    NotImported: (one) =>
      `${sales(one.rows)} ${ofDays(one)} ${one.rows === 1 ? 'n’a' : 'n’ont'} pas pu être ${one.rows === 1 ? 'importée' : 'importées'}.`,
    Unpaid: (one) => `${sales(one.rows)} ${days(one)} : en retard, ou leur fichier de règlement manque.`,
    NoTerminals: () => 'Aucune vente ne nomme un terminal.',
    NoCounters: ({ terminalId, rows }) => `Terminal ${terminalId} : ${sales(rows)} sans numéro d’ordre.`,
    CounterNew: ({ terminalId }) => `Terminal ${terminalId} : son numéro d’ordre est connu depuis trop peu de jours.`,
    CounterNotDense: ({ terminalId }) => `Terminal ${terminalId} : son numéro d’ordre avait des lacunes dans les 30 jours précédents.`,
    CounterRestarted: (one) =>
      one.counterTo === null
        ? `Terminal ${one.terminalId} : son numéro d’ordre recommence chaque jour et ne dit pas jusqu’où il est allé.`
        : `Terminal ${one.terminalId} : son numéro d’ordre est passé de ${one.counterFrom} à ${one.counterTo}, ${days(one)}.`,
    NoTotals: () => 'Aucun terminal n’envoie de totaux.',
    TotalsUnlike: (one) => `Terminal ${one.terminalId} ${days(one)} : son total n’est pas celui de ses ventes, comme les jours précédents.`,
    NoRhythm: (one) =>
      `${whose(one)} : ${many(one.rows ?? 0, 'jour', 'jours')} sans rien, et rien ne dit si quelque chose aurait dû arriver.`,
    Holiday: (one) => `Rien n’est arrivé ${days(one)} : un jour férié ?`,
    NotYet: (one) =>
      one.counterFrom === null
        ? `${whose(one)} : les données du ${dayText(one.dayFrom ?? '')} et des jours suivants peuvent encore arriver.`
        : `Terminal ${one.terminalId} : ce qui a suivi le numéro ${one.counterFrom} n’est pas encore connu.`,
    NoRecords: () => 'Aucune ligne de règlement n’est comptabilisée ces jours-là, ni peu avant ou après.',
    NoPayouts: () => 'Aucune ligne de règlement ne nomme un versement.',
    NoNet: (one) => `${payout(one)} : ${many(one.rows ?? 0, 'ligne', 'lignes')} sans montant net.`,
    NotAnnounced: (one) => `${payout(one)} : rien ne dit ce qui a été versé.`,
    NoLines: (one) => `${payout(one)} : il n’a pas de lignes.`,
    WithoutAmount: ({ rows }) => `${sales(rows)} sans montant.`,
    WithoutDate: ({ rows }) => `${sales(rows)} sans date.`,
    Importing: ({ rows }) => `Encore en cours : ${many(rows ?? 0, 'importation', 'importations')}.`,
    MatchingPending: () => 'Le rapprochement n’a pas encore vu toutes les ventes.',
    Unsettled: ({ rows }) => `${sales(rows)} pas encore payées : pas dues, ou à vérifier.`,
    WithoutSale: ({ rows }) => `${many(rows ?? 0, 'paiement', 'paiements')} dans les règlements sans vente : pas envoyée, ou à vérifier.`,
    NotOver: (one) => `La période n’est pas terminée : ${days(one)}.`,
    PartOfTerminal: ({ terminalId }) => `Terminal ${terminalId} : toutes ses ventes ne sont pas de vos unités.`,
  };

  return {
    claims: {
      Counters: 'Numéros d’ordre sans lacune',
      Totals: 'Totaux des terminaux justes',
      Terminals: 'Ventes de chaque terminal reçues',
      Files: 'Fichiers de règlement reçus',
      Payouts: 'Sommes des versements justes',
      Parts: 'Parties égales à ce qui est vendu',
      Pending: 'Rien n’est en attente',
    },
    states: { Proved: 'prouvé', NotProvable: 'non prouvable', Broken: 'faux' },
    approved: (day, by, number, changes) => `Approuvé le ${day} par ${by} (déclaration ${number}) : ${changes}`,
    unchanged: 'rien n’a changé depuis',
    changed: (claim, before, now) =>
      `${claim} : ${before === now ? `toujours ${now}, pour une autre raison` : `alors ${before ?? 'non vérifié'}, maintenant ${now ?? 'non vérifié'}`}`,
    findings,
    more: (count) => `et ${countText(count)} autres`,
    moreAlike: (count) => `Et ${countText(count)} autres de ce genre.`,
  };
}
