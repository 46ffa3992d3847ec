/** Programs of users of a generated package whose routes stream, with the surface of each class. */

/** The beginning of both programs. */
const SHARED = `
interface Context { readonly baseUrl: string; readonly next: () => void }
type Same<One, Other> =
  (<Type>() => Type extends One ? 1 : 2) extends <Type>() => Type extends Other ? 1 : 2 ? true : false;
const is = <One, Other>(_same: Same<One, Other>): void => undefined;

const CHAT = { model: "m", messages: ["Hi"] };

function textOf({ choices: [choice] }: CompletionChunk): string {
  return choice?.delta.content ?? "";
}

async function read(events: AsyncIterable<ResponseEvent>, next: () => void): Promise<string[]> {
  const texts: string[] = [];
  for await (const event of events) {
    switch (event.type) {
      case "response.output_text.delta":
        is<typeof event.delta, string>(true);
        texts.push(event.delta);
        break;
      case "response.created":
      case "response.completed":
        texts.push(event.response.id);
        break;
      case "error":
        texts.push(event.message);
        break;
      default: // a type of tomorrow
        // @ts-expect-error -- nothing is known of it
        void event.delta;
    }
    next();
  }
  return texts;
}
`;

export const CLASS_PROGRAM = `
import { createClient, type Client } from "./client.js";
import { Acme, type Call, type StreamMethodOptions } from "./index.js";
import { create } from "./methods/responses.js";
import type { CompletionChunk, OpenapiResponse as Whole, ResponseEvent, LogLine, TextDelta } from "./responses.js";
import type { Streamed } from "./client.js";
${SHARED.replace("interface Context", "type Items = Streamed<ResponseEvent>;\ninterface Context")}
const connect = ({ baseUrl }: Context) => new Acme({ baseUrl, auth: "k", retry: 0 });

export async function chat(context: Context) {
  const texts: string[] = [];
  for await (const chunk of connect(context).chat.completions.create({ ...CHAT, stream: true })) {
    is<typeof chunk, CompletionChunk>(true);
    texts.push(textOf(chunk));
    context.next();
  }
  return texts;
}

export const respond = (context: Context) =>
  read(connect(context).responses.create({ model: "m", stream: true }), context.next);

export async function leave(context: Context) {
  const texts: string[] = [];
  const stream = await connect(context).chat.completions.create({ ...CHAT, stream: true });
  for await (const chunk of stream) {
    if (texts.push(textOf(chunk)) === 2) break;
    context.next();
  }
  return texts;
}

export async function fail(context: Context) {
  const texts: string[] = [];
  try {
    for await (const chunk of connect(context).chat.completions.create({ data: { ...CHAT, stream: true } })) {
      texts.push(textOf(chunk));
      context.next();
    }
    return { texts, error: undefined };
  } catch (error) {
    return { texts, error };
  }
}

export async function whole(context: Context) {
  const { responses } = connect(context);
  const call = responses.create({ model: "m", stream: false });
  is<typeof call, Call<Whole>>(true);
  const { data } = await call.withResponse();
  const whole = await responses.create({ model: "m" });
  is<typeof whole, Whole>(true);
  return [data.id, whole.id];
}

export async function either({ stream, ...context }: Context & { stream: boolean }) {
  const call = connect(context).responses.create({ model: "m", stream });
  is<typeof call, Call<Whole> | Items>(true);
  const result = await call;
  return "id" in result ? [result.id] : read(result, context.next);
}

export async function logs(context: Context) {
  const lines: string[] = [];
  const stream = connect(context).jobs.logs.list({ job_id: "7" });
  is<typeof stream, Streamed<LogLine>>(true);
  for await (const { line } of stream) {
    lines.push(line);
    context.next();
  }
  return lines;
}

export const functions = (context: Context) => {
  const client = createClient({ baseUrl: context.baseUrl, auth: "k" });
  const stream = create(client, { model: "m", stream: true });
  is<typeof stream, Items>(true);
  return read(stream, context.next);
};

export async function headers(context: Context) {
  const options: StreamMethodOptions = { headers: { "x-mine": "1" }, maxItemSize: 1_000 };
  const stream = connect(context).chat.completions.create({ ...CHAT, stream: true }, options);
  await stream.response();
  stream.close();
}

export function types(acme: Acme, client: Client, stream: boolean, format: "sse" | "audio") {
  const chats = create(acme, { model: "m" });
  is<typeof chats, Call<Whole>>(true);
  const none = create(client, { model: "m", stream: null });
  is<typeof none, Call<Whole>>(true);
  const call = create(client, { model: "m", stream });
  is<typeof call, Call<Whole> | Items>(true);
  const spoken = acme.speech.create({ input: "a", stream_format: "sse" });
  is<typeof spoken, Streamed<TextDelta>>(true);
  const heard = acme.speech.create({ input: "a", stream_format: "audio" });
  is<typeof heard, Call<ArrayBuffer>>(true);
  const unsaid = acme.speech.create({ input: "a" });
  is<typeof unsaid, Call<ArrayBuffer>>(true);
  const unknown = acme.speech.create({ input: "a", stream_format: format });
  is<typeof unknown, Call<ArrayBuffer> | Streamed<TextDelta>>(true);
  // @ts-expect-error -- a model is required
  void acme.responses.create({ stream: true });
  // @ts-expect-error -- no such field
  void acme.responses.create({ model: "m", stream: true, mood: 1 });
  // @ts-expect-error -- a response is no stream
  void acme.responses.create({ model: "m" }).close;
}
`;

