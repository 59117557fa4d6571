import { payFor } from './bench-minutes.mjs';
import { merchantWith } from './demo.mjs';
import { closedLoop, merchantAt } from './load.mjs';
import { openMeters, perPayment } from './meters.mjs';
import { Problem } from './problem.mjs';
import { watchScans } from './table-scans.mjs';

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
    await closedLoop({ clients, forMs: 6_000, once: merchant.pay });
    const before = await meters.read();
    const pay = await closedLoop({ clients, forMs: seconds * 1000, once: merchant.pay });
    const after = await meters.read();
    if (pay.count === 0) throw new Problem(`no payment succeeded with ${clients} clients (${pay.failed} failed)`);
    const retrieve = await closedLoop({ clients, forMs: (seconds * 1000) / 3, once: merchant.retrieve });
    const listing = await closedLoop({ clients, forMs: (seconds * 1000) / 3, once: merchant.listing });
    const customers = await customerLoad(merchant, { clients, forMs: (seconds * 1000) / 3 });
    const beforeRefunds = await meters.read();
    const refund = await closedLoop({ clients, forMs: seconds * 1000, once: merchant.refund });
    const use = perPayment(beforeRefunds, await meters.read(), refund.count);
    if (refund.count === 0) throw new Problem(`no refund succeeded with ${clients} clients (${refund.failed} failed)`);
    return {
      connector,
      clients,
      processorMs,
      pay,
      retrieve,
      listing,
      ...customers,
      refund: { ...refund, ...use },
      ...perPayment(before, after, pay.count),
    };
  } finally {
    await merchant.close();
  }
}

/** Creating and retrieving customers, and paying with their saved cards. */
async function customerLoad(merchant, { clients, forMs }) {
  const createCustomer = await closedLoop({ clients, forMs, once: merchant.createCustomer });
  const retrieveCustomer = await closedLoop({ clients, forMs, once: merchant.retrieveCustomer });
  if (!(await merchant.prepareSavedCards())) throw new Problem('no card of a customer could be saved');
  const paySaved = await closedLoop({ clients, forMs, once: merchant.paySaved });
  return { createCustomer, retrieveCustomer, paySaved };
}

const windowMs = 5_000;
const mostWindows = 12;

/**
 * Pays until the speed no longer improves, so that compilers, caches and memory are warm. One client and many clients warm up
 * separately.
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

/** Measures the first payments on this system, before any warm-up. */
async function firstMinute(system, meters, { connector, clients, seconds }) {
  const scans = await watchScans(meters.client);
  const merchant = merchantAt(system.api, await merchantWith(connector, system), clients);
  try {
    return { connector, clients, ...(await payFor(seconds * 1000, { meters, scans, merchant, clients })) };
  } finally {
    await merchant.close();
    await scans.stop();
  }
}

/** Every combination of connectors, processor latencies and clients, in turn, on one running system. */
export async function runBench(system, { connectors, clients, latencies, seconds, firstSeconds, progress }) {
  const meters = await openMeters(system);
  try {
    const cells = [];
    const first = await progress.step(`first ${firstSeconds} s, ${clients[0]} at a time`, () =>
      firstMinute(system, meters, { connector: connectors[0], clients: clients[0], seconds: firstSeconds }),
    );
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
    return { first, cells, memoryMiB: meters.memory() };
  } finally {
    await setLatency(system.sandbox, 0).catch(() => undefined);
    await meters.close();
  }
}
