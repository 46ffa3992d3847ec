/** The code that signs and verifies deliveries: a scheme for the webhook toolkit, and `sign` and `verify` without it. */
import type { SignatureDescription, SignaturePlan } from "../../../src/catalog/signatures.js";
import { RUNTIME } from "../../../src/exports.js";
import { isOfBody, planSignature } from "../../../src/receive/signatures/plan/plan.js";
import {
  listSchemeCode,
  type SchemeCode,
} from "../../../src/receive/signatures/plan/scheme-code.js";
import { code, joinCode, local, ofModule, ofRuntime } from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Code, Imported } from "../print/types.js";

/** The emitted constant with the plan of the signature. */
const PLAN = ofModule("./webhook-catalog.js").value("webhookSignature");

/** Prints the code for a signature; a client imports no other. */
export function printSignatureCode(signature: SignatureDescription): SignatureCode {
  const plan = planSignature(signature);
  const signsBodyAlone = isOfBody(plan);
  const schemeCode = listSchemeCode(signature, plan);
  const { readSecret } = schemeCode.parts;
  const used: UsedCode = signsBodyAlone ? { ...schemeCode, parts: { readSecret } } : schemeCode;
  return {
    signsBodyAlone,
    scheme: code`${signing("bindScheme")}(${PLAN}, ${printSchemeParts(used)})`,
    standalone: signsBodyAlone ? printOfBody(used, plan) : printOfHeaders(used, plan),
  };
}

// ---- The scheme

/** The parts that carry out a plan, as an object literal. */
function printSchemeParts({ algorithm, adapt, parts, placeholders }: UsedCode): Code {
  const readers = Object.entries(placeholders).map(
    ([name, reader]) => code`${JSON.stringify(name)}: ${signing(reader)}`,
  );
  const algorithmCode = signing(algorithm);
  const fields = [
    code`use: ${adapt === undefined ? algorithmCode : code`${signing(adapt)}(${algorithmCode})`}`,
    ...Object.entries(parts).map(([key, value]) => code`${key}: ${signing(value)}`),
    ...(readers.length === 0 ? [] : [code`placeholders: { ${joinCode(readers, ", ")} }`]),
  ];
  return code`{ ${joinCode(fields, ", ")} }`;
}

/** A function of the runtime that signs or verifies. */
function signing(name: string): Imported {
  return ofRuntime(NAMES_OF_WEBHOOKS.has(name) ? "webhooks" : "signing").value(name);
}

/** The names of the subpath `webhooks`, which has those that the toolkit needs for every scheme of the body. */
const NAMES_OF_WEBHOOKS: ReadonlySet<string> = new Set(
  Object.values(RUNTIME.webhooks.names.binding).flat(),
);

// ---- `sign` and `verify` of a signature of the body alone

function printOfBody(used: UsedCode, plan: SignaturePlan): StandaloneCode {
  const hash = HASHES.get(used.algorithm);
  const hasPlainKey = used.parts.readSecret === "readTextSecret";
  return hash !== undefined && hasPlainKey ? printHmacOfBody(hash, plan) : printAnyOfBody(used);
}

/** The smaller implementation: plain HMAC with the secret as key, which most services use. */
function printHmacOfBody(
  hash: Imported,
  { prefix, item, encoding }: SignaturePlan,
): StandaloneCode {
  return {
    kind: "body",
    sign: code`${signing("bindHmacSign")}(${hash}, ${JSON.stringify(prefix)}, "${encoding}")`,
    verify: code`${signing("bindHmacVerify")}(${hash}, ITEM, "${encoding}")`,
    constants: code`/** Pattern of the signature header. */\n${local("const", "ITEM")} = ${String(item)};\n\n`,
  };
}

function printAnyOfBody(used: UsedCode): StandaloneCode {
  return {
    kind: "body",
    sign: code`${signing("bindTextSign")}(${PLAN}, PARTS)`,
    verify: code`${signing("bindTextVerify")}(${PLAN}, PARTS)`,
    constants: printPartsConstant(used),
  };
}

// ---- `sign` and `verify` of a signature over the body and headers

function printOfHeaders(used: UsedCode, plan: SignaturePlan): StandaloneCode {
  const any = printAnyOfHeaders(used);
  const hash = HASHES.get(used.algorithm);
  const { readContent, read } = used.parts;
  const readsPlainHeaders = readContent === "readLead" && read === "readHeader";
  if (hash === undefined || !readsPlainHeaders || plan.timestamp === undefined) return any;
  const hmac = printHmacVerify(hash, used, plan);
  return { ...any, verify: hmac.verify, constants: code`${any.constants}${hmac.constants}` };
}

function printAnyOfHeaders(used: UsedCode): StandaloneCode {
  return {
    kind: "headers",
    sign: code`${signing("bindSign")}(${PLAN}, PARTS)`,
    verify: code`${signing("bindVerify")}(${PLAN}, PARTS)`,
    constants: printPartsConstant(used),
  };
}

/** The smaller implementation of `verify`, for HMAC over the body and headers with a timestamp. */
function printHmacVerify(
  hash: Imported,
  { parts }: UsedCode,
  plan: SignaturePlan,
): Pick<StandaloneCode, "verify" | "constants"> {
  const { header, item, encoding, content, timestamp, tolerance, unit, secretPrefix } = plan;
  const signed = { header, item, encoding, content, timestamp, tolerance, unit };
  const readSecret = signing(parts.readSecret);
  const readKey =
    secretPrefix === undefined
      ? readSecret
      : code`(secret) => ${readSecret}(secret, ${JSON.stringify(secretPrefix)})`;
  return {
    verify: code`${signing("bindHmacHeaderVerify")}(${hash}, SIGNED, ${readKey})`,
    constants: code`/** Parts of a signed delivery that \`verify\` reads. */\n${local("const", "SIGNED")} = ${printValue(signed)} as const;\n\n`,
  };
}

// ---- For both

/** The hashes of HMAC, which has smaller implementations. */
const HASHES: ReadonlyMap<string, Imported> = new Map([
  ["HMAC_SHA1", signing("SHA1")],
  ["HMAC_SHA256", signing("SHA256")],
  ["HMAC_SHA512", signing("SHA512")],
]);

/** Declares the parts of the scheme for both functions. */
function printPartsConstant(used: UsedCode): Code {
  return code`${local("const", "PARTS")} = ${printSchemeParts(used)};\n\n`;
}

// ---- Types

export interface SignatureCode {
  /** The signature covers no headers. */
  readonly signsBodyAlone: boolean;
  /** The expression that binds the scheme for the toolkit. */
  readonly scheme: Code;
  readonly standalone: StandaloneCode;
}

/** The expressions that bind `sign` and `verify` without the toolkit. */
export interface StandaloneCode {
  /** A signature of the body alone is a text; others are headers. */
  readonly kind: "body" | "headers";
  readonly sign: Code;
  readonly verify: Code;
  /** Declarations that both refer to, with a blank line after them; empty if there are none. */
  readonly constants: Code;
}

/** The code of a scheme. A signature of the body alone needs only one of the parts. */
interface UsedCode extends Omit<SchemeCode, "parts"> {
  readonly parts: Pick<SchemeCode["parts"], "readSecret"> & Partial<SchemeCode["parts"]>;
}
