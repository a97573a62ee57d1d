/**
 * Keeps the bytes of a body in blocks of our own: a piece as Node gives it holds on to the whole buffer that it was read into, and has an
 * object of its own, so that a body in pieces of one byte would take sixty times its size.
 */
const FIRST_BLOCK_BYTES = 4_096;
/** Of a body whose length is said before, the first block is as large as that, up to here: the system gives memory only as it is written to. */
const SAID_BYTES_MAX = 1 << 22;
/** From here on the first block may be one of {@link SAID_BYTES_MAX}, which the bodies of a file take one after the other. */
const REUSED_BYTES_MIN = 1 << 17;
/** A new block is this share of what is there already, so that no more than that is kept in vain. */
const SHARE = 16;

export interface BodyBlocks {
  /** Copies the piece; its memory is free again. */
  add(piece: Uint8Array): void;
  /** How many bytes have come. */
  bytes(): number;
  /** How many bytes of memory they take: at most a sixteenth more, and 4 kB; or, where the length was said, 4 MB. */
  kept(): number;
  /** All bytes as one; of a length that was said and kept, without a copy, and then alone in their memory. Nothing may be added afterwards. */
  whole(): Buffer;
}

/**
 * Shared memory, which the thread that writes reads where it is. Handed over and back instead, each body would count as new memory to the
 * garbage collector, which then looked through all objects of this thread for every second or third of them.
 */
const spare: SharedArrayBuffer[] = [];
/** As many bodies as one user may have under way. The collector does not see how large they are, so further ones get memory of their own. */
const SHARED_MAX = 4;
let shared = 0;
/** Of requests that broke off. */
const lost = new FinalizationRegistry<null>(() => {
  shared -= 1;
});

/** Takes the memory of a body that nobody reads any more, for one to come. */
export function reuseMemory({ buffer }: Uint8Array): void {
  if (buffer instanceof SharedArrayBuffer) spare.push(buffer);
}

function sharedMemory(): SharedArrayBuffer | undefined {
  if (spare.length > 0 || shared >= SHARED_MAX) return spare.pop();
  const memory = new SharedArrayBuffer(SAID_BYTES_MAX);
  shared += 1;
  lost.register(memory, null);
  return memory;
}

/** `saidBytes`: the length that the body is said to have; 0 where nothing is said. */
export function bodyBlocks(saidBytes = 0): BodyBlocks {
  const isReused = saidBytes >= REUSED_BYTES_MIN && saidBytes <= SAID_BYTES_MAX;
  const firstBytes = Math.max(FIRST_BLOCK_BYTES, Math.min(saidBytes, SAID_BYTES_MAX));
  const full: Buffer[] = [];
  let fullBytes = 0;
  let block: Buffer = Buffer.alloc(0);
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
      const memory = isReused && fullBytes === 0 ? sharedMemory() : undefined;
      const bytes = Math.max(rest.length, fullBytes === 0 ? firstBytes : FIRST_BLOCK_BYTES, Math.floor(fullBytes / SHARE));
      block = memory ? Buffer.from(memory) : Buffer.allocUnsafeSlow(bytes);
      block.set(rest);
      used = rest.length;
    },
    bytes: () => fullBytes + used,
    kept: () => fullBytes + block.length,
    whole: () => (full.length === 0 ? block.subarray(0, used) : Buffer.concat([...full, block.subarray(0, used)], fullBytes + used)),
  };
}
