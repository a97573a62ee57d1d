/** What a server announces in the header Sales-Capabilities. Whatever is not announced is not there. */

export interface Capabilities {
  /** For how long a key is honoured; null when keys are not honoured at all. */
  idempotencyMs: number | null;
  /** Bodies may come packed. */
  gzip: boolean;
  /** Extensions of the interface, by the words of contract/extensions; others that are not known among them. */
  words: readonly string[];
  /** The parameters that its search takes. */
  filters: readonly string[];
}

/** What a key is worth where the server names no time: keys are kept at least 30 days. */
const TTL_S_DEFAULT = 2_592_000;

/** Reads the header, such as `gzip, idempotency;ttl=…`; null, or words that are not known, announce nothing. */
export function capabilitiesOf(header: string | null): Capabilities {
  const words: string[] = [];
  const filters = (/(?:^|,)\s*filter="([^"]*)"/.exec(header ?? '')?.[1] ?? '').split(' ').filter((name) => name !== '');
  const found: Capabilities = { idempotencyMs: null, gzip: false, words, filters };
  for (const item of header?.split(',') ?? []) {
    const [first = '', ...parameters] = item.split(';').map((word) => word.trim());
    const [name] = first.split('=', 1);
    if (name) words.push(name);
    if (name === 'gzip') found.gzip = true;
    if (name === 'idempotency') found.idempotencyMs ??= ttlMs(parameters);
  }
  return found;
}

function ttlMs(parameters: readonly string[]): number {
  const ttl = parameters.map((word) => /^ttl=(\d{1,12})$/.exec(word)?.[1]).find((text) => text !== undefined);
  return Number(ttl ?? TTL_S_DEFAULT) * 1_000;
}
