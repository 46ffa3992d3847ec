import { readFile } from "node:fs/promises";
import { type CliIo, locate } from "./io.js";
import { CommandError, UsageError } from "./usage.js";

/** The options of commands that sign or verify. */
export const SECRET_OPTIONS = {
  secret: { type: "string" },
  "secret-file": { type: "string" },
} as const;

export const SECRET_HELP = `  --secret TEXT        The secret, as the service shows it. Default: the variable WEBHOOK_SECRET, which
                       is safer: other programs can read a command line
  --secret-file FILE   A file with the secret, such as a key in PEM`;

interface SecretValues {
  readonly secret?: string | undefined;
  readonly "secret-file"?: string | undefined;
}

/**
 * Finds the secret.
 * @throws CommandError if there is none.
 */
export async function readSecret(values: SecretValues, io: CliIo): Promise<string> {
  const { secret, "secret-file": file } = values;
  if (secret !== undefined && file !== undefined) {
    throw new UsageError("The secret is both --secret and --secret-file; expected one of them.");
  }
  if (secret !== undefined) return secret;
  if (file !== undefined) return (await readFile(locate(io, file), "utf8")).trimEnd();
  const { WEBHOOK_SECRET: own } = io.env;
  if (own) return own;
  throw new CommandError(
    "There is no secret. Set the variable WEBHOOK_SECRET, or name a file with --secret-file.",
  );
}
