const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code) => (text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
export const green = paint('32');
export const red = paint('31');
export const dim = paint('2');
export const bold = paint('1');

export const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;

/**
 * Prints the progress of a long command: one line per step, with its time; on a terminal also the running steps.
 * With `json` the lines go to stderr, so that stdout carries only the summary.
 */
export function newProgress({ json = false } = {}) {
  const out = json ? process.stderr : process.stdout;
  // The reader has closed the pipe; the command continues.
  out.on('error', () => undefined);
  const live = Boolean(out.isTTY);
  const running = new Map();
  const elapsed = (started) => Math.floor((performance.now() - started) / 1000);
  const drawn = () => [...running].map(([name, started]) => `${name} ${elapsed(started)} s`).join(', ');
  const clear = () => live && running.size > 0 && out.write('\r\u001b[K');
  const draw = () => live && running.size > 0 && out.write(dim(`  [..] ${drawn()}`.slice(0, out.columns || 80)));
  let clock;
  const redraw = () => {
    clear();
    draw();
  };
  const line = (text = '') => {
    clear();
    out.write(`${text}\n`);
    draw();
  };
  const stepLine = (good, name, ms, note = '') =>
    line(`  [${good ? green('ok') : red('no')}] ${name.padEnd(10)} ${note.padEnd(58)} ${dim(seconds(ms))}`);
  return {
    line,
    stepLine,
    /** Runs one step and prints its name, the text that `noteOf` returns for its result, and its time. */
    async step(name, work, noteOf = () => '') {
      const started = performance.now();
      clear();
      running.set(name, started);
      clock ??= live && setInterval(redraw, 1_000).unref();
      draw();
      const done = (good, note) => {
        clear();
        running.delete(name);
        if (running.size === 0) clock = void clearInterval(clock);
        stepLine(good, name, performance.now() - started, note);
      };
      try {
        const result = await work();
        done(true, noteOf(result));
        return result;
      } catch (error) {
        done(false, '');
        throw error;
      }
    },
  };
}
