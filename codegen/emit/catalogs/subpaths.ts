import type { Vendor } from "../../model/model.js";
import { type FileDraft, filesOf } from "../print/file.js";
import { joinBlocks, joinLines } from "../print/print.js";
import { CATALOG, type DeliveryCode, type DeliveryPart, type FreeCode } from "./delivery-code.js";
import { printRuntimeNames, runtimeModule } from "./runtime-modules.js";

/** What the modules beside the main entry are made of. */
interface Subpaths {
  readonly vendor: Vendor;
  readonly hasEvents: boolean;
  readonly hasRoutes: boolean;
  /** Absent for a client without deliveries. */
  readonly code: DeliveryCode | undefined;
  readonly runtime: string;
  /** The dotted path of the action in payloads. */
  readonly actionPath: string | undefined;
  /** The module with the types of events. */
  readonly events: string;
}

/**
 * Emits a module for each subpath that the client has beside its main entry. They are modules of
 * their own so that nobody loads validators, samples or a relay without asking for them.
 */
export function emitSubpaths(subpaths: Subpaths): readonly FileDraft[] {
  const { vendor, hasEvents, hasRoutes, code, runtime } = subpaths;
  const bodies: Readonly<Record<string, string>> = {
    ...(hasEvents && { "validate.ts": printValidate(subpaths) }),
    ...(code && {
      "methods.ts": printMethods(code, runtime),
      "middleware/node.ts": printPassedOn("middleware/node", runtime),
      "middleware/web.ts": printPassedOn("middleware/web", runtime),
      "relay.ts": printPassedOn("relay", runtime),
    }),
    ...((code ?? hasRoutes) && { "testing.ts": printTesting(subpaths) }),
  };
  const sources = filesOf(vendor);
  return Object.entries(bodies).map(([path, body]) => ({ path, sources, body }));
}

/** What is the same for all vendors. */
function printPassedOn(module: string, runtime: string): string {
  return `export * from ${runtimeModule(runtime, module)};\n`;
}

function printValidate({ runtime, actionPath = "action", events }: Subpaths): string {
  const action = actionPath === "action" ? "" : `\n    action: ${JSON.stringify(actionPath)},`;
  const types = ["InvalidPayload", "PayloadError", "PayloadValidator", "ValidPayload"];
  return `${printRuntimeNames("import", ["createPayloadValidator"], runtime)}
${printRuntimeNames("import type", ["PayloadValidator"], runtime)}
import { emitterEventNames } from "./event-names.js";
import type { EventMap } from "${events}";
import { validatorLoaders } from "./validators/index.js";

${printRuntimeNames("export type", types, runtime)}

/**
 * Checks a payload against the type of an event. The validators of an event are imported at the
 * first call for it. Rejects with a TypeError for an unknown event name.
 */
export const validatePayload: PayloadValidator<EventMap> =
  /* @__PURE__ */ createPayloadValidator<EventMap>({
    eventNames: emitterEventNames,${action}
    loaders: validatorLoaders,
  });
`;
}

/** Each half of a client has its own help for tests. */
function printTesting(subpaths: Subpaths): string {
  const { hasRoutes, code, runtime } = subpaths;
  return joinBlocks([
    ...(code ? [printDeliveryTesting(subpaths, code)] : []),
    ...(hasRoutes ? [printClientTesting(runtime)] : []),
  ]);
}

function printClientTesting(runtime: string): string {
  return joinLines([
    printRuntimeNames("export", ["createMockFetch"], runtime),
    printRuntimeNames("export type", ["MockFetch", "MockReply", "MockRequest"], runtime),
  ]);
}

function printDeliveryTesting({ runtime, events }: Subpaths, code: DeliveryCode): string {
  const body = code.parts.filter(({ key }) => key === "body");
  const values = [...code.schemeValues, "createDeliveryFactory", ...body.map(({ value }) => value)];
  const types = ["CreateDelivery", "Delivery", "DeliveryOptions", "Overrides"];
  return `${printRuntimeNames("import", values, runtime)}
${printRuntimeNames("import type", ["CreateDelivery"], runtime)}
import type { EventMap } from "${events}";
import { sampleLoaders } from "./samples/index.js";
import { webhookCatalog, webhookSignature } from "${CATALOG}";

${printRuntimeNames("export type", types, runtime)}

${printConstants({ ...code, parts: body })}

/** Creates a signed delivery with a payload that matches the schema, for tests of handlers. */
export const createDelivery: CreateDelivery<EventMap> =
  /* @__PURE__ */ createDeliveryFactory<EventMap>({
    catalog: webhookCatalog,
    ${["scheme", ...body.map(printPart)].join(",\n    ")},
    loaders: sampleLoaders,
  });
`;
}

/** The constants that the toolkit is bound to: a bundler drops them with what they are passed to. */
export function printConstants({ scheme, parts }: DeliveryCode): string {
  const constants = parts.flatMap(({ value, call }) =>
    call ? [`const ${call.name} = /* @__PURE__ */ ${value}(${call.argument});`] : [],
  );
  return [`const scheme = /* @__PURE__ */ ${scheme};`, ...constants].join("\n");
}

export function printPart({ key, value, call }: DeliveryPart): string {
  const name = call?.name ?? value;
  return name === key ? key : `${key}: ${name}`;
}

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
