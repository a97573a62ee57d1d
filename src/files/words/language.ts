/** How the lexicon is written down. */

/** Where a word is used in several, one of them is enough. */
export type Language = 'en' | 'de' | 'fr' | 'it' | 'es' | 'nl' | 'pt' | 'sv' | 'da' | 'no' | 'pl' | 'cs' | 'tr' | 'ja' | 'ko' | 'zh';

/** Lines of words: what they say, their language, and as many of them as it takes. */
export type Words<Role extends string> = readonly (readonly [Role, Language, ...string[]])[];
