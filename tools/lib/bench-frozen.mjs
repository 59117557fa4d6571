import { demoPayment, merchantWith } from './demo.mjs';
import { closedLoop, merchantAt } from './load.mjs';

const merchants = 20;
const connector = 'stripe_test';
/** The sandbox answers a payment with the first card, and none with the second. */
const cards = { paying: '4242424242424242', frozen: '4000000000070021' };
/** As many charges as fill the frozen account's places, and many more that wait. */
const twentiethPerSecond = 25;

/** Sends payments with this card at a steady rate, without waiting for their replies, until it is stopped. */
function paySteadily({ api }, apiKey, card) {
  const body = JSON.stringify(demoPayment(card));
  const headers = { 'api-key': apiKey, 'content-type': 'application/json' };
  const requests = new AbortController();
  const send = () =>
    fetch(`${api}/payments`, { method: 'POST', headers, body, signal: requests.signal })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
  const timer = setInterval(send, 1_000 / twentiethPerSecond);
  return () => {
    clearInterval(timer);
    requests.abort();
  };
}

/**
 * Measures the payments of nineteen merchants at one connector while the twentieth pays steadily: first the processor answers it,
 * then it does not. All twenty accounts are in the shared lane, and both times the machine has the same to do for the twentieth, so
 * that what differs is what its processor's silence costs the others.
 */
export async function runFrozen(system, { clients: [clients], seconds, rounds, progress }) {
  const keys = [];
  for (let number = 1; number <= merchants; number += 1)
    keys.push(await merchantWith(connector, system, { merchant_id: `merchant_frozen_${number}` }));
  const [twentieth, ...others] = keys;
  const shops = others.map((key) => merchantAt(system.api, key, clients));
  let next = 0;
  const once = () => shops[next++ % shops.length].pay();
  const windows = async (name, card) => {
    const stop = paySteadily(system, twentieth, card);
    const measured = [];
    try {
      for (let round = 1; round <= rounds; round += 1)
        measured.push(
          await progress.step(`${name}, window ${round} of ${rounds}`, () =>
            closedLoop({ clients, forMs: seconds * 1_000, once }),
          ),
        );
    } finally {
      stop();
    }
    return measured;
  };
  try {
    await progress.step('warm-up', () => closedLoop({ clients, forMs: 30_000, once }));
    const quiet = await windows('beside a paying account', cards.paying);
    const beside = await windows('beside a frozen account', cards.frozen);
    return { clients, quiet, beside };
  } finally {
    await Promise.all(shops.map((shop) => shop.close()));
  }
}
