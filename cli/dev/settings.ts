/** The options of `dev`. */
import { quote } from "../../codegen/model/messages.js";
import {
  readArguments,
  readInteger,
  readTarget,
  readUrl,
  SIGNING_OPTIONS,
} from "../io/arguments.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { Entry } from "./entry.js";

const OPTIONS = {
  ...SIGNING_OPTIONS,
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  path: { type: "string" },
  "public-url": { type: "string" },
  relay: { type: "string" },
  token: { type: "string" },
  serve: { type: "string" },
  forward: { type: "string" },
  load: { type: "string" },
  record: { type: "string" },
  "inspector-port": { type: "string" },
  "no-inspector": { type: "boolean", default: false },
  payload: { type: "boolean", default: false },
} as const;

export type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

/** The command line, with every value checked. */
export interface Settings {
  readonly values: Values;
  readonly entry: Entry | undefined;
  readonly port: number;
  readonly publicUrl: string | undefined;
  readonly relay: URL | undefined;
  readonly serve: number | undefined;
  readonly forward: URL | undefined;
  /** `next`: the port after that of deliveries. `undefined`: no page. */
  readonly inspectorPort: number | "next" | undefined;
}

const RANGE = [0, 65_535] as const;

/** @throws UsageError for a wrong option, CommandError for an entry that does not exist. */
export function readSettings(argv: readonly string[], io: CliIo): Settings {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one entry"]);
  const { path, relay, serve, forward, "public-url": address } = values;
  if (path !== undefined && !/^\/(?!\/)[^?#\s]*$/.test(path)) {
    throw new UsageError(
      `The value of --path is ${quote(path)}; expected a path such as /webhooks.`,
    );
  }
  const port = readInteger("port", values.port ?? "3000", RANGE);
  const { "inspector-port": page } = values;
  const inspectorPort = page === undefined ? "next" : readInteger("inspector-port", page, RANGE);
  const [entry] = positionals;
  return {
    values,
    port,
    publicUrl: address === undefined ? undefined : readUrl("The public URL", address).href,
    relay: relay === undefined ? undefined : readUrl("The URL of the relay", relay),
    serve: serve === undefined ? undefined : readInteger("serve", serve, RANGE),
    forward: forward === undefined ? undefined : readTarget(forward),
    inspectorPort: values["no-inspector"] ? undefined : inspectorPort,
    entry: entry === undefined ? undefined : new Entry(entry, locate(io, entry)),
  };
}
