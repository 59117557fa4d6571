import { PassThrough } from 'node:stream';
import { Meter } from './meter';

function shown(isTTY: boolean, work: (meter: Meter, at: (ms: number) => void) => void): string {
  const out = Object.assign(new PassThrough(), { isTTY });
  let now = 0;
  work(new Meter(out, 10, () => now), (ms) => (now = ms));
  return String(out.read() ?? '');
}

it('on a terminal the line is redrawn with parts, records, their rate and the time left', () => {
  const text = shown(true, (meter, at) => {
    at(100);
    meter.read(50);
    at(2_000);
    meter.read(150);
    meter.finished(false);
    at(4_000);
    meter.finished(true);
    meter.line('done');
  });
  expect(text).toBe(
    '\r  0 of 10 parts, 200 records, 100/s\u001b[K\r  2 of 10 parts, 200 records, 50/s, 32 s left\u001b[K\r\u001b[Kdone\n',
  );
});

it('elsewhere a line comes every 5 s', () => {
  const text = shown(false, (meter, at) => {
    for (let seconds = 1; seconds <= 11; seconds++) {
      at(seconds * 1_000);
      meter.read(10);
    }
    meter.clear();
  });
  expect(text).toBe('  0 of 10 parts, 50 records, 10/s\n  0 of 10 parts, 100 records, 10/s\n');
});
