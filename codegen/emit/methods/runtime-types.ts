/** The types of the runtime that the modules of methods name. */
import type { Vendor } from "../../model/model.js";
import { ofRuntime } from "../print/module.js";
import type { Imported } from "../print/types.js";
import { freeName } from "../resources/resources.js";

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

export interface RuntimeTypes {
  readonly call: Imported;
  readonly listCall: Imported;
  readonly stream: Imported;
  readonly methodFunction: Imported;
  readonly streamingFunction: Imported;
  readonly methodOptions: Imported;
  readonly streamOptions: Imported;
}
