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
import { minorUnitsFromJson } from '@payorch/kernel';
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
import { messageCallerOf, type OwnerReply } from '../owners';
import { checkAmount } from './domain/check-payment-request';
import { refuseMerchantsFields } from './domain/client-request';
import { wholeAddress } from './domain/fields/to-payment-fields';
import { metadataResponse } from './domain/metadata-response';
import { taxResponse } from './domain/tax-response';
import { allKeysOf, type PaymentIds, PaymentOwner } from './payment-owner';

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
    return this.owner.send(paymentId, sender, async (ids) => {
      if (isNegative) return negativeCapture;
      const named = await namedCredentialsOf(this.credentials, sent, sender.merchant);
      if (isRefusal(named)) return named;
      return outgoing(paymentCapture, {
        ...ids,
        amountToCapture: amount === null ? null : minorUnitsFromJson(amount),
        details: {
          refund_uncaptured_amount: sent.refund_uncaptured_amount ?? null,
          statement_descriptor_suffix: sent.statement_descriptor_suffix ?? null,
          statement_descriptor_prefix: sent.statement_descriptor_prefix ?? null,
        },
        ...allKeysOf(sent),
        ...named,
      });
    });
  }

  /** Sends a command that contains only the payment's id. */
  sendCommand(message: MessageDefinition<PaymentIds>, paymentId: string, sender: Sender): OwnerReply {
    return this.owner.send(paymentId, sender, (ids) => outgoing(message, ids));
  }

  async completeAuthorize(paymentId: string, sent: PaymentsCompleteAuthorizeRequest, sender: Sender): OwnerReply {
    const { merchant } = sender;
    const shipping = sent.shipping ? wholeAddress(sent.shipping) : null;
    return (
      refuseMerchantsFields('complete_authorize', sent, merchant) ??
      this.owner.send(paymentId, sender, (ids) =>
        outgoing(paymentCompleteAuthorize, { ...ids, caller: messageCallerOf(merchant), shipping }),
      )
    );
  }

  async calculateTax(paymentId: string, sent: PaymentsDynamicTaxCalculationRequest, sender: Sender): OwnerReply {
    const { merchant } = sender;
    const refused = refuseMerchantsFields('calculate_tax', sent, merchant);
    if (refused) return refused;
    const shipping = wholeAddress(sent.shipping);
    const reply = this.owner.send(
      paymentId,
      sender,
      (ids) => outgoing(paymentCalculateTax, { ...ids, caller: messageCallerOf(merchant), shipping }),
      'noProcessorCallMs',
    );
    return taxResponse(await reply);
  }

  async increment(
    paymentId: string,
    { amount, reason = null }: PaymentsIncrementalAuthorizationRequest,
    sender: Sender,
  ): OwnerReply {
    return (
      checkAmount({ amount }) ??
      this.owner.send(paymentId, sender, (ids) =>
        // A message cannot carry a negative amount; the owner refuses zero and less alike, after its other checks.
        outgoing(paymentIncrement, { ...ids, amount: minorUnitsFromJson(Math.max(0, amount)), reason }),
      )
    );
  }

  /**
   * Cuts the response to its metadata also where the command got no reply: the looked-up payment may have changed
   * since.
   */
  async updateMetadata(paymentId: string, sent: PaymentsUpdateMetadataRequest, sender: Sender): OwnerReply {
    const { metadata, feature_metadata: features } = sent;
    const featureMetadata = features ? ({ ...features } as JsonObject) : null;
    const reply = this.owner.send(
      paymentId,
      sender,
      (ids) => outgoing(paymentUpdateMetadata, { ...ids, metadata, featureMetadata }),
      'noProcessorCallMs',
    );
    return metadataResponse(await reply);
  }

  cancel(paymentId: string, sent: PaymentsCancelRequest, sender: Sender): OwnerReply {
    return this.owner.send(paymentId, sender, async (ids) => {
      const named = await namedCredentialsOf(this.credentials, sent, sender.merchant);
      if (isRefusal(named)) return named;
      const cancellationReason = sent.cancellation_reason ?? null;
      return outgoing(paymentCancel, { ...ids, cancellationReason, ...allKeysOf(sent), ...named });
    });
  }

  cancelPostCapture(paymentId: string, sent: PaymentsCancelPostCaptureRequest, sender: Sender): OwnerReply {
    const cancellationReason = sent.cancellation_reason ?? null;
    return this.owner.send(paymentId, sender, (ids) =>
      outgoing(paymentCancelPostCapture, { ...ids, cancellationReason }),
    );
  }
}
