import type { Account, Flow, FlowOperations } from '@payorch/connector-kit';
import { getJson, postJson, urlOf } from '@payorch/connector-kit';
import { InvariantError } from '@payorch/kernel';
import type { Credentials } from '../credentials';
import { headersOf } from '../requests/headers';
import { madeUrl, payoutBody } from '../requests/payout';
import { readCall, readLookup } from '../responses/answers';
import { answeredBy, payoutOf, stepOf } from '../responses/payout-status';
import { payoutAnswer, stepAnswer } from '../responses/wire';

/** All steps of a payout have the same facts. */
type Step = 'payoutEligibility' | 'payoutRecipient' | 'payoutRecipientAccount';
type Operation = FlowOperations['payoutFulfill'];
type At = Account<Credentials>;

const existing = (id: string | null): string => {
  if (id === null) throw new InvariantError('The step names nothing that an earlier step has made');
  return id;
};

/** A step before the payout. `path`: below the base URL. */
const before = (path: (operation: Operation) => readonly string[]): Flow<Step, Credentials> => ({
  buildRequest: (operation, account) =>
    postJson(urlOf(account.baseUrl, ...path(operation)), payoutBody(operation, account), headersOf(operation, account)),
  parseResponse: (operation, reply) => readCall(reply, stepAnswer, (made) => stepOf(made, operation)),
});

export const payoutEligibility = before(() => ['payouts', 'eligibility']);
export const payoutRecipient = before(() => ['recipients']);
export const payoutRecipientAccount = before(({ recipientReference }) => [
  'recipients',
  existing(recipientReference),
  'accounts',
]);

/** A new payout, which waits for its fulfilment, or is on its way at once. */
const newPayout = (operation: Operation, account: At, fulfill: boolean) =>
  postJson(
    urlOf(account.baseUrl, 'payouts'),
    { ...payoutBody(operation, account), fulfill },
    headersOf(operation, account),
  );

const change = (operation: Operation, account: At, name: 'fulfill' | 'cancel') =>
  postJson(
    urlOf(account.baseUrl, 'payouts', existing(operation.reference), name),
    { reference: operation.id },
    headersOf(operation, account),
  );

export const payoutCreate: Flow<'payoutCreate', Credentials> = {
  buildRequest: (operation, account) => newPayout(operation, account, false),
  parseResponse: ({ id, money }, reply) =>
    readCall(reply, payoutAnswer, (payout) => answeredBy(payout, { id, money, flow: 'payout_create' })),
};

export const payoutFulfill: Flow<'payoutFulfill', Credentials> = {
  buildRequest: (operation, account) =>
    operation.reference === null ? newPayout(operation, account, true) : change(operation, account, 'fulfill'),
  parseResponse: ({ id, money }, reply) =>
    readCall(reply, payoutAnswer, (payout) => answeredBy(payout, { id, money, flow: 'payout_fulfill' })),
};

export const payoutCancel: Flow<'payoutCancel', Credentials> = {
  buildRequest: (operation, account) => change(operation, account, 'cancel'),
  parseResponse: ({ id, money }, reply) =>
    readCall(reply, payoutAnswer, (payout) => answeredBy(payout, { id, money, flow: 'payout_cancel' })),
};

export const payoutSync: Flow<'payoutSync', Credentials> = {
  buildRequest: (operation, account) => getJson(madeUrl(account.baseUrl, operation), headersOf(operation, account)),
  parseResponse: (operation, reply) => {
    const found = { noSuch: 'DC_13', reference: operation.reference };
    return operation.flow === 'payout_recipient_account'
      ? readLookup(reply, { ...found, schema: stepAnswer }, (made) => stepOf(made, operation))
      : readLookup(reply, { ...found, schema: payoutAnswer }, (payout) => payoutOf(payout, operation));
  },
};
