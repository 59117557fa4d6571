import type { Writable } from 'node:stream';

const [redrawMs, lineMs] = [200, 5_000];

const clock = (seconds: number): string =>
  seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;

/** Parts done, records read, their rate and the time left: redrawn on a terminal, else a line every 5 s. */
export class Meter {
  #records = 0;
  #done = 0;
  #skipped = 0;
  #shownAt: number;
  readonly #startedAt: number;

  constructor(
    private readonly out: Writable & { readonly isTTY?: boolean },
    private readonly parts: number,
    private readonly now: () => number = Date.now,
  ) {
    this.#startedAt = this.#shownAt = now();
  }

  read(count: number): void {
    this.#records += count;
    this.#show();
  }

  /** `wasThere`: an earlier call finished the part, so it took no time. */
  finished(wasThere: boolean): void {
    this.#done += 1;
    if (wasThere) this.#skipped += 1;
    this.#show();
  }

  line(text: string): void {
    this.out.write(`${this.out.isTTY ? '\r\u001b[K' : ''}${text}\n`);
  }

  clear(): void {
    if (this.out.isTTY) this.out.write('\r\u001b[K');
  }

  #show(): void {
    const at = this.now();
    if (at - this.#shownAt < (this.out.isTTY ? redrawMs : lineMs)) return;
    this.#shownAt = at;
    this.out.write(this.out.isTTY ? `\r${this.#text(at)}\u001b[K` : `${this.#text(at)}\n`);
  }

  #text(at: number): string {
    const seconds = Math.max(0.001, (at - this.#startedAt) / 1_000);
    const made = this.#done - this.#skipped;
    const left = made > 0 ? `, ${clock(((this.parts - this.#done) * seconds) / made)} left` : '';
    return `  ${this.#done} of ${this.parts} parts, ${this.#records} records, ${Math.round(this.#records / seconds)}/s${left}`;
  }
}
