/** Calls to the API of the inspector's page, as the page makes them. */

/** Returns a function that calls the API of a page: with GET, or with POST if there is an input. */
export function createInspectorApi(page: string) {
  return async (path: string, input?: object): Promise<unknown> => {
    const response = await fetch(`${page}api/${path}`, input && (await createPost(page, input)));
    return response.json();
  };
}

/** The page has the token that each POST needs. */
async function createPost(page: string, input: object): Promise<RequestInit> {
  const html = await (await fetch(page)).text();
  const [token = ""] = /[0-9a-f]{64}/.exec(html) ?? [];
  const headers = { "content-type": "application/json", "x-typewire-inspector": token };
  return { method: "POST", headers, body: JSON.stringify(input) };
}
