import type { Caller, JsonObject, Outcome, PaymentFields } from '@payorch/contracts';
import type { MerchantConnectorId } from '@payorch/kernel';
import { authenticatePayment } from '../src/payments/domain/decide/authenticate-payment';
import type { DecideContext, Decision } from '../src/payments/domain/decision';
import type { Payment, View } from '../src/payments/domain/payment';
import { activeAttempt } from '../src/payments/domain/payment';
import { viewFor } from '../src/payments/queries/payment/view-for';
import {
  aContext,
  aProfile,
  cardFields,
  create,
  later,
  merchantId,
  paymentId,
  paymentOf,
  receive,
  rules,
  type ContextChanges,
} from './builders';
import { outcomes } from './outcomes';
import { pendingReplyNamed } from './replies';

export const server = {
  merchantConnectorId: 'mca_3ds' as MerchantConnectorId,
  connector: 'threedsecureio',
  connectorType: 'authentication_processor',
  disabled: false,
};
export const aRequestor = {
  connectors: ['threedsecureio'],
  requestorUrl: 'https://acme.example',
  requestorAppUrl: null,
};
export const browser: JsonObject = {
  user_agent: 'Mozilla/5.0',
  accept_header: 'text/html',
  language: 'en-GB',
  time_zone: -60,
  screen_height: 900,
  screen_width: 1440,
};
/** The fields of a payment that is to be authenticated outside the processor. */
export const authenticated = (changes: Partial<PaymentFields> = {}): PaymentFields =>
  cardFields({
    authenticationType: 'three_ds',
    browserInfo: browser,
    ...changes,
    details: { request_external_three_ds_authentication: true, ...changes.details },
  });
/** The context of a decision so many seconds after the beginning, at a profile with a 3DS server. */
export const at = (seconds: number, changes: ContextChanges = {}): DecideContext =>
  aContext({
    now: later(seconds),
    profile: { ...aProfile, authentication: aRequestor },
    accountsOfProfile: () => [server],
    ...changes,
  });
export const authenticationOf = (payment: Payment) => activeAttempt(payment).authentication!;

/** An outcome of the call under way. */
export const receiveAuthentication = (
  payment: Payment,
  outcome: Outcome,
  changes: Partial<Parameters<typeof receive>[2]> = {},
  seconds = 2,
): Decision => {
  const { operation: operationId, state, account } = authenticationOf(payment);
  const flow = state === 'pre_authenticating' ? 'pre_authenticate' : 'authenticate';
  return receive(payment, outcome, { flow, operationId, account, ...changes }, at(seconds));
};
export const authenticate = (
  payment: Payment,
  changes: ContextChanges = {},
  caller: Caller = { kind: 'merchant' },
): Decision => authenticatePayment(payment, { merchantId, paymentId, caller, methodCompletion: 'Y' }, at(3, changes));
/** A browser that waits for the result. */
export const browserWaits = (name = 'browser') => ({
  pendingReply: { ...pendingReplyNamed(name), view: { kind: 'authentication' } as View },
});

const begun = (fields: PaymentFields = authenticated()): Payment => paymentOf(create(fields, true, at(0)));
const awaited = (fields?: PaymentFields): Payment =>
  paymentOf(receiveAuthentication(begun(fields), outcomes.pre_authenticated));
const requested = (fields?: PaymentFields): Payment => paymentOf(authenticate(awaited(fields)));
const challenged = (fields?: PaymentFields): Payment =>
  paymentOf(receiveAuthentication(requested(fields), outcomes.authentication_challenged));

/** A payment in each step of its authentication. */
export const authenticating = { begun, awaited, requested, challenged } as const;

const parts = {
  settings: {
    profile: () => aProfile,
    merchant: () => undefined,
    global: { gsmRule: () => undefined, config: () => undefined },
  },
  rules,
};
const asMerchant: View = { kind: 'payment', caller: 'merchant', expandAttempts: true, expandCaptures: false };
/** A view of the payment as JSON. */
export const shown = (payment: Payment, view: View = asMerchant): JsonObject =>
  JSON.parse(viewFor(payment, view, parts).toString()) as JsonObject;
