/** Names of methods that cannot stand, with the exact report of each. */
import { KNOWN_KEYS } from "./known-keys.js";
import type { Mistake } from "./mistakes/files.js";

/** The routes `GET /a`, `GET /b` and so on, each with one of these texts as its further lines. */
const routes = (...lines: readonly string[]): Mistake["files"] => ({
  "routes.yaml": lines
    .map((line, index) => {
      const name = String.fromCharCode(97 + index);
      return `GET /${name}:\n  operation: x/${name}\n  ${line}\n`;
    })
    .join(""),
});

export const nameMistakes: readonly Mistake[] = [
  {
    title: "one method of two routes",
    files: routes("method: chats.list", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "a former name that is the method of another route",
    files: routes("was: chats.list", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "former names that are repeated",
    files: routes("was: [chats.all, chats.every]", "was: [chats.some, chats.all]"),
    report: [
      'routes.yaml:6:21  ["GET /b"].was[1]: The former method is `chats.all`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "a former name that is the name",
    files: routes("method: chats.list\n  was: chats.list"),
    report: [
      'routes.yaml:4:8  ["GET /a"].was: The former method is `chats.list`, as in `GET /a`; expected a unique name.',
    ],
  },
  {
    title: "a method that hides a resource",
    files: routes("method: chats.list.x", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, which is a resource because of `chats.list.x` in `GET /a`; expected another name.',
    ],
  },
  {
    title: "a resource that a method hides",
    files: routes("method: chats", "method: chats.list"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `chats.list`, but `chats` is the method of `GET /a`; expected another resource.',
    ],
  },
  {
    title: "resources that differ by case alone",
    files: routes("method: webHooks.list", "method: webhooks.get"),
    report: [
      'routes.yaml:6:11  ["GET /b"].method: The method is `webhooks.get`, but the resource of `webHooks.list` in `GET /a` is spelt `webHooks`; expected one spelling.',
    ],
  },
  {
    title: "names that every object has",
    files: routes(
      "method: chats.then",
      "method: constructor.get",
      "method: chats.__proto__.x",
      "was: chats.toString",
    ),
    report: [
      'routes.yaml:3:11  ["GET /a"].method: The method is `chats.then`, but `then` has a meaning for every object; expected another name.',
      'routes.yaml:6:11  ["GET /b"].method: The method is `constructor.get`, but `constructor` has a meaning for every object; expected another name.',
      'routes.yaml:9:11  ["GET /c"].method: The method is `chats.__proto__.x`, but `__proto__` has a meaning for every object; expected another name.',
      'routes.yaml:12:8  ["GET /d"].was: The former method is `chats.toString`, but `toString` has a meaning for every object; expected another name.',
    ],
  },
  {
    title: "names that the class has",
    files: routes("method: client.get", "method: client", "method: webhooks.unwrap"),
    report: [
      'routes.yaml:3:11  ["GET /a"].method: The method is `client.get`, but the class itself has `client`, the client below the class; expected another name.',
      'routes.yaml:6:11  ["GET /b"].method: The method is `client`, but the class itself has `client`, the client below the class; expected another name.',
      'routes.yaml:9:11  ["GET /c"].method: The method is `webhooks.unwrap`, but the class itself has `webhooks.unwrap`, which verifies deliveries; expected another name.',
    ],
  },
  {
    title: "a method that is no identifier",
    files: routes("method: chats/list", "method: chats..list", "was: [chats.2nd, 7]"),
    report: [
      'routes.yaml:3:11  ["GET /a"].method: The value is "chats/list"; expected identifiers with dots between them, such as `chats.participants.add`.',
      'routes.yaml:6:11  ["GET /b"].method: The value is "chats..list"; expected identifiers with dots between them, such as `chats.participants.add`.',
      'routes.yaml:9:9  ["GET /c"].was[0]: The value is "chats.2nd"; expected identifiers with dots between them, such as `chats.participants.add`.',
      'routes.yaml:9:20  ["GET /c"].was[1]: The value is 7; expected a string.',
    ],
  },
  {
    title: "a misspelt method",
    files: routes("methd: chats.list"),
    report: [
      `routes.yaml:3:3  ["GET /a"].methd: The key \`methd\` is unknown; expected ${KNOWN_KEYS.route}. Did you mean \`method\`?`,
    ],
  },
];
