import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentCheck, refuse, type Outgoing } from '@payorch/contracts';
import type { PaymentId } from '@payorch/kernel';
import type { Sender } from '../auth';
import { messageCallerOf, OwnerClient, type OwnerReply, type RequestContext, requestContextOf } from '../owners';

/** For requests that may call the processor: the reply includes the processor's whole response. */
export const allKeysOf = ({
  all_keys_required,
}: {
  readonly all_keys_required?: boolean | null;
}): { allKeysRequired?: true } => (all_keys_required ? { allKeysRequired: true } : {});

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

  query(query: Outgoing, sender: Sender): OwnerReply {
    return this.owner.query(query, requestContextOf(sender, 'noProcessorCallMs'));
  }
}
