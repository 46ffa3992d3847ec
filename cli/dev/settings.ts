/** The options of `dev`, and its secret: the given one, or a new one in the form that the scheme expects. */
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { quote } from "../../codegen/model/messages.js";
import { createSignatureKey } from "../../src/receive/signatures/scheme.js";
import type { SignatureScheme } from "../../src/receive/signatures/types.js";
import {
  readArguments,
  readInteger,
  readSecret,
  readTarget,
  readUrl,
  SIGNING_OPTIONS,
} from "../io/arguments.js";
import { CommandError, plainMessageOf, UsageError } from "../io/errors.js";
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

type Values = ReturnType<typeof readArguments<typeof OPTIONS>>["values"];

/** The command line, with every value checked. */
export interface DevSettings {
  readonly values: Values;
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

// ---- Secret

/** The secret that verifies and signs deliveries. */
export interface DevSecret {
  readonly text: string;
  /** True for one that was made for this run. */
  readonly isSample: boolean;
}

export async function findSecret(
  values: Values,
  scheme: SignatureScheme,
  io: CliIo,
): Promise<DevSecret> {
  const isGiven =
    values.secret !== undefined ||
    values["secret-file"] !== undefined ||
    Boolean(io.env["WEBHOOK_SECRET"]);
  const text = isGiven ? await readSecret(values, io) : createSampleSecret(scheme);
  return { text, isSample: !isGiven };
}

/** Returns the reason why a secret is none of a scheme; `undefined` for one that is. */
export function findSecretFault({ text }: DevSecret, scheme: SignatureScheme): string | undefined {
  try {
    createSignatureKey(scheme, text);
    return undefined;
  } catch (error) {
    return plainMessageOf(error);
  }
}

/** @param title The service whose secret it should be. */
export function explainSecret(fault: string, values: Values, title: string): CommandError {
  return new CommandError(
    `The secret in ${nameSecretPlace(values)} does not fit ${title}: ${fault} Set the one that the service shows, or none to get a new one.`,
  );
}

/**
 * @param fault The reason why nothing can be signed with the secret.
 * @param title The service whose deliveries are to be signed.
 */
export function explainUnsigned(fault: string, values: Values, title: string): CommandError {
  return new CommandError(
    `The secret in ${nameSecretPlace(values)} cannot sign deliveries of ${title}: ${fault} Set one that signs: the secret that the service shows, or the private key for a public one.`,
  );
}

function nameSecretPlace({ secret, "secret-file": file }: Values): string {
  return secret === undefined ? (file ?? "the variable WEBHOOK_SECRET") : "--secret";
}

/** Makes a secret that can sign and verify: a private key where the service signs with one. */
function createSampleSecret({ use, secretPrefix = "" }: SignatureScheme): string {
  if (use.name === "ed25519") return toPem(generateKeyPairSync("ed25519").privateKey);
  if (use.name === "ecdsa-p256-sha256")
    return toPem(generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey);
  // Hexadecimal digits are also valid base64, so a scheme can decode either.
  return secretPrefix + randomBytes(16).toString("hex");
}

function toPem(key: ReturnType<typeof generateKeyPairSync>["privateKey"]): string {
  return key.export({ format: "pem", type: "pkcs8" }).toString();
}
