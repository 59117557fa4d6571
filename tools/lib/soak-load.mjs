import { Pool } from 'undici';
import { demoPayment } from './demo.mjs';
import { timesOf } from './load.mjs';

/** The limit of requests in flight: beyond it payments are counted as unsent. */
const mostInFlight = 1_000;
const tickMs = 10;

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/**
 * An open loop: payments begin at a steady rate, independent of the response times; one in ten is retrieved, one in twenty
 * refunded. `take` returns the results since its last call.
 */
export function openLoop({ api, apiKey, rate }) {
  const pool = new Pool(api, { connections: 128, pipelining: 1 });
  const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
  const body = JSON.stringify(demoPayment());
  const state = { times: [], failed: 0, unsent: 0, inFlight: 0, since: performance.now() };
  const causes = new Map();

  const call = async (options) => {
    const answer = await pool.request({ headers, ...options });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: parsed(text) };
  };
  const fail = (cause) => {
    state.failed += 1;
    causes.set(cause, (causes.get(cause) ?? 0) + 1);
  };
  // Without ids, so that equal failures count as one cause.
  const causeOf = ({ status, body: answer }) =>
    `${status} ${answer.error?.code ?? answer.error_code ?? answer.status ?? ''}`;
  const expectOk = (answer, what) => answer.status === 200 || fail(`${what} ${causeOf(answer)}`);

  const once = async (number) => {
    state.inFlight += 1;
    const began = performance.now();
    try {
      const made = await call({ method: 'POST', path: '/payments', body });
      if (made.body.status !== 'succeeded') return fail(`payment ${causeOf(made)}`);
      state.times.push(performance.now() - began);
      const { payment_id } = made.body;
      if (number % 10 === 0) expectOk(await call({ method: 'GET', path: `/payments/${payment_id}` }), 'retrieve');
      const refund = { method: 'POST', path: '/refunds', body: JSON.stringify({ payment_id, amount: 600 }) };
      if (number % 20 === 0) expectOk(await call(refund), 'refund');
    } catch (error) {
      fail(error.code ?? error.message);
    } finally {
      state.inFlight -= 1;
    }
  };

  let begun = 0;
  const started = performance.now();
  const timer = setInterval(() => {
    for (const due = ((performance.now() - started) * rate) / 1000; begun < due; begun += 1)
      if (state.inFlight < mostInFlight) void once(begun);
      else state.unsent += 1;
  }, tickMs);

  return {
    take() {
      const { times, failed, unsent, since, inFlight } = state;
      const now = performance.now();
      Object.assign(state, { times: [], failed: 0, unsent: 0, since: now });
      return { ...timesOf(times, now - since), failed, unsent, inFlight };
    },
    causes: () => [...causes].sort(([, a], [, b]) => b - a).slice(0, 10),
    async close() {
      clearInterval(timer);
      await pool.close();
    },
  };
}
