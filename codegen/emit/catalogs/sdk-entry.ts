/** `sdk.ts`: the class of an API, its errors and its webhooks; and `sdk-unwrap.ts`, which opens its deliveries. */
import type { Vendor } from "../../model/model.js";
import { ERROR_CLASSES } from "../calls/error-classes.js";
import { specifierOf } from "../names/files.js";
import { readResources, type Resource } from "../resources/resources.js";
import type { EmitContext } from "../context/context.js";
import { escapeComment } from "../print/escape.js";
import { filesOf, type ModuleDraft } from "../print/file.js";
import {
  code,
  exported,
  joinArguments,
  joinCode,
  listPassedOn,
  ofModule,
  WEBHOOKS,
} from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { hasOAuth } from "./client-code.js";
import { listDeliveryCode, printConstants, printPart, WEBHOOK_CATALOG } from "./delivery-code.js";
import { printOptionsType, printProperties } from "./sdk-options.js";
import { listDeclaredNames, renameIfDeclared, SDK, STAINLESS, surfaceOf } from "./sdk-surface.js";
import { printNamespace } from "./stainless-types.js";
import { hasStreams } from "../plans/streams.js";
import { listPayloadValues } from "./values.js";

/** Emits the module with the class, and one with the code that it loads later; none if `runtime` is `false`. */
export function emitSdk(context: EmitContext): readonly ModuleDraft[] {
  const { vendor, routes } = context.model;
  const { runtime, sdk } = vendor;
  if (runtime === false) return [];
  const declaredNames = listDeclaredNames(vendor);
  const surface = surfaceOf(vendor);
  const passedOn = [...surface.passedOn, ...(hasStreams(context) ? surface.streams : [])].filter(
    ({ name }) => !declaredNames.includes(name),
  );
  const ofClient = listNamesOfClient(vendor)
    .filter((name) => !declaredNames.includes(name))
    .map((name) => ofModule("./client.js").value(name));
  const exportedNames = [
    ...declaredNames,
    ...CLASSES_BY_STATUS,
    ...passedOn.map(({ name }) => name),
  ];
  const module = {
    exports: [[...passedOn, ...ofClient]],
    blocks: [
      ...CLASSES_BY_STATUS.filter((name) => !declaredNames.includes(name)).map((name) =>
        printErrorClass(vendor, name),
      ),
      printOptionsType(vendor),
      ...printClass(context),
      ...(sdk.surface ? printNamespace(context, exportedNames) : []),
    ],
  };
  return [{ path: "sdk.ts", sources: filesOf(vendor, ...routes), module }, ...emitUnwrap(context)];
}

// ---- Errors

/** The values of the client's module that the class passes on: classes of errors, and their guard. */
function listNamesOfClient(vendor: Vendor): readonly string[] {
  const errors = [
    ...listPassedOn("client", "client"),
    ...(hasOAuth(vendor) ? listPassedOn("oauth", "oauth") : []),
  ].filter(({ isType }) => !isType);
  return [...errors.map(({ name }) => name), "isResponseError"];
}

/** Classes of errors that get the types of the service's bodies. */
const CLASSES_BY_STATUS: readonly string[] = ERROR_CLASSES.map(({ name }) => name);

/** Gives a class of errors the type of the bodies that the service declares for its status. */
function printErrorClass(vendor: Vendor, name: string): Code {
  const bodies = errorBodiesOf(vendor);
  if (vendor.sdk.surface !== undefined) {
    const value = STAINLESS.value(name, `${name}Of`);
    const classes = renameIfDeclared(vendor, STAINLESS.type("StatusErrors"));
    const bodyOf = renameIfDeclared(vendor, STAINLESS.type("BodyOf"));
    return code`${exported("const", name)}: ${classes}<${bodies}>["${name}"] = ${value};
${exported("type", name)}<Body = ${bodyOf}<${bodies}, "${name}">> = ${value}<Body>;`;
  }
  const value = SDK.value(name, `${name}Of`);
  const type = renameIfDeclared(vendor, SDK.type("ErrorClass"));
  return code`${exported("const", name)}: ${type}<${name}> = ${value};
${exported("type", name)}<Data = ${bodies}["${name}"]> = ${value}<Data>;`;
}

