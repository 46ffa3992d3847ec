import { parseArgs } from "node:util";

/** What the command line asks for. */
export interface Options {
  readonly schema: string;
  readonly out: string;
  readonly check: boolean;
  readonly watch: boolean;
  readonly help: boolean;
}

export const usage = `Generates a typewire client from a folder of YAML.

  typewire-codegen [--schema DIR] [--out DIR] [--check | --watch]
  typewire-codegen import FILE [--schema DIR]
  typewire-codegen reconcile FILE… [--rename FROM=TO…] [--write] [--schema DIR]

  import FILE   Bring an OpenAPI 3.0 or 3.1 description (JSON or YAML, or either of them as .gz)
                into the folder of YAML. What was written by hand there stays.
  reconcile FILE…
                Hold recorded deliveries (JSON, or JSON lines) against the folder of YAML and
                propose corrections. --rename FROM=TO reads names of events and properties as
                the folder has them; --write adds the proposals to corrections.yaml. Exits 1
                when a delivery stays that no correction mends.

  --schema DIR  The folder of YAML. Default: schema
  --out DIR     Where the files go. Default: generated
  --check       Write nothing; name every missing, stale and extra file. Exits 1 when there is one.
  --watch       Generate again at every save, until interrupted. Keeps the last good output
                while the YAML has errors.
  --help        Print this.

Exits 1 on an error in the YAML, and writes nothing then.`;

const defaults = { schema: "schema", out: "generated" };

/**
 * Reads the arguments.
 * @throws TypeError when one is unknown, lacks its value or excludes another.
 */
export function parseOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      schema: { type: "string", default: defaults.schema },
      out: { type: "string", default: defaults.out },
      check: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { schema, out, check, watch } = values;
  if (check && watch) throw new TypeError("Got both --check and --watch, expected one of them.");
  for (const [option, folder] of Object.entries({ schema, out })) {
    if (folder === "") throw new TypeError(`Got an empty --${option}, expected a folder.`);
  }
  return values;
}

/** What the command line asks for after `import`. */
export interface ImportOptions {
  readonly file: string;
  readonly schema: string;
  readonly help: boolean;
}

/**
 * Reads the arguments after `import`.
 * @throws TypeError when one is unknown or lacks its value, or when there is not exactly one file.
 */
export function parseImportOptions(argv: readonly string[]): ImportOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      schema: { type: "string", default: defaults.schema },
      help: { type: "boolean", default: false },
    },
  });
  const [file = "", ...others] = positionals;
  if (!values.help && (file === "" || others.length > 0)) {
    const got = positionals.length === 0 ? "no file" : positionals.map(quote).join(" ");
    throw new TypeError(`Got ${got} to import, expected one OpenAPI description.`);
  }
  if (values.schema === "") throw new TypeError("Got an empty --schema, expected a folder.");
  return { file, ...values };
}

/** What the command line asks for after `reconcile`. */
export interface ReconcileOptions {
  readonly recordings: readonly string[];
  /** From a name, or a part of one, to what the schema calls it. */
  readonly renames: ReadonlyMap<string, string>;
  readonly schema: string;
  readonly write: boolean;
  readonly help: boolean;
}

/**
 * Reads the arguments after `reconcile`.
 * @throws TypeError when one is unknown or lacks its value, or when there is no file.
 */
export function parseReconcileOptions(argv: readonly string[]): ReconcileOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      schema: { type: "string", default: defaults.schema },
      rename: { type: "string", multiple: true, default: [] },
      write: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { rename, ...others } = values;
  if (!values.help && positionals.length === 0) {
    throw new TypeError("Got no file to reconcile, expected recorded deliveries.");
  }
  if (values.schema === "") throw new TypeError("Got an empty --schema, expected a folder.");
  return { ...others, recordings: positionals, renames: new Map(rename.map(parseRename)) };
}

function parseRename(text: string): readonly [from: string, to: string] {
  const [from = "", to = "", ...rest] = text.split("=");
  if (from !== "" && to !== "" && rest.length === 0) return [from, to];
  throw new TypeError(`Got --rename ${quote(text)}, expected FROM=TO.`);
}

/** The command that writes what these options check. */
export function mendingCommand({ schema, out }: Options): string {
  const options = [
    schema === defaults.schema ? [] : ["--schema", quote(schema)],
    out === defaults.out ? [] : ["--out", quote(out)],
  ].flat();
  return ["npm run codegen", ...(options.length === 0 ? [] : ["--", ...options])].join(" ");
}

/** For a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
