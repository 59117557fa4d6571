import { demoPayment } from './demo.mjs';

/** A payment token lives for the profile's fulfillment time, 15 minutes unless set; a new one is taken well before. */
const tokenMs = 600_000;

const customer = { name: 'Joseph Doe', email: 'joseph@acme.example', phone: '8056594427', phone_country_code: '+1' };

/**
 * A merchant's requests about its customers under load. `call` resolves to the body of a 200, else to undefined. Each of
 * `clients` customers has one saved card, so that concurrent payments seldom share one.
 */
export function customersAt(call, clients) {
  const post = (path, body) => call({ method: 'POST', path, body: JSON.stringify(body) });
  const created = [];
  const holders = [];
  let nextCustomer = 0;
  let nextHolder = 0;

  async function createCustomer() {
    const made = await post('/customers', customer);
    if (made) created.push(made.customer_id);
    return made !== undefined;
  }

  /** A customer with a saved card and a payment token for it. */
  async function holderAt(index) {
    const known = holders[index];
    if (known && performance.now() - known.since < tokenMs) return known;
    const customer_id = known?.customer_id ?? (await post('/customers', customer))?.customer_id;
    if (!customer_id) return undefined;
    if (!known) {
      const { payment_method, payment_method_type, payment_method_data: data } = demoPayment();
      // A card is saved without its CVC: JSON leaves the field out.
      const card = { ...data.card, card_cvc: undefined };
      const stored = { payment_method, payment_method_type, customer_id, card };
      if (!(await post('/payment_methods', stored))) return undefined;
    }
    const list = await call({ method: 'GET', path: `/customers/${customer_id}/payment_methods` });
    const token = list?.customer_payment_methods[0]?.payment_token;
    holders[index] = token && { customer_id, token, since: performance.now() };
    return holders[index];
  }

  return {
    createCustomer,
    async retrieveCustomer() {
      if (created.length === 0 && !(await createCustomer())) return false;
      const id = created[nextCustomer++ % created.length];
      return (await call({ method: 'GET', path: `/customers/${id}` }))?.customer_id === id;
    },
    /** Prepares the saved cards, so that no payment waits for its own; false where a customer cannot have one. */
    async prepareSavedCards() {
      for (let index = 0; index < clients; index += 1) if (!(await holderAt(index))) return false;
      return true;
    },
    /** Pays with the saved card of each customer in turn, as a checkout that shows it does. */
    async paySaved() {
      const holder = await holderAt(nextHolder++ % clients);
      if (!holder) return false;
      const { payment_method_data: data, ...payment } = demoPayment();
      const { card_cvc } = data.card;
      const chosen = { customer_id: holder.customer_id, payment_token: holder.token, card_cvc };
      return (await post('/payments', { ...payment, ...chosen }))?.status === 'succeeded';
    },
  };
}
