import type { DataOf, Outgoing } from '@payorch/contracts';
import {
  collectLinkCheck,
  collectLinkCreate,
  connectorDeleteToken,
  fingerprintOfData,
  isRefusal,
  outgoing,
  paymentMethodCheck,
  paymentMethodCreate,
  paymentMethodDelete,
  paymentMethodEndToken,
  paymentMethodMigrate,
  paymentMethodRequestToken,
  paymentMethodSave,
  paymentMethodSaveDestination,
  paymentMethodSaveV2,
  paymentMethodSetDefault,
  paymentMethodStoreToken,
  paymentMethodUpdate,
  paymentMethodUpdateRecord,
  payoutDestinationSaved,
  refuse,
} from '@payorch/contracts';
import type { CustomerId, MerchantId } from '@payorch/kernel';
import { randomText } from '@payorch/kernel';
import { MessageController } from '@payorch/platform/kafka';
import type { Step } from '@payorch/platform/shell';
import { stepDecorators } from '@payorch/platform/shell';
import {
  deletePaymentMethod,
  savePaymentMethod,
  setDefault,
  updatePaymentMethod,
} from '../domain/change-payment-method';
import { customerKeyOf } from '../../customers/domain/customer-owners';
import { createCollectLink, hasCollectLink } from '../domain/collect-link';
import { createPaymentMethod } from '../domain/create-payment-method';
import { migratePaymentMethod } from '../domain/migrate-payment-method';
import type { SavedPaymentMethod } from '../domain/payment-method';
import { saveDestination } from '../domain/save-destination';
import { requestToken, storeToken, withoutToken } from '../domain/tokenize-card';
import { updateRecord } from '../domain/update-record';
import { createdLinkView } from '../queries/collect-link.view';
import {
  cardToTokenizeView,
  defaultView,
  deletedView,
  paymentMethodView,
  recordView,
  viewForPage,
} from '../queries/payment-method.view';
import {
  liveOf,
  PaymentMethodDecisions,
  type PaymentMethodStepContext,
  type SharedWithPaymentMethods,
} from './payment-method-decisions';

const { Handles } = stepDecorators<SavedPaymentMethod, SharedWithPaymentMethods>();

type Context = PaymentMethodStepContext;
type Result = Step<SavedPaymentMethod>;

/** A deleted customer saves nothing any more. */
function isKnown({ shared }: Context, merchantId: MerchantId, customerId: CustomerId): boolean {
  const customer = shared.customers.get(customerKeyOf(shared, merchantId, customerId));
  return customer !== undefined && !customer.redactedAt;
}

/** The token service deletes the network token of a payment method that ends. */
const deletionsOf = ({ merchantId, method: { networkToken } }: SavedPaymentMethod): Outgoing[] =>
  networkToken ? [outgoing(connectorDeleteToken, { merchantId, reference: networkToken.reference })] : [];

/** Every command about a payment method. */
@MessageController()
export class PaymentMethodsHandlers {
  constructor(private readonly decisions: PaymentMethodDecisions) {}

  @Handles(paymentMethodCreate)
  create(command: DataOf<typeof paymentMethodCreate>, context: Context): Result {
    const isCustomerKnown = isKnown(context, command.merchantId, command.fields.customerId);
    const created = createPaymentMethod(context.state, command, { isCustomerKnown, now: context.now, randomText });
    return this.decisions.stepOf(created, context);
  }

  @Handles(paymentMethodMigrate)
  migrate(command: DataOf<typeof paymentMethodMigrate>, context: Context): Result {
    const isCustomerKnown = isKnown(context, command.merchantId, command.fields.customerId);
    const migrated = migratePaymentMethod(context.state, command, { isCustomerKnown, now: context.now });
    return this.decisions.stepOf(migrated, context);
  }

  @Handles(paymentMethodUpdateRecord)
  updateRecord(command: DataOf<typeof paymentMethodUpdateRecord>, context: Context): Result {
    return this.decisions.stepOf(updateRecord(liveOf(context), command, context.now), context, recordView);
  }

  @Handles(paymentMethodSave)
  saveCard(command: DataOf<typeof paymentMethodSave>, context: Context): Result {
    return this.save({ ...command, paymentMethod: 'card', paymentMethodType: null }, context);
  }

