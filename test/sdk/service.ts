/** Methods of a small service, over the client of `test/client/service.ts`. */
import type { ClientCatalog } from "../../src/catalog/client.js";
import type { MethodArguments } from "../../src/catalog/sdk.js";
import type { ClientOptions } from "../../src/request/client/types.js";
import { lists } from "../../src/request/sdk/lists.js";
import { defineMethod, type MethodForm } from "../../src/request/sdk/methods.js";
import type { Call, ListCall } from "../../src/request/sdk/types.js";
import { createService } from "../client/service.js";

/** The forms in which methods take their arguments. */
export const FORMS: readonly MethodArguments[] = ["object", "positional", "last"];

export const define = (route: string, form?: MethodForm): AnyMethod =>
  defineMethod(route, { ...form, isNamed: true });
export const defineList = (route: string, form?: MethodForm): AnyList =>
  defineMethod(route, { ...form, isNamed: true, lists });

/** A client that does not retry. */
export const connect = (
  baseUrl: string,
  options: ClientOptions<string> = {},
  catalog: ClientCatalog = {},
) => createService(catalog, { baseUrl, retry: 0, ...options });

export interface Thing {
  readonly id?: number;
  readonly name?: string;
}

export type AnyMethod = (...args: readonly unknown[]) => Call<Thing>;

export type AnyList = (...args: readonly unknown[]) => ListCall<{ meta?: unknown }, Thing>;
