/** The answer to a delivery with a header at fault, and the line that is logged: both name the header. */
import { expect, it } from "vitest";
import { createWebMiddleware } from "../../src/receive/middleware/web.js";
import { headersOf } from "../http/requests.js";
import { createToolkit, payload } from "../http/toolkit.js";

interface Fault {
  readonly header: string;
  readonly value: string;
  readonly code: string;
  /** Follows the name of the header in the answer. */
  readonly sentence: string;
  /** The start of the line that is logged. */
  readonly logged: string;
}

const RESERVED_NAME = "The event name is reserved for handlers: it is `error`, or holds a `*`.";

it.each<Fault>([
  {
    header: "x-acme-event",
    value: "",
    code: "HEADER_MISSING",
    sentence: "The header is missing or empty.",
    logged: 'Delivery "delivery-1"',
  },
  {
    header: "x-acme-delivery",
    value: "a,b",
    code: "HEADER_REPEATED",
    sentence: "The header must be given once.",
    logged: 'Delivery "a,b"',
  },
  {
    header: "x-acme-signature",
    value: "",
    code: "SIGNATURE_MISSING",
    sentence: "The signature is missing; set a secret where the webhook is configured.",
    logged: 'Delivery "delivery-1"',
  },
  {
    header: "x-acme-event",
    value: "note.created",
    code: "INVALID_EVENT_NAME",
    sentence:
      "The event name holds an action: give the event alone, because the action is read from the payload.",
    logged: 'Delivery "delivery-1"',
  },
  ...["error", "*", "a*.b"].map((value) => ({
    header: "x-acme-event",
    value,
    code: "INVALID_EVENT_NAME",
    sentence: RESERVED_NAME,
    logged: 'Delivery "delivery-1"',
  })),
])(
  "[C.5] the header $header with the value '$value' is refused with $code, in a sentence that names it",
  async ({ header, value, code, sentence, logged }) => {
    const { webhooks, recorder } = createToolkit();
    const request = new Request("https://receiver.example/hooks/inbox", {
      method: "POST",
      headers: headersOf(payload, { [header]: value }),
      body: payload,
    });
    const response = await createWebMiddleware(webhooks)(request);
    const error = `${header}: ${sentence}`;
    expect([response.status, await response.json()]).toEqual([400, { error, code }]);
    expect(recorder.text()).toEqual([`${logged}: ${code}. ${error}`]);
  },
);
