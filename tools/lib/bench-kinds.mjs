import { measured, medianOf, warmUp } from './bench-pair.mjs';
import { merchantWith } from './demo.mjs';
import { merchantAt } from './load.mjs';

const windowMs = 4_000;

/** What every kind is compared with. */
const baseKinds = ['pay', 'refund'];

/**
 * Loads one system with kinds of requests in turn, in short windows, so that other load on the machine affects all alike. Payments
 * and refunds are always among them. Returns, of each kind and number of clients, the medians of its windows.
 */
export async function runKinds(system, { connectors, clients, rounds, kinds, progress }) {
  const all = [...new Set([...baseKinds, ...kinds])];
  const apiKey = await merchantWith(connectors[0], system, { withPayouts: all.includes('payout') });
  const cells = [];
  for (const count of clients) {
    const merchant = merchantAt(system.api, apiKey, count);
    await progress.step(`warm-up, ${count} at a time`, async () => {
      for (const kind of all) await warmUp('the system', merchant, { kind, clients: count });
    });
    const windows = Object.fromEntries(all.map((kind) => [kind, []]));
    await progress.step(`${all.join(', ')}, ${count} at a time, ${rounds} windows of each`, async () => {
      for (let round = 0; round < rounds; round += 1)
        for (const kind of all)
          windows[kind].push(await measured(system, { clients: count, forMs: windowMs, once: merchant[kind] }));
    });
    await merchant.close();
    for (const kind of all) cells.push(cellOf(kind, count, windows[kind]));
  }
  return { cells };
}

const cellOf = (kind, clients, windows) => {
  const median = (pick) => medianOf(windows.map(pick));
  return {
    kind,
    clients,
    perSecond: median(({ load }) => load.perSecond),
    p50: median(({ load }) => load.p50),
    p99: median(({ load }) => load.p99),
    cpuMs: Object.fromEntries(Object.keys(windows[0].cpuMs).map((name) => [name, median(({ cpuMs }) => cpuMs[name])])),
    failed: windows.reduce((sum, { load }) => sum + load.failed, 0),
  };
};
