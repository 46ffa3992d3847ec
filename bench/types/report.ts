/** Collects ratios and prints them as a Markdown table. */
export interface Report {
  /** @param limit The highest ratio that is allowed; without it the figures are shown alone. */
  add(group: string, measure: string, own: number, other: number, limit?: number): void;
  /** Prints the table; `false` when a ratio is above its limit. */
  print(): boolean;
}

export function createReport(): Report {
  const rows: string[] = [];
  const broken: string[] = [];
  return {
    add(group, measure, own, other, limit) {
      const ratio = own / other;
      // Where a system tells nothing, both are 0 and there is no ratio.
      const isKept = limit === undefined || Number.isNaN(ratio) || ratio <= limit;
      if (!isKept) broken.push(`${group}, ${measure}: ${ratio.toFixed(3)} > ${limit}`);
      const cells = [
        group,
        measure,
        show(own),
        show(other),
        show(ratio),
        limit === undefined ? "" : show(limit),
      ];
      rows.push(`| ${[...cells, isKept ? "yes" : "**no**"].join(" | ")} |`);
    },
    print() {
      console.log("| program | measure | typewire | peer | ratio | limit | kept |");
      console.log("| --- | --- | --- | --- | --- | --- | --- |");
      for (const row of rows) console.log(row);
      for (const line of broken) console.error(`Limit broken: ${line}`);
      return broken.length === 0;
    },
  };
}

function show(value: number): string {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(3)));
}