export const STAINLESS_PROGRAM = `
import Models, { APIError, Stream, type APIPromise } from "./index.js";
import { create } from "./methods/responses.js";
import type { CompletionChunk, OpenapiResponse as Whole, ResponseEvent, LogLine } from "./responses.js";
${SHARED}
const connect = ({ baseUrl }: Context) => new Models({ baseURL: baseUrl, apiKey: "k", maxRetries: 0 });

export async function chat(context: Context) {
  const texts: string[] = [];
  const stream = await connect(context).chat.completions.create({ ...CHAT, stream: true });
  is<typeof stream, Stream<CompletionChunk>>(true);
  for await (const chunk of stream) {
    const known: Models.Chat.Completions.ChatCompletionChunk = chunk;
    texts.push(textOf(known));
    context.next();
  }
  return texts;
}

export async function respond(context: Context) {
  const call = connect(context).responses.create({ model: "m", stream: true });
  is<typeof call, APIPromise<Stream<ResponseEvent>>>(true);
  const { data, response } = await call.withResponse();
  if (response !== (await call.asResponse()) || response.bodyUsed) throw new Error("The body is used.");
  return read(data, context.next);
}

export async function leave(context: Context) {
  const texts: string[] = [];
  const stream = await connect(context).chat.completions.create({ ...CHAT, stream: true });
  for await (const chunk of stream) {
    if (texts.push(textOf(chunk)) === 2) stream.controller.abort();
    else context.next();
  }
  return texts;
}

export async function fail(context: Context) {
  const texts: string[] = [];
  try {
    for await (const chunk of await connect(context).chat.completions.create({ ...CHAT, stream: true })) {
      texts.push(textOf(chunk));
      context.next();
    }
    return { texts, error: undefined };
  } catch (error) {
    if (!(error instanceof Models.APIError) || !(error instanceof APIError)) throw error;
    return { texts, error };
  }
}

export async function whole(context: Context) {
  const { responses } = connect(context);
  const call = responses.create({ model: "m", stream: false });
  is<typeof call, APIPromise<Whole>>(true);
  const { data } = await call.withResponse();
  const whole = await responses.create({ model: "m" });
  is<typeof whole, Whole>(true);
  return [data.id, whole.id];
}

export async function either({ stream, ...context }: Context & { stream: boolean }) {
  const call = connect(context).responses.create({ model: "m", stream });
  is<typeof call, APIPromise<Whole | Stream<ResponseEvent>>>(true);
  const result = await call;
  return result instanceof Stream ? read(result, context.next) : [result.id];
}

export async function logs(context: Context) {
  const lines: string[] = [];
  const stream = await connect(context).jobs.logs("7");
  is<typeof stream, Stream<LogLine>>(true);
  for await (const { line } of stream) {
    lines.push(line);
    context.next();
  }
  return lines;
}

export const functions = async (context: Context) =>
  read(await create(connect(context), { model: "m", stream: true }), context.next);

export async function headers(context: Context) {
  const params: Models.Chat.CompletionCreateParamsStreaming = { ...CHAT, stream: true };
  const stream = await connect(context).chat.completions.create(params, { headers: { "x-mine": "1" } });
  stream.controller.abort();
}

export function types(models: Models, other: Models.ResponseCreateParamsNonStreaming) {
  const call = models.responses.create(other);
  is<typeof call, APIPromise<Whole>>(true);
  // @ts-expect-error -- a model is required
  void models.responses.create({ stream: true });
}
`;

interface Context {
  readonly baseUrl: string;
  /** Tells the server to send the next piece. */
  readonly next: () => void;
}

/** The functions of a program. Those that read a stream return the texts of its items. */
export interface Programs {
  chat(context: Context): Promise<string[]>;
  respond(context: Context): Promise<string[]>;
  leave(context: Context): Promise<string[]>;
  fail(context: Context): Promise<{ readonly texts: readonly string[]; readonly error: unknown }>;
  whole(context: Context): Promise<string[]>;
  either(context: Context & { readonly stream: boolean }): Promise<string[]>;
  logs(context: Context): Promise<string[]>;
  functions(context: Context): Promise<string[]>;
  headers(context: Context): Promise<void>;
}
