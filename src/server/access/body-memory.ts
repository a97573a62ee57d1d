/**
 * The memory of one body. Its bytes are copied: a piece as Node gives it has an object of its own, and holds on to the buffer that it was read
 * into.
 */

const BYTES_MIN = 4_096;
/** Memory for the length that a body is said to have is taken at once up to here: the system gives memory only as it is written to. */
const SAID_BYTES_MAX = 1 << 22;
/** Bodies that are said to have at least so many bytes share memory of {@link SAID_BYTES_MAX}, one after the other. */
const SHARED_BYTES_MIN = 1 << 17;

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

export interface BodyMemory {
  /** Copies the piece; its memory is free again. */
  add(piece: Uint8Array): void;
  /** All bytes as one; of a length that was said and kept, without a copy, and then alone in their memory. Nothing may be added afterwards. */
  whole(): Buffer;
}

/** `saidBytes`: the length that the body is said to have; 0 where nothing is said. */
export function bodyMemory(saidBytes: number): BodyMemory {
  const isShared = saidBytes >= SHARED_BYTES_MIN && saidBytes <= SAID_BYTES_MAX;
  const memoryOf = (bytes: number) => Buffer.allocUnsafeSlow(bytes);
  let memory: Buffer | null = null;
  let used = 0;
  const first = () => {
    const reused = isShared ? sharedMemory() : undefined;
    return reused ? Buffer.from(reused) : memoryOf(Math.max(BYTES_MIN, Math.min(saidBytes, SAID_BYTES_MAX)));
  };
  return {
    add: (piece) => {
      memory ??= first();
      if (used + piece.length > memory.length) {
        const wanted = Math.max(used + piece.length, 2 * memory.length);
        const larger = memoryOf(saidBytes > 0 ? Math.min(wanted, saidBytes) : wanted);
        larger.set(memory.subarray(0, used));
        memory = larger;
      }
      memory.set(piece, used);
      used += piece.length;
    },
    whole: () => memory?.subarray(0, used) ?? Buffer.alloc(0),
  };
}
