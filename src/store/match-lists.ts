/** What is read of matching, and asked of it, by people and programs. Types only. */
import type { MatchSettings } from '../contract/match-settings.js';
import type { RequestOrigin } from './audit.js';

/** `version` is 0, and `settings` null, where nobody has changed them yet. */
export interface KeptMatchSettings {
  version: number;
  settings: MatchSettings | null;
}

export interface MatchSettingsChange {
  /** Of those that the change is made to. */
  version: number;
  settings: MatchSettings;
  /** Who makes it, and by which request. */
  by: string;
  from: RequestOrigin;
}
