/** Lines that `dev` prints once it listens: addresses, the secret, a command to try, and the keys. */
import { type CliIo, toolOf } from "../io/io.js";
import { COMMAND_ANYWHERE } from "../io/tool.js";
import type { RunParts } from "./run-parts.js";
import type { DevSettings } from "./settings.js";

/** Prints what the user needs next. */
export function introduce(
  facts: RunFacts,
  { page, hasKeys }: { readonly page: string | undefined; readonly hasKeys: boolean },
  io: CliIo,
): void {
  const { err } = io;
  const { values } = facts.settings;
  const { service, isStarter, secret } = facts.parts;
  const { title } = service.model.vendor;
  if (page !== undefined) err(`Inspector: ${page}`);
  if (isStarter && facts.hasServicePayloads)
    err(`Service: ${title}, a built-in one, because this folder has no schema folder`);
  if (values.preset !== undefined)
    err(`Service: ${values.preset}, by the preset of its signatures`);
  const { text, isSample } = secret;
  if (isSample && !text.includes("\n"))
    err(`Secret: ${text} (new; set WEBHOOK_SECRET for your own)`);
  const command = writeFirstCommand(facts, io);
  if (command !== undefined) err(`Try: ${command}`);
  if (hasKeys) err("Keys: r send the last delivery again, o open the page, / filter, q quit");
}

/** Writes a command that sends a first delivery; `undefined` where the command line knows no event. */
export function writeFirstCommand(
  { settings, parts, hasServicePayloads, url, port }: RunFacts,
  io: CliIo,
): string | undefined {
  const { values } = settings;
  const { text, isSample } = parts.secret;
  const { eventNames } = parts.service.catalog;
  const event = eventNames.find((name) => name.includes(".")) ?? eventNames[0];
  if (event === undefined || text.includes("\n") || !hasServicePayloads) return undefined;
  const tool = toolOf(io);
  const command = parts.isStarter ? COMMAND_ANYWHERE : tool.command;
  const options = [
    ...(port === 3000 && values.path === undefined ? [] : ["--to", url]),
    ...(values.schema === tool.folders.schema ? [] : ["--schema", values.schema]),
    ...(isSample ? ["--secret", text] : []), // made for this run, and printed above
  ];
  return [command, "send", event, ...options].join(" ");
}

/** Facts about a run that listens. */
export interface RunFacts {
  readonly settings: DevSettings;
  readonly parts: RunParts;
  /** True if the payloads are those of the schema folder or of the built-in service. */
  readonly hasServicePayloads: boolean;
  /** Address and port of the receiver. */
  readonly url: string;
  readonly port: number;
}
