/** Answers of a relay after which a follower gives up. */
import type { RelayErrorCode } from "../../../src/relay/errors.js";
import { type Answer, status } from "../../relay/stream-server.js";

const elsewhere = "http://localhost:9/channel?token=private";

/** Answers that will not get better. */
export const finalAnswers: readonly [string, RelayErrorCode, Answer][] = [
  ...[204, 400, 401, 403, 404, 405, 451].map((code): [string, RelayErrorCode, Answer] => [
    `${code}`,
    "RELAY_REFUSED",
    status(code),
  ]),
  ["another content type", "RELAY_NOT_A_STREAM", status(200, { "content-type": "text/html" })],
  ["no content type", "RELAY_NOT_A_STREAM", status(200)],
  [
    "a content type that only begins well",
    "RELAY_NOT_A_STREAM",
    status(200, { "content-type": "text/event-streams" }),
  ],
  ["a redirect to another origin", "RELAY_REDIRECTED", status(307, { location: elsewhere })],
  ...["private:private", "private", ":private"].map(
    (credentials): [string, RelayErrorCode, Answer] => [
      `a redirect to an address with the credentials ${credentials}`,
      "RELAY_REDIRECTED",
      (response, request) =>
        status(302, { location: `http://${credentials}@${request.headers.host}/` })(
          response,
          request,
        ),
    ],
  ),
];
