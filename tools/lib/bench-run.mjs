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

async function measure(system, meters, { clients, processorMs, seconds }) {
  await setLatency(system.sandbox, processorMs);
  const merchant = merchantAt(system, clients);
  try {
    await closedLoop({ clients, forMs: 1500, once: merchant.pay });
    const before = await meters.read();
    const pay = await closedLoop({ clients, forMs: seconds * 1000, once: merchant.pay });
    const after = await meters.read();
    if (pay.count === 0) throw new Problem(`no payment succeeded with ${clients} clients (${pay.failed} failed)`);
    const retrieve = await closedLoop({ clients, forMs: (seconds * 1000) / 3, once: merchant.retrieve });
    const refund = await closedLoop({ clients, forMs: (seconds * 1000) / 2, once: merchant.refund });
    if (refund.count === 0) throw new Problem(`no refund succeeded with ${clients} clients (${refund.failed} failed)`);
    return { clients, processorMs, pay, retrieve, refund, ...perPayment(before, after, pay.count) };
  } finally {
    await merchant.close();
  }
}

/** Every combination of clients and processor times, one after the other, on one running system. */
export async function runBench(system, { clients, latencies, seconds, progress }) {
  const meters = await openMeters(system);
  try {
    // Compilers and caches warm up before anything counts.
    await setLatency(system.sandbox, 0);
    const first = merchantAt(system, 16);
    await progress.step('warm-up', () => closedLoop({ clients: 16, forMs: 15_000, once: first.pay }));
    await first.close();
    const cells = [];
    for (const processorMs of latencies)
      for (const count of clients)
        cells.push(
          await progress.step(
            `${count} x ${processorMs} ms`,
            () => measure(system, meters, { clients: count, processorMs, seconds }),
            ({ pay, refund }) =>
              `${pay.perSecond.toFixed(0)} payments/s, p50 ${pay.p50.toFixed(1)} ms; ${refund.perSecond.toFixed(0)} refunds/s`,
          ),
        );
    return { cells, memoryMiB: meters.memory() };
  } finally {
    await setLatency(system.sandbox, 0).catch(() => undefined);
    await meters.close();
  }
}
