import { Inject, Injectable } from '@nestjs/common';
import {
  isRefusal,
  type JudgedCard,
  outgoing,
  type Outgoing,
  payoutCard,
  payoutCardReply,
  payoutCheck,
  payoutGet,
  type Refusal,
  refuse,
} from '@payorch/contracts';
import type { MerchantId, PayoutId } from '@payorch/kernel';
import { z } from 'zod';
import type { Sender } from '../auth';
import {
  messageCallerOf,
  type OutcomeLookup,
  OwnerClient,
  type OwnerReply,
  type RequestContext,
  requestContextOf,
} from '../owners';
import type { RequestTrace } from '../request';
import { isPayoutId, notFound } from './domain/payout-request';

const withCustomer = z.object({ customer_id: z.string().nullable() });

/** What every message about a payout carries. */
export interface PayoutIds {
  readonly merchantId: MerchantId;
  readonly payoutId: PayoutId;
}

const lookupOf = (ids: PayoutIds, caller: ReturnType<typeof messageCallerOf>): OutcomeLookup => ({
  query: outgoing(payoutCheck, { ...ids, caller }),
  ifNoReply: refuse('no_reply', { payout_id: ids.payoutId }),
});

/** Sends commands and queries about one payout to the owner of payouts. */
@Injectable()
export class PayoutOwner {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command' | 'query'>) {}

  /** The ids of the payout that the request's path names. */
  idsOf(payoutId: string, { merchant, trace }: Pick<Sender, 'merchant' | 'trace'>): PayoutIds | Refusal {
    if (!isPayoutId(payoutId)) return notFound;
    trace.note?.({ payout_id: payoutId });
    return { merchantId: merchant.merchantId, payoutId };
  }

  command(command: Outgoing, ids: PayoutIds, sender: Sender, timeout: RequestContext['timeout']): OwnerReply {
    return this.owner.command(
      command,
      requestContextOf(sender, timeout),
      lookupOf(ids, messageCallerOf(sender.merchant)),
    );
  }

  /** For an operator, who has no merchant's settings. */
  commandOfOperator(command: Outgoing, ids: PayoutIds, trace: RequestTrace): OwnerReply {
    return this.owner.command(
      command,
      { trace, timeout: 'noProcessorCallMs' },
      { query: command, ifNoReply: refuse('no_reply', { payout_id: ids.payoutId }) },
    );
  }

  /** The customer of a stored payout. */
  async customerOf(ids: PayoutIds, sender: Sender): Promise<string | Refusal | null> {
    const query = outgoing(payoutGet, { ...ids, caller: { kind: 'merchant' }, expandAttempts: false });
    const reply = await this.owner.query(query, sender);
    return isRefusal(reply) ? reply : withCustomer.parse(JSON.parse(reply.toString())).customer_id;
  }

  /** What a blocklist judges the stored card of a payout by; null where it goes to no card. */
  async cardOf(ids: PayoutIds, sender: Sender): Promise<JudgedCard | Refusal | null> {
    const query = outgoing(payoutCard, { ...ids, caller: messageCallerOf(sender.merchant) });
    const reply = await this.owner.query(query, sender);
    return isRefusal(reply) ? reply : payoutCardReply.parse(JSON.parse(reply.toString())).card;
  }

  query(query: Outgoing, sender: Sender): OwnerReply {
    return this.owner.query(query, sender);
  }
}
