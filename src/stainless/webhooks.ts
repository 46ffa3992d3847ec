/** Deliveries, with the messages of the package `standardwebhooks`. */
import type { EnvironmentOption, SdkCatalog } from "../catalog/sdk.js";
import type { UnknownRecord } from "../request/endpoint/values.js";
import { readOption } from "../request/sdk/options.js";
import type { UnwrapHeaders } from "../request/sdk/types.js";
import type { StainlessWebhooks } from "./types.js";

/** Makes the methods for the deliveries of a service, whose secret is an option of the class. */
export function bindWebhooks(
  create: OpenDelivery,
  { webhookSecret = UNNAMED_SECRET }: SdkCatalog,
  clientOptions: UnknownRecord,
): StainlessWebhooks {
  return {
    unwrap(body, { headers, key }) {
      const secret = key ?? readOption(webhookSecret, clientOptions);
      if (secret === undefined) throw createKeyError(webhookSecret);
      try {
        return create(secret as string)(body, headers).payload; // the scheme checks the secret
      } catch (error) {
        throw explainDelivery(error, headers);
      }
    },
    unsafeUnwrap: (body) => JSON.parse(body) as unknown,
  };
}

const NO_VARIABLE = "";

/** The option of a class whose catalog does not name one. */
const UNNAMED_SECRET: EnvironmentOption = { option: "webhookSecret", env: NO_VARIABLE };

function createKeyError({ option, env }: EnvironmentOption): TypeError {
  const expected =
    env === NO_VARIABLE
      ? `\`key\` or the option "${option}"`
      : `\`key\`, the option "${option}" or the environment variable ${env}`;
  return new TypeError(`The key is undefined; expected ${expected}.`);
}

/** Messages of the package `standardwebhooks`, by which programs recognize its errors. */
const USUAL_MESSAGES: Readonly<Record<string, string>> = {
  SIGNATURE_MISMATCH: "No matching signature found",
  SIGNATURE_MALFORMED: "No matching signature found",
  SIGNATURE_MISSING: "Missing required headers",
  HEADER_MISSING: "Missing required headers",
  TIMESTAMP_OUT_OF_TOLERANCE: "Message timestamp too old",
};

/** The greatest distance of the time from now, in milliseconds. */
const TOLERANCE = 300_000;

/** Puts the message of `standardwebhooks` before the error's own. */
function explainDelivery(error: unknown, headers: UnwrapHeaders): unknown {
  const { code, message } = Object(error) as { readonly code?: string; readonly message: string };
  // `standardwebhooks` takes any secret; one that is malformed here matches no signature there.
  const text =
    error instanceof TypeError ? USUAL_MESSAGES["SIGNATURE_MISMATCH"] : USUAL_MESSAGES[code ?? ""];
  if (text === undefined) return error;
  return Object.assign(error as Error, {
    message: `${findTimeFault(headers) ?? text}: ${message}`,
  });
}

/** `standardwebhooks` checks the time before the signature. */
function findTimeFault(headers: UnwrapHeaders): string | undefined {
  const source = (
    typeof headers.get === "function" ? headers : new Headers(headers as Record<string, string>)
  ) as Headers; // only `get` is used
  const sent = Number(source.get("webhook-timestamp")) * 1_000;
  if (!(sent > 0)) return undefined; // another scheme, or no time
  if (Date.now() - sent > TOLERANCE) return "Message timestamp too old";
  return sent - Date.now() > TOLERANCE ? "Message timestamp too new" : undefined;
}

/** Creates a function that opens deliveries signed with a secret, and throws for others. */
export type OpenDelivery = (
  secret: string,
) => (body: string, headers: UnwrapHeaders) => { readonly payload: unknown };
