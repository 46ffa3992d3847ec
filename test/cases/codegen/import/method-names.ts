/** A route of a description, and the method that an import gives it. */
export interface NamedRoute {
  readonly id?: string;
  readonly tag?: string;
  /** Further keys of the operation. */
  readonly more?: object;
  readonly method: string;
}

/** Routes by their keys, which are imported together. */
export interface NameCase {
  readonly title: string;
  readonly routes: Readonly<Record<string, NamedRoute>>;
}

const LIST = {
  responses: {
    200: { content: { "application/json": { schema: { type: "array", items: {} } } } },
  },
};
const ONE = {
  responses: { 200: { content: { "application/json": { schema: { type: "object" } } } } },
};
const fern = (group: unknown, name?: string) => ({
  more: {
    ...(group !== undefined && { "x-fern-sdk-group-name": group }),
    ...(name !== undefined && { "x-fern-sdk-method-name": name }),
  },
});
const speakeasy = (group: string | undefined, name?: string) => ({
  more: {
    ...(group !== undefined && { "x-speakeasy-group": group }),
    ...(name !== undefined && { "x-speakeasy-name-override": name }),
  },
});

export const NAME_CASES: readonly NameCase[] = [
  {
    title: "the group and the name of Fern",
    routes: {
      "GET /a": { ...fern("users", "getAll"), method: "users.getAll" },
      "GET /b": {
        ...fern(["user", "notification-settings"], "get"),
        method: "user.notificationSettings.get",
      },
      "GET /c": { ...fern(undefined, "ping"), method: "ping" },
      "DELETE /d/{id}": { ...fern("users"), method: "users.delete" },
      "GET /e": { ...fern("Ünï", "get"), ...speakeasy("no", "no"), method: "no.no" },
    },
  },
  {
    title: "the group and the name of Speakeasy",
    routes: {
      "GET /a": { ...speakeasy("users.settings", "get-all"), method: "users.settings.getAll" },
      "GET /b/{id}": { ...speakeasy("users"), method: "users.retrieve" },
      "GET /c": { ...speakeasy(undefined, "fetch"), tag: "Users", method: "users.fetch" },
    },
  },
  {
    title: "an operationId of two parts",
    routes: {
      "GET /a": { id: "repos/list-for-org", method: "repos.listForOrg" },
      "GET /b": { id: "repos.get", method: "repos.get" },
      "GET /c": { id: "v1.message-attempt.list", method: "messageAttempt.list" },
      "GET /pets": { id: "pets_all", method: "pets.all" },
      "GET /d": { id: "Shop_all", tag: "shops", method: "shop.all" },
      "GET /users": { id: "list_users", ...({ more: LIST } as const), method: "users.list" },
    },
  },
  {
    title: "the method of HTTP, and the form of the path",
    routes: {
      "GET /v1/customers": { more: LIST, method: "customers.list" },
      "POST /v1/customers": { method: "customers.create" },
      "GET /v1/customers/{id}": { method: "customers.retrieve" },
      "POST /v1/customers/{id}": { method: "customers.update" },
      "DELETE /v1/customers/{id}": { method: "customers.delete" },
      "GET /v1/customers/{id}/sources": { more: LIST, method: "customers.sources.list" },
      "POST /v1/customers/{id}/sources": { method: "customers.sources.create" },
      "GET /v1/customers/{id}/balance": { more: ONE, method: "customers.balance.retrieve" },
      "GET /v1/customers/search": { more: LIST, method: "customers.search" },
      "POST /v1/customers/{id}/archive": { method: "customers.archive" },
      "PUT /v1/customers/{id}/sources/{source}": { method: "customers.sources.update" },
      "HEAD /v1/customers/{id}": { method: "customers.head" },
    },
  },
  {
    title: "PUT beside PATCH",
    routes: {
      "PUT /a/{id}": { method: "a.replace" },
      "PATCH /a/{id}": { method: "a.update" },
      "PUT /b/{id}": { method: "b.update" },
    },
  },
  {
    title: "an action that has further methods or paths is a resource",
    routes: {
      "POST /chats/{id}/typing": { method: "chats.typing.create" },
      "DELETE /chats/{id}/typing": { method: "chats.typing.delete" },
      "POST /chats/{id}/read": { method: "chats.read" },
      "POST /topics/{id}/records:batch": { method: "topics.records.batch" },
      "POST /jobs/run": { method: "jobs.run.create" },
      "POST /jobs/run/{id}/stop": { method: "jobs.run.stop" },
    },
  },
  {
    title: "a path of verbs, with dots",
    routes: {
      "POST /documents.list": {
        id: "documentsList",
        tag: "Documents",
        more: LIST,
        method: "documents.list",
      },
      "POST /documents.info": { id: "documentsInfo", tag: "Documents", method: "documents.info" },
      "POST /documents.add_user": { tag: "Documents", method: "documents.addUser" },
      "POST /api/v1/drafts.info": { id: "info", tag: "Documents", method: "drafts.info" },
      "GET /admin.apps.approved.list": {
        id: "admin_apps_approved_list",
        tag: "admin.apps.approved",
        method: "admin.apps.approved.list",
      },
      "POST /chat.postMessage": { id: "chat_postMessage", tag: "chat", method: "chat.postMessage" },
      "GET /users.list": { id: "users_list", tag: "users", method: "users.list" },
      "GET /team/{id}/billing.info": { method: "team.billing.info" },
    },
  },
  {
    title: "a path of verbs, with slashes",
    routes: {
      "POST /files/list_folder": { tag: "files", method: "files.listFolder" },
      "POST /files/list_folder/continue": { tag: "files", method: "files.listFolderContinue" },
      "POST /files/get_metadata": { tag: "files", method: "files.getMetadata" },
      "POST /2/sharing/add_file_members": { tag: "sharing", method: "sharing.addFileMembers" },
      "GET /rooms/list": { method: "rooms.list" },
      "GET /rooms/{id}/info": { method: "rooms.info" },
      "POST /rooms/create": { method: "rooms.create" },
      "POST /rooms/{id}/delete": { method: "rooms.delete" },
      "POST /rooms/search": { method: "rooms.search" },
      "GET /rooms/{id}/search": { method: "rooms.getRoomsIdSearch" },
    },
  },
  {
    title: "verbs that are things, because their paths have further methods",
    routes: {
      "GET /shop/{id}/list": { more: ONE, method: "shop.list.retrieve" },
      "PUT /shop/{id}/list": { method: "shop.list.update" },
      "GET /menu/{id}/list_items": { more: LIST, method: "menu.listItems.list" },
      "POST /menu/{id}/list_items": { method: "menu.listItems.create" },
      "GET /menu/openapi.json": { method: "menu.openapi.retrieve" },
    },
  },
  {
    title: "an operationId that begins with the tag",
    routes: {
      "POST /a": { id: "documentsList", tag: "Documents", method: "documents.list" },
      "POST /b": { id: "DocumentGetByName", tag: "Documents", method: "documents.getByName" },
      "POST /c": {
        id: "documentsDraftsArchive",
        tag: "Documents",
        method: "documents.drafts.archive",
      },
      "POST /d": { id: "api_keys_create", tag: "API keys", method: "apiKeys.create" },
      "POST /e": { id: "documentsThings", tag: "Documents", method: "documents.e.create" },
      "GET /f/{id}": { id: "getDocuments", tag: "Documents", method: "documents.f.retrieve" },
    },
  },
  {
    title: "an action below a resource that the tag does not repeat",
    routes: {
      "POST /threads/{id}/runs/{run}/cancel": {
        tag: "Assistants",
        method: "assistants.runs.cancel",
      },
      "POST /threads": { tag: "Assistants", method: "assistants.threads.create" },
      "POST /contacts/{id}/banners/{b}/dismiss": { tag: "Banners", method: "banners.dismiss" },
      "POST /oauth2/{server}/introspect": { tag: "Own", method: "own.introspect" },
    },
  },
  {
    title: "methods of a list whose items have them, too",
    routes: {
      "DELETE /rooms": { method: "rooms.deleteMany" },
      "DELETE /rooms/{id}": { method: "rooms.delete" },
      "PATCH /rooms": { method: "rooms.updateMany" },
      "PUT /rooms": { method: "rooms.put" },
      "PUT /rooms/{id}": { method: "rooms.update" },
      "PUT /v1/{kind}/rows": { tag: "Rows", method: "rows.put" },
      "PATCH /v1/{kind}/rows/{id}": { tag: "Rows", method: "rows.update" },
      "PUT /v1/{kind}/rows/{id}": { tag: "Rows", method: "rows.replace" },
      "DELETE /cart": { method: "cart.delete" },
      "PUT /cart": { method: "cart.update" },
    },
  },
  {
    title: "a second method of another path, which no second verb tells apart",
    routes: {
      "PUT /keys/{set}": { tag: "jwk", method: "jwk.update" },
      "PUT /keys/{set}/{id}": { tag: "jwk", method: "jwk.keys.update" },
      "DELETE /keys/{set}": { tag: "jwk", method: "jwk.delete" },
      "DELETE /keys/{set}/{id}": { tag: "jwk", method: "jwk.keys.delete" },
    },
  },
  {
    title: "a tag that the path repeats",
    routes: {
      "GET /v2/chats/{id}/messages": { tag: "Messages", more: LIST, method: "messages.list" },
      "GET /v2/chats": { tag: "Chats", more: LIST, method: "chats.list" },
      "POST /v2/chats/{id}/participants": { tag: "Chats", method: "chats.participants.create" },
      "GET /api-keys": { tag: "API keys", more: LIST, method: "apiKeys.list" },
    },
  },
  {
    title: "a tag that the path does not repeat",
    routes: {
      "GET /2010-04-01/Accounts/{a}/Calls.json": { tag: "Voice", more: LIST, method: "voice.list" },
      "GET /2010-04-01/Accounts/{a}/Calls/{id}.json": { tag: "Voice", method: "voice.retrieve" },
      "GET /sources": { tag: "AI", more: LIST, method: "ai.sources.list" },
      "GET /pages": { tag: "AI", more: LIST, method: "ai.pages.list" },
    },
  },
  {
    title: "twins: the shorter URL has the name",
    routes: {
      "GET /a/{id}": { id: "getA", method: "a.retrieve" },
      "GET /a/{id}?beta=true": { id: "betaGetA", method: "a.betaGetA" },
    },
  },
  {
    title: "names that are reserved, and one that the class has",
    routes: {
      "GET /client": { tag: "Client", more: LIST, method: "clientApi.list" },
      "POST /webhooks/unwrap": { tag: "webhooks", method: "webhooks.postWebhooksUnwrap" },
      "POST /x/{id}/then": { id: "x/then", method: "x.postXIdThen" },
      "GET /constructor": { more: LIST, method: "constructorApi.list" },
    },
  },
  {
    title: "a name that several say",
    routes: {
      "GET /a/{id}/b": { ...fern("users", "get"), method: "a.b.retrieve" },
      "GET /c/{id}/d": { ...fern("users", "get"), method: "c.d.retrieve" },
    },
  },
];
