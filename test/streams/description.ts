/**
 * A description of a service whose models answer bit by bit: the stream and the whole answer come from
 * one route, which a field of the body chooses from.
 */
import { describeApi } from "../cases/codegen/import/describe.js";

const text = { type: "string" };
const refer = (name: string) => ({ $ref: `#/components/schemas/${name}` });
/** An object with these properties. */
const fields = (properties: object, ...required: readonly string[]) => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
/** An event with this text as its `type`. */
const eventOf = (type: string, properties: object) =>
  fields(
    { type: { type: "string", enum: [type] }, ...properties },
    "type",
    ...Object.keys(properties),
  );
const body = (properties: object, ...required: readonly string[]) => ({
  required: true,
  content: { "application/json": { schema: fields(properties, ...required) } },
});
/** Responses of one route, by media type. */
const answer = (content: Readonly<Record<string, object>>) => ({
  200: {
    description: "OK",
    content: Object.fromEntries(
      Object.entries(content).map(([type, schema]) => [type, { schema }] as const),
    ),
  },
});
const stream = { type: ["boolean", "null"], default: false };

export const DESCRIPTION = describeApi({
  servers: [{ url: "https://models.example/v1" }],
  security: [{ key: [] }],
  components: {
    securitySchemes: { key: { type: "http", scheme: "bearer" } },
    schemas: {
      Completion: fields(
        { id: text, choices: { type: "array", items: fields({ message: text }) } },
        "id",
        "choices",
      ),
      CompletionChunk: fields(
        {
          id: text,
          created_at: { type: "string", format: "date-time" },
          choices: { type: "array", items: refer("Choice") },
        },
        "id",
        "choices",
      ),
      Choice: fields(
        { index: { type: "integer", format: "int64" }, delta: fields({ content: text }) },
        "index",
        "delta",
      ),
      Response: fields({ id: text, output: { type: "array", items: text } }, "id", "output"),
      ResponseEvent: {
        oneOf: [
          refer("ResponseCreated"),
          refer("TextDelta"),
          refer("ResponseCompleted"),
          refer("Failure"),
        ],
        discriminator: { propertyName: "type" },
      },
      ResponseCreated: eventOf("response.created", { response: refer("Response") }),
      TextDelta: eventOf("response.output_text.delta", {
        delta: text,
        sequence_number: { type: "integer" },
      }),
      ResponseCompleted: eventOf("response.completed", { response: refer("Response") }),
      Failure: eventOf("error", { code: { type: ["string", "null"] }, message: text }),
      LogLine: fields({ line: text }, "line"),
    },
  },
  paths: {
    "/chat/completions": {
      post: {
        operationId: "createChatCompletion",
        summary: "Completes a chat.",
        requestBody: body(
          { model: text, messages: { type: "array", items: text }, stream },
          "model",
          "messages",
        ),
        responses: answer({
          "application/json": refer("Completion"),
          "text/event-stream": refer("CompletionChunk"),
        }),
      },
    },
    "/responses": {
      post: {
        operationId: "createResponse",
        requestBody: body({ model: text, input: text, stream }, "model"),
        responses: answer({
          "application/json": refer("Response"),
          "text/event-stream": refer("ResponseEvent"),
        }),
      },
    },
    "/speech": {
      post: {
        operationId: "createSpeech",
        requestBody: body(
          { input: text, stream_format: { type: "string", enum: ["sse", "audio"] } },
          "input",
        ),
        responses: answer({
          "application/octet-stream": { type: "string", format: "binary" },
          "text/event-stream": refer("TextDelta"),
        }),
      },
    },
    "/jobs/{job_id}/logs": {
      get: {
        operationId: "followLogs",
        parameters: [{ name: "job_id", in: "path", required: true, schema: text }],
        responses: answer({ "text/event-stream": refer("LogLine") }),
      },
    },
  },
});

/** The configuration from which Stainless would make an SDK of the description. */
export const NAMES = `
organization: { name: models }
targets: { typescript: { package_name: models } }
environments: { production: https://models.example/v1 }
client_settings:
  opts: { api_key: { type: string, auth: { security_scheme: key }, read_env: MODELS_API_KEY } }
resources:
  chat:
    subresources:
      completions:
        models: { chat_completion: Completion, chat_completion_chunk: CompletionChunk }
        methods:
          create:
            endpoint: post /chat/completions
            streaming: { param_discriminator: stream, stream_event_model: chat.completions.chat_completion_chunk }
  responses:
    models: { response: Response, response_stream_event: ResponseEvent }
    methods:
      create:
        endpoint: post /responses
        streaming: { param_discriminator: stream, stream_event_model: responses.response_stream_event }
  speech: { methods: { create: post /speech } }
  jobs: { methods: { logs: "get /jobs/{job_id}/logs" } }
`;
