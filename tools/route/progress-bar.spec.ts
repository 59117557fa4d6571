import { PassThrough } from 'node:stream';
import { progressBar } from './progress-bar';

function drawn(isTTY: boolean, work: (bar: ReturnType<typeof progressBar>, at: (ms: number) => void) => void): string {
  const out = Object.assign(new PassThrough(), { isTTY });
  let now = 0;
  work(
    progressBar(out, () => now),
    (ms) => (now = ms),
  );
  return String(out.read() ?? '');
}

it('a terminal shows the share that is done, ten times a second at most, and a clean line at the end', () => {
  const text = drawn(true, (bar, at) => {
    bar.show(1, 4);
    bar.show(2, 4);
    at(100);
    bar.show(3, 4);
    bar.clear();
  });
  expect(text).toBe(
    `\r[${'#'.repeat(7)}${'-'.repeat(23)}] 25 %\u001b[K\r[${'#'.repeat(22)}${'-'.repeat(8)}] 75 %\u001b[K\r\u001b[K`,
  );
});

it('nothing is drawn elsewhere', () => {
  const text = drawn(false, (bar) => {
    bar.show(1, 4);
    bar.clear();
  });
  expect(text).toBe('');
});
