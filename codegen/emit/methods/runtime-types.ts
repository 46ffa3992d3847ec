/** The types of the runtime that the modules of methods name. */
import type { Vendor } from "../../model/model.js";
import { freeName } from "../../model/names.js";
import { ofRuntime } from "../print/module.js";
import type { Imported } from "../print/types.js";

/** Imports the types under names that no type of the API has in the module. */
export function nameRuntimeTypes(typesOfModule: readonly string[], { sdk }: Vendor): RuntimeTypes {
  const names = new Set(typesOfModule);
  const isOfStainless = sdk.surface !== undefined;
  const module = ofRuntime(isOfStainless ? "stainless" : "calls");
  const take = (name: string): Imported => {
    const free = freeName(name, names);
    return module.type(name, free === name ? undefined : free);
  };
  return {
    call: take(isOfStainless ? "APIPromise" : "Call"),
    listCall: take(isOfStainless ? "PagePromise" : "ListCall"),
    stream: take(isOfStainless ? "Stream" : "Streamed"),
    methodFunction: take("MethodFunction"),
    streamingFunction: take("StreamingFunction"),
    methodOptions: take(isOfStainless ? "RequestOptions" : "MethodOptions"),
    streamOptions: take(isOfStainless ? "RequestOptions" : "StreamMethodOptions"),
  };
}

/** The types of the runtime, as a module of methods imports them. */
export interface RuntimeTypes {
  /** The result of a method. */
  readonly call: Imported;
  /** The result of a method with pages. */
  readonly listCall: Imported;
  /** The result of a method that streams. */
  readonly stream: Imported;
  /** A method as a function, which takes the client first. */
  readonly methodFunction: Imported;
  /** The same, of a method that streams if it is asked to. */
  readonly streamingFunction: Imported;
  readonly methodOptions: Imported;
  readonly streamOptions: Imported;
}
