export interface PageTimerOptions {
  /** Handles one page if one is due; returns whether there was one. */
  readonly turn: () => Promise<boolean>;
  /** The interval between two pages, which sets the pace of the walk; in ms. */
  readonly pageEveryMs: number;
  /** The interval between two checks for work; in ms. */
  readonly everyMs: number;
  /** Called with the error of a turn; the next turn tries again. */
  readonly onFault: (error: unknown) => void;
}

/** Repeats the turns of a walk over stored rows, one at a time, until it is closed. */
export class PageTimer {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private isClosing = false;

  constructor(private readonly options: PageTimerOptions) {}

  start(): void {
    this.schedule(0);
  }

  /** Resolves when the turn under way has ended. */
  async close(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private schedule(afterMs: number): void {
    if (this.isClosing) return;
    this.timer = setTimeout(() => void (this.running = this.run()), afterMs);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    const { turn, onFault, pageEveryMs, everyMs } = this.options;
    const walked = await turn().catch((error: unknown) => {
      onFault(error);
      return false;
    });
    this.schedule(walked ? pageEveryMs : everyMs);
  }
}
