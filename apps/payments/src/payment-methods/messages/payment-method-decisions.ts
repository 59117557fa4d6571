import { Injectable } from '@nestjs/common';
import type { Refusal } from '@payorch/contracts';
import {
  collectLinkCreate,
  paymentMethodDelete,
  paymentMethodRequestToken,
  paymentMethodSetDefault,
  paymentMethodUpdateRecord,
} from '@payorch/contracts';
import type { Incoming } from '@payorch/platform/kafka';
import { storedStep } from '@payorch/platform/resources';
import type { RedeliveryReply, Step, StepContext } from '@payorch/platform/shell';
import type { CustomerRecord } from '../../customers/domain/customer';
import type { CustomerOwners } from '../../customers/domain/customer-owners';
import type { SavedPaymentMethod } from '../domain/payment-method';
import { cardToTokenizeOf } from '../domain/tokenize-card';
import type { BatchPaymentMethods } from '../persistence/payment-methods';
import { createdLinkView } from '../queries/collect-link.view';
import {
  cardToTokenizeView,
  defaultView,
  deletedView,
  paymentMethodView,
  recordView,
} from '../queries/payment-method.view';

/** What commands about payment methods read besides their own, and the other payment methods that they change. */
export interface SharedWithPaymentMethods extends Pick<CustomerOwners, 'customersOf'> {
  /** By `merchant_id/customer_id` of their owner. */
  readonly customers: ReadonlyMap<string, CustomerRecord>;
  readonly paymentMethods: BatchPaymentMethods;
}

export type PaymentMethodStepContext = StepContext<SavedPaymentMethod, SharedWithPaymentMethods>;

/** The stored payment method, unless an earlier message of the batch deleted it. */
export const liveOf = ({ state }: PaymentMethodStepContext): SavedPaymentMethod | undefined =>
  state?.isDeleted ? undefined : state;

/** Turns decisions about payment methods into the steps of their messages. */
@Injectable()
export class PaymentMethodDecisions {
  stepOf(
    result: SavedPaymentMethod | Refusal,
    context: PaymentMethodStepContext,
    view: (result: SavedPaymentMethod) => Buffer = viewOf,
  ): Step<SavedPaymentMethod> {
    return storedStep(result, context, view);
  }

  /** The reply to a redelivered command: the present payment method; a deleted one is gone. */
  replyToRedelivery(state: SavedPaymentMethod | undefined, { message, data }: Incoming): RedeliveryReply {
    if (message.type === paymentMethodDelete.type) {
      return { kind: 'response', body: deletedView((data as { paymentMethodId: string }).paymentMethodId) };
    }
    if (!state || state.isDeleted) return undefined;
    // Its customer was deleted since.
    if (message.type === paymentMethodRequestToken.type && !cardToTokenizeOf(state)) return undefined;
    return { kind: 'response', body: viewOfType(message.type)(state) };
  }
}

const viewOf = (saved: SavedPaymentMethod): Buffer => paymentMethodView(saved);

const viewsByType = new Map([
  [paymentMethodSetDefault.type as string, defaultView],
  [paymentMethodUpdateRecord.type, recordView],
  [paymentMethodRequestToken.type, cardToTokenizeView],
  [collectLinkCreate.type, createdLinkView],
]);

const viewOfType = (type: string): ((saved: SavedPaymentMethod) => Buffer) => viewsByType.get(type) ?? viewOf;
