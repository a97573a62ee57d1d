/** The documents of `sales match`. */
import { z } from 'zod';
import { MatchSettingsInUse } from '../../contract/match-settings.js';
import { about } from './parts.js';

export const matchingDocuments = {
  rules: about(
    z.object({ schema: z.literal('sales.rules/1'), settings: MatchSettingsInUse }),
    'The settings of matching: sales match rules show, set',
  ),
};
