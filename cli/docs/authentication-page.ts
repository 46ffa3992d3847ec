/** The page about credentials: the schemes of a service, how a client takes them, and tokens of OAuth 2. */
import { toCodeSpan } from "../../codegen/emit/print/escape.js";
import { count } from "../../codegen/model/messages.js";
import type { DeclaredScheme } from "../../codegen/model/client.js";
import type { SchemaModel, Vendor, VendorSdk } from "../../codegen/model/model.js";
import { toCamelCase, toValueKey } from "../../codegen/model/names.js";
import { toInlineProse } from "../../codegen/site/prose.js";
import type { SitePage } from "../../codegen/site/site.js";
import { describeTokens, SIGNING_IN } from "../package/pages/oauth-texts.js";

/** Describes the credentials of requests; no page for a service that takes none. */
export function describeAuthentication(
  packageName: string,
  { vendor, hasRoutes }: SchemaModel,
): readonly SitePage[] {
  const credentials = listCredentials(vendor);
  if (!hasRoutes || credentials.length === 0) return [];
  const sections = [
    printIntroduction(vendor, credentials),
    printCode(packageName, vendor, credentials),
    printSchemes(credentials),
    ...credentials.flatMap((credential) => printOAuth(packageName, vendor, credential)),
    printFailures(packageName),
  ];
  return [
    {
      path: "authentication",
      title: "Authentication",
      description: `The credentials of ${vendor.title}, and how a client takes them.`,
      body: `${sections.join("\n\n")}\n`,
    },
  ];
}

function listCredentials({ sending, sdk }: Vendor): readonly Credential[] {
  return sending.auth.flatMap((scheme) => {
    const declared = sdk.credentials?.find((each) => each.scheme === scheme.name);
    if (declared === undefined) return [];
    return [{ scheme, declared, options: listOptions(scheme, declared) }];
  });
}

/** Lists the options for a credential: its own, with the id and the secret of a client or a password, if any. */
function listOptions(
  { oauth }: DeclaredScheme,
  { option, env, client, password }: DeclaredCredential,
): readonly ClassOption[] {
  // By the id and the secret, a client gets its tokens of OAuth itself.
  const getsToken = client !== undefined && oauth !== undefined;
  return [
    ...(client ? [client.id, client.secret] : []),
    ...(getsToken ? [] : [{ option, env }]),
    ...(password ? [password] : []),
  ];
}

/** The credentials of one call: the first, and others that are needed beside it. */
function listNeeded(credentials: readonly Credential[]): readonly Credential[] {
  const [first] = credentials;
  return credentials.filter(
    ({ scheme }, index) => index === 0 || first?.scheme.with?.includes(scheme.name) === true,
  );
}

function printIntroduction({ title }: Vendor, credentials: readonly Credential[]): string {
  const needed = listNeeded(credentials).length;
  const how =
    credentials.length === 1
      ? "one kind of credential"
      : needed === credentials.length
        ? `${count(needed, "credential")}, which are needed together`
        : `${credentials.length} kinds of credentials`;
  return `${toInlineProse(title)} takes ${how}. Keep credentials out of your code: a client reads them from the environment, and never writes them into an error or a log.`;
}

function printCode(
  packageName: string,
  { sdk }: Vendor,
  credentials: readonly Credential[],
): string {
  const instance = toCamelCase(sdk.name);
  const needed = listNeeded(credentials).flatMap(({ options }) => options);
  const assignments = needed.map(({ option, env }) => `${toValueKey(option)}: process.env.${env}`);
  const list = needed.map(({ env }) => toCodeSpan(env)).join(" and ");
  return `\`\`\`ts
import { ${sdk.name} } from ${JSON.stringify(packageName)};

// From the environment
const ${instance} = new ${sdk.name}();

// The same, by options
const other = new ${sdk.name}({ ${assignments.join(", ")} });
\`\`\`

The first one reads ${list}. An option may also be a function, which is called for each request and returns the credential or a promise of it.`;
}

