/** Deliveries, with the messages of the package `standardwebhooks`. */
import type { SdkCatalog } from "../catalog/sdk.js";
import type { UnknownRecord } from "../request/endpoint/values.js";
import { readOption } from "../request/sdk/options.js";
import type { UnwrapHeaders } from "../request/sdk/types.js";
import type { StainlessWebhooks } from "./types.js";

/** Creates a function that opens deliveries signed with a secret, and throws for others. */
export type OpenDelivery = (
  secret: string,
) => (body: string, headers: UnwrapHeaders) => { readonly payload: unknown };

export function bindWebhooks(
  create: OpenDelivery,
  { webhookSecret = { option: "webhookSecret", env: "" } }: SdkCatalog,
  clientOptions: UnknownRecord,
): StainlessWebhooks {
  return {
    unwrap(body, { headers, key }) {
      const secret = key ?? readOption(webhookSecret, clientOptions);
      if (secret === undefined) {
        const { option, env } = webhookSecret;
        const expected =
          env === ""
            ? `\`key\` or the option "${option}"`
            : `\`key\`, the option "${option}" or the environment variable ${env}`;
        throw new TypeError(`The key is undefined; expected ${expected}.`);
      }
      try {
        return create(secret as string)(body, headers).payload; // the scheme checks the secret
      } catch (error) {
        throw explainDelivery(error, headers);
      }
    },
    unsafeUnwrap: (body) => JSON.parse(body) as unknown,
  };
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
