/** Samples of calls, one for each method of the class. */
import type { EmitContext } from "../emit/context/context.js";
import type { Method } from "../emit/resources/resource-methods.js";
import { listResources, readResources } from "../emit/resources/resources.js";
import { printSampleArguments } from "../emit/samples/call-code.js";
import { sampleParameters } from "../emit/samples/call-values.js";
import { onlyStreams, type Response } from "../model/model.js";
import { toCamelCase } from "../model/names.js";

/** Lists a call of each method under its present name. */
export function listCallSamples(context: EmitContext): readonly CallSample[] {
  const { vendor } = context.model;
  const instance = toCamelCase(vendor.sdk.name);
  const settings = { resolve: context.resolve, baseUrl: baseUrlOf(context) };
  return listResources(readResources(context)).flatMap(({ path, methods }) =>
    methods
      .filter(({ isAlias }) => !isAlias)
      .map((method) => {
        const call = path === "" ? method.name : `${path}.${method.name}`;
        const sampleArguments = printSampleArguments(method, settings);
        return {
          route: method.route.key,
          call,
          code: printCall(method, `${instance}.${call}(${sampleArguments})`),
          parameters: sampleParameters(method, settings),
        };
      }),
  );
}

/** Prints a call with what a program does with its result. */
function printCall({ item, route }: Method, call: string): string {
  if (onlyStreams(route) || item !== undefined)
    return `for await (const item of ${call}) console.log(item);`;
  return route.responses.some(hasData) ? `const data = await ${call};` : `await ${call};`;
}

/** Tests whether a response is a success with a body. */
export function hasData({ status, schema }: Response): boolean {
  return /^(?:2\d\d|2XX|default)$/i.test(status) && schema !== undefined;
}

/** The address of the service, or one that stands for it. */
export function baseUrlOf({ model }: EmitContext): string {
  return model.vendor.baseUrl ?? "https://example.com";
}

/** Prints the instance whose methods the samples call. */
export function printInstance({ model: { vendor } }: EmitContext): string {
  return `const ${toCamelCase(vendor.sdk.name)} = new ${vendor.sdk.name}();`;
}

/** A call of a method, as the pages show it. */
export interface CallSample {
  /** `GET /orgs/{org}/repos` */
  readonly route: string;
  /** The dotted name of the method, without the instance. */
  readonly call: string;
  readonly code: string;
  /** The parameters of the route, as the request builder takes them. */
  readonly parameters: Readonly<Record<string, unknown>>;
}