function printSchemes(credentials: readonly Credential[]): string {
  const rows = credentials.map(({ scheme, options }) => {
    const names = options.map(({ option }) => toCodeSpan(option)).join(", ");
    const variables = options.map(({ env }) => toCodeSpan(env)).join(", ");
    return `| ${toCodeSpan(scheme.name)} | ${describeScheme(scheme)} | ${names} | ${variables} |`;
  });
  return `## Credentials

| Name | Sent as | Option | Variable |
| --- | --- | --- | --- |
${rows.join("\n")}`;
}

function describeScheme({ in: place, key, prefix = "", isBasic, oauth }: DeclaredScheme): string {
  if (isBasic === true) return "user name and password (HTTP Basic)";
  if (place === "query") return `the query parameter ${toCodeSpan(key)}`;
  const header = `the header ${toCodeSpan(`${key}: ${prefix}…`)}`;
  return oauth ? `a token of OAuth 2, in ${header}` : header;
}

// ---- OAuth

function printOAuth(
  packageName: string,
  vendor: Vendor,
  { scheme, declared }: Credential,
): readonly string[] {
  const { oauth, flows = [], scopes = [] } = scheme;
  if (oauth === undefined) return [];
  const ways = [
    ...(flows.includes("clientCredentials") ? [printClientCredentials(vendor, declared)] : []),
    ...(flows.includes("refreshToken") ? [printRefreshToken(packageName, vendor, scheme)] : []),
  ];
  const table = scopes.map(([name, text]) => `| ${toCodeSpan(name)} | ${toInlineProse(text)} |`);
  return [
    `## Tokens of OAuth 2 (${toCodeSpan(scheme.name)})`,
    `${describeTokens(toCodeSpan(oauth.tokenUrl))} An access token that you already have is a credential like any other.`,
    ...ways,
    ...(table.length === 0 ? [] : [`| Scope | Allows |\n| --- | --- |\n${table.join("\n")}`]),
    `${SIGNING_IN} has the rest: several processes, other token URLs.`,
  ];
}

function printClientCredentials({ sdk }: Vendor, { client }: DeclaredCredential): string {
  const { name } = sdk;
  const id = client?.id ?? { option: "clientId", env: "CLIENT_ID" };
  const secret = client?.secret ?? { option: "clientSecret", env: "CLIENT_SECRET" };
  return `A program that acts for itself gives its id and its secret (client credentials):

\`\`\`ts
const ${toCamelCase(name)} = new ${name}({
  ${toValueKey(id.option)}: process.env.${id.env},
  ${toValueKey(secret.option)}: process.env.${secret.env},
});
\`\`\``;
}

function printRefreshToken(
  packageName: string,
  { sending }: Vendor,
  { name }: DeclaredScheme,
): string {
  const grant = "{ refreshToken: await read(), save }";
  const auth = sending.auth.length > 1 ? `{ ${toValueKey(name)}: ${grant} }` : grant;
  return `A program that acts for a user gives the refresh token that it got when the user agreed. A service may replace that token each time; \`save\` stores the new one:

\`\`\`ts
import { createClient } from ${JSON.stringify(`${packageName}/client`)};

declare const read: () => Promise<string>;
declare const save: (refreshToken: string) => Promise<void>;

const client = createClient({ auth: ${auth} });
\`\`\``;
}

function printFailures(packageName: string): string {
  return `## When a credential is refused

A status of 401 rejects with an \`AuthenticationError\`, and one of 403 with a \`PermissionDeniedError\`:

\`\`\`ts
import { AuthenticationError } from ${JSON.stringify(packageName)};

export function explain(error: unknown): string {
  if (error instanceof AuthenticationError) return "The credential is missing, or no longer valid.";
  throw error;
}
\`\`\``;
}

// ---- Types

/** The options for the credential of a scheme, as `vendor.yaml` declares them. */
type DeclaredCredential = NonNullable<VendorSdk["credentials"]>[number];

/** A scheme, and the options of the class that take its credential. */
interface Credential {
  readonly scheme: DeclaredScheme;
  readonly declared: DeclaredCredential;
  readonly options: readonly ClassOption[];
}

/** The name of an option of the class, and the variable of the environment that it is read from by default. */
interface ClassOption {
  readonly option: string;
  readonly env: string;
}
