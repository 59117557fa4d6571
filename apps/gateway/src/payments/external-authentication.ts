import { Inject, Injectable } from '@nestjs/common';
import { outgoing, paymentAuthenticate, paymentCheck, refuse } from '@payorch/contracts';
import type { PaymentsExternalAuthenticationRequest } from '@payorch/rest';
import type { Sender } from '../auth';
import { isPaymentId, messageCallerOf, OwnerClient, type OwnerReply, requestContextOf } from '../owners';
import { refuseMerchantsFields } from './domain/client-request';

/** Authenticates the customers of payments outside their processors, for the customers' browsers. */
@Injectable()
export class ExternalAuthentication {
  constructor(@Inject(OwnerClient) private readonly owner: Pick<OwnerClient, 'command'>) {}

  async authenticate(paymentId: string, sent: PaymentsExternalAuthenticationRequest, sender: Sender): OwnerReply {
    const { merchant } = sender;
    const refused = refuseMerchantsFields('authentication', sent, merchant);
    if (refused) return refused;
    if (!isPaymentId(paymentId)) return refuse('payment_not_found');
    if (sent.device_channel !== 'BRW')
      return refuse('not_implemented', { message: `device_channel ${sent.device_channel} is not implemented` });
    const about = { merchantId: merchant.merchantId, paymentId, caller: messageCallerOf(merchant) };
    return this.owner.command(
      outgoing(paymentAuthenticate, { ...about, methodCompletion: sent.threeds_method_comp_ind }),
      requestContextOf(sender, 'processorCallMs'),
      {
        query: outgoing(paymentCheck, { ...about, shows: 'authentication' }),
        ifNoReply: refuse('no_reply', { payment_id: paymentId }),
      },
    );
  }
}
