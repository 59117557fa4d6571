import type { At as AnyAt, ObjectEndpoint } from '../../../kit/objects/object-endpoints';
import { objectEndpoints } from '../../../kit/objects/object-endpoints';
import type { DecisionContext } from '../decide/decision';
import type { Refusal } from '../errors';
import { noSuch, readParams } from '../errors';
import type { ObjectKind, StripeRecord } from '../objects/records';
import type { StripeService } from '../stripe.service';
import { listView } from '../views/charge.view';
import { viewOf } from '../views/view';
import type { StripeCall } from './stripe-calls';

export type At<I> = AnyAt<I, StripeCall, StripeService>;
export type StripeEndpoint = ObjectEndpoint<StripeRecord, Refusal, DecisionContext, StripeCall, StripeService>;

/** The name of an object in an error, and its parameter in a path, where they are not the object's own name. */
const nouns: Readonly<Partial<Record<ObjectKind, readonly [noun: string, param: string]>>> = {
  payment_intent: ['payment_intent', 'intent'],
  setup_intent: ['setupintent', 'intent'],
  customer: ['customer', 'id'],
  payment_method: ['PaymentMethod', 'payment_method'],
  webhook_endpoint: ['webhook endpoint', 'webhook_endpoint'],
};

/** The refusal of an id in the path. */
export function missing(object: ObjectKind, id: string) {
  const [noun, param] = nouns[object] ?? [object, object];
  return { refusal: noSuch(noun, id, param, 404), details: { paymentId: object === 'payment_intent' ? id : null } };
}

/** The intent of an object. */
const paymentOf = (record: StripeRecord): string | null => {
  if (record.object === 'payment_intent') return record.id;
  return 'payment_intent' in record ? record.payment_intent : null;
};

/** The rows of Stripe's tables of endpoints. */
export const { on, shown, page, rowsOf } = objectEndpoints<
  StripeRecord,
  StripeCall,
  StripeService,
  DecisionContext,
  Refusal
>({
  root: '/v1/',
  read: (schema, { params }) => readParams(schema, params),
  missing,
  detailsOf: (record) => ({
    paymentId: paymentOf(record),
    reference: 'reference' in record ? record.reference : null,
  }),
  view: (record, { viewContext }, expansion) => viewOf(record, viewContext, expansion),
  listView,
});
