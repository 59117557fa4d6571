import { demoPayment } from '../demo.mjs';
import { newPayment, setFault } from './create-payments.mjs';
import { acceptance, browser, withMandate } from './payment-states.mjs';

const refundStates = [
  { name: 'succeeded', amount: 100 },
  { name: 'of the whole payment' },
  {
    name: 'pending',
    faults: [
      ['refund', 'execute_then_500'],
      ['refund_lookup', 'fail_500'],
    ],
  },
  {
    name: 'review',
    faults: [
      ['refund', 'wrong_amount'],
      ['refund_lookup', 'fail_500'],
    ],
  },
  { name: 'failed', declared: 'failure' },
  { name: 'more than the payment', amount: 7000 },
];

const paidAt = (merchant, connector, more = {}) =>
  newPayment(merchant, { ...demoPayment(), routing: { type: 'single', data: connector }, ...more });

async function createRefund(merchant, operator, { amount, faults = [], declared }) {
  const { api, merchantId } = merchant;
  const payment = await paidAt(merchant, 'adyen_test');
  for (const [kind, fault] of faults) await setFault(merchant, payment, kind, fault);
  const sent = { payment_id: payment.payment_id, amount, reason: 'Late' };
  const { status, body } = await api.post('/refunds', sent);
  if (status !== 200) return [];
  const update = { merchant_id: merchantId, status: declared };
  if (declared) await operator.must('PUT', `/refunds/${body.refund_id}/manual-update`, update);
  await api.must('GET', `/refunds/${body.refund_id}`);
  return [body.refund_id];
}

/** A refund in every state; returns the ids of those that were accepted. */
export const createRefunds = async (merchant, operator) =>
  (await Promise.all(refundStates.map((state) => createRefund(merchant, operator, state)))).flat();

/** The cards of the simulated 3DS server, by what their issuers do. */
const issuers = { authenticates: '4000000000100109', refuses: '4000000000100125', challenges: '4000000000100158' };

async function createAuthentication({ api }, card) {
  const { authentication_id, client_secret } = await api.must('POST', '/authentication', {
    amount: 6540,
    currency: 'USD',
  });
  if (card === undefined) return authentication_id;
  await api.must('POST', `/authentication/${authentication_id}/eligibility`, {
    client_secret,
    payment_method: 'card',
    browser_information: browser,
    payment_method_data: demoPayment(card).payment_method_data,
  });
  await api.must('POST', `/authentication/${authentication_id}/authenticate`, {
    client_secret,
    device_channel: 'BRW',
    threeds_method_comp_ind: 'Y',
  });
  return authentication_id;
}

/** Authentications without a payment, in every state; returns their ids. */
export const createAuthentications = (merchant) =>
  Promise.all([undefined, ...Object.values(issuers)].map((card) => createAuthentication(merchant, card)));

/** A relay in every state: refunds of a charge at the processor, and the void of one that is captured. */
export async function createRelays(merchant) {
  const connector_id = merchant.connectorIds[0];
  const { connector_transaction_id: connector_resource_id } = await paidAt(merchant, 'stripe_test');
  const unanswered = await paidAt(merchant, 'stripe_test');
  await setFault(merchant, unanswered, 'refund', 'execute_then_500');
  await setFault(merchant, unanswered, 'refund_lookup', 'fail_500');
  const refund = { type: 'refund', data: { refund: { amount: 600, currency: 'USD' } } };
  const sent = [
    { connector_resource_id, ...refund },
    { connector_resource_id: unanswered.connector_transaction_id, ...refund },
    { connector_resource_id, type: 'void', data: { void: { amount: 6540 } } },
  ];
  const relays = sent.map((body) => merchant.ofProfile.must('POST', '/relay', { connector_id, ...body }));
  return (await Promise.all(relays)).map(({ id }) => id);
}

/** A mandate that can be charged, a revoked one, and one whose revocation the processor has not answered; returns their ids. */
export async function createMandates(merchant, customerId) {
  const { api, sandbox } = merchant;
  const mandate = async () => (await newPayment(merchant, withMandate(customerId))).mandate_id;
  const [active, revoked, unanswered] = await Promise.all([mandate(), mandate(), mandate()]);
  await api.must('POST', `/mandates/revoke/${revoked}`, {});
  // Stripe ends a mandate with its customer's payment method; the rule ends with this one call.
  const match = { connector: 'stripe', kind: 'customer' };
  await sandbox.must('POST', '/control/faults', { match, fault: 'fail_500', times: 1 });
  await api.must('POST', `/mandates/revoke/${unanswered}`, {});
  const ids = [active, revoked, unanswered];
  for (const id of ids) await api.must('GET', `/mandates/${id}`);
  return ids;
}

/** Payment methods that a customer saved without a payment, and one that waits for its data; returns their ids. */
export async function createPaymentMethods({ api }, customerId) {
  const { card } = demoPayment('5555555555554444').payment_method_data;
  const bodies = [{ payment_method: 'card', payment_method_type: 'credit', card }, { payment_method: 'card' }];
  const made = bodies.map((body) => api.must('POST', '/payment_methods', { customer_id: customerId, ...body }));
  await api.must('POST', '/payment_methods/collect', { customer_id: customerId });
  return (await Promise.all(made)).map(({ payment_method_id }) => payment_method_id);
}

/** A customer, one without anything that was deleted, and one whose payments and cards were redacted; returns their ids. */
export async function createCustomers(merchant) {
  const { api } = merchant;
  const create = async (name) => {
    const customer = { name, email: `${name.toLowerCase()}@example.com` };
    return (await api.must('POST', '/customers', customer)).customer_id;
  };
  const [present, deleted, redacted] = [await create('Joseph'), await create('Jane'), await create('Ada')];
  const saving = { customer_id: redacted, setup_future_usage: 'off_session', customer_acceptance: acceptance };
  const { payment_id } = await paidAt(merchant, 'stripe_test', saving);
  for (const id of [deleted, redacted]) await api.must('DELETE', `/customers/${id}`);
  return { customers: [present, deleted, redacted], ofRedacted: [await api.must('GET', `/payments/${payment_id}`)] };
}
