/** Fuzzing that is guided by coverage: inputs that reach new code are kept and changed further. */
import { createRandom } from "../random.js";
import type { CoverageWatch } from "./coverage.js";
import type { Target } from "./targets.js";

const MAX_INPUT_LENGTH = 4096;
const BATCH = 128;
const MAX_CORPUS = 2000;

/**
 * Changes inputs at random until the deadline, and goes on from those that reach code that
 * no input before them has reached.
 * @throws SearchFailure for the first input that the target throws at.
 */
export async function search(
  target: Target,
  coverage: CoverageWatch,
  seed: number,
  deadline: number,
): Promise<SearchResult> {
  const random = createRandom(seed);
  const corpus = new Corpus(target, coverage);
  let inputs = target.corpus.length;
  coverage.takeBlocks();
  await corpus.tryBatch(target.corpus.map((text) => Buffer.from(text)));
  while (performance.now() < deadline) {
    inputs += BATCH;
    await corpus.tryBatch(
      Array.from({ length: BATCH }, () => mutate(corpus.inputs, target.dictionary, random)),
    );
  }
  return { inputs, corpus: corpus.inputs.length, blocks: corpus.blockCount };
}

/** The inputs that have reached new blocks, and the blocks that were reached. */
class Corpus {
  readonly #target: Target;
  readonly #coverage: CoverageWatch;
  readonly #blocks = new Set<string>();
  readonly inputs: Uint8Array[] = [];

  constructor(target: Target, coverage: CoverageWatch) {
    this.#target = target;
    this.#coverage = coverage;
  }

  get blockCount(): number {
    return this.#blocks.size;
  }

  /** Runs a batch, and keeps its inputs that reach new blocks. */
  async tryBatch(batch: readonly Uint8Array[]): Promise<void> {
    const blocks = await this.#run(batch);
    const newBlocks = new Set([...blocks].filter((block) => !this.#blocks.has(block)));
    for (const block of newBlocks) this.#blocks.add(block);
    if (newBlocks.size > 0 && this.inputs.length < MAX_CORPUS) await this.#keep(batch, newBlocks);
  }

  /** Reads the coverage once for the batch, because that costs more than the inputs do. */
  async #run(batch: readonly Uint8Array[]): Promise<ReadonlySet<string>> {
    for (const input of batch) await tryInput(this.#target, input);
    return this.#coverage.takeBlocks();
  }

  /** Adds the inputs of a batch that reach the new blocks, which it finds by halves. */
  async #keep(batch: readonly Uint8Array[], newBlocks: ReadonlySet<string>): Promise<void> {
    const reachesNew = [...(await this.#run(batch))].some((block) => newBlocks.has(block));
    if (!reachesNew) return;
    if (batch.length === 1) {
      this.inputs.push(...batch);
      return;
    }
    const half = batch.length >> 1;
    await this.#keep(batch.slice(0, half), newBlocks);
    await this.#keep(batch.slice(half), newBlocks);
  }
}

/** An input that broke a promise of its target. */
export class SearchFailure extends Error {
  override readonly name = "SearchFailure";
  readonly input: Uint8Array;

  constructor(target: Target, input: Uint8Array, cause: unknown) {
    super(
      `${target.title}: ${JSON.stringify(new TextDecoder().decode(input))}, as base64 ${Buffer.from(input).toString("base64")}`,
      { cause },
    );
    this.input = input;
  }
}

async function tryInput(target: Target, input: Uint8Array): Promise<void> {
  try {
    await target.run(input);
  } catch (error) {
    throw new SearchFailure(target, input, error);
  }
}

function mutate(
  corpus: readonly Uint8Array[],
  dictionary: readonly string[],
  random: Random,
): Uint8Array {
  let bytes = Buffer.from(pick(corpus, random) ?? []);
  const times = 1 + Math.floor(random() * 4);
  for (let time = 0; time < times; time++) {
    const at = Math.floor(random() * (bytes.length + 1));
    const end = Math.min(bytes.length, at + Math.floor(random() * 8));
    bytes = Buffer.concat([
      bytes.subarray(0, at),
      newPiece(corpus, dictionary, random),
      bytes.subarray(random() < 0.5 ? at : end),
    ]);
  }
  return bytes.subarray(0, MAX_INPUT_LENGTH);
}

/** Nothing, a byte, a word that matters, or a piece of another input. */
function newPiece(
  corpus: readonly Uint8Array[],
  dictionary: readonly string[],
  random: Random,
): Uint8Array {
  const kind = random();
  if (kind < 0.2) return Buffer.alloc(0);
  if (kind < 0.45) return Buffer.of(Math.floor(random() * 256));
  if (kind < 0.8) return Buffer.from(pick(dictionary, random) ?? "");
  const other = pick(corpus, random) ?? Buffer.alloc(0);
  const start = Math.floor(random() * other.length);
  return other.subarray(start, start + Math.floor(random() * 32));
}

function pick<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items[Math.floor(random() * items.length)];
}

export interface SearchResult {
  readonly inputs: number;
  readonly corpus: number;
  readonly blocks: number;
}

type Random = () => number;
