/** Makes text from servers and files safe to show: no control sequence reaches a terminal, no full card number reaches anyone. */
import { maskCardNumbers } from '../../contract/card-number.js';
import { named } from '../../contract/own-names.js';

/** C0, DEL, C1, line and paragraph separators, and what reorders or hides text. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** `text` in one line, with card numbers masked and every control character escaped. */
export function displayText(text: string): string {
  return escapeControls(maskCardNumbers(text));
}

/** `text` in one line, every control character escaped. */
export function escapeControls(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** JSON text that says the same with every control character of it escaped, so that it is safe on a terminal, too. */
export function displayJson(json: string): string {
  return json.replace(UNSAFE, (char) => (char === '\n' ? char : unicodeEscape(char)));
}

function escaped(char: string): string {
  const short: Record<string, string> = named({ '\n': '\\n', '\r': '\\r', '\t': '\\t' });
  return short[char] ?? unicodeEscape(char);
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
