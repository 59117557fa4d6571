import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  outgoing,
  paymentCalculateTax,
  paymentCancel,
  paymentCancelPostCapture,
  paymentCapture,
  paymentCompleteAuthorize,
  paymentIncrement,
  paymentUpdateMetadata,
  refuse,
  withOthers,
  type JsonObject,
  type MessageDefinition,
} from '@payorch/contracts';
import { minorUnitsFromJson, type MerchantId, type PaymentId } from '@payorch/kernel';
import type {
  PaymentsCancelPostCaptureRequest,
  PaymentsCancelRequest,
  PaymentsCaptureRequest,
  PaymentsCompleteAuthorizeRequest,
  PaymentsDynamicTaxCalculationRequest,
  PaymentsIncrementalAuthorizationRequest,
  PaymentsUpdateMetadataRequest,
} from '@payorch/rest';
import { InlineCredentials, namedCredentialsOf } from '../accounts';
import type { Sender } from '../auth';
import { isPaymentId, messageCallerOf, type OwnerReply } from '../owners';
import { checkAmount } from './domain/check-payment-request';
import { refuseMerchantsFields } from './domain/client-request';
import { wholeAddress } from './domain/fields/to-payment-fields';
import { metadataResponse } from './domain/metadata-response';
import { taxResponse } from './domain/tax-response';
import { allKeysOf, PaymentOwner } from './payment-owner';

const otherMerchant = refuse('invalid_format', {
  field: 'merchant_id',
  expected: 'merchant_id from merchant account',
});
const negativeCapture = refuse('invalid_format', {
  field: 'amount',
  expected: 'positive integer',
  path: 'amount_to_capture',
});

/** Follow-up operations on an existing payment. */
@Injectable()
export class PaymentOperations {
  constructor(
    @Inject(PaymentOwner) private readonly owner: PaymentOwner,
    @Inject(InlineCredentials) private readonly credentials: Pick<InlineCredentials, 'named'>,
  ) {}

  async capture(paymentId: string, sent: PaymentsCaptureRequest, sender: Sender): OwnerReply {
    const { merchantId } = sender.merchant;
    const amount = sent.amount_to_capture ?? null;
    // A message cannot carry a negative amount; zero passes, so that the owner's checks keep their order.
    const isNegative = amount !== null && amount < 0;
    if (sent.merchant_id && sent.merchant_id !== merchantId)
      return isNegative ? withOthers(otherMerchant, [negativeCapture]) : otherMerchant;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    if (isNegative) return negativeCapture;
    const named = await namedCredentialsOf(this.credentials, sent, sender.merchant);
    if (isRefusal(named)) return named;
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
      ...named,
    });
    return this.owner.command(command, paymentId, sender, 'processorCallMs');
  }

  /** Sends a command that contains only the payment's id. */
  async sendCommand(
    message: MessageDefinition<{ merchantId: MerchantId; paymentId: PaymentId }>,
    paymentId: string,
    sender: Sender,
  ): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const { merchantId } = sender.merchant;
    return this.owner.command(outgoing(message, { merchantId, paymentId }), paymentId, sender, 'processorCallMs');
  }

  async completeAuthorize(paymentId: string, sent: PaymentsCompleteAuthorizeRequest, sender: Sender): OwnerReply {
    const refused = refuseMerchantsFields('complete_authorize', sent, sender.merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCompleteAuthorize, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      caller: messageCallerOf(sender.merchant),
      shipping: sent.shipping ? wholeAddress(sent.shipping) : null,
    });
    return this.owner.command(command, paymentId, sender, 'processorCallMs');
  }

  async calculateTax(paymentId: string, sent: PaymentsDynamicTaxCalculationRequest, sender: Sender): OwnerReply {
    const refused = refuseMerchantsFields('calculate_tax', sent, sender.merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCalculateTax, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      caller: messageCallerOf(sender.merchant),
      shipping: wholeAddress(sent.shipping),
    });
    return taxResponse(await this.owner.command(command, paymentId, sender, 'noProcessorCallMs'));
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
    return this.owner.command(command, paymentId, sender, 'processorCallMs');
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
    return metadataResponse(await this.owner.command(command, paymentId, sender, 'noProcessorCallMs'));
  }

  async cancel(paymentId: string, sent: PaymentsCancelRequest, sender: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const named = await namedCredentialsOf(this.credentials, sent, sender.merchant);
    if (isRefusal(named)) return named;
    const command = outgoing(paymentCancel, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      cancellationReason: sent.cancellation_reason ?? null,
      ...allKeysOf(sent),
      ...named,
    });
    return this.owner.command(command, paymentId, sender, 'processorCallMs');
  }

  async cancelPostCapture(paymentId: string, sent: PaymentsCancelPostCaptureRequest, sender: Sender): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = outgoing(paymentCancelPostCapture, {
      merchantId: sender.merchant.merchantId,
      paymentId,
      cancellationReason: sent.cancellation_reason ?? null,
    });
    return this.owner.command(command, paymentId, sender, 'processorCallMs');
  }
}
