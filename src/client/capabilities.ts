/** What a server announces in the header Sales-Capabilities. Whatever is not announced is not there. */

export interface Capabilities {
  /** For how long a key is honoured; null when keys are not honoured at all. */
  idempotencyMs: number | null;
}

/** What a key is worth where the server names no time: keys are kept at least 30 days. */
const TTL_S_DEFAULT = 2_592_000;

export function capabilitiesOf(header: string | null): Capabilities {
  for (const item of header?.split(',') ?? []) {
    const [name = '', ...parameters] = item.split(';').map((word) => word.trim());
    if (name !== 'idempotency') continue;
    const ttl = parameters.map((word) => /^ttl=(\d{1,12})$/.exec(word)?.[1]).find((text) => text !== undefined);
    return { idempotencyMs: Number(ttl ?? TTL_S_DEFAULT) * 1_000 };
  }
  return { idempotencyMs: null };
}
