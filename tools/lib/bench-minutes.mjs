import { merchantWith } from './demo.mjs';
import { closedLoop, merchantAt } from './load.mjs';
import { openMeters, perPayment } from './meters.mjs';
import { watchScans } from './table-scans.mjs';

const minuteMs = 60_000;

/** Measures payments for `forMs`: speed, resource use, and the longest sequential scan. */
export async function payFor(forMs, { meters, scans, merchant, clients }) {
  const before = await meters.read();
  const pay = await closedLoop({ clients, forMs, once: merchant.pay });
  const after = await meters.read();
  return {
    pay,
    ...perPayment(before, after, pay.count),
    worstScan: (await scans.read()) ?? null,
    rows: { outbox: scans.rowsOf('outbox'), inbox: scans.rowsOf('inbox') },
  };
}

/** Measures payments each minute from the first one on, without warm-up and without table statistics. */
export async function runMinutes(system, { connectors, clients, minutes, progress }) {
  const [meters, apiKey] = [await openMeters(system), await merchantWith(connectors[0], system)];
  const scans = await watchScans(meters.client);
  const merchant = merchantAt(system.api, apiKey, clients[0]);
  const rows = [];
  try {
    for (let minute = 1; minute <= minutes; minute += 1)
      rows.push(
        await progress.step(
          `minute ${minute}, ${clients[0]} at a time`,
          () => payFor(minuteMs, { meters, scans, merchant, clients: clients[0] }),
          ({ pay, cpuMs }) => `${pay.perSecond.toFixed(0)} payments/s, Postgres ${cpuMs.postgres.toFixed(2)} ms each`,
        ),
      );
    return { clients: clients[0], minutes: rows };
  } finally {
    await merchant.close();
    await scans.stop();
    await meters.close();
  }
}
