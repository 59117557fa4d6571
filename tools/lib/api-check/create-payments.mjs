import { randomBytes } from 'node:crypto';
import { Problem } from '../problem.mjs';
import { until } from '../wait.mjs';
import { paymentStates } from './payment-states.mjs';

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const everything = 'expand_attempts=true&expand_captures=true';
export const readPayment = ({ api }, id, more = '') => api.must('GET', `/payments/${id}?${everything}${more}`);

/** The processor treats every call of this kind about one payment in another way. */
export const setFault = ({ sandbox }, { connector_transaction_id: payment_id }, kind, fault) =>
  sandbox.must('POST', '/control/faults', { match: { payment_id, kind }, fault });

/** Reads the payment until its status, and that of its void after the capture, is this one. */
export async function untilPaymentIs(merchant, id, { status, voidStatus }, withinMs = 60_000) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const payment = await readPayment(merchant, id, '&force_sync=true');
    const isAsVoided = !voidStatus || payment.state_metadata?.post_capture_void?.status === voidStatus;
    if (payment.status === status && isAsVoided) return payment;
    if (Date.now() > deadline) throw new Problem(`the payment ${id} is ${payment.status}, and should be ${status}`);
    await pause(200);
  }
}

const isOpen = ({ status, connector_transaction_id }) => status === 'processing' && connector_transaction_id === null;

/** Creates a payment, and waits until its processor has answered: on a busy machine that can be after the answer to the request. */
export async function newPayment(merchant, body) {
  const payment = await merchant.api.must('POST', '/payments', body);
  const answered = async () => {
    const read = await readPayment(merchant, payment.payment_id);
    return !isOpen(read) && { ...payment, ...read };
  };
  if (!isOpen(payment)) return payment;
  const found = await until(answered, { withinMs: 60_000, everyMs: 200 });
  if (!found) throw new Problem(`the processor does not answer about the payment ${payment.payment_id}`);
  return found;
}

/** Sends a request whose answer takes seconds, and reads the payment again and again meanwhile. */
async function readMeanwhile(merchant, id, request) {
  let isAnswered = false;
  const answer = request().finally(() => (isAnswered = true));
  while (!isAnswered) {
    await pause(300);
    await merchant.api.get(`/payments/${id}?${everything}`);
  }
  await answer;
}

const authenticate = ({ client }, { payment_id, client_secret }) =>
  client.must('POST', `/payments/${payment_id}/3ds/authentication`, {
    client_secret,
    device_channel: 'BRW',
    threeds_method_comp_ind: 'Y',
  });

async function createPayment(merchant, state) {
  const { api } = merchant;
  const {
    name,
    body,
    faults = [],
    then = [],
    meanwhile,
    isSlow,
    isAuthenticated,
    becomes,
    voidBecomes,
    isReadLater,
  } = state;
  const payment_id = `pay_check_${randomBytes(8).toString('hex')}`;
  const create = () => newPayment(merchant, { payment_id, ...body });
  if (isSlow) await readMeanwhile(merchant, payment_id, create);
  const payment = isSlow ? await readPayment(merchant, payment_id) : await create();
  for (const [kind, fault] of faults) await setFault(merchant, payment, kind, fault);
  const act = (action, sent) => api.must('POST', `/payments/${payment_id}/${action}`, sent);
  for (const [action, sent] of then) await act(action, sent);
  if (isAuthenticated) await authenticate(merchant, payment);
  if (meanwhile) await readMeanwhile(merchant, payment_id, () => act(...meanwhile));
  if (becomes) await untilPaymentIs(merchant, payment_id, { status: becomes, voidStatus: voidBecomes });
  return { ...payment, ...(await readPayment(merchant, payment_id)), name, isReadLater };
}

const atOnce = 8;

/** A payment in every state: some run at the same time, since a few take seconds. */
export async function createPayments(merchant, customerId) {
  const states = paymentStates(customerId);
  const made = [];
  const work = async () => {
    for (let state = states.shift(); state; state = states.shift()) made.push(await createPayment(merchant, state));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return made;
}
