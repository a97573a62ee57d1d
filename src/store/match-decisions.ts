/** Types of what people decide about rows. */
import type { Decision } from '../contract/decisions.js';
import type { RequestOrigin } from './audit.js';

/** Each with its id, by which it is done once. */
export type GivenDecision = Decision & { decisionId: string };

export interface DecisionsAsked {
  decisions: readonly GivenDecision[];
  /** Nothing is changed. */
  isDryRun: boolean;
  userId: string;
  /** The name of that user. */
  by: string;
  from: RequestOrigin;
}
