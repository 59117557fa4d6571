import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, outgoing, paymentCheck, refuse, type Outgoing, type Refusal } from '@payorch/contracts';
import type { MerchantId, PaymentId, ProfileId } from '@payorch/kernel';
import { z } from 'zod';
import type { Sender } from '../auth';
import {
  isPaymentId,
  messageCallerOf,
  OwnerClient,
  type OwnerReply,
  paymentQuery,
  type RequestContext,
  requestContextOf,
} from '../owners';

/** What every message about a payment carries. */
export interface PaymentIds {
  readonly merchantId: MerchantId;
  readonly paymentId: PaymentId;
}

/** For requests that may call the processor: the reply includes the processor's whole response. */
export const allKeysOf = ({
  all_keys_required,
}: {
  readonly all_keys_required?: boolean | null;
}): { allKeysRequired?: true } => (all_keys_required ? { allKeysRequired: true } : {});

/** Reads the profile of a stored payment, which only its owner knows. */
export const storedProfile = z
  .object({ profile_id: z.string() })
  .transform(({ profile_id: id }) => ({ profileId: id as ProfileId }));

/** Sends commands and queries about one payment to the owner of payments. */
@Injectable()
export class PaymentOwner {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>) {}

  command(command: Outgoing, paymentId: PaymentId, sender: Sender, timeout: RequestContext['timeout']): OwnerReply {
    const { merchant } = sender;
    const { merchantId } = merchant;
    const lookup = {
      query: outgoing(paymentCheck, { merchantId, paymentId, caller: messageCallerOf(merchant) }),
      ifNoReply: refuse('no_reply', { payment_id: paymentId }),
    };
    return this.owner.command(command, requestContextOf(sender, timeout), lookup);
  }

  /** Sends the command that is made of the ids, unless it is refused; `paymentId` is as the request's path has it. */
  async send(
    paymentId: string,
    sender: Sender,
    commandOf: (ids: PaymentIds) => Outgoing | Refusal | Promise<Outgoing | Refusal>,
    timeout: RequestContext['timeout'] = 'processorCallMs',
  ): OwnerReply {
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    const command = await commandOf({ merchantId: sender.merchant.merchantId, paymentId });
    return isRefusal(command) ? command : this.command(command, paymentId, sender, timeout);
  }

  query(query: Outgoing, sender: Sender): OwnerReply {
    return this.owner.query(query, sender);
  }

  /** What a schema reads of the payment as the merchant sees it. */
  async read<T>(schema: z.ZodType<T>, paymentId: PaymentId, sender: Sender): Promise<T | Refusal> {
    const reply = await this.query(paymentQuery({ merchantId: sender.merchant.merchantId, paymentId }), sender);
    return isRefusal(reply) ? reply : schema.parse(JSON.parse(reply.toString()));
  }
}
