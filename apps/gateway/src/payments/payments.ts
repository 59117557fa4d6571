import type { Json, JsonObject, MessageDefinition, Outgoing, Refusal } from '@payorch/contracts';
import {
  outgoing,
  paymentCalculateTax,
  paymentCancel,
  paymentCancelPostCapture,
  paymentCapture,
  paymentCompleteAuthorize,
  paymentConfirm,
  paymentCreate,
  paymentGet,
  paymentIncrement,
  paymentSync,
  paymentUpdate,
  paymentUpdateMetadata,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { minorUnitsFromJson } from '@payorch/kernel';
import type {
  PaymentsCancelPostCaptureRequest,
  PaymentsCancelRequest,
  PaymentsCaptureRequest,
  PaymentsCompleteAuthorizeRequest,
  PaymentsDynamicTaxCalculationRequest,
  PaymentsIncrementalAuthorizationRequest,
  PaymentsRetrieveQuery,
  PaymentsUpdateMetadataRequest,
  PaymentSyncRequest,
} from '@payorch/rest';
import type { AccountCache } from '../auth/account-cache';
import type { AuthenticatedMerchant } from '../auth/authenticate';
import type { OwnerClient, RequestContext } from '../owners/owner-client';
import { orUnavailable } from '../persistence/database';
import { newIdFor } from '../request/request-trace';
import { checkAmount, checkPaymentRequest, refuseInlineCredentials } from './domain/check-payment-request';
import { chooseProfile, type RequestedProfile } from '../auth/domain/choose-profile';
import { checkPaymentOfClient, refuseMerchantsFields } from './domain/client-request';
import { metadataResponse } from './domain/metadata-response';
import {
  originOf,
  callerOf,
  isPaymentId,
  outcomeLookupOf,
  requestContextOf,
  allKeysOf,
  type Sender,
} from './payment-sender';
import type { PaymentOperation, PaymentRequest } from './domain/payment-request';
import { otherMethodData } from './domain/payment-request';
import type { CardSealer } from './seal-card';
import { taxResponse } from './domain/tax-response';
import { toPaymentFields, wholeAddress, type SealedMethod } from './domain/fields/to-payment-fields';

type OwnerReply = Promise<Buffer | Refusal>;

/** Sends payment requests to the owner of payments and returns its replies. */
export class Payments {
  constructor(
    private readonly owner: OwnerClient,
    private readonly sealer: CardSealer,
    private readonly cache: Pick<AccountCache, 'freshAccount'>,
  ) {}

  async create(sent: PaymentRequest, sender: Sender): OwnerReply {
    const { merchant } = sender;
    const refused = this.check(sent, 'create', merchant);
    if (refused) return refused;
    const profileId = await this.profileFor(sent, merchant);
    if (typeof profileId !== 'string') return profileId;
    const paymentId = (sent.payment_id as PaymentId | null | undefined) ?? newIdFor<PaymentId>('pay', sender.trace);
    sender.trace.note?.({ payment_id: paymentId });
    const command = outgoing(paymentCreate, {
      merchantId: merchant.merchantId,
      paymentId,
      profileId,
      confirm: sent.confirm ?? null,
      fields: toPaymentFields(sent, await this.sealed(sent, merchant.merchantId)),
      ...originOf(sender),
    });
    return this.send(command, paymentId, sender, sent.confirm ? 'processorCallMs' : 'noProcessorCallMs');
  }

  async update(paymentId: string, sent: PaymentRequest, sender: Sender): OwnerReply {
    const { merchant } = sender;
    const refused = this.check(sent, 'update', merchant) ?? checkPaymentOfClient(sent, paymentId, merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentUpdate, {
      merchantId: merchant.merchantId,
      paymentId,
      caller: callerOf(merchant),
      confirm: sent.confirm ?? null,
      fields: toPaymentFields(sent, await this.sealed(sent, merchant.merchantId)),
      ...originOf(sender),
    });
    return this.send(command, paymentId, sender, sent.confirm ? 'processorCallMs' : 'noProcessorCallMs');
  }

  async confirm(paymentId: string, sent: PaymentRequest, sender: Sender): OwnerReply {
    const { merchant } = sender;
    const refused = this.check(sent, 'confirm', merchant) ?? checkPaymentOfClient(sent, paymentId, merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentConfirm, {
      merchantId: merchant.merchantId,
      paymentId,
      caller: callerOf(merchant),
      fields: toPaymentFields(sent, await this.sealed(sent, merchant.merchantId)),
      ...originOf(sender),
    });
    return this.send(command, paymentId, sender, 'processorCallMs');
  }

  async retrieve(paymentId: string, query: PaymentsRetrieveQuery, { merchant, trace }: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const data = {
      merchantId: merchant.merchantId,
      paymentId,
      caller: callerOf(merchant),
      expandAttempts: query.expand_attempts ?? false,
      expandCaptures: query.expand_captures ?? false,
    };
    const context = requestContextOf({ merchant, trace });
    if (!query.force_sync)
      return this.owner.query(outgoing(paymentGet, data), { ...context, timeout: 'noProcessorCallMs' });
    const sync = outgoing(paymentSync, { ...data, ...allKeysOf(query) });
    return this.owner.command(sync, { ...context, timeout: 'processorCallMs' }, outcomeLookupOf(merchant, paymentId));
  }

  /** Checks that the client secret belongs to a payment whose session has not expired; a secret key passes unchecked. */
  async checkSecret(sender: Sender): Promise<Refusal | undefined> {
    const { clientSecret } = sender.merchant;
    if (clientSecret === null) return undefined;
    const end = clientSecret.lastIndexOf('_secret_');
    if (end < 1) return refuse('client_secret_invalid');
    const found = await this.retrieve(clientSecret.slice(0, end), {}, sender);
    return 'kind' in found ? found : undefined;
  }

  async sync({ payment_id, ...sent }: PaymentSyncRequest, sender: Sender): OwnerReply {
    if (sent.merchant_id && sent.merchant_id !== sender.merchant.merchantId) {
      return refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
    }
    sender.trace.note?.({ payment_id });
    const refused = refuseInlineCredentials(sent) ?? refuseMerchantsFields('sync', sent, sender.merchant);
    return refused ?? this.retrieve(payment_id, sent, sender);
  }

  async capture(paymentId: string, sent: PaymentsCaptureRequest, sender: Sender): OwnerReply {
    const refused = refuseInlineCredentials(sent);
    if (refused) return refused;
    const { merchantId } = sender.merchant;
    if (sent.merchant_id && sent.merchant_id !== merchantId) {
      return refuse('invalid_format', { field: 'merchant_id', expected: 'merchant_id from merchant account' });
    }
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const amount = sent.amount_to_capture ?? null;
    // A message cannot carry a negative amount; zero passes, so that the owner's checks keep their order.
    if (amount !== null && amount < 0)
      return refuse('invalid_format', { field: 'amount', expected: 'positive integer' });
    const command = outgoing(paymentCapture, {
      merchantId,
      paymentId,
      amountToCapture: amount === null ? null : minorUnitsFromJson(amount),
      details: {
        refund_uncaptured_amount: sent.refund_uncaptured_amount ?? null,
        statement_descriptor_suffix: sent.statement_descriptor_suffix ?? null,
        statement_descriptor_prefix: sent.statement_descriptor_prefix ?? null,
      },
      ...allKeysOf(sent),
    });
    return this.send(command, paymentId, sender, 'processorCallMs');
  }

  /** Sends a command that contains only the payment's id. */
  async sendCommand(
    message: MessageDefinition<{ merchantId: MerchantId; paymentId: PaymentId }>,
    paymentId: string,
    sender: Sender,
  ): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchantId } = sender.merchant;
    return this.send(outgoing(message, { merchantId, paymentId }), paymentId, sender, 'processorCallMs');
  }

  async completeAuthorize(paymentId: string, sent: PaymentsCompleteAuthorizeRequest, sender: Sender): OwnerReply {
    const refused = refuseMerchantsFields('complete_authorize', sent, sender.merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCompleteAuthorize, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      caller: callerOf(sender.merchant),
      shipping: sent.shipping ? wholeAddress(sent.shipping) : null,
    });
    return this.send(command, paymentId, sender, 'processorCallMs');
  }

  async calculateTax(paymentId: string, sent: PaymentsDynamicTaxCalculationRequest, sender: Sender): OwnerReply {
    const refused = refuseMerchantsFields('calculate_tax', sent, sender.merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCalculateTax, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      caller: callerOf(sender.merchant),
      shipping: wholeAddress(sent.shipping),
    });
    return taxResponse(await this.send(command, paymentId, sender, 'noProcessorCallMs'));
  }

  async increment(
    paymentId: string,
    { amount, reason }: PaymentsIncrementalAuthorizationRequest,
    sender: Sender,
  ): OwnerReply {
    const refused = checkAmount({ amount });
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentIncrement, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      // A message cannot carry a negative amount; the owner refuses zero and less alike, after its other checks.
      amount: minorUnitsFromJson(Math.max(0, amount)),
      reason: reason ?? null,
    });
    return this.send(command, paymentId, sender, 'processorCallMs');
  }

  /**
   * Cuts the response to its metadata also where the command got no reply: the looked-up payment may have changed
   * since.
   */
  async updateMetadata(paymentId: string, sent: PaymentsUpdateMetadataRequest, sender: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentUpdateMetadata, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      metadata: sent.metadata,
      featureMetadata: sent.feature_metadata ? ({ ...sent.feature_metadata } as JsonObject) : null,
    });
    return metadataResponse(await this.send(command, paymentId, sender, 'noProcessorCallMs'));
  }

  async cancel(paymentId: string, sent: PaymentsCancelRequest, sender: Sender): OwnerReply {
    const refused = refuseInlineCredentials(sent);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCancel, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      cancellationReason: sent.cancellation_reason ?? null,
      ...allKeysOf(sent),
    });
    return this.send(command, paymentId, sender, 'processorCallMs');
  }

  async cancelPostCapture(paymentId: string, sent: PaymentsCancelPostCaptureRequest, sender: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCancelPostCapture, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      cancellationReason: sent.cancellation_reason ?? null,
    });
    return this.send(command, paymentId, sender, 'processorCallMs');
  }

  private check(
    sent: PaymentRequest,
    operation: PaymentOperation,
    { merchantId }: AuthenticatedMerchant,
  ): Refusal | undefined {
    return checkPaymentRequest(sent, { operation, merchantId, now: new Date() });
  }

  private async sealed(sent: PaymentRequest, merchantId: MerchantId): Promise<SealedMethod> {
    const card = sent.payment_method_data?.card;
    if (card) return { card: await this.sealer.seal(card, merchantId) };
    const other = otherMethodData(sent);
    return other ? { data: this.sealer.sealData({ [other.key]: other.data as Json }, merchantId) } : {};
  }

  /** The cache may lack a profile that another gateway created: the gateway reads the database before it refuses. */
  private async profileFor(sent: PaymentRequest, merchant: AuthenticatedMerchant): Promise<ProfileId | Refusal> {
    const requested: RequestedProfile = {
      profileId: sent.profile_id ?? merchant.profileId,
      businessCountry: sent.business_country ?? null,
      businessLabel: sent.business_label ?? null,
    };
    const chosen = chooseProfile(merchant.account, requested);
    if (typeof chosen === 'string') return chosen;
    const account = await orUnavailable(this.cache.freshAccount(merchant.merchantId));
    return account ? chooseProfile(account, requested) : refuse('merchant_not_found');
  }

  private send(
    command: Outgoing,
    paymentId: PaymentId,
    { merchant, trace }: Sender,
    timeout: RequestContext['timeout'],
  ): OwnerReply {
    const context = { ...requestContextOf({ merchant, trace }), timeout };
    return this.owner.command(command, context, outcomeLookupOf(merchant, paymentId));
  }
}
