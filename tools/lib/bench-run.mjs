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

/** Compilers and caches are warm before anything counts. */
async function warmUp(api, apiKey) {
  const merchant = merchantAt(api, apiKey, 16);
  await closedLoop({ clients: 16, forMs: 15_000, once: merchant.pay });
  await merchant.close();
}

/** Every combination of connectors, processor times and clients, one after the other, on one running system. */
export async function runBench(system, { connectors, clients, latencies, seconds, progress }) {
  const meters = await openMeters(system);
  try {
    const cells = [];
    for (const connector of connectors) {
      const apiKey = await merchantWith(connector, system);
      await setLatency(system.sandbox, 0);
      await progress.step(`warm-up ${connector}`, () => warmUp(system.api, apiKey));
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
