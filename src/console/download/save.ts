/** Hands a file that was made here to the browser to save. */
const KEPT_MS = 60_000;

export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser may read it only after its user has said where to.
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS);
}
