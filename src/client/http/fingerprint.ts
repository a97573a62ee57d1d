/** SHA-256 fingerprints as they are typed. A separate file, so that reading a flag loads no cryptography. */

/** A fingerprint as people write it, with or without colons and capitals; null when it is none. */
export function pinOf(text: string): string | null {
  const hex = text
    .trim()
    .replace(/^sha256[:=]/i, '')
    .replace(/[:\s]/g, '')
    .toLowerCase();
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null;
}
