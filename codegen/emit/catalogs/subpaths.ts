/** The modules of the subpaths beside the entries, for validators, signatures, tests and the inbox. */
import { RECEIVING } from "../../../src/exports.js";
import type { CatchUpPlan } from "../../../src/catalog/catch-up.js";
import type { Vendor } from "../../model/model.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import {
  code,
  exported,
  joinCode,
  listPassedOn,
  ofModule,
  ofRuntime,
  WEBHOOKS,
} from "../print/module.js";
import { printValue } from "../print/print.js";
import type { Code, Module } from "../print/types.js";
import { type DeliveryCode, printConstants, printPart, WEBHOOK_CATALOG } from "./delivery-code.js";
import type { StandaloneCode } from "./signature-code.js";

/**
 * Emits the modules of the subpaths beside the entries. They are separate, so that a program loads
 * validators, samples and the relay only if it imports them.
 */
export function emitSubpaths(subpaths: Subpaths): readonly ModuleDraft[] {
  const { vendor, hasEvents, hasRoutes, deliveries } = subpaths;
  const passOn = (subpath: string): Module => ({ exports: [[ofRuntime(subpath).all()]] });
  const modules: Readonly<Record<string, Module>> = {
    ...((hasEvents || hasRoutes) && { "validate.ts": printValidate(subpaths) }),
    ...(deliveries && {
      "methods.ts": printMethodsSubpath(deliveries),
      ...Object.fromEntries(RECEIVING.map((subpath) => [`${subpath}.ts`, passOn(subpath)])),
    }),
    ...(deliveries &&
      vendor.webhooks?.catchUp && {
        "catch-up.ts": printCatchUp(vendor.webhooks.catchUp),
      }),
    ...((deliveries ?? hasRoutes) && { "testing.ts": printTesting(subpaths) }),
  };
  const sources = filesOf(vendor);
  return Object.entries(modules).map(([path, module]) => ({ path, sources, module }));
}

// ---- Validators

const VALIDATE = ofRuntime("validate");

/** Prints the module with the validators that `Webhooks` and clients are given. */
function printValidate(subpaths: Subpaths): Module {
  const { hasEvents, hasRoutes } = subpaths;
  const names = [
    ...(hasEvents ? listPassedOn("validate", "events") : []),
    ...(hasRoutes ? listPassedOn("validate", "routes") : []),
  ];
  const blocks = [
    ...(hasEvents ? [printValidatePayload(subpaths)] : []),
    ...(hasRoutes ? [CLIENT_SCHEMAS] : []),
  ];
  return { exports: [names], blocks };
}

const CLIENT_SCHEMAS = code`/**
 * The schemas that a client checks bodies by: \`createClient({ validation: "refuse", schemas })\`. Those of
 * a resource are imported when a request of one of its routes is first checked.
 */
${exported("const", "schemas")}: ${VALIDATE.type("ClientSchemas")} =
  /* @__PURE__ */ ${VALIDATE.value("createClientSchemas")}(${ofModule("./schemas/loaders.js").value("schemaLoaders")});
`;

function printValidatePayload({ vendor, actionPath = "action", events }: Subpaths): Code {
  const actionLine = actionPath === "action" ? "" : `\n    action: ${JSON.stringify(actionPath)},`;
  const typed = ofModule(events).type("EventMap");
  const eventMap =
    vendor.values === undefined ? code`${typed}` : code`${VALIDATE.type("EventsInJson")}<${typed}>`;
  return code`/**
 * Checks a payload against the type of an event. The schemas of an event are imported at the
 * first call for it. Rejects with a TypeError for an unknown event name.
 */
${exported("const", "validatePayload")}: ${VALIDATE.type("PayloadValidator")}<${eventMap}> =
  /* @__PURE__ */ ${VALIDATE.value("createPayloadValidator")}<${eventMap}>({
    eventNames: ${ofModule("./event-names.js").value("emitterEventNames")},${actionLine}
    loaders: ${ofModule("./schemas/loaders.js").value("payloadLoaders")},
  });
`;
}

// ---- The inbox

const CATCH_UP = ofRuntime("inbox/catch-up");

/** Prints the module with the lists of what the service has sent, for an inbox. */
function printCatchUp(plans: readonly CatchUpPlan[]): Module {
  const source = code`/**
 * The lists of what the service has sent, for an inbox that fetches what never arrived:
 * \`createInbox({ webhooks, store, catchUp: { client, source: sentDeliveries } })\`.
 */
${exported("const", "sentDeliveries")}: ${CATCH_UP.type("CatchUpSource")} =
  /* @__PURE__ */ ${CATCH_UP.value("createCatchUpSource")}(${printValue(plans)});
`;
  return { blocks: [source] };
}

