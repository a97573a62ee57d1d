/** Short news at the foot of the page, told to screen readers as well, which go by themselves. */
import { signal } from '@preact/signals';
import { words } from '../words.js';
import { Button } from './button.js';

const news = signal<{ id: number; text: string; tone: 'good' | 'bad' } | null>(null);
const SHOWN_MS = 8_000;
let count = 0;

export function tell(text: string, tone: 'good' | 'bad' = 'good'): void {
  const id = ++count;
  news.value = { id, text, tone };
  setTimeout(() => {
    if (news.value?.id === id) news.value = null;
  }, SHOWN_MS);
}

export function Notices() {
  const shown = news.value;
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown && (
        <div class={`notice notice-${shown.tone}`}>
          <span>{shown.text}</span>
          <Button look="icon" text="×" aria-label={words.close} act={() => (news.value = null)} />
        </div>
      )}
    </div>
  );
}
