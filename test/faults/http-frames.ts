/** Cuts a byte stream of HTTP/1.1 messages with Content-Length into messages, as far as the proxy needs to know where one ends. */

export interface Frame {
  /** The bytes that belong to the current message. */
  bytes: Buffer;
  /** First line and headers, once they are complete. */
  head: string | null;
  /** Whether these bytes begin a message, and whether they end it. */
  isFirst: boolean;
  isLast: boolean;
}

/** Gives a function that takes chunks of the stream and calls `onFrame` for each message's part in them. */
export function frameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let head = Buffer.alloc(0);
  let headText: string | null = null;
  let left = 0;
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      const isFirst = headText === null && head.length === 0;
      if (headText === null) {
        const seen = Buffer.concat([head, rest]);
        const end = seen.indexOf('\r\n\r\n');
        if (end < 0) {
          head = seen;
          onFrame({ bytes: rest, head: null, isFirst, isLast: false });
          return;
        }
        headText = seen.subarray(0, end).toString('latin1');
        left = Number(/^content-length: *(\d+)/im.exec(headText)?.[1] ?? 0);
        const headBytes = end + 4 - head.length;
        const bytes = rest.subarray(0, headBytes + left);
        left -= bytes.length - headBytes;
        rest = rest.subarray(bytes.length);
        onFrame({ bytes, head: headText, isFirst, isLast: left === 0 });
      } else {
        const bytes = rest.subarray(0, left);
        left -= bytes.length;
        rest = rest.subarray(bytes.length);
        onFrame({ bytes, head: headText, isFirst: false, isLast: left === 0 });
      }
      if (left === 0) {
        head = Buffer.alloc(0);
        headText = null;
      }
    }
  };
}
