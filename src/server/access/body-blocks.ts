/**
 * Keeps the bytes of a body in blocks of our own: a piece as Node gives it holds on to the whole buffer that it was read into, and has an
 * object of its own, so that a body in pieces of one byte would take sixty times its size.
 */
const FIRST_BLOCK_BYTES = 4_096;
/** Of a body whose length is said before, the first block is as large as that, up to here: the system gives memory only as it is written to. */
const SAID_BYTES_MAX = 1 << 22;
/** From here on the first block is one of {@link SAID_BYTES_MAX}, which the bodies of a file take one after the other. */
const REUSED_BYTES_MIN = 1 << 17;
/** As many bodies as one user may have under way. */
const SPARE_MAX = 4;
/** A new block is this share of what is there already, so that no more than that is kept in vain. */
const SHARE = 16;

export interface BodyBlocks {
  /** Copies the piece; its memory is free again. */
  add(piece: Uint8Array): void;
  /** How many bytes have come. */
  bytes(): number;
  /** How many bytes of memory they take: at most a sixteenth more, and 4 kB; or, where the length was said, 4 MB. */
  kept(): number;
  /** All bytes as one, alone in their memory; of a length that was said and kept, without a copy. Nothing may be added afterwards. */
  whole(): Buffer;
}

const spare: ArrayBuffer[] = [];

/**
 * Takes the memory of a body that nobody reads any more, for one to come. Left to the garbage collector, it would have to be looked for,
 * which took a tenth of the server's time.
 */
export function reuseMemory(memory: ArrayBuffer): void {
  if (memory.byteLength === SAID_BYTES_MAX && spare.length < SPARE_MAX) spare.push(memory);
}

function memoryFor(bytes: number): Buffer<ArrayBuffer> {
  const memory = bytes === SAID_BYTES_MAX ? spare.pop() : undefined;
  return memory ? Buffer.from(memory) : (Buffer.allocUnsafeSlow(bytes) as Buffer<ArrayBuffer>);
}

/** `saidBytes`: the length that the body is said to have; 0 where nothing is said. */
export function bodyBlocks(saidBytes = 0): BodyBlocks {
  const isReused = saidBytes >= REUSED_BYTES_MIN && saidBytes <= SAID_BYTES_MAX;
  const firstBytes = isReused ? SAID_BYTES_MAX : Math.max(FIRST_BLOCK_BYTES, Math.min(saidBytes, SAID_BYTES_MAX));
  const full: Buffer[] = [];
  let fullBytes = 0;
  let block = Buffer.alloc(0);
  let used = 0;
  return {
    add: (piece) => {
      const fitting = Math.min(piece.length, block.length - used);
      block.set(fitting === piece.length ? piece : piece.subarray(0, fitting), used);
      used += fitting;
      if (fitting === piece.length) return;
      if (used > 0) full.push(block);
      fullBytes += used;
      const rest = piece.subarray(fitting);
      block = memoryFor(Math.max(rest.length, fullBytes === 0 ? firstBytes : FIRST_BLOCK_BYTES, Math.floor(fullBytes / SHARE)));
      block.set(rest);
      used = rest.length;
    },
    bytes: () => fullBytes + used,
    kept: () => fullBytes + block.length,
    whole: () => (full.length === 0 ? block.subarray(0, used) : Buffer.concat([...full, block.subarray(0, used)], fullBytes + used)),
  };
}
