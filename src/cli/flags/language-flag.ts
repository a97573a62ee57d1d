/** The flag that says in which language everyday output is. */
import { Option } from 'commander';
import { languageFor, languages, localeFor, type ShownLanguage } from '../../words/language.js';
import type { Host } from '../terminal/host.js';

export function languageFlag(): Option {
  return new Option('--lang <language>', 'language of everyday output (default: that of a terminal, else en)').choices(
    Object.keys(languages),
  );
}

/** The language that `flag` names, else that of a terminal, else English; and the region whose numbers and days it has. */
export function shownIn(
  flag: ShownLanguage | undefined,
  { env, stdout }: Pick<Host, 'env' | 'stdout'>,
): { language: ShownLanguage; locale: string } {
  const name = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  // As POSIX writes it: de_CH.UTF-8, de_DE@euro.
  const asked = [name.replace(/[.@].*/, '').replace('_', '-')];
  const language = flag ?? (stdout.isTTY === true ? languageFor(asked, null) : 'en');
  return { language, locale: localeFor(language, asked) };
}
