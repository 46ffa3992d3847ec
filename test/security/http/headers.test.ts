/** Header lines of a delivery, well formed and hostile: the answer of each implementation over a socket. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { names, type ImplementationName } from "../../http/implementations.js";
import { startReceiver, watchProcess, type Receiver } from "../../http/receiver.js";
import { head, type HeaderChanges } from "../../http/requests.js";
import { payload, signature } from "../../http/toolkit.js";

watchProcess();

const EVENT = "x-acme-event";
const DELIVERY = "x-acme-delivery";
const SIGNATURE = "x-acme-signature";
const goodSignature = signature(payload);

/** The headers of a good delivery. */
const values: Readonly<Record<string, string>> = {
  [EVENT]: "note",
  [DELIVERY]: "delivery-1",
  [SIGNATURE]: goodSignature,
  "content-type": "application/json",
};

const everyHeader: readonly HeaderCase[] = Object.entries(values).flatMap(([name, value]) => [
  { title: `${name} missing`, changes: { [name]: null }, ...missing(name) },
  { title: `${name} empty`, changes: { [name]: "" }, ...missing(name) },
  { title: `${name} of spaces and tabs`, changes: { [name]: " \t \t" }, ...missing(name) },
  { title: `${name} with spaces around`, changes: { [name]: `  ${value} \t` }, status: 200 },
  {
    title: `${name} in capitals`,
    changes: { [name]: null, [name.toUpperCase()]: value },
    status: 200,
  },
]);

/** Headers that come more than once, or have more than one value. */
const repeatedHeaders: readonly HeaderCase[] = Object.entries(values).flatMap(([name, value]) => {
  const repetitions: readonly Pick<HeaderCase, "title" | "changes" | "further">[] = [
    { title: "twice, alike", further: [[name, value]] },
    { title: "twice, the second another", further: [[name, "other"]] },
    {
      title: "twice, the first another",
      changes: { [name]: "other" },
      further: [[name, value]],
    },
    { title: "twice, in other capitals", further: [[name.toUpperCase(), value]] },
    { title: "three times", further: repeatLine(2, name, value) },
    { title: "a hundred times", further: repeatLine(99, name, value) },
    { title: "joined by a comma", changes: { [name]: `${value},${value}` } },
    { title: "with a comma behind", changes: { [name]: `${value},` } },
    { title: "with a comma before", changes: { [name]: `,${value}` } },
  ];
  return repetitions.map((repetition) => ({
    ...repetition,
    title: `${name} ${repetition.title}`,
    ...repeated(name),
  }));
});

const twiceWithEmpty: readonly HeaderCase[] = [EVENT, DELIVERY, SIGNATURE].flatMap((name) => [
  { title: `${name} twice, the second empty`, further: [[name, ""]], ...repeated(name) },
  {
    title: `${name} twice, the first empty`,
    changes: { [name]: "" },
    further: [[name, values[name] ?? ""]],
    ...repeated(name),
  },
]);

/** Values of headers that a sender would not choose, as characters of latin1. */
const oddValues: readonly (readonly [title: string, value: string])[] = [
  ["latin1", "n\xf6te"],
  ["UTF-8 as bytes", "n\xc3\xb6te"],
  ["bytes that are no UTF-8", "\xff\xfe\x80"],
  ["a control of latin1", "\x9b31m"],
  ["a space that does not break", "\xa0note\xa0"],
  ["an emoji as bytes", "\xf0\x9f\x94\xa5"],
  ["a tab inside", "no\tte"],
  ["spaces inside", "a b c"],
  ["quotes", '"note"'],
  ["brackets", "<script>"],
  ["a path", "../../etc/passwd"],
  ["a template", "${process.exit(1)}"],
  ["a percent sign", "%s%d%o%0a"],
  ["__proto__", "__proto__"],
  ["constructor", "constructor"],
  ["toString", "toString"],
  ["8 kB", "n".repeat(8_000)],
];

/** Odd names and ids are accepted, as the signature does not cover them. */
const oddTexts: readonly HeaderCase[] = [EVENT, DELIVERY].flatMap((name) =>
  oddValues.map(([title, value]) => ({
    title: `${name}: ${title}`,
    changes: { [name]: value },
    status: name === EVENT && value.includes(".") ? 400 : 200,
  })),
);

const signatures: readonly HeaderCase[] = [
  ...oddValues.map(([, value]) => value),
  goodSignature.toUpperCase(),
  goodSignature.replace("sha256", "SHA256"),
  goodSignature.slice(0, -1),
  `${goodSignature}0`,
  `${goodSignature} x`,
  `x ${goodSignature}`,
  `${goodSignature};`,
  `"${goodSignature}"`,
  goodSignature.replace("=", ":"),
  goodSignature.replace("=", "= "),
  goodSignature.replace("=", "=="),
  goodSignature.slice("sha256=".length),
  goodSignature.replace("sha256", "sha1"),
  goodSignature.replace("sha256", "sha512"),
  goodSignature.replace(/.$/, "\xe9"),
  goodSignature.replace(/.$/, "\t0"),
  `sha256=${"0".repeat(8_000)}`,
].map((value) => ({
  title: `${SIGNATURE}: ${JSON.stringify(value.slice(0, 80))}`,
  changes: { [SIGNATURE]: value },
  status: 400,
  code: "SIGNATURE_MALFORMED",
}));

const reserved: readonly HeaderCase[] = [
  "*",
  "error",
  ".",
  "..",
  "note.created",
  ".note",
  "note.",
  "n*te",
  "**",
].map((value) => ({
  title: `${EVENT}: reserved, ${value}`,
  changes: { [EVENT]: value },
  status: 400,
  code: "INVALID_EVENT_NAME",
}));