  @Handles(paymentMethodSaveV2)
  save(command: DataOf<typeof paymentMethodSaveV2>, context: Context): Result {
    const { paymentMethods } = context.shared;
    const fingerprint = fingerprintOfData(command.data);
    const saved = savePaymentMethod(liveOf(context), command, {
      now: context.now,
      sameOf: ({ merchantId, customerId }) =>
        fingerprint === undefined ? undefined : paymentMethods.withCard(merchantId, customerId, fingerprint),
    });
    if (isRefusal(saved)) return this.decisions.stepOf(saved, context);
    const { awaiting, same } = saved;
    if (!same) return this.decisions.stepOf(awaiting, context);
    paymentMethods.save(same, { isFirst: false, isRenewed: true, details: same.details });
    // The page of a link is open to everyone who has its address: it learns nothing of what was saved before.
    const view = hasCollectLink(awaiting) ? viewForPage : paymentMethodView;
    return this.decisions.stepOf(awaiting, context, () => view(same));
  }

  /** The payout learns the id under which its customer has the destination, which may have been saved before. */
  @Handles(paymentMethodSaveDestination)
  saveDestination(command: DataOf<typeof paymentMethodSaveDestination>, context: Context): Result {
    const { merchantId, payoutId, fields, data } = command;
    if (!isKnown(context, merchantId, fields.customerId)) return {};
    const { paymentMethods } = context.shared;
    const own = liveOf(context);
    const same = own ?? paymentMethods.withCard(merchantId, fields.customerId, fingerprintOfData(data) ?? '');
    const saved = saveDestination(same, command, context.now);
    const { paymentMethodId: payoutMethodId } = saved;
    const messages = [outgoing(payoutDestinationSaved, { merchantId, payoutId, payoutMethodId })];
    if (payoutMethodId === command.paymentMethodId) return { ...this.decisions.stepOf(saved, context), messages };
    paymentMethods.save(saved, { isFirst: false, isRenewed: true, details: saved.details });
    return { messages };
  }

  @Handles(collectLinkCreate)
  createLink(command: DataOf<typeof collectLinkCreate>, context: Context): Result {
    const isCustomerKnown = isKnown(context, command.merchantId, command.fields.customerId);
    const created = createCollectLink(liveOf(context), command, { isCustomerKnown, now: context.now, randomText });
    return this.decisions.stepOf(created, context, createdLinkView);
  }

  @Handles(collectLinkCheck)
  checkLink(_command: DataOf<typeof collectLinkCheck>, context: Context): Result {
    const known = liveOf(context);
    const link = hasCollectLink(known) ? known : refuse('collect_link_not_found');
    return this.decisions.stepOf(link, context, createdLinkView);
  }

  @Handles(paymentMethodUpdate)
  update(command: DataOf<typeof paymentMethodUpdate>, context: Context): Result {
    return this.decisions.stepOf(updatePaymentMethod(liveOf(context), command, context.now), context);
  }

  @Handles(paymentMethodDelete)
  delete(command: DataOf<typeof paymentMethodDelete>, context: Context): Result {
    const deleted = deletePaymentMethod(liveOf(context), command, context.now);
    const step = this.decisions.stepOf(deleted, context, ({ paymentMethodId }) => deletedView(paymentMethodId));
    return isRefusal(deleted) ? step : { ...step, messages: deletionsOf(deleted) };
  }

  @Handles(paymentMethodRequestToken)
  requestToken(command: DataOf<typeof paymentMethodRequestToken>, context: Context): Result {
    return this.decisions.stepOf(requestToken(liveOf(context), command, context.now), context, cardToTokenizeView);
  }

  @Handles(paymentMethodStoreToken)
  storeToken(command: DataOf<typeof paymentMethodStoreToken>, context: Context): Result {
    return this.decisions.stepOf(storeToken(liveOf(context), command, context.now), context);
  }

  @Handles(paymentMethodEndToken)
  endToken(_: DataOf<typeof paymentMethodEndToken>, context: Context): Result {
    const known = liveOf(context);
    if (!known) return {};
    return { ...this.decisions.stepOf(withoutToken(known, context.now), context), messages: deletionsOf(known) };
  }

  @Handles(paymentMethodSetDefault)
  setDefault(command: DataOf<typeof paymentMethodSetDefault>, context: Context): Result {
    const isCustomerKnown = isKnown(context, command.merchantId, command.fields.customerId);
    const result = setDefault(liveOf(context), command, { now: context.now, isCustomerKnown });
    return this.decisions.stepOf(result, context, defaultView);
  }

  @Handles(paymentMethodCheck)
  check({ paymentMethodId, isDeletion }: DataOf<typeof paymentMethodCheck>, context: Context): Result {
    const known = liveOf(context);
    if (!isDeletion) return this.decisions.stepOf(known ?? refuse('payment_method_not_found'), context);
    if (known) return { refusal: refuse('not_begun_in_time') };
    const { replyTo } = context.incoming.context;
    return {
      replies: replyTo ? [{ to: replyTo, reply: { kind: 'response', body: deletedView(paymentMethodId) } }] : [],
    };
  }
}
