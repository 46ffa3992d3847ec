/** Emits `sdk.ts`: the class of an API, and the classes of its errors. */
import type { Vendor } from "../../model/model.js";
import { ERROR_CLASSES } from "../calls/error-classes.js";
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
} from "../print/module.js";
import type { Code, Imported } from "../print/types.js";
import { hasOAuth } from "./client-code.js";
import { printOptionsType, printProperties } from "./sdk-options.js";
import { listDeclaredNames, renameIfDeclared, SDK, STAINLESS, surfaceOf } from "./sdk-surface.js";
import { emitUnwrap, printOpening, printWebhooks } from "./sdk-webhooks.js";
import { printNamespace } from "./stainless-types.js";
import { hasStreams } from "../plans/streams.js";

/** Emits the module with the class, and the one that the class loads later; none if `runtime` is `false`. */
export function emitSdk(context: EmitContext): readonly ModuleDraft[] {
  const { vendor, routes } = context.model;
  if (vendor.runtime === false) return [];
  const declaredNames = listDeclaredNames(vendor);
  const isFree = (name: string): boolean => !declaredNames.includes(name);
  const ofRuntime = listNamesOfRuntime(context).filter(({ name }) => isFree(name));
  const ofClient = listNamesOfClient(vendor)
    .filter(isFree)
    .map((name) => ofModule("./client.js").value(name));
  const names = [...declaredNames, ...CLASSES_BY_STATUS, ...ofRuntime.map(({ name }) => name)];
  const module = {
    exports: [[...ofRuntime, ...ofClient]],
    blocks: [
      ...CLASSES_BY_STATUS.filter(isFree).map((name) => printErrorClass(vendor, name)),
      printOptionsType(vendor),
      ...printClass(context),
      ...(vendor.sdk.surface ? printNamespace(context, names) : []),
    ],
  };
  return [{ path: "sdk.ts", sources: filesOf(vendor, ...routes), module }, ...emitUnwrap(context)];
}

/** The values and types of the runtime that the module passes on, since users of the class name them. */
function listNamesOfRuntime(context: EmitContext): readonly Imported[] {
  const { passedOn, streams } = surfaceOf(context.model.vendor);
  return hasStreams(context) ? [...passedOn, ...streams] : passedOn;
}

// ---- Errors

/** The values of the client's module that the module passes on: classes of errors, and their guard. */
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
  return vendor.sdk.surface === undefined
    ? printTypewireError(name, bodies, vendor)
    : printStainlessError(name, bodies, vendor);
}

function printTypewireError(name: string, bodies: Imported, vendor: Vendor): Code {
  const value = SDK.value(name, `${name}Of`);
  const type = renameIfDeclared(vendor, SDK.type("ErrorClass"));
  return code`${exported("const", name)}: ${type}<${name}> = ${value};
${exported("type", name)}<Data = ${bodies}["${name}"]> = ${value}<Data>;`;
}

function printStainlessError(name: string, bodies: Imported, vendor: Vendor): Code {
  const value = STAINLESS.value(name, `${name}Of`);
  const classes = renameIfDeclared(vendor, STAINLESS.type("StatusErrors"));
  const bodyOf = renameIfDeclared(vendor, STAINLESS.type("BodyOf"));
  return code`${exported("const", name)}: ${classes}<${bodies}>["${name}"] = ${value};
${exported("type", name)}<Body = ${bodyOf}<${bodies}, "${name}">> = ${value}<Body>;`;
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
  const opening = printOpening(context);
  const streams = hasStreams(context) ? [code`define: ${surfaceOf(vendor).defineStream}`] : [];
  return [
    ...(opening?.constants ? [opening.constants] : []),
    ...(vendor.webhooks ? [printWebhooks(context, findWebhookMethods(root, vendor))] : []),
    printInterface(vendor, referToMethods(vendor, root)),
    printConstructor(vendor, opening ? [...streams, opening.member] : streams),
  ];
}

/** @param methods The interface with the methods and resources of the class. */
function printInterface(vendor: Vendor, methods: Imported): Code {
  const { name, surface } = vendor.sdk;
  const client = renameIfDeclared(vendor, ofModule("./client.js").type("Client"));
  const stainlessClient = renameIfDeclared(vendor, STAINLESS.type("StainlessClient"));
  const bases = surface
    ? code`${methods}, Omit<${stainlessClient}, keyof ${methods}>`
    : code`${methods}`;
  const webhooks = vendor.webhooks ? `\n  readonly webhooks: ${name}Webhooks;` : "";
  const options = surface ? printProperties(vendor) : "";
  return code`/** ${escapeComment(vendor.title)}: each method sends a request. */
${exported("interface", name)} extends ${bases} {
  /** The client below the class, which sends requests by their routes. */
  readonly client: ${client};${webhooks}${options}
}`;
}

/** @param extensions Members of the last argument, with code that only some classes need: for streams and deliveries. */
function printConstructor(vendor: Vendor, extensions: readonly Code[]): Code {
  const { name, surface } = vendor.sdk;
  const bodies = surface && errorBodiesOf(vendor);
  const types = joinArguments([name, `${name}Options`], [bodies], "unknown");
  const { create, constructor } = surfaceOf(vendor);
  const type = code`${renameIfDeclared(vendor, constructor)}<${types}>`;
  const call = code`${renameIfDeclared(vendor, create)}<${types}>`;
  const catalog = ofModule("./sdk-catalog.js").value("sdkCatalog");
  const createClient = ofModule("./client.js").value("createClient");
  const last = extensions.length > 0 ? code`{\n  ${joinCode(extensions, ",\n  ")},\n}` : undefined;
  return code`/**
 * Creates a client with a method for each route. Nothing is sent before its first call.
 * @throws TypeError, RangeError or EndpointError for an option that the client refuses.
 */
${exported("const", name)}: ${type} =
  /* @__PURE__ */ ${call}(${joinArguments([catalog, createClient], [last], "{}")});`;
}

/** Refers to the interface with the methods of a resource. */
function referToMethods(vendor: Vendor, { file, typeName }: Resource): Imported {
  return renameIfDeclared(vendor, ofModule(`./methods/${file}.js`).type(typeName));
}

/** The interface of the methods that the API has under the name `webhooks`, if there are any. */
function findWebhookMethods(root: Resource, vendor: Vendor): Imported | undefined {
  const resource = root.children.find(({ name }) => name === "webhooks");
  return resource && referToMethods(vendor, resource);
}
