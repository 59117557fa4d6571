import { Pool } from 'undici';
import { demoPayment } from './demo.mjs';

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** What a set of times (ms) comes to. */
export function timesOf(times, elapsedMs) {
  const sorted = [...times].sort((a, b) => a - b);
  return {
    count: sorted.length,
    perSecond: (sorted.length * 1000) / elapsedMs,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
  };
}

/**
 * A closed loop: each client sends its next request when the last is answered, over a connection of its own. `once` gives
 * true when the answer is what it should be.
 */
export async function closedLoop({ clients, forMs, once }) {
  const times = [];
  let failed = 0;
  const started = performance.now();
  const client = async () => {
    while (performance.now() - started < forMs) {
      const began = performance.now();
      if (await once().catch(() => false)) times.push(performance.now() - began);
      else failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { ...timesOf(times, performance.now() - started), failed };
}

/** A merchant's side of the system under load: payments made, looked up and given back in parts with one key. */
export function merchantAt(api, apiKey, clients) {
  const pool = new Pool(api, { connections: clients, pipelining: 1 });
  const body = JSON.stringify(demoPayment());
  const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
  const made = [];
  let next = 0;
  let refunded = 0;
  const call = async (options) => {
    const answer = await pool.request({ headers, ...options });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? JSON.parse(text) : undefined;
  };
  return {
    async pay() {
      const payment = await call({ method: 'POST', path: '/payments', body });
      if (payment) made.push(payment.payment_id);
      return payment?.status === 'succeeded';
    },
    async retrieve() {
      const id = made[next++ % made.length];
      return (await call({ method: 'GET', path: `/payments/${id}` }))?.payment_id === id;
    },
    /** Part after part of every payment in turn, so that there is always something left to give back. */
    async refund() {
      const part = JSON.stringify({ payment_id: made[refunded++ % made.length], amount: 600 });
      return (await call({ method: 'POST', path: '/refunds', body: part }))?.status === 'succeeded';
    },
    close: () => pool.close(),
  };
}
