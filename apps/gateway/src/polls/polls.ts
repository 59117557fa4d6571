import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentPoll, polledPayment, pollResult, refuse, type Refusal } from '@payorch/contracts';
import type { Sender } from '../auth';
import { isPaymentId, OwnerClient } from '../owners';

/** Reads polls. Their ids follow from the ids of payments, and show only whether a browser still has to wait. */
@Injectable()
export class Polls {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'query'>) {}

  async retrieve(pollId: string, sender: Sender): Promise<object | Refusal> {
    const paymentId = polledPayment(pollId);
    if (paymentId === undefined || !isPaymentId(paymentId)) return refuse('poll_not_found');
    const query = outgoing(paymentPoll, { merchantId: sender.merchant.merchantId, paymentId });
    const reply = await this.owner.query(query, sender);
    if (!Buffer.isBuffer(reply)) return reply;
    return { poll_id: pollId, ...pollResult.parse(JSON.parse(reply.toString())) };
  }
}
