/** Compares what `vendor.yaml` says of a whole service: names in programs, and what is sent and received. */
import type { EnvironmentOption } from "../../src/catalog/sdk.js";
import {
  OUTPUTS,
  type SchemaModel,
  type Vendor,
  type VendorSdk,
  type VendorWebhooks,
} from "../model/model.js";
import type { Affected, Change, LocalChange } from "./types.js";

/** Lists the changes that concern no single route or event. */
export function compareService(before: SchemaModel, after: SchemaModel): readonly Change[] {
  const vendors = [before.vendor, after.vendor] as const;
  return [
    ...compareParts(before, after),
    ...compareClass(before.vendor.sdk, after.vendor.sdk),
    ...compareVariables(...vendors),
    ...compareCredentials(...vendors),
    ...compareFacts(...vendors),
  ];
}

/** A change of the whole service. */
function change(
  level: LocalChange["level"],
  place: string,
  text: string,
  { before, after, affects = "callers" }: ChangeDetail = {},
): Change {
  return {
    level,
    affects,
    entries: [],
    place,
    text,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}

// ---- Names in programs

/** Parts of the package, whose modules programs import. */
function compareParts(before: SchemaModel, after: SchemaModel): readonly Change[] {
  const vendors = [before.vendor, after.vendor] as const;
  const [hadWebhooks, hasWebhooks] = vendors.map(({ webhooks }) => webhooks !== undefined);
  const [types, nextTypes] = vendors.map(({ typesPackage }) => typesPackage?.name);
  const [outputs, nextOutputs] = [listOutputs(before.vendor), listOutputs(after.vendor)];
  const changes: Change[] = [];
  if (before.hasRoutes && !after.hasRoutes) changes.push(change("major", "routes", "are gone"));
  if (before.hasEvents && !after.hasEvents)
    changes.push(change("major", "events", "are gone", { affects: "receivers" }));
  if (hadWebhooks !== hasWebhooks)
    changes.push(
      hasWebhooks
        ? change("minor", "webhooks", "are new", { affects: "receivers" })
        : change("major", "webhooks", "are gone", { affects: "receivers" }),
    );
  if (types !== undefined && types !== nextTypes)
    changes.push(change("major", "package of types", "has another name", { before: types }));
  return [...changes, ...compareNames("output", outputs, nextOutputs)];
}

function listOutputs({ outputs, runtime }: Vendor): TextsByName {
  const chosen = outputs ?? OUTPUTS.filter((output) => output !== "paths");
  const names = [...chosen, ...(runtime === false ? [] : ["entries"])];
  return new Map(names.map((name) => [name, name]));
}

function compareClass(before: VendorSdk, after: VendorSdk): readonly Change[] {
  const [options, nextOptions] = [listOptions(before), listOptions(after)];
  const [environments, nextEnvironments] = [listEnvironments(before), listEnvironments(after)];
  const hasEnvironments = environments.size > 0 && nextEnvironments.size > 0;
  return [
    ...(before.name === after.name
      ? []
      : [change("major", "class", "has another name", { before: before.name, after: after.name })]),
    ...(before.arguments === after.arguments
      ? []
      : [change("major", "methods", "take their parameters in another form")]),
    ...compareNames("option", options, nextOptions),
    ...compareValues("option", "reads another environment variable", options, nextOptions),
    ...compareValues("option", "is sent elsewhere", listSent(before), listSent(after)),
    ...(hasEnvironments ? compareNames("environment", environments, nextEnvironments) : []),
    ...compareValues("environment", "has another address", environments, nextEnvironments),
  ];
}

/** Options of the class, with the environment variables that are read where they are left out. */
function listOptions(sdk: VendorSdk): TextsByName {
  const { credentials = [], sent = [], environments, webhookSecret } = sdk;
  const options: readonly (EnvironmentOption | undefined)[] = [
    ...credentials.flatMap((each) => [each, each.password, each.client?.id, each.client?.secret]),
    ...sent,
    environments && { option: "environment", env: "" },
    webhookSecret,
  ];
  return new Map(options.flatMap((each) => (each ? [[each.option, each.env] as const] : [])));
}

/** Options that are sent with every request, with their headers and query parameters. */
function listSent({ sent = [] }: VendorSdk): TextsByName {
  return new Map(sent.map((each) => [each.option, `${each.in} ${each.key}`]));
}

function listEnvironments({ environments = {} }: VendorSdk): TextsByName {
  return new Map(Object.entries(environments));
}

/** @param loss The level of a name that is gone. */
function compareNames(
  kind: string,
  before: ReadonlyMap<string, unknown>,
  after: ReadonlyMap<string, unknown>,
  loss: LocalChange["level"] = "major",
): readonly Change[] {
  const gone = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  return [
    ...gone.map((name) => change(loss, `${kind} ${name}`, "is gone")),
    ...added.map((name) => change("minor", `${kind} ${name}`, "is new")),
  ];
}

/** Compares facts of names that both sides have. */
function compareValues(
  kind: string,
  text: string,
  former: TextsByName,
  current: TextsByName,
): readonly Change[] {
  return [...former].flatMap(([name, before]) => {
    const after = current.get(name);
    if (after === undefined || after === before) return [];
    return [change("minor", `${kind} ${name}`, text, { before, after })];
  });
}

/** Compares the variables of the address. Where they list values, callers pass no others. */
function compareVariables(before: Vendor, after: Vendor): readonly Change[] {
  const defaultsOf = ({ variables = [] }: Vendor): TextsByName =>
    new Map(variables.map((each) => [each.name, each.default]));
  const [former, current] = [defaultsOf(before), defaultsOf(after)];
  return [
    ...compareNames("variable", former, current),
    ...compareValues("variable", "has another default", former, current),
    ...(before.variables ?? []).flatMap(({ name, values: had }) => {
      const next = after.variables?.find((each) => each.name === name);
      if (next === undefined || JSON.stringify(had) === JSON.stringify(next.values)) return [];
      const { values } = next;
      const isLess = values !== undefined && !had?.every((value) => values.includes(value));
      const sides = { before: had?.join(", ") ?? "any", after: values?.join(", ") ?? "any" };
      return [change(isLess ? "major" : "minor", `variable ${name}`, "has other values", sides)];
    }),
  ];
}

// ---- Requests and deliveries

/** Compares how credentials are sent. Programs name the options for them, which are compared above. */
function compareCredentials(before: Vendor, after: Vendor): readonly Change[] {
  const schemesOf = ({ sending }: Vendor): Credentials =>
    new Map(sending.auth.map(({ name, ...scheme }) => [name, scheme]));
  const [former, current] = [schemesOf(before), schemesOf(after)];
  const changed = [...former].filter(
    ([name, scheme]) =>
      current.has(name) && JSON.stringify(current.get(name)) !== JSON.stringify(scheme),
  );
  return [
    ...compareNames("credential", former, current, "minor"),
    ...changed.map(([name]) =>
      change("minor", `credential ${name}`, "is sent or fetched in another way"),
    ),
  ];
}

function compareFacts(before: Vendor, after: Vendor): readonly Change[] {
  return FACTS.flatMap(({ place, text, level = "minor", affects = "callers", read }) => {
    const [one, other] = [read(before), read(after)];
    const isSame = JSON.stringify(one) === JSON.stringify(other);
    // Where there were no webhooks, or are none any more, the report says only that.
    if (isSame || (affects === "receivers" && !(before.webhooks && after.webhooks))) return [];
    const detail = {
      affects,
      ...(typeof one === "string" && { before: one }),
      ...(typeof other === "string" && { after: other }),
    };
    if (one === undefined) return [change(level, place, "is new", detail)];
    return [change(level, place, other === undefined ? "is gone" : text, detail)];
  });
}

/** Facts that no program names, in the order of the report. */
const FACTS: readonly Fact[] = [
  { place: "base URL", text: "is another", read: ({ baseUrl }) => baseUrl },
  { place: "header accept", text: "is another", read: ({ accept }) => accept },
  {
    place: "header accept",
    text: "is chosen by other rules",
    level: "patch",
    read: ({ acceptsPerRoute = false }) => acceptsPerRoute,
  },
  {
    place: "mediaType.format",
    text: "writes other media types",
    read: ({ mediaTypePrefix }) => mediaTypePrefix,
  },
  {
    place: "body without fields",
    text: "is sent in another way",
    level: "patch",
    read: ({ sendsEmptyBodies = true }) => (sendsEmptyBodies ? "{}" : "no body"),
  },
  {
    place: "idempotency key",
    text: "is sent in another header",
    read: ({ sending }) => sending.idempotency,
  },
  {
    place: "rate limit",
    text: "is read from other headers",
    level: "patch",
    read: ({ sending }) => sending.rateLimit,
  },
  {
    place: "request id",
    text: "is read from another header",
    level: "patch",
    read: ({ sending }) => sending.requestId,
  },
  ofDeliveries("signature", "webhook signature", "is made in another way"),
  ofDeliveries("event", "webhook event", "has its name in another place"),
  ofDeliveries("delivery", "webhook id", "is in another place"),
  ofDeliveries("body", "webhook body", "has another format"),
  ofDeliveries("challenges", "webhook challenge", "is answered in another way"),
  ofDeliveries("path", "webhook path", "has another default"),
  ofDeliveries("catchUp", "webhook catch-up", "reads another list"),
  { ...ofDeliveries("relay", "webhook relay", "has messages with other keys"), level: "patch" },
];

function ofDeliveries(key: keyof VendorWebhooks, place: string, text: string): Fact {
  return { place, text, affects: "receivers", read: ({ webhooks }) => webhooks?.[key] };
}

// ---- Types

interface ChangeDetail {
  readonly before?: string;
  readonly after?: string;
  /** Default: callers. */
  readonly affects?: Affected;
}

/** Texts by the names that programs use. */
type TextsByName = ReadonlyMap<string, string>;

type Credentials = ReadonlyMap<string, object>;

interface Fact {
  readonly place: string;
  readonly text: string;
  /** Default: minor. */
  readonly level?: LocalChange["level"];
  /** Default: callers. */
  readonly affects?: Affected;
  /** A text is shown in the report. */
  readonly read: (vendor: Vendor) => unknown;
}
