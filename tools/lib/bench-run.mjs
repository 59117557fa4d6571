import { merchantWith } from './demo.mjs';
import { closedLoop, merchantAt } from './load.mjs';
import { openMeters, perPayment } from './meters.mjs';
import { Problem } from './problem.mjs';

async function setLatency(sandbox, ms) {
  const answer = await fetch(`${sandbox}/control/latency`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
  if (!answer.ok) throw new Problem(`the sandbox refused a latency of ${ms} ms: ${await answer.text()}`);
}

async function measure(system, meters, { connector, apiKey, clients, processorMs, seconds }) {
  await setLatency(system.sandbox, processorMs);
  const merchant = merchantAt(system.api, apiKey, clients);
  try {
    await meters.tidyUp();
    await closedLoop({ clients, forMs: 6_000, once: merchant.pay });
    const before = await meters.read();
    const pay = await closedLoop({ clients, forMs: seconds * 1000, once: merchant.pay });
    const after = await meters.read();
    if (pay.count === 0) throw new Problem(`no payment succeeded with ${clients} clients (${pay.failed} failed)`);
    const retrieve = await closedLoop({ clients, forMs: (seconds * 1000) / 3, once: merchant.retrieve });
    const refund = await closedLoop({ clients, forMs: (seconds * 1000) / 2, once: merchant.refund });
    if (refund.count === 0) throw new Problem(`no refund succeeded with ${clients} clients (${refund.failed} failed)`);
    return { connector, clients, processorMs, pay, retrieve, refund, ...perPayment(before, after, pay.count) };
  } finally {
    await merchant.close();
  }
}

const windowMs = 5_000;
const mostWindows = 12;

/**
 * Pays until it gets no faster: compilers, caches and memory are warm before anything counts. What a lone client waits for
 * and what many share warm up apart.
 */
async function warmUp(api, apiKey, clients) {
  const merchant = merchantAt(api, apiKey, clients);
  try {
    let fastest = Infinity;
    for (let windows = 0, noFaster = 0; windows < mostWindows && noFaster < 2; windows += 1) {
      const { p50 } = await closedLoop({ clients, forMs: windowMs, once: merchant.pay });
      noFaster = p50 < 0.97 * fastest ? 0 : noFaster + 1;
      fastest = Math.min(fastest, p50);
    }
  } finally {
    await merchant.close();
  }
}

/** Every combination of connectors, processor times and clients, one after the other, on one running system. */
export async function runBench(system, { connectors, clients, latencies, seconds, progress }) {
  const meters = await openMeters(system);
  try {
    const cells = [];
    for (const connector of connectors) {
      const apiKey = await merchantWith(connector, system);
      await setLatency(system.sandbox, 0);
      for (const count of [16, 1])
        await progress.step(`warm-up ${connector}, ${count} at a time`, () => warmUp(system.api, apiKey, count));
      for (const processorMs of latencies)
        for (const count of clients)
          cells.push(
            await progress.step(
              `${connector} ${count} x ${processorMs} ms`,
              () => measure(system, meters, { connector, apiKey, clients: count, processorMs, seconds }),
              ({ pay, refund }) =>
                `${pay.perSecond.toFixed(0)} payments/s, p50 ${pay.p50.toFixed(1)} ms; ${refund.perSecond.toFixed(0)} refunds/s`,
            ),
          );
    }
    return { cells, memoryMiB: meters.memory() };
  } finally {
    await setLatency(system.sandbox, 0).catch(() => undefined);
    await meters.close();
  }
}
