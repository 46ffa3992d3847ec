/** Hydrates the app of React in a page. */
import { hydrateRoot } from "react-dom/client";
import { createApp, createCache, listQueries } from "./react-app.js";

const [app, state] = [document.getElementById("app"), document.getElementById("state")];
const queries = listQueries(`${location.origin}/api`);
if (app) {
  const root = hydrateRoot(
    app,
    createApp(createCache(), queries, JSON.parse(state?.textContent ?? "")),
  );
  document.addEventListener("leave", () => root.unmount());
}
