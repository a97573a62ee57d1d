/** Settings of matching that a tenant's rows suggest, and what matching has learnt of them by itself. */
import { z } from 'zod';
import { NumberUse } from './match-settings.js';

export const suggestedSettings = ['names.brands', 'names.terminals', 'names.locations', 'names.accounts', 'numbers'] as const;
export type SuggestedSetting = (typeof suggestedSettings)[number];

/** Most entries of each list. */
export const suggestionsMax = 10;
export const learntMax = 100;

const Texts = z.record(z.string(), z.string());

export const SuggestedSettings = z
  .object({
    names: z.object({ brands: Texts, terminals: Texts, locations: Texts, accounts: Texts }).partial().optional(),
    numbers: z.record(z.string(), NumberUse).optional(),
  })
  .meta({ id: 'SuggestedSettings', description: 'The part of the settings that says so; the rest stays as it is' });
export type SuggestedSettings = z.infer<typeof SuggestedSettings>;

export const MatchSuggestion = z
  .object({
    setting: z.enum(suggestedSettings),
    from: z.string().meta({ description: 'The name, or the kind of number' }),
    to: z.string().meta({ description: 'The name that it stands for, or what the number says of a payment' }),
    sales: z.int().min(0).meta({ description: 'Sales that it holds back; of what is learnt, the payments that it was learnt from' }),
    sentence: z.string().meta({ description: 'The same for people' }),
    settings: SuggestedSettings,
  })
  .meta({ id: 'MatchSuggestion', description: 'A setting that rows suggest' });
export type MatchSuggestion = z.infer<typeof MatchSuggestion>;

export const MatchSuggestions = z
  .object({
    settingsVersion: z.int().min(0).meta({ description: 'Of the settings in force' }),
    suggestions: z
      .array(MatchSuggestion)
      .meta({ description: `What holds sales back and is not taken unasked, the most sales first; at most ${suggestionsMax}` }),
    learnt: z
      .array(MatchSuggestion)
      .meta({ description: `What matching goes by without being told, by the rows of the last 90 days; at most ${learntMax}` }),
  })
  .meta({ id: 'MatchSuggestions', description: 'Settings of matching that the rows suggest' });
export type MatchSuggestions = z.infer<typeof MatchSuggestions>;
