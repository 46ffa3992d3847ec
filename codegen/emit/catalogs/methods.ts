import { CATALOG, type DeliveryCode, type FreeCode } from "./delivery-code.js";
import { printRuntimeNames } from "./runtime-modules.js";

/** Prints `sign` and `verify` by themselves, for those who need no toolkit. */
export function printMethods({ free }: DeliveryCode, runtime: string): string {
  const isOfBody = free.kind === "body";
  const types = isOfBody ? ["RawPayload"] : HEADER_TYPES;
  const imports = [
    printRuntimeNames("import", free.values, runtime),
    printRuntimeNames("import type", types, runtime),
    ...(free.usesPlan ? [`import { webhookSignature } from "${CATALOG}";`] : []),
  ];
  return `${imports.join("\n")}

${printRuntimeNames("export type", types, runtime)}

${isOfBody ? printBodyMethods(free) : printHeaderMethods(free)}`;
}

const HEADER_TYPES = ["DeliveryHeaders", "SignContext", "VerifyContext"];

const THROWS = "@throws TypeError when an argument is missing or of another type";

const THROWS_OF_TEXT = `${THROWS}, or when the secret or the
 * payload is text that is not well-formed Unicode.`;

function printBodyMethods({ sign, verify, constants }: FreeCode): string {
  return `${constants}/**
 * Signs a payload; returns the text of the signature header. Text is signed as UTF-8.
 * ${THROWS_OF_TEXT}
 */
export const sign: (secret: string | Uint8Array, payload: RawPayload) => string =
  /* @__PURE__ */ ${sign};

/**
 * Tells whether \`signature\` is that of \`payload\` under \`secret\`. Compares in constant time.
 * ${THROWS_OF_TEXT}
 */
export const verify: (
  secret: string | Uint8Array,
  payload: RawPayload,
  signature: string,
) => boolean = /* @__PURE__ */ ${verify};
`;
}

function printHeaderMethods({ sign, verify, constants }: FreeCode): string {
  return `${constants}/**
 * Signs a payload; returns the headers to send with it.
 * ${THROWS}.
 */
export const sign: (
  secret: string | Uint8Array,
  payload: string | Uint8Array,
  context?: SignContext,
) => Record<string, string> = /* @__PURE__ */ ${sign};

/**
 * Tells whether a delivery with these headers is authentic, and its timestamp within the tolerance
 * where it has one. Compares in constant time.
 * ${THROWS}.
 */
export const verify: (
  secret: string | Uint8Array,
  payload: string | Uint8Array,
  headers: DeliveryHeaders,
  context?: VerifyContext,
) => boolean = /* @__PURE__ */ ${verify};
`;
}
