/** The two surfaces that a class can have: the names of the runtime that its module is made of. */
import type { Vendor } from "../../model/model.js";
import { listPassedOn, ofRuntime } from "../print/module.js";
import type { Imported } from "../print/types.js";
import { hasOAuth } from "./client-code.js";

export const SDK = ofRuntime("sdk");
export const STAINLESS = ofRuntime("stainless");

/** Chooses the surface of a vendor's class. */
export function surfaceOf(vendor: Vendor): Surface {
  if (vendor.sdk.surface === undefined) return TYPEWIRE_SURFACE;
  if (!hasOAuth(vendor)) return STAINLESS_SURFACE;
  return { ...STAINLESS_SURFACE, options: STAINLESS.type("StainlessOAuthOptions") };
}

/** The surface of a class of typewire. */
const TYPEWIRE_SURFACE: Surface = {
  options: SDK.type("SdkOptions"),
  create: SDK.value("createSdk"),
  constructor: SDK.type("SdkConstructor"),
  streams: listPassedOn("sdk", "streams"),
  defineStream: SDK.value("defineStreamMethod"),
  passedOn: listPassedOn("sdk", "sdk"),
};

/** The surface of a class that has the one of an SDK that Stainless made. */
const STAINLESS_SURFACE: Surface = {
  options: STAINLESS.type("StainlessOptions"),
  create: STAINLESS.value("createStainless"),
  constructor: STAINLESS.type("StainlessConstructor"),
  streams: listPassedOn("stainless", "streams"),
  defineStream: STAINLESS.value("defineStreamMethod"),
  passedOn: listPassedOn("stainless", "stainless"),
};

// ---- Names of the module

/** The names that the module declares. */
export function listDeclaredNames({ sdk: { name, surface } }: Vendor): readonly string[] {
  const aliases = surface === undefined ? [] : ["ClientOptions"];
  return [name, `${name}Options`, `${name}Webhooks`, ...aliases];
}

/** Gives an import an alias if the module itself declares its name. */
export function renameIfDeclared(vendor: Vendor, imported: Imported): Imported {
  const { name } = imported;
  return listDeclaredNames(vendor).includes(name) ? { ...imported, alias: `${name}Of` } : imported;
}

// ---- Types

/** The names of the runtime that a class is made of. */
export interface Surface {
  readonly options: Imported;
  readonly create: Imported;
  readonly constructor: Imported;
  /** Exported by the module of a class with streams. */
  readonly streams: readonly Imported[];
  /** Defines the methods of such a class. */
  readonly defineStream: Imported;
  /** Values and types that users of the class name. */
  readonly passedOn: readonly Imported[];
}
