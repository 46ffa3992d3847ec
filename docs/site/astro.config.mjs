// The site of a service. `site.json`, and the pages in `src/content/docs`, are written beside this file.
import { readFileSync } from "node:fs";
import starlight from "@astrojs/starlight";
import { defineConfig, passthroughImageService } from "astro/config";

const { title, description, base, repository, sidebar } = JSON.parse(
  readFileSync(new URL("./site.json", import.meta.url), "utf8"),
);

/** Lets the keyboard scroll tables that are wider than the screen. */
function focusTables() {
  const visit = (node) => {
    if (node.tagName === "table") node.properties = { ...node.properties, tabIndex: 0 };
    node.children?.forEach(visit);
  };
  return visit;
}

/** Gives the field of the search a name for screen readers. */
const NAME_SEARCH = `addEventListener("focusin", ({ target }) => {
  if (target.matches(".pagefind-ui__search-input")) target.ariaLabel = target.placeholder;
});`;

/** Code in the design of `src/styles/tokens.css`: flat, with a thin line around it. */
const CODE = {
  borderColor: "var(--line)",
  borderRadius: "6px",
  codeBackground: "var(--raised)",
  codeFontSize: "0.8125rem",
  frames: {
    editorActiveTabBackground: "var(--raised)",
    editorActiveTabForeground: "var(--text)",
    editorActiveTabIndicatorTopColor: "transparent",
    editorActiveTabIndicatorBottomColor: "transparent",
    editorTabBarBackground: "var(--raised)",
    editorTabBarBorderBottomColor: "var(--line)",
    frameBoxShadowCssValue: "none",
    terminalBackground: "var(--raised)",
    terminalTitlebarBackground: "var(--raised)",
    terminalTitlebarBorderBottomColor: "var(--line)",
  },
};

export default defineConfig({
  base,
  devToolbar: { enabled: false },
  image: { service: passthroughImageService() },
  markdown: { rehypePlugins: [focusTables] },
  integrations: [
    starlight({
      title,
      description,
      sidebar,
      customCss: ["./src/styles/tokens.css", "./src/styles/site.css"],
      social: repository ? [{ icon: "github", label: "Repository", href: repository }] : [],
      expressiveCode: {
        themes: ["github-light", "github-dark"],
        defaultProps: { wrap: true },
        styleOverrides: CODE,
      },
      head: [{ tag: "script", content: NAME_SEARCH }],
      tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
    }),
  ],
});
