/** Keys: single letters that pages offer, taken only where no text is being typed. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** By what `KeyboardEvent.key` says, with `Ctrl+` before it where that is held. Returning false leaves the key to others. */
type KeyActions = Record<string, (event: KeyboardEvent) => unknown>;

const stack: { current: KeyActions }[] = [];

/** Offers keys for as long as the part that calls it is shown; parts shown later go first. */
export function useKeys(actions: KeyActions): void {
  const own = useRef(actions);
  own.current = actions;
  // Before it is painted: what is seen answers to its keys.
  useLayoutEffect(() => {
    stack.push(own);
    return () => {
      stack.splice(stack.indexOf(own), 1);
    };
  }, []);
}

export function startKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.metaKey || event.isComposing) return;
    // Esc closes it, and not what is behind it as well.
    if (document.querySelector('dialog')) return;
    const isHeld = event.ctrlKey;
    if (!isHeld && event.key !== 'Escape' && isTyping(event.target)) return;
    const name = isHeld ? `Ctrl+${event.key.toLowerCase()}` : event.key;
    for (const { current } of [...stack].reverse()) {
      const action = current[name];
      if (!action || action(event) === false) continue;
      event.preventDefault();
      return;
    }
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));
}
