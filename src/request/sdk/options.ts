/** The options of an SDK's class, as its client takes them (contract H.7). */
import { explain } from "../../base/explain.js";
import { checkOptionNames } from "../../base/nearest.js";
import { writeMessage } from "../../base/package.js";
import { describeKind } from "../../base/values.js";
import type { CredentialOption, EnvironmentOption, SdkCatalog } from "../../catalog/sdk.js";
import { CLIENT_OPTIONS, INTERNAL_OPTIONS } from "../client/client-options.js";
import { readOwn, type UnknownRecord } from "../endpoint/values.js";
import { sendAlways } from "./sent-values.js";

/**
 * Checks the names of the options of a class.
 * @param classOptions Names that only this class has, beside those of the client and of its service.
 * @throws TypeError for a misspelt one.
 */
export function checkSdkOptions(
  catalog: SdkCatalog,
  options: object,
  classOptions: object = {},
): void {
  const serviceOptions = listOptions(catalog).map(({ option }) => [option, true] as const);
  const known = {
    ...CLIENT_OPTIONS,
    ...classOptions,
    ...Object.fromEntries<true>(serviceOptions),
  };
  checkOptionNames(options, { ...known, environment: true }, INTERNAL_OPTIONS);
}

/**
 * Turns the options of a class into those of its client.
 * @throws TypeError for an environment that the service does not have.
 */
export function readClientOptions(catalog: SdkCatalog, sdkOptions: UnknownRecord): UnknownRecord {
  const { sent = [] } = catalog;
  const options = { ...sdkOptions };
  for (const { option } of listOptions(catalog)) Reflect.deleteProperty(options, option);
  Reflect.deleteProperty(options, "environment");
  return {
    ...options,
    auth: sdkOptions["auth"] ?? readCredentials(catalog, sdkOptions),
    baseUrl: sdkOptions["baseUrl"] ?? readEnvironment(catalog, sdkOptions["environment"]),
    ...sendAlways(
      sent.map((each) => ({ place: each.in, key: each.key, value: readOption(each, sdkOptions) })),
      sdkOptions,
    ),
  };
}

/** The options of the class that have an environment variable. */
export function listOptions({
  credentials = [],
  sent = [],
  webhookSecret,
}: SdkCatalog): readonly EnvironmentOption[] {
  const otherCredentials = credentials.flatMap(({ password, client }) => [
    ...(password ? [password] : []),
    ...(client ? [client.id, client.secret] : []),
  ]);
  return [...credentials, ...otherCredentials, ...sent, ...(webhookSecret ? [webhookSecret] : [])];
}

/** An option, or its environment variable; `undefined` for one that is absent, empty or `null`. */
export function readOption({ option, env }: EnvironmentOption, options: UnknownRecord): unknown {
  const value = readOwn(options, option);
  return (value === undefined ? readEnv(env) : value) ?? undefined;
}

/** An environment variable; `undefined` also on platforms that have none, or refuse access. */
export function readEnv(name: string): string | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined;
  }
}

/** The only credential by itself, or several by the names of their schemes. */
function readCredentials({ credentials = [] }: SdkCatalog, options: UnknownRecord): unknown {
  const values = credentials.map((each) => [each.scheme, readCredential(each, options)] as const);
  if (values.length === 1) return values[0]?.[1];
  return values.some(([, value]) => value !== undefined) ? Object.fromEntries(values) : undefined;
}

/** A credential; user name and password are joined if both are options. */
function readCredential(option: CredentialOption, options: UnknownRecord): unknown {
  const value = readOption(option, options);
  const { client } = option;
  if (value === undefined && client) {
    const clientId = readOption(client.id, options);
    const clientSecret = readOption(client.secret, options);
    return clientId === undefined && clientSecret === undefined
      ? undefined
      : { clientId, clientSecret };
  }
  const password = option.password && readOption(option.password, options);
  return typeof value === "string" && password !== undefined
    ? `${value}:${password as string}`
    : value;
}

function readEnvironment({ environments = {} }: SdkCatalog, name: unknown): string | undefined {
  if (name === undefined) return undefined;
  const address = typeof name === "string" ? readOwn(environments, name) : undefined;
  if (address !== undefined) return address;
  const detail = explain(() => {
    const got = typeof name === "string" ? JSON.stringify(name) : describeKind(name);
    return `is ${got}; expected one of ${Object.keys(environments).join(", ")}`;
  });
  throw new TypeError(writeMessage("INVALID_OPTION", 'Option "environment"', detail));
}
