/** The comments on what is generated for a route. */
import type { Route } from "../../model/model.js";
import { toParagraph } from "../../model/texts.js";

/**
 * The text of a comment on a route, which says what its name does not.
 * @param isLong Adds the beginning of its description.
 */
export function printRouteText(
  title: string,
  { summary, description }: Route,
  isLong = true,
): string {
  if (summary === undefined) return title;
  const paragraph = isLong && description !== undefined ? toParagraph(description) : "";
  if (paragraph === "" || paragraph === summary) return `${title}: ${summary}`;
  if (paragraph.startsWith(summary)) return `${title}: ${paragraph}`;
  return `${title}: ${summary}\n\n${paragraph}`;
}
