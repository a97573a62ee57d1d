/** `text` as one word of a command line that is shown to be copied. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}_./:,@=+-]+$/u.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`;
}
