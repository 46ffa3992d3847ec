/** `typewire dev`: runs a receiver of deliveries on this machine, with its page, until it is interrupted. */
import { Development } from "../dev/development.js";
import { readDevSettings } from "../dev/settings.js";
import { SECRET_HELP } from "../io/secrets.js";
import type { CliIo } from "../io/io.js";
import { FOLDERS } from "../io/tool.js";
import { FOLLOW_HELP } from "../service/followed-channel.js";
import { withVisibleText } from "../terminal/visible-text.js";

export const HELP = `Receives deliveries, prints the result of each, and shows them on a page, until interrupted.

  typewire dev [ENTRY] [options]

ENTRY is a module that exports a Webhooks or an inbox. Its handlers run, and it is loaded again when it
or a file beside it changes. Each delivery is verified, its payload is compared with the schema, and a
line is printed, with the likely reason of a refusal. The page has the details, and sends samples.
Without a schema folder, there is a small built-in service. With --preset, deliveries of a well-known
service are shown by their names, without its description.

  --preset NAME        The service: github, standard-webhooks, standard-webhooks:svix, stripe, slack, …
  --port N             Default: 3000, or a free one if that is taken. 0 chooses a free one
  --host HOST          Default: 127.0.0.1
  --path PATH          The path of deliveries. Default: that of the schema folder
  --public-url URL     The address that the service sends to, if it signs that
  --relay URL          Follow a relay, too
${FOLLOW_HELP}.
                       --since has the inbox of ENTRY fetch what never arrived, too, if it has \`catchUp\`
  --token TEXT         The relay's token. Default: the variable RELAY_TOKEN
  --serve PORT         Run a relay on a port, too, and follow a channel of it. 0 chooses a free one
  --forward URL        Send each delivery on once it is verified and handled, and answer as that does. A
                       port such as 8080 will do
  --load FILE          Begin with recorded deliveries, as \`reconcile\` reads them
  --record FILE        Add each verified delivery to a file that \`reconcile\` and \`--load\` read
  --inspector-port N   The port of the page, on 127.0.0.1. Default: the one after that of deliveries
  --no-inspector       Without the page
  --payload            Print whole payloads
  --json               Print one JSON object per delivery
  --schema DIR         The schema folder. Default: ${FOLDERS.schema}
${SECRET_HELP}
                       Without any, a new one is made and printed

On a terminal, r sends the last delivery again, o opens the page, / filters the lines, q quits.

Examples:
  npx typewire dev
  WEBHOOK_SECRET=… npx typewire dev --preset stripe
  WEBHOOK_SECRET=… npx typewire dev src/webhooks.ts --port 8080
  WEBHOOK_SECRET=… npx typewire dev --relay https://relay.example/channel --forward 8080/webhooks
  WEBHOOK_SECRET=… npx typewire dev --json | jq .name`;

export async function run(argv: readonly string[], plainIo: CliIo): Promise<number> {
  const io = withVisibleText(plainIo);
  const settings = readDevSettings(argv, io);
  const development = await Development.open(settings, io, plainIo);
  try {
    await development.start();
    await development.ended();
  } finally {
    await development.close();
  }
  return 0;
}
