import { isTransient } from './sql-errors';

/** Reads several keys at once; a key that has nothing is absent from the result. */
export type ReadAll<Value> = (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>;

interface Waiting<Value> {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** A statement of more keys is not cheaper by key, and all of them wait for its slowest. */
const mostKeys = 64;
/** While one read is on its way to the database, the next one is prepared; a third would only make both smaller. */
const mostAtOnce = 2;
/** A read without an answer for so long is one of a hanging connection: the others do not wait for it. In ms. */
const hangsAfterMs = 1_000;
/** Those that hang included: the other connections of the pool (eight) stay with the batches. */
const mostUnanswered = 4;

/**
 * Reads rows by key for many callers. The keys that are asked for in one turn, and while earlier reads run, are read together:
 * one statement, one transaction and one wake-up of the server for all of them. Each caller sees what was committed when it
 * asked. Reads whose connections hang do not delay later ones beyond a second. A read that fails is repeated for each of its
 * keys alone, so that one caller's fault is not another's; not after a transient fault, which is no caller's: an unavailable
 * database must not get more reads than before.
 */
export class GatheredReads<Value> {
  private readonly waiting: Waiting<Value>[] = [];
  private running = 0;
  private unanswered = 0;
  private isScheduled = false;

  constructor(private readonly readAll: ReadAll<Value>) {}

  read(key: string): Promise<Value | undefined> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ key, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.isScheduled || this.waiting.length === 0) return;
    if (this.running >= mostAtOnce || this.unanswered >= mostUnanswered) return;
    this.isScheduled = true;
    setImmediate(() => {
      this.isScheduled = false;
      void this.readNext();
    });
  }

  private async readNext(): Promise<void> {
    const together = this.waiting.splice(0, mostKeys);
    this.running += 1;
    this.unanswered += 1;
    this.schedule();
    let isCounted = true;
    const leave = () => {
      if (isCounted) this.running -= 1;
      isCounted = false;
      this.schedule();
    };
    const hanging = setTimeout(leave, hangsAfterMs);
    await this.answer(together);
    clearTimeout(hanging);
    this.unanswered -= 1;
    leave();
  }

  private async answer(together: readonly Waiting<Value>[]): Promise<void> {
    try {
      const values = await this.readAll([...new Set(together.map(({ key }) => key))]);
      for (const { key, resolve } of together) resolve(values.get(key));
    } catch (error) {
      if (together.length === 1 || isTransient(error)) for (const { reject } of together) reject(error);
      else await Promise.all(together.map((one) => this.answer([one])));
    }
  }
}