/** The type with the bodies of each class of errors. */
function errorBodiesOf(vendor: Vendor): Imported {
  return renameIfDeclared(vendor, ofModule("./client-types.js").type("ErrorBodies"));
}

// ---- The class

/** Prints the interface of the class, its constructor, and what both refer to. */
function printClass(context: EmitContext): readonly Code[] {
  const { vendor } = context.model;
  const root = readResources(context);
  const { constants, extensions } = printExtensions(context);
  return [
    ...constants,
    ...(vendor.webhooks ? [printWebhooks(context, root)] : []),
    printInterface(vendor, root),
    printConstructor(vendor, extensions),
  ];
}

function printInterface(vendor: Vendor, root: Resource): Code {
  const { name, surface } = vendor.sdk;
  const resources = referToMethods(vendor, root);
  const client = renameIfDeclared(vendor, ofModule("./client.js").type("Client"));
  const stainlessClient = renameIfDeclared(vendor, STAINLESS.type("StainlessClient"));
  const bases = surface
    ? code`${resources}, Omit<${stainlessClient}, keyof ${resources}>`
    : code`${resources}`;
  const webhooks = vendor.webhooks ? `\n  readonly webhooks: ${name}Webhooks;` : "";
  const options = surface ? printProperties(vendor) : "";
  return code`/** ${escapeComment(vendor.title)}: each method sends a request. */
${exported("interface", name)} extends ${bases} {
  /** The client below the class, which sends requests by their routes. */
  readonly client: ${client};${webhooks}${options}
}`;
}

function printConstructor(vendor: Vendor, extensions: Code | undefined): Code {
  const { name, surface } = vendor.sdk;
  const bodies = surface && errorBodiesOf(vendor);
  const types = joinArguments([name, `${name}Options`], [bodies], "unknown");
  const { create, constructor } = surfaceOf(vendor);
  const type = code`${renameIfDeclared(vendor, constructor)}<${types}>`;
  const call = code`${renameIfDeclared(vendor, create)}<${types}>`;
  const catalog = ofModule("./sdk-catalog.js").value("sdkCatalog");
  const createClient = ofModule("./client.js").value("createClient");
  return code`/**
 * Creates a client with a method for each route. Nothing is sent before its first call.
 * @throws TypeError, RangeError or EndpointError for an option that the client refuses.
 */
${exported("const", name)}: ${type} =
  /* @__PURE__ */ ${call}(${joinArguments([catalog, createClient], [extensions], "{}")});`;
}

/** The code that only some classes need: for streams, and for deliveries. */
function printExtensions(context: EmitContext): ClassExtensions {
  const { vendor } = context.model;
  const define = hasStreams(context) ? [code`define: ${surfaceOf(vendor).defineStream}`] : [];
  // The deliveries of the other surface are opened at once, so that their code cannot be loaded first.
  const deliveries = vendor.sdk.surface && printDeliveries(context, WEBHOOKS.value("createOpener"));
  const openPart = deliveries ? [code`open: ${deliveries.create}`] : [];
  const unwrapModule = ofModule(`./${UNWRAP}.js`).specifier();
  const unwrap =
    vendor.webhooks && !vendor.sdk.surface
      ? [code`unwrap: async (secret) => (await import(${unwrapModule})).createUnwrap(secret)`]
      : [];
  const parts = [...define, ...openPart, ...unwrap];
  return {
    constants: deliveries ? [deliveries.constants] : [],
    extensions: parts.length > 0 ? code`{\n  ${joinCode(parts, ",\n  ")},\n}` : undefined,
  };
}

/** Refers to the interface with the methods of a resource. */
function referToMethods(vendor: Vendor, { file, typeName }: Resource): Imported {
  return renameIfDeclared(vendor, ofModule(`./methods/${file}.js`).type(typeName));
}

// ---- Webhooks