const types: readonly HeaderCase[] = [
  ...[
    "application/json;charset=utf-8",
    "APPLICATION/JSON; CHARSET=UTF-8",
    "application/json;;;",
    `application/json${";".repeat(4_000)}`,
    `application/json; x="${"y".repeat(8_000)}"`,
    `application/json; ${"x".repeat(4_000)}=y`,
    'application/json; x="\\"; charset=utf-16"',
    'application/json; x="a\\\\"; charset="utf-8"',
    "application/json; charset=utf8",
    'application/json; x="\xe9"',
  ].map((type) => ({ type, status: 200 })),
  ...[
    "application/json; charset=utf-16",
    "application/json; charset=latin1",
    'application/json; charset="utf-8',
    "application/json; charset='utf-8'",
    "application/json; charset=utf-8\xe9",
    "application/json charset=utf-8",
    "application/json\xa0",
    "application/js\xf6n",
    "application/json/",
    "application/ json",
    "application /json",
    "application/json-patch+json",
    "application/vnd.acme+json",
    "text/plain",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "*/*",
    "json",
    "/",
    ";",
    ";application/json",
    "application/json\\",
    `application/json${" ".repeat(8_000)}x`,
    `application/json; ${"x".repeat(8_000)}`,
    `application/json; x="${"\\".repeat(8_001)}`,
    `application/json; x="${"y".repeat(8_000)}`,
    `application/json${"; ".repeat(4_000)}x`,
  ].map((type) => ({ type, status: 415 })),
].map(({ type, status }) => ({
  title: `content-type: ${JSON.stringify(type.slice(0, 60))} (${type.length}): ${status}`,
  changes: { "content-type": type },
  status,
}));

const encodings: readonly HeaderCase[] = [
  "gzip",
  "identity",
  "",
  "br, gzip",
  "\xff",
  "x".repeat(4_000),
].map((value) => ({
  title: `content-encoding: ${JSON.stringify(value.slice(0, 20))}`,
  changes: { "content-encoding": value },
  status: 415,
  code: "UNSUPPORTED_MEDIA_TYPE",
}));

const furtherCases: readonly HeaderCase[] = [
  { title: "2,000 headers", further: repeatLine(2_000, "x-a", "1"), status: 200 },
  {
    title: "a header named __proto__",
    changes: { ["__proto__"]: "1", constructor: "1" },
    status: 200,
  },
  {
    title: "headers past the server's limit",
    changes: { [DELIVERY]: "x".repeat(70_000) },
    status: 431,
  },
  { title: "a header name that is long", changes: { ["x".repeat(8_000)]: "1" }, status: 200 },
  {
    title: "cookies and authorization",
    changes: { cookie: "a=b; c", authorization: "Basic x" },
    status: 200,
  },
  { title: "a method in a header", changes: { "x-http-method-override": "GET" }, status: 200 },
  {
    title: "another address in headers",
    changes: { "x-forwarded-host": "evil", "x-original-url": "/" },
    status: 200,
  },
];

const headerCases = [
  ...everyHeader,
  ...repeatedHeaders,
  ...twiceWithEmpty,
  ...oddTexts,
  ...signatures,
  ...reserved,
  ...types,
  ...encodings,
  ...furtherCases,
];

describe.each(names)("http: headers, %s", (name: ImplementationName) => {
  let receiver: Receiver;

  beforeAll(async () => {
    // Above Node's own limits, so that the middleware gets these headers.
    receiver = await startReceiver(name, { server: { maxHeaderSize: 65_536 } });
    receiver.server.maxHeadersCount = 0;
  });

  afterAll(async () => {
    await receiver.expectNothingLeft();
    await receiver.close();
  });

  it.each(headerCases.map((headerCase) => [headerCase.title, headerCase] as const))(
    `on ${name}: %s`,
    async (_, { changes, further = [], status, code }) => {
      const client = receiver.connect();
      receiver.received.length = 0;
      receiver.recorder.entries.length = 0;
      void client.write(Buffer.from(head(changes, { extra: further }), "latin1"));
      void client.write(payload);
      const answer = await client.answer();
      expect(answer?.status).toBe(status);
      expect(receiver.received).toHaveLength(status === 200 ? 1 : 0);
      if (code !== undefined) expect(JSON.parse(answer?.body ?? "")).toMatchObject({ code });
      client.socket.end();
      expect(await client.answer()).toBeUndefined(); // there is one answer to a request
      for (const text of receiver.recorder.text()) expectHarmless(text);
    },
  );
});

function repeatLine(count: number, name: string, value: string): readonly HeaderLine[] {
  return Array.from({ length: count }, () => [name, value] as const);
}

/** The answer where a header is not there. */
function missing(name: string): Pick<HeaderCase, "status" | "code"> {
  if (name === "content-type") return { status: 415, code: "UNSUPPORTED_MEDIA_TYPE" };
  return { status: 400, code: name === SIGNATURE ? "SIGNATURE_MISSING" : "HEADER_MISSING" };
}

/** The answer where a header has more than one value. */
function repeated(name: string): Pick<HeaderCase, "status" | "code"> {
  return name === "content-type" ? missing(name) : { status: 400, code: "HEADER_REPEATED" };
}

/** Expects a line of the log that cannot control a terminal, forge another line or fill a disk. */
function expectHarmless(text: string): void {
  expect(Buffer.byteLength(text)).toBeLessThan(1_024);
  expect(text).not.toMatch(/[^ -~…]/);
}

interface HeaderCase {
  readonly title: string;
  /** Other values of a good delivery's headers, and headers beside them. */
  readonly changes?: HeaderChanges;
  /** Lines after these, which may repeat a name. */
  readonly further?: readonly HeaderLine[];
  readonly status: number;
  readonly code?: string;
}

type HeaderLine = readonly [name: string, value: string];
