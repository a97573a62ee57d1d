/** What a merchant can judge about matching, and what matching makes of it: names that are the same, ways to pay, what numbers mean. */
import { takesBack } from '../contract/comparable-amount.js';
import { renaming } from '../contract/identifier-text.js';
import { MatchSettings } from '../contract/match-settings.js';
import { cardFamilies, services } from './evidence-words.js';
import type { Texts } from './texts.js';

export const defaultEvidence: MatchSettings = MatchSettings.parse({});

/** The settings as rows are read by them. */
export interface RowNames {
  terminal: NameOf;
  location: NameOf;
  account: NameOf;
  /** 0 for a text that says nothing of the way to pay (`Karte`); below {@link FAMILIES} a service. */
  brand(text: string): number;
  isCash(text: string): boolean;
  takesBack(type: string): boolean;
}
type NameOf = (text: string | null | undefined) => string | null | undefined;

/** The first code of a family of cards. */
const FAMILIES = services.length + 1;
const isService = (brand: number) => brand > 0 && brand < FAMILIES;
/** Girocard and its like; and with them the two brands that are on the same cards. */
const isDebit = (brand: number) => brand === FAMILIES;
const isCobadged = (brand: number) => brand >= FAMILIES && brand < FAMILIES + 3;

export const areOtherServices = (one: number, other: number) =>
  one !== other && one !== 0 && other !== 0 && (isService(one) || isService(other));
/** Families that no card is both of. Weak: files write brands as they like. */
export const areOtherBrands = (one: number, other: number) =>
  one !== other && one !== 0 && other !== 0 && !(isCobadged(one) && isCobadged(other) && (isDebit(one) || isDebit(other)));

export function rowNamesOf({ names, notByCard }: Pick<MatchSettings, 'names' | 'notByCard'>): RowNames {
  const brand = renaming(names.brands);
  const cash = new Set(notByCard.map(spelling));
  return {
    terminal: renamed(names.terminals),
    location: renamed(names.locations),
    account: renamed(names.accounts),
    brand: remembered((text) => brandOf(spelling(brand(text)))),
    isCash: remembered((text) => cash.has(spelling(text))),
    takesBack: remembered(takesBack),
  };
}

/** Settings of an account, by the codes of its texts: those of a contract go before its acquirer's, and these before the general ones. */
export function accountSettings(settings: MatchSettings, texts: Texts) {
  const { account } = rowNamesOf(settings);
  const some = settings.accounts.map(({ acquirerId, merchantId, ...set }) => ({
    acquirer: texts.code(account(acquirerId)),
    merchant: merchantId === undefined ? null : texts.code(merchantId),
    set,
  }));
  return <Of extends 'near' | 'waitDays'>(of: Of, acquirer: number, merchant: number): MatchSettings[Of] => {
    const found = some.filter((one) => one.acquirer === acquirer && acquirer !== 0 && one.set[of] !== undefined);
    const own = found.find((one) => one.merchant === merchant) ?? found.find((one) => one.merchant === null);
    return (own?.set[of] ?? settings[of]) as MatchSettings[Of];
  };
}

function brandOf(text: string): number {
  return [...services, ...cardFamilies].findIndex((words) => words.test(text)) + 1;
}

const spelling = (text: string) => text.normalize('NFKC').trim().toLowerCase();

function renamed(names: Readonly<Record<string, string>>): NameOf {
  if (Object.keys(names).length === 0) return (text) => text;
  const nameOf = remembered(renaming(names));
  return (text) => (text ? nameOf(text) : text);
}

/** A column of few values has fewer. */
const TEXTS_MAX = 1_000;

function remembered<Result>(resultOf: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    let result = known.get(text);
    if (result === undefined) {
      result = resultOf(text);
      if (known.size < TEXTS_MAX) known.set(text, result);
    }
    return result;
  };
}
