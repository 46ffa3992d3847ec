/** Reads the command line of `dev`, and checks every value. */
import { quote } from "../../codegen/model/messages.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";
import { readArguments } from "../io/arguments.js";
import { readInteger, readTarget, readUrl } from "../io/option-values.js";
import { SIGNING_OPTIONS } from "../io/secrets.js";
import { UsageError } from "../io/errors.js";
import { type CliIo, locate } from "../io/io.js";
import { openPreset, parsePresetName, PRESET_NAMES } from "../io/presets.js";
import { checkFollowValues, FOLLOW_OPTIONS } from "../service/followed-channel.js";
import { Entry } from "./entry.js";

const OPTIONS = {
  ...SIGNING_OPTIONS,
  port: { type: "string" },
  host: { type: "string", default: "127.0.0.1" },
  path: { type: "string" },
  preset: { type: "string" },
  "public-url": { type: "string" },
  relay: { type: "string" },
  ...FOLLOW_OPTIONS,
  token: { type: "string" },
  serve: { type: "string" },
  forward: { type: "string" },
  load: { type: "string" },
  record: { type: "string" },
  "inspector-port": { type: "string" },
  "no-inspector": { type: "boolean", default: false },
  payload: { type: "boolean", default: false },
} as const;

export type DevValues = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

/** The command line, with every value checked. */
export interface DevSettings {
  readonly values: DevValues;
  readonly entry: Entry | undefined;
  /** The scheme of `--preset`, whose service needs no schema folder. */
  readonly preset: SignatureScheme | undefined;
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
export function readDevSettings(argv: readonly string[], io: CliIo): DevSettings {
  const { values, positionals } = readArguments(argv, OPTIONS, [0, 1, "one entry"]);
  const { path, relay, serve, forward, "public-url": address } = values;
  if (path !== undefined && !/^\/(?!\/)[^?#\s]*$/.test(path)) {
    throw new UsageError(
      `The value of --path is ${quote(path)}; expected a path such as /webhooks.`,
    );
  }
  checkFollowValues(values);
  const port = readInteger("port", values.port ?? "3000", RANGE);
  const { "inspector-port": page } = values;
  const inspectorPort = page === undefined ? "next" : readInteger("inspector-port", page, RANGE);
  const [entry] = positionals;
  const preset = readPreset(values.preset);
  if (entry !== undefined && preset !== undefined)
    throw new UsageError(
      "--preset is for a run without an entry, which has a receiver of its own.",
    );
  return {
    values,
    preset,
    port,
    publicUrl: address === undefined ? undefined : readUrl("The public URL", address).href,
    relay: relay === undefined ? undefined : readUrl("The URL of the relay", relay),
    serve: serve === undefined ? undefined : readInteger("serve", serve, RANGE),
    forward: forward === undefined ? undefined : readTarget(forward),
    inspectorPort: values["no-inspector"] ? undefined : inspectorPort,
    entry: entry === undefined ? undefined : new Entry(entry, locate(io, entry)),
  };
}

/** @throws UsageError for the name of no preset. */
function readPreset(text: string | undefined): SignatureScheme | undefined {
  if (text === undefined) return undefined;
  const name = parsePresetName(text);
  if (name !== undefined) return openPreset(name);
  throw new UsageError(`The value of --preset is ${quote(text)}; expected ${PRESET_NAMES}.`);
}
