/** Write-ahead log of SQLite (https://www.sqlite.org/walformat.html): its state, and whether it was cut meanwhile. */

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

/**
 * Tells whether something other than SQLite has cut a log since it was read. SQLite itself only adds to a log, or begins
 * it anew with other salts. It goes on where it was, behind the end of a log that was cut, and leaves a hole. For the next
 * process, the log ends at the hole.
 */
export function isLogCut(path: string, before: LogState, now: LogState): boolean {
  if (now.kind === "damaged") return true;
  if (now.kind === "empty" || before.kind !== "begun" || now.salts !== before.salts) return false;
  if (now.size < before.size) return true;
  const frameLength = FRAME_HEADER.length + before.pageSize;
  // The size may be a limit that SQLite has cut the log to, in the middle of an old frame.
  const oldFrames = Math.ceil((before.size - LOG_HEADER.length) / frameLength);
  const next = LOG_HEADER.length + oldFrames * frameLength;
  if (now.size < next + frameLength) return false;
  // A frame that SQLite has added has the salts of the log. A hole has zeros there.
  const frameHeader = readAt(path, next, FRAME_HEADER.length);
  return readSalts(frameHeader, FRAME_HEADER.salts) !== now.salts;
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

/** Offsets in the header of a log, and its length in bytes. */
const LOG_HEADER = { magic: 0, pageSize: 8, salts: 16, length: 32 } as const;

/** The same of the header before each page. */
const FRAME_HEADER = { salts: 8, length: 24 } as const;

const SALTS_LENGTH = 8;

/** Without its last bit, which tells the order of bytes in checksums. */
const LOG_MAGIC = 0x377f0682;

export type LogState =
  /** It has no whole header: SQLite has not begun it, or has emptied it. */
  | { readonly kind: "empty" }
  /** It has something else in place of its header, such as a hole. */
  | { readonly kind: "damaged" }
  | {
      readonly kind: "begun";
      readonly size: number;
      /** Two random numbers, which SQLite changes when it begins the log anew. */
      readonly salts: string;
      readonly pageSize: number;
    };