// ---- Tests

const TESTING = ofRuntime("testing");

/** Prints the module for tests: signed deliveries, a mock of `fetch`, or both. */
function printTesting({ hasRoutes, deliveries, events }: Subpaths): Module {
  const exports = [
    ...(deliveries ? [listPassedOn("testing", "deliveries")] : []),
    ...(hasRoutes ? [listPassedOn("testing", "routes")] : []),
  ];
  return { exports, blocks: deliveries ? printDeliveryTesting(deliveries, events) : [] };
}

function printDeliveryTesting(deliveries: DeliveryCode, events: string): readonly Code[] {
  const parts = deliveries.parts.filter(({ key }) => key === "body" || key === "values");
  const eventMap = ofModule(events).type("EventMap");
  const create = code`/** Creates a signed delivery with a payload that matches the schema, for tests of handlers. */
${exported("const", "createDelivery")}: ${TESTING.type("CreateDelivery")}<${eventMap}> =
  /* @__PURE__ */ ${TESTING.value("createDeliveryFactory")}<${eventMap}>({
    catalog: ${WEBHOOK_CATALOG.value("webhookCatalog")},
    ${joinCode(["scheme", ...parts.map(printPart)], ",\n    ")},
    loaders: ${ofModule("./samples/index.js").value("sampleLoaders")},
  });
`;
  return [printConstants({ ...deliveries, parts }), create];
}

// ---- Signatures

const RAW_PAYLOAD = WEBHOOKS.type("RawPayload");
const HEADERS = WEBHOOKS.type("DeliveryHeaders");
const SIGN_CONTEXT = WEBHOOKS.type("SignContext");
const VERIFY_CONTEXT = WEBHOOKS.type("VerifyContext");
const HEADER_TYPES = [HEADERS, SIGN_CONTEXT, VERIFY_CONTEXT];

/** Prints `sign` and `verify` for programs that use them without the toolkit. */
function printMethodsSubpath({ standalone }: DeliveryCode): Module {
  const isOfBody = standalone.kind === "body";
  const types = isOfBody ? [RAW_PAYLOAD] : HEADER_TYPES;
  const methods = isOfBody ? printBodyMethods(standalone) : printHeaderMethods(standalone);
  return { exports: [types], blocks: [methods] };
}

const THROWS = "@throws TypeError when an argument is missing or of another type";

const THROWS_OF_TEXT = `${THROWS}, or when the secret or the
 * payload is text that is not well-formed Unicode.`;

function printBodyMethods({ sign, verify, constants }: StandaloneCode): Code {
  return code`${constants}/**
 * Signs a payload; returns the text of the signature header. Text is signed as UTF-8.
 * ${THROWS_OF_TEXT}
 */
${exported("const", "sign")}: (secret: string | Uint8Array, payload: ${RAW_PAYLOAD}) => string =
  /* @__PURE__ */ ${sign};

/**
 * Tells whether \`signature\` is that of \`payload\` under \`secret\`. Compares in constant time.
 * ${THROWS_OF_TEXT}
 */
${exported("const", "verify")}: (
  secret: string | Uint8Array,
  payload: ${RAW_PAYLOAD},
  signature: string,
) => boolean = /* @__PURE__ */ ${verify};
`;
}

function printHeaderMethods({ sign, verify, constants }: StandaloneCode): Code {
  return code`${constants}/**
 * Signs a payload; returns the headers to send with it.
 * ${THROWS}.
 */
${exported("const", "sign")}: (
  secret: string | Uint8Array,
  payload: string | Uint8Array,
  context?: ${SIGN_CONTEXT},
) => Record<string, string> = /* @__PURE__ */ ${sign};

/**
 * Tells whether a delivery with these headers is authentic, and its timestamp within the tolerance
 * where it has one. Compares in constant time.
 * ${THROWS}.
 */
${exported("const", "verify")}: (
  secret: string | Uint8Array,
  payload: string | Uint8Array,
  headers: ${HEADERS},
  context?: ${VERIFY_CONTEXT},
) => boolean = /* @__PURE__ */ ${verify};
`;
}

// ---- Types

/** Settings of the modules beside the entries. */
interface Subpaths {
  readonly vendor: Vendor;
  readonly hasEvents: boolean;
  readonly hasRoutes: boolean;
  /** `undefined` for a client without deliveries. */
  readonly deliveries: DeliveryCode | undefined;
  /** The dotted path of the action in payloads. */
  readonly actionPath: string | undefined;
  /** The module with the types of events. */
  readonly events: string;
}
