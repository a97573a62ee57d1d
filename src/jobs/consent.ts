/** Whether somebody has said yes to how a file is read: sent are only the rows of a header of which that is so. */
import { phrase } from '../contract/phrase.js';
import { SalesError } from '../contract/problem.js';
import { questionOf } from '../contract/question.js';
import type { HeaderReading } from '../files/input/reading.js';
import type { ShownReading } from '../files/reading/shown-reading.js';
import { questionsAgainst } from '../files/reading/words-against.js';

export interface Consent {
  /** Digests of readings that are right. */
  accept: readonly string[];
  /** Any is right for this run, and none is remembered. */
  once: boolean;
}

/** `none`: nobody has to say yes; `told`: somebody did, or named all columns; `now`: with this command; `once`: for this run alone. */
export type Yes = 'none' | 'told' | 'now' | 'once';

/** Null where nobody said yes yet. */
export function yesTo({ digest, standing }: HeaderReading, consent: Consent | null, hasMappingFile: boolean): Yes | null {
  if (!consent) return 'none';
  const { accept, once } = consent;
  if (standing === 'accepted' || standing === 'before' || standing === 'said' || hasMappingFile) return 'told';
  if (standing !== 'new') return 'none';
  if (accept.includes(digest)) return 'now';
  return once ? 'once' : null;
}

/**
 * Whether what the rows contradict holds the file back, whoever said yes before: a known export, too, may have rows that its rules do not know.
 * Not where the user named each column, or the file has the API's own names.
 */
export function mayContradict({ standing }: HeaderReading, consent: Consent | null, hasMappingFile: boolean): boolean {
  return consent !== null && !hasMappingFile && (standing === 'new' || standing === 'accepted' || standing === 'export');
}

/** A file that is read for the first time, with its reading. What contradicts it has to be answered before anybody can say yes. */
export class NewReading extends SalesError {
  constructor(
    readonly reading: ShownReading,
    file: string,
  ) {
    const against = questionsAgainst(reading);
    const yes = questionOf({
      code: 'READING_NEW',
      field: '',
      text: phrase`Nobody has said yes yet to how files with this header are read.`,
      answer: [{ when: phrase`it is read right`, remedies: [['--accept', reading.digest]] }],
    });
    super(
      'inputUnusable',
      `${file}: ${against.length === 0 ? 'a new header. Nothing is sent before somebody says yes to its reading.' : 'its rows contradict the reading.'}`,
      {
        hint:
          against.length === 0
            ? ['Check the reading above. If it is right: ', ['--accept', reading.digest], '   To change it: ', ['--set', 'FIELD=COLUMN']]
            : 'Each line with ! wants an answer of its own; no yes passes it',
        questions: [...against, ...(reading.accepted ? [] : [yes])],
      },
    );
  }
}
