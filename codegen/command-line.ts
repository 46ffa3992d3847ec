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
