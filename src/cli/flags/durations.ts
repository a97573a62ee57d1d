/** Durations as people type them: `500ms`, `30s`, `15m`, `2h`, `1d`. A bare number is refused, for it could mean any of them. */
import { InvalidArgumentError } from 'commander';
import { named } from '../../contract/own-names.js';

const unitMs: Record<string, number> = named({ ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 });
/** The longest that a timer can run. */
const DURATION_MS_MAX = 2_147_483_647;

/** Milliseconds; commander's InvalidArgumentError when `text` is no duration. */
export function durationMs(text: string): number {
  const parts = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text.trim());
  if (!parts) throw new InvalidArgumentError('It must be a duration, a number and a unit: ms, s, m, h or d, such as 30s, 15m or 2h.');
  const ms = Math.round(Number(parts[1]) * (unitMs[parts[2] ?? ''] ?? 0));
  if (ms > DURATION_MS_MAX) throw new InvalidArgumentError('It must be at most 24d.');
  return ms;
}

/** An age in milliseconds: as a duration, and as long as one likes. */
export function ageMs(text: string): number {
  const days = /^(\d{1,5})d$/.exec(text.trim())?.[1];
  return days === undefined ? durationMs(text) : Number(days) * 86_400_000;
}

/** For people: `0:07`, `12:30`, `1:02:03`. */
export function clockText(ms: number): string {
  const s = Math.round(ms / 1_000);
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor(s / 60) % 60;
  return s >= 3_600 ? `${Math.floor(s / 3_600)}:${two(minutes)}:${two(s % 60)}` : `${minutes}:${two(s % 60)}`;
}
