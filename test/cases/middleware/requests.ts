/** A request that differs from a good delivery in what is named here, and its answer. */
export interface RequestCase {
  readonly title: string;
  readonly method?: string;
  /** The request target, byte for byte. */
  readonly target?: string;
  /** In place of the good delivery's header of that name; `null` leaves it out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Beside the headers that are there. */
  readonly extra?: readonly (readonly [string, string])[];
  readonly body?: string | Uint8Array;
  readonly status: number;
  readonly code?: string;
  /** A part of the error's message. */
  readonly says?: string;
  /** Headers that the answer must have. */
  readonly answers?: Readonly<Record<string, string>>;
  /** Where a web-standard platform has normalised the target before anybody sees it. */
  readonly nodeOnly?: true;
}

const event = "x-acme-event";
const delivery = "x-acme-delivery";
const signed = "x-acme-signature";

const accepted: readonly RequestCase[] = [
  { title: "[C.12] [C.19] takes a delivery", status: 200 },
  { title: "[C.2] takes one trailing slash", target: "/hooks/inbox/", status: 200 },
  { title: "[C.2] takes a query", target: "/hooks/inbox?a=b&c=/", status: 200 },
  { title: "[C.2] takes an empty query", target: "/hooks/inbox?", status: 200 },
  { title: "[C.2] takes both", target: "/hooks/inbox/?a", status: 200 },
  {
    title: "[C.2] takes the absolute form of a target",
    target: "http://127.0.0.1/hooks/inbox?x",
    status: 200,
  },
  ...[
    "application/json; charset=utf-8",
    "application/json;charset=UTF-8",
    'Application/JSON ; charset="utf-8"',
    "application/json;",
    "application/json; profile=x",
    'application/json; profile="a,b"',
    'application/json; x="a;charset=utf-16"; charset=utf-8',
    'application/json; x="\\""',
  ].map((type) => ({
    title: `[C.4] takes ${type}`,
    headers: { "content-type": type },
    status: 200,
  })),
  {
    title: "[C.5] takes an event that no catalog knows",
    headers: { [event]: "__proto__" },
    status: 200,
  },
];

const otherPaths: readonly RequestCase[] = [
  "/",
  "/hooks",
  "/hooks/inbox2",
  "/hooks/inbox/x",
  "/HOOKS/inbox",
  "/hooks/inbox//",
  "//hooks/inbox",
  "/hooks//inbox",
  "/%68ooks/inbox",
  "/hooks%2Finbox",
  "/hooks/inbox%00",
  "/hooks/inbox;x",
  "/x?/hooks/inbox",
  "/?http://127.0.0.1/hooks/inbox",
].map((target) => ({
  title: `[C.1] [C.17] leaves ${target} alone`,
  target,
  status: 404,
}));

const pathTricks: readonly RequestCase[] = [
  "/hooks/./inbox",
  "/x/../hooks/inbox",
  "/hooks/%2e/inbox",
  "/x/%2e%2e/hooks/inbox",
  "/hooks\\inbox",
  "/hooks/inbox\\",
  "/hooks/inbox#x",
  "http://127.0.0.1?/hooks/inbox",
  "http:///hooks/inbox",
  "ftp://127.0.0.1/hooks/inbox",
].map((target) => ({
  title: `[C.17] leaves ${target} alone`,
  target,
  status: 404,
  nodeOnly: true,
}));

const methods: readonly RequestCase[] = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"].map(
  (method) => ({
    title: `[C.3] refuses ${method}`,
    method,
    status: 405,
    ...(method === "HEAD" ? {} : { code: "METHOD_NOT_ALLOWED" }),
    answers: { allow: "POST" },
  }),
);

const contentTypes: readonly RequestCase[] = [
  "application/x-www-form-urlencoded",
  "text/json",
  "application/json2",
  "application/json x",
  "application/jsonx; charset=utf-8",
  "application/json; charset=latin1",
  "application/json; charset=utf-16",
  "application/json; charset=utf-8; charset=latin1",
  "application/json; charset=",
  "application/json; charset",
  "application/json, application/json",
  "application/json; x=1, text/plain",
  'application/json; x="a", text/plain',
  'application/json; x="a',
  'application/json; charset="utf-16"',
  "",
  null,
].map((type) => ({
  title: `[C.4] refuses the type ${type}`,
  headers: { "content-type": type },
  status: 415,
  code: "UNSUPPORTED_MEDIA_TYPE",
  says: "The body must be application/json in UTF-8, without a content-encoding.",
  answers: { accept: "application/json" },
}));

const encodings: readonly RequestCase[] = ["gzip", "identity", "br", "deflate, gzip"].map(
  (encoding) => ({
    title: `[C.4] refuses the encoding ${encoding}`,
    headers: { "content-encoding": encoding },
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    says: "content-encoding",
    answers: { accept: "application/json" },
  }),
);

const requiredHeaders: readonly RequestCase[] = [event, delivery, signed].flatMap((name) => [
  ...["", null].map((value) => ({
    title: `[C.5] [C.20] refuses ${name} when ${value === null ? "missing" : "empty"}`,
    headers: { [name]: value },
    status: 400,
    code: name === signed ? "SIGNATURE_MISSING" : "HEADER_MISSING",
    says: name,
  })),
  ...["again", ""].map((value) => ({
    title: `[C.5] [C.20] refuses ${name} given twice, then as "${value}"`,
    extra: [[name.toUpperCase(), value]] as const,
    status: 400,
    code: "HEADER_REPEATED",
    says: name,
  })),
]);

const reservedNames: readonly RequestCase[] = ["note.created", "*", "error", "."].map((name) => ({
  title: `[C.5] refuses the event name ${name}`,
  headers: { [event]: name },
  status: 400,
  code: "INVALID_EVENT_NAME",
  says: event,
}));

const malformedSignatures: readonly RequestCase[] = [
  "x",
  "sha256=",
  `sha1=${"0".repeat(40)}`,
  `sha256=${"0".repeat(63)}`,
  `sha256=${"0".repeat(65)}`,
  `sha256=${"A".repeat(64)}`,
  `sha256=${"g".repeat(64)}`,
  "0".repeat(64),
].map((value) => ({
  title: `[C.7] refuses the malformed signature ${value}`,
  headers: { [signed]: value },
  status: 400,
  code: "SIGNATURE_MALFORMED",
}));

const bodies: readonly RequestCase[] = [
  {
    title: "[C.7] [C.15] refuses a wrong signature",
    headers: { [signed]: `sha256=${"0".repeat(64)}` },
    status: 400,
    code: "SIGNATURE_MISMATCH",
  },
  ...["[]", "null", "1", '"text"', "{", "{} x", "not JSON", '{"a":1,}'].map((body) => ({
    title: `[C.9] refuses ${JSON.stringify(body)}`,
    body,
    status: 400,
    code: "INVALID_PAYLOAD",
  })),
  {
    title: "[C.9] refuses bytes that are not UTF-8",
    body: new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
    status: 400,
    code: "INVALID_PAYLOAD",
  },
];

export const requestCases: readonly RequestCase[] = [
  ...accepted,
  ...otherPaths,
  ...pathTricks,
  ...methods,
  ...contentTypes,
  ...encodings,
  ...requiredHeaders,
  ...reservedNames,
  ...malformedSignatures,
  ...bodies,
];
