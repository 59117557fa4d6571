import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { customersAt } from './customer-load.mjs';
import { demoPayment, demoPayout } from './demo.mjs';

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Count, rate and percentiles of a set of times (ms). */
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
 * A closed loop: each client sends its next request after the last answer, on its own connection. `once` resolves to true for
 * an expected answer.
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

/** The publishable key of the merchant, from the header value that client SDKs get with a payment. */
const publishableKeyOf = ({ sdk_authorization: value }) =>
  /publishable_key=([^,]+)/.exec(Buffer.from(value, 'base64').toString())?.[1];

/**
 * A merchant's requests under load, with one key: creates, retrieves and partially refunds payments, and pays out. The merchant's client lists
 * payment methods with a publishable key. `withKeys`: each payment has an idempotency key. Further requests are about the merchant's customers (customer-load.mjs).
 */
export function merchantAt(api, apiKey, clients, { withKeys = false } = {}) {
  const pool = new Pool(api, { connections: clients, pipelining: 1 });
  const body = JSON.stringify(demoPayment());
  const payout = JSON.stringify(demoPayout());
  const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
  const made = [];
  let next = 0;
  let refunded = 0;
  let newest;
  const call = async (options) => {
    const answer = await pool.request({ headers, ...options });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? JSON.parse(text) : undefined;
  };
  return {
    ...customersAt(call, clients),
    async pay() {
      const key = withKeys && { headers: { ...headers, 'idempotency-key': randomUUID() } };
      const payment = await call({ method: 'POST', path: '/payments', body, ...key });
      if (payment) made.push(payment.payment_id);
      newest = payment ?? newest;
      return payment?.status === 'succeeded';
    },
    async retrieve() {
      const id = made[next++ % made.length];
      return (await call({ method: 'GET', path: `/payments/${id}` }))?.payment_id === id;
    },
    /** Lists the payment methods of the newest payment, as its checkout does. */
    async listing() {
      const path = `/account/payment_methods?client_secret=${newest.client_secret}`;
      const list = await call({ method: 'GET', path, headers: { 'api-key': publishableKeyOf(newest) } });
      return list?.payment_methods.length > 0;
    },
    /** Refunds a part of each payment in turn, so that every payment stays refundable. */
    async refund() {
      const part = JSON.stringify({ payment_id: made[refunded++ % made.length], amount: 600 });
      return (await call({ method: 'POST', path: '/refunds', body: part }))?.status === 'succeeded';
    },
    /** Pays out to a card, at once. */
    async payout() {
      return (await call({ method: 'POST', path: '/payouts/create', body: payout }))?.status === 'success';
    },
    close: () => pool.close(),
  };
}
