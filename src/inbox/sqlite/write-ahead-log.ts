/**
 * The write-ahead log of SQLite (https://www.sqlite.org/walformat.html), as far as it shows that something other than
 * SQLite has cut it.
 *
 * A log is a header and then frames: each is a header of its own, and a page of the database. All of these headers have
 * the same salts, two random numbers. SQLite either adds frames to a log, or begins it anew with other salts.
 */

/** Offsets in the header of a log, and its length in bytes. */
const LOG_HEADER = { magic: 0, pageSize: 8, salts: 16, length: 32 } as const;

/** The same of the header of a frame. */
const FRAME_HEADER = { salts: 8, length: 24 } as const;

const SALTS_LENGTH = 8;

/** First bytes of every log, without their last bit, which tells the order of bytes in checksums. */
const LOG_MAGIC = 0x377f0682;

/** @param size of the file in bytes, as it was found just now. */
export function readLog(path: string, size: number): LogState {
  if (size < LOG_HEADER.length) return { kind: "empty" };
  const header = readAt(path, 0, LOG_HEADER.length);
  if ((header.readUInt32BE(LOG_HEADER.magic) & ~1) !== LOG_MAGIC) return { kind: "damaged" };
  return {
    kind: "begun",
    size,
    salts: readSalts(header, LOG_HEADER.salts),
    pageSize: header.readUInt32BE(LOG_HEADER.pageSize),
  };
}

/** Tells if something other than SQLite has cut the log at a path between two states. */
export function isLogCut(path: string, before: LogState, now: LogState): boolean {
  if (now.kind === "damaged") return true;
  const isSameLog = before.kind === "begun" && now.kind === "begun" && now.salts === before.salts;
  if (!isSameLog) return false; // SQLite has begun it anew
  return now.size < before.size || hasHole(path, before, now);
}

/**
 * Tells if a log has a hole behind the frames that it had before. When a log is cut, SQLite does not notice, and adds
 * the next frame where it would have without the cut. The bytes between are zeros, and the next process that reads the
 * log takes the hole for its end.
 */
function hasHole(path: string, before: BegunLog, now: BegunLog): boolean {
  const frameLength = FRAME_HEADER.length + before.pageSize;
  // Rounded up: SQLite itself may have shortened the log to its limit, in the middle of a frame that counts no more.
  const framesBefore = Math.ceil((before.size - LOG_HEADER.length) / frameLength);
  const nextFrame = LOG_HEADER.length + framesBefore * frameLength;
  if (now.size < nextFrame + frameLength) return false; // no frame was added
  const header = readAt(path, nextFrame, FRAME_HEADER.length);
  return readSalts(header, FRAME_HEADER.salts) !== now.salts;
}

function readSalts(header: Buffer, offset: number): string {
  return header.toString("hex", offset, offset + SALTS_LENGTH);
}

/** Opens the file for a moment: SQLite has no locks on a log, which closing it would drop. */
function readAt(path: string, position: number, length: number): Buffer {
  const fs = process.getBuiltinModule("node:fs");
  const bytes = Buffer.alloc(length);
  const file = fs.openSync(path, "r");
  try {
    fs.readSync(file, bytes, 0, length, position);
  } finally {
    fs.closeSync(file);
  }
  return bytes;
}

// ---- Types

/** State of a write-ahead log. */
export type LogState =
  /** It has no whole header: SQLite has not begun it, or has emptied it. */
  | { readonly kind: "empty" }
  /** It has something else in place of its header, such as a hole. */
  | { readonly kind: "damaged" }
  | BegunLog;

interface BegunLog {
  readonly kind: "begun";
  readonly size: number;
  /** In hexadecimal digits. */
  readonly salts: string;
  readonly pageSize: number;
}
