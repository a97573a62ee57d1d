/** What the schemas of several answers consist of. */
import { z } from 'zod';

export const count = (description: string) => z.int().min(0).meta({ description });
const decimalPattern = '^-?\\d+\\.\\d{2,}$';
export const exactAmount = z.string().meta({ pattern: decimalPattern });
export const decimal = (description: string) => z.string().meta({ pattern: decimalPattern, description });
/** By what sums can be told apart: absent where they are not. */
export const dimension = (description: string) => z.string().nullable().optional().meta({ description });

export const moment = z.string().meta({ format: 'date-time' });
export const shownText = z.string().nullable();
export const shownDouble = z.number().nullable().meta({ format: 'double' });
export const shownDate = z.string().nullable().meta({ format: 'date' });
export const shownMoment = z.string().nullable().meta({ format: 'date-time' });
