/** Reads recorded deliveries, in the shapes that recorders write. */

/**
 * Reads a file of JSON, or of a JSON value on each line. A value is a delivery or a list of them:
 * `{ name, payload }`, `{ name, payloads: […] }` or `{ name, examples: […] }`.
 * @param renames Replaces names in event names and in the keys of payloads.
 * @throws TypeError with the file and the location if the content is anything else.
 */
export function readRecordings(
  { path, text }: RecordingFile,
  renames: Renames = new Map(),
): readonly Recording[] {
  const values = parseRecordings(path, text);
  if (values.length === 0) {
    throw new TypeError(
      `${path}: The file has no deliveries; expected a list of them, or one on each line.`,
    );
  }
  return values.flatMap(({ value, location }) =>
    readDeliveries(value, `${path}${location}`).map(({ name, payload }) => ({
      name: rename(name, renames),
      payload: renameKeys(payload, renames),
    })),
  );
}

function parseRecordings(path: string, text: string): readonly LocatedValue[] {
  try {
    return listRecorded(JSON.parse(text), "");
  } catch (error) {
    const lines = parseLines(text);
    if (lines) return lines;
    throw new TypeError(
      `${path}: The content is not JSON (${error instanceof Error ? error.message : String(error)}); ` +
        "expected a list of deliveries, or a delivery on each line.",
    );
  }
}

/** Parses each line that is not empty; `undefined` if one is not JSON. */
function parseLines(text: string): readonly LocatedValue[] | undefined {
  const lines = [...text.split("\n").entries()].filter(([, line]) => line.trim() !== "");
  try {
    return lines.flatMap(([index, line]) => listRecorded(JSON.parse(line), `:${index + 1}`));
  } catch {
    return undefined;
  }
}

function listRecorded(value: unknown, location: string): readonly LocatedValue[] {
  if (!Array.isArray(value)) return [{ value, location }];
  return value.map((item: unknown, index) => ({ value: item, location: `${location}[${index}]` }));
}

function readDeliveries(value: unknown, location: string): readonly Recording[] {
  const fields = new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
  const name: unknown = fields.get("name");
  const payloads: unknown = fields.has("payload")
    ? [fields.get("payload")]
    : (fields.get("payloads") ?? fields.get("examples"));
  if (typeof name !== "string" || !Array.isArray(payloads)) {
    throw new TypeError(
      `${location}: The value is not a delivery; expected ` +
        "`{ name, payload }`, `{ name, payloads }` or `{ name, examples }`.",
    );
  }
  return payloads.map((payload: unknown) => ({ name, payload }));
}

function rename(name: string, renames: Renames): string {
  return [...renames].reduce((text, [from, to]) => text.replaceAll(from, to), name);
}

/** Renames keys only; values stay as they were sent. */
function renameKeys(value: unknown, renames: Renames): unknown {
  if (renames.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, renames));
  const entries = Object.entries(value);
  return Object.fromEntries(
    entries.map(([key, child]) => [rename(key, renames), renameKeys(child, renames)]),
  );
}

// ---- Types

export interface Recording {
  /** The event name from the header. */
  readonly name: string;
  readonly payload: unknown;
}

export interface RecordingFile {
  readonly path: string;
  readonly text: string;
}

/** Names in the schema, by names in recordings or parts of them. */
export type Renames = ReadonlyMap<string, string>;

interface LocatedValue {
  readonly value: unknown;
  /** A suffix for the path of the file. */
  readonly location: string;
}
