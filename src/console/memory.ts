/** What the browser remembers of its user's choices: columns, language, zone, tenant. Never data, never a log-in. Without storage nothing is remembered. */
const prefix = 'sales.';

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name);
  } catch {
    return null;
  }
}

export function remember(name: string, value: string): void {
  try {
    localStorage.setItem(prefix + name, value);
  } catch {
    // A browser that keeps nothing: the choice holds until the page is left.
  }
}
