/** Reads the tables of the benchmarks, and draws them as bars in the colours of the page. */

/** A plot of one table. */
interface Plot {
  /** The unit of all bars. */
  readonly unit: string;
  /** True for a row that is shown, by its job and its measure. */
  readonly shows: (job: string, measure: string) => boolean;
}

const ENDPOINT_ROWS = /^(?:static|3 path|6 query|POST, 5|nested|all 23)/;

/** The plots by the names of their tables. */
const PLOTS: Readonly<Record<string, Plot>> = {
  endpoint: {
    unit: "Time of a call, in multiples of hand-written code without checks",
    shows: (job, measure) => ENDPOINT_ROWS.test(job) && measure === "× limit",
  },
  client: {
    unit: "Processor time of a request, in multiples of the same by hand",
    shows: () => true,
  },
  sustained: {
    unit: "Processor time of a delivery, in multiples of the same by hand",
    shows: (_, measure) => measure === "CPU × by hand",
  },
  memory: { unit: "Memory: bytes of a handler, kilobytes of a delivery", shows: () => true },
  import: { unit: "Time of an import, in multiples of the peers'", shows: () => true },
  size: { unit: "Bytes of a bundle, minified and compressed", shows: () => true },
  types: {
    unit: "Cost of the types, in parts of the peer's",
    shows: (job) => job !== "sent",
  },
};

/** Adds a plot below each table that has one. */
export function plotTables(readme: string): string {
  return readme.replace(
    /<!-- begin: (.*) -->([^]*?)<!-- end: \1 -->/g,
    (whole, name: string, table: string) => {
      const plot = PLOTS[name];
      const rows = plot === undefined ? [] : readRows(table, plot);
      if (plot === undefined || rows.length === 0) return whole;
      return `${drawPlot(rows, plot.unit)}\n${whole}`;
    },
  );
}

interface Bar {
  readonly subject: string;
  readonly figure: number;
}

interface Row {
  readonly label: string;
  readonly bars: readonly Bar[];
}

/** Columns that are not subjects. */
const BESIDE = /^(?:at most|best|limit, ns|CPU|MB|p\d|TypeScript|.*, (?:µs|ns|ms|s)$)/;

function readRows(table: string, { shows }: Plot): readonly Row[] {
  const lines = table.trim().split("\n").map(splitLine);
  const [head = [], , ...body] = lines;
  return body
    .filter(([job = "", measure = ""]) => shows(job, measure))
    .map((cells) => {
      const [job = "", measure = ""] = cells;
      const bars = head.flatMap((subject, index): readonly Bar[] => {
        const cell = (cells[index] ?? "").replaceAll(",", "");
        const isSubject = index > 1 && !BESIDE.test(subject);
        return isSubject && /^[\d.]+$/.test(cell) ? [{ subject, figure: Number(cell) }] : [];
      });
      const unit = /^(?:bytes|CPU × by hand|× limit|× peers)$/.test(measure) ? "" : `, ${measure}`;
      return { label: `${job}${unit}`, bars };
    })
    .filter(({ bars }) => bars.length > 0);
}

/** The rows of a table, as objects by the names of its columns. */
export function readTable(
  readme: string,
  name: string,
): readonly Readonly<Record<string, string>>[] {
  const [, text = ""] = new RegExp(`<!-- begin: ${name} -->([^]*?)<!-- end`).exec(readme) ?? [];
  const [head = [], , ...rows] = text.trim().split("\n").map(splitLine);
  return rows.map((row) => Object.fromEntries(head.map((key, index) => [key, row[index] ?? ""])));
}

function splitLine(line: string): readonly string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}

const WIDTH = 520;
/** Room for the name of a subject and its figure beside a bar. */
const NAMES = 230;
const BAR = 18;
const LINE = 22;
const GAP = 14;

/** Draws a picture in one line of HTML, because an empty line in Markdown would end it. */
function drawPlot(rows: readonly Row[], unit: string): string {
  const parts: string[] = [];
  let top = 0;
  for (const { label, bars } of rows) {
    parts.push(`<text x="0" y="${top + 15}">${escape(label)}</text>`);
    top += LINE;
    // Each row has a scale of its own where the figures of a plot have different units.
    const most = Math.max(...bars.map(({ figure }) => figure), 1);
    for (const { subject, figure } of bars) {
      const width = Math.max(2, (figure / most) * (WIDTH - NAMES));
      const kind = subject === "typewire" ? "own" : "other";
      const text = `${subject} ${figure.toLocaleString("en-US")}`;
      parts.push(
        `<rect class="${kind}" x="0" y="${top}" width="${width.toFixed(1)}" height="${BAR - 4}" rx="3"/>` +
          `<text x="${(width + 8).toFixed(1)}" y="${top + 12}">${escape(text)}</text>`,
      );
      top += BAR;
    }
    top += GAP;
  }
  const open = `<svg class="plot" role="img" aria-label="${escape(unit)}" viewBox="0 0 ${WIDTH} ${top}" width="${WIDTH}">`;
  return `<figure>${open}${parts.join("")}</svg><figcaption>${escape(unit)}</figcaption></figure>\n`;
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