/** The type of `webhooks`: it opens deliveries, and has the methods that the API has under this name. */
function printWebhooks(context: EmitContext, root: Resource): Code {
  const { vendor } = context.model;
  const resource = root.children.find((child) => child.name === "webhooks");
  const methods = resource ? [referToMethods(vendor, resource)] : [];
  const text = resource ? "Deliveries, and the methods of the API under this name." : "Deliveries.";
  const head = code`/** ${text} */\n${exported("interface", `${vendor.sdk.name}Webhooks`)}`;
  return vendor.sdk.surface === undefined
    ? printUnwrapInterface(head, methods, context)
    : printStainlessWebhooks(head, methods, context);
}

/** @param methods The interface of the methods of the API, if there are any. */
function printUnwrapInterface(
  head: Code,
  methods: readonly Imported[],
  context: EmitContext,
): Code {
  const { vendor, hasEvents } = context.model;
  const bases = methods.map((type) => code` extends ${type}`);
  const unwrap = renameIfDeclared(vendor, SDK.type("Unwrap"));
  const type = hasEvents ? code`${unwrap}<${eventOf(vendor)}>` : unwrap;
  return code`${head}${joinCode(bases)} {
  /**
   * Verifies a delivery, and resolves to its event. Rejects with a \`WebhookError\` for one that the
   * service has not signed, or that cannot be read.
   */
  readonly unwrap: ${type};
}`;
}

/** @param methods The interface of the methods of the API, if there are any. */
function printStainlessWebhooks(
  head: Code,
  methods: readonly Imported[],
  context: EmitContext,
): Code {
  const { vendor, hasEvents } = context.model;
  const webhooks = renameIfDeclared(vendor, STAINLESS.type("StainlessWebhooks"));
  const base = hasEvents ? code`${webhooks}<${eventOf(vendor)}["payload"]>` : webhooks;
  return code`${head} extends ${joinCode([...methods, base], ", ")} {}`;
}

/** The type of any event. */
function eventOf(vendor: Vendor): Imported {
  const event = ofModule(specifierOf("events", vendor)).type("EmitterWebhookEvent");
  return renameIfDeclared(vendor, event);
}

/** Emits the module with the code that opens deliveries; none for a class that does so without loading it. */
function emitUnwrap(context: EmitContext): readonly ModuleDraft[] {
  const { vendor, events } = context.model;
  const { runtime, sdk } = vendor;
  if (sdk.surface !== undefined || runtime === false) return [];
  const deliveries = printDeliveries(context, WEBHOOKS.value("createUnwrap", "createUnwrapOf"));
  if (deliveries === undefined) return [];
  const { constants, create } = deliveries;
  const unwrap = code`/** Creates the function that opens deliveries with a secret. */
${exported("const", "createUnwrap")}: (secret: string) => ${SDK.type("Unwrap")} = ${create};
`;
  const module = { blocks: [constants, unwrap] };
  return [{ path: `${UNWRAP}.ts`, sources: filesOf(vendor, ...events), module }];
}

/** The module with the code that opens deliveries, which a class loads with its first delivery. */
const UNWRAP = "sdk-unwrap";

/** The expression that creates what opens deliveries, and the constants that it refers to. */
function printDeliveries(
  context: EmitContext,
  createOpening: Imported,
): DeliveryOpening | undefined {
  const { model } = context;
  const { webhooks, sdk } = model.vendor;
  if (webhooks === undefined) return undefined;
  const values = listPayloadValues(context, sdk.surface === undefined);
  const deliveries = listDeliveryCode(model, webhooks, values);
  const parts = joinCode(["scheme", ...deliveries.parts.map(printPart)], ", ");
  const catalog = WEBHOOK_CATALOG.value("webhookCatalog");
  return {
    create: code`/* @__PURE__ */ ${createOpening}(${catalog}, { ${parts} })`,
    constants: printConstants(deliveries),
  };
}

// ---- Types

interface ClassExtensions {
  /** Declarations that the code refers to. */
  readonly constants: readonly Code[];
  /** The last argument of the call that creates the class. */
  readonly extensions: Code | undefined;
}

interface DeliveryOpening {
  /** The expression that creates the function, or the object, that opens deliveries. */
  readonly create: Code;
  /** The constants that the expression refers to. */
  readonly constants: Code;
}
