/** No way to look at an error or a client shows a secret of OAuth 2. */
import { describe, expect, it } from "vitest";
import { errorOf } from "../client/error-of.js";
import { looks, prints } from "../client/looks.js";
import { json, reply, reset, startServer, type Step } from "../client/server.js";
import { createService, type Options } from "./service.js";

const authority = startServer();
const api = startServer();

/** With characters that forms, URLs and JSON spell differently. */
const SECRET = 's3cret/"w0rd"+&= x';
const REFRESH = "r3fresh/+t0ken";
const NEXT = "n3xt/+t0ken";
const ACCESS = "acc3ss/+t0ken==";
const CLIENT = { clientId: "acme", clientSecret: SECRET };

const formOf = (text: string): string => new URLSearchParams({ "": text }).toString().slice(1);

const spellings = [SECRET, REFRESH, NEXT, ACCESS].flatMap((text) => [
  text,
  encodeURIComponent(text),
  formOf(text),
  JSON.stringify(text).slice(1, -1),
  btoa(text),
  btoa(`acme:${text}`),
  btoa(`acme:${formOf(text)}`),
]);

const token = json({ access_token: ACCESS, token_type: "Bearer", refresh_token: NEXT });

/** Repeats the request in every place of a refusal that is shown. */
const refuse: Step = (response, { headers, body }) => {
  const text = `You sent ${String(headers.authorization)} ${body} ${decodeURIComponent(body)}`;
  json({ error: text, error_description: text, error_uri: text }, 400)(response, {} as never);
};

const echo: Step = (response, arrival) => {
  const text = `${JSON.stringify(arrival)} ${SECRET} ${NEXT}`;
  json({ message: text, text }, 403, { "x-echo": encodeURIComponent(text) })(response, arrival);
};

/** Libraries like to put the request that failed into the error. */
const failingFetch: typeof fetch = async (url, init) => {
  const text = `Failed: ${JSON.stringify(url)} ${JSON.stringify(init)} ${SECRET}`;
  const cause = Object.assign(new TypeError(text), { config: { url, ...init }, code: "EFAILED" });
  throw Object.assign(new Error(text, { cause }), { request: init, url });
};

const failures: readonly Failure[] = [
  { title: "a refusal that repeats the request", step: refuse },
  {
    title: "a page that repeats the tokens",
    step: reply(200, {}, `<p>${NEXT} ${ACCESS} ${SECRET}`),
  },
  { title: "a status", step: reply(500, {}, `${NEXT} ${ACCESS} ${SECRET}`) },
  { title: "a reset", step: reset },
  { title: "an error of fetch", step: reset, fetch: failingFetch },
  {
    title: "an error of `save`",
    step: token,
    save: (refreshToken) => {
      throw Object.assign(new Error(`INSERT '${refreshToken}'`), { parameters: [refreshToken] });
    },
  },
  { title: "an error of the API that repeats everything", step: token, answer: echo },
  { title: "a 401 of the API", step: token, answer: json({ message: NEXT + ACCESS }, 401) },
];

const connect = (auth: Options["auth"], options: Partial<Options> = {}) =>
  createService(
    { auth, baseUrl: api.url, retry: 0, ...options },
    { tokenUrl: `${authority.url}/token` },
  );

describe.each(failures)("[L.8] $title", ({ step, answer, fetch, save = () => undefined }) => {
  it.each([
    ["client credentials", CLIENT],
    ["a refresh token", { ...CLIENT, refreshToken: REFRESH, save }],
  ])("shows nothing of %s", async (_title, auth) => {
    authority.play(step);
    api.play(answer ?? json({}, 400));
    const error = await errorOf(connect(auth, { fetch }).request("GET /things"));
    for (const [title, look] of looks) {
      const text = look(error);
      for (const spelling of spellings)
        expect({ title, text }).not.toEqual({ title, text: expect.stringContaining(spelling) });
    }
  });
});

describe.each(prints)("[L.8] %s", (_title, print) => {
  it.each([
    ["client credentials", CLIENT],
    ["a refresh token", { ...CLIENT, refreshToken: REFRESH, save: () => undefined }],
  ])("of a client shows nothing of %s", async (_from, auth) => {
    authority.play(token);
    api.play(json({}));
    const client = connect(auth);
    await client.request("GET /things");
    const text = [client, client.paginate("GET /things" as never)].map(print).join();
    for (const spelling of spellings) expect(text).not.toContain(spelling);
  });
});

interface Failure {
  readonly title: string;
  readonly step: Step;
  readonly answer?: Step;
  readonly fetch?: typeof fetch;
  readonly save?: (refreshToken: string) => void;
}
