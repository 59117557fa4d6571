import type { AttemptId, OperationId } from '@payorch/kernel';
import { money, Secret } from '@payorch/kernel';
import type { AuthorizeOperation, Card, FlowName, Operations } from '../flows';

/** A card whose fields are easy to find where they should not appear. */
export const sampleCard: Card = {
  number: new Secret('4111111111111111'),
  expiryMonth: '03',
  expiryYear: '2030',
  cvc: new Secret('737'),
  holderName: 'Ada Lovelace',
  network: 'Visa',
};

const id = 'op_sample' as OperationId;
const sum = money(6540n, 'USD');

const authentication = 'd65e93c3-35ab-41ba-b307-767bfc19eae3';
const requestorUrl = 'https://acme.example';
const webhookUrl = 'https://switch.example/webhooks/merchant/mca';

const authorize: AuthorizeOperation = {
  id,
  attemptId: 'pay_sample_1' as AttemptId,
  money: sum,
  capture: 'automatic',
  paymentMethod: 'card',
  paymentMethodType: 'credit',
  card: sampleCard,
  methodData: null,
  mandate: { kind: 'none' },
  incremental: false,
  extended: false,
  multiple: false,
  overcapture: false,
  partial: false,
  threeDs: false,
  returnUrl: 'https://switch.example/redirect',
  webhookUrl,
  customerId: null,
  customerName: null,
  customerPhone: null,
  email: null,
  billing: null,
  shipping: null,
  browserInfo: null,
  description: null,
  statementDescriptor: null,
  metadata: null,
};

/** One operation of each kind, the same in every run: recorded exchanges refer to it. */
export const sampleOperations: Operations = {
  authorize,
  setup: { ...authorize, money: money(0n, 'USD'), mandate: { kind: 'store', usage: 'off_session' } },
  createOrder: { id, money: sum, capture: 'automatic' },
  preAuthenticate: { id, card: { ...sampleCard, cvc: null }, requestorUrl },
  authenticate: {
    id,
    reference: authentication,
    version: '2.2.0',
    money: sum,
    card: { ...sampleCard, cvc: null },
    methodCompletion: 'Y',
    requestsChallenge: false,
    requestorUrl,
    returnUrl: 'https://switch.example/authorize',
    email: null,
    billing: null,
    browserInfo: {
      accept_header: 'text/html',
      user_agent: 'Mozilla/5.0',
      language: 'en-GB',
      time_zone: -60,
      java_enabled: false,
      java_script_enabled: true,
      ip_address: '198.51.100.1',
      color_depth: 24,
      screen_height: 900,
      screen_width: 1440,
    },
  },
  authenticationSync: { id, reference: authentication },
  increment: { id, reference: 'ref_sample', money: money(7540n, 'USD'), authorized: sum, reason: null },
  extend: { id, reference: 'ref_sample' },
  capture: { id, reference: 'ref_sample', money: sum, authorized: sum },
  void: { id, reference: 'ref_sample', reason: 'requested_by_customer' },
  postCaptureVoid: { id, reference: 'ref_sample', charged: sum, reason: 'requested_by_customer' },
  revokeMandate: { id, reference: 'pm_sample' },
  sync: { id, flow: 'authorize', reference: 'ref_sample', money: sum },
  refund: {
    id,
    refundId: 'refund_sample',
    reference: 'ref_sample',
    money: money(2540n, 'USD'),
    charged: sum,
    reason: null,
    webhookUrl,
    metadata: null,
  },
  refundSync: {
    id,
    refundId: 'refund_sample',
    reference: 'ref_refund_sample',
    paymentReference: 'ref_sample',
    money: money(2540n, 'USD'),
  },
  unreferencedRefund: {
    id,
    reference: 'goodwill-17',
    money: money(2540n, 'USD'),
    card: { ...sampleCard, cvc: null },
    customerId: 'customer_sample',
  },
  unreferencedRefundSync: { id, reference: 'ref_refund_sample', money: money(2540n, 'USD') },
};

/** The sample operation with the changes of a recorded exchange. */
export const sampleOperation = <Name extends FlowName>(
  name: Name,
  changes: Readonly<Record<string, unknown>>,
): Operations[Name] => ({ ...sampleOperations[name], ...changes }) as Operations[Name];
