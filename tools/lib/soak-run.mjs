import { setTimeout as sleep } from 'node:timers/promises';
import { merchantWith } from './demo.mjs';
import { openGauges } from './soak-gauges.mjs';
import { openLoop } from './soak-load.mjs';
import { minuteLines } from './soak-text.mjs';

/** Pays at a steady rate and reads all gauges once per interval; returns one sample per interval. */
export async function runSoak(system, layout, { minutes, rate, everySeconds, connector, progress }) {
  const apiKey = await merchantWith(connector, system);
  const gauges = await openGauges(system, layout);
  const load = openLoop({ api: system.api, apiKey, rate });
  const samples = [];
  const started = performance.now();
  const end = started + minutes * 60_000;
  try {
    for (let next = started + everySeconds * 1000; performance.now() < end; next += everySeconds * 1000) {
      await sleep(Math.max(0, Math.min(next, end) - performance.now()));
      const atMinutes = (performance.now() - started) / 60_000;
      samples.push({ atMinutes, load: load.take(), ...(await gauges.read()) });
      for (const line of minuteLines(samples)) progress.line(line);
    }
    return { samples, causes: load.causes() };
  } finally {
    await load.close();
    await gauges.close();
  }
}
