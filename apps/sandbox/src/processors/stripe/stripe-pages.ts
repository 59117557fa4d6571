import { Injectable } from '@nestjs/common';
import type { ShownPayment } from '../../kit/pages/bank-pages';
import type { HostedPage, HostedPages } from '../../kit/pages/hosted-pages';
import { completePage } from './decide/settle-intent';
import type { AnyIntent } from './objects/records';
import { paymentMethodTypeOf } from './payment-method-types';
import { StripeService } from './stripe.service';

type Choice = Pick<ShownPayment, 'ids' | 'marks' | 'frames' | 'frameMarks'>;
const classes = 'common-Button common-Button--default';

/** Stripe's own test page of a redirect payment method. */
const redirectChoice: Choice = {
  ids: { container: 'frame-warning-container', authorize: 'authorize-test-payment', reject: 'fail-test-payment' },
  marks: {
    authorize: { text: 'Authorize Test Payment', classes, name: 'success' },
    reject: { text: 'Fail Test Payment', classes, name: 'failure' },
  },
};

/** Stripe's own test page of 3D Secure: the choice lies in the challenge's frame, within the frame of Stripe's script. */
const cardChoice: Choice = {
  ids: { authorize: 'test-source-authorize-3ds', reject: 'test-source-fail-3ds' },
  marks: { authorize: { text: 'Complete', role: 'button' }, reject: { text: 'Fail', role: 'button' } },
  frames: 2,
  frameMarks: [{ name: '__privateStripeFrame1' }, { id: 'challengeFrame', name: 'stripe-challenge-frame' }],
};

const cardPage = paymentMethodTypeOf('card')?.name;

/** `redirect_status` is a hint for the shop's page; the authoritative status is retrieved by the id. */
const statusOf = (intent: AnyIntent): string => {
  if (intent.status === 'requires_payment_method') return 'failed';
  return intent.status === 'processing' ? 'pending' : 'succeeded';
};

function returnUrlOf(returnUrl: string, intent: AnyIntent): string {
  const url = new URL(returnUrl);
  const { object, id, client_secret } = intent;
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, client_secret);
  url.searchParams.set('redirect_status', statusOf(intent));
  return url.href;
}

/** The pages of next actions: the bank's, the wallet's or the voucher's. */
@Injectable()
export class StripePages implements HostedPages {
  constructor(private readonly service: StripeService) {}

  find(key: string): HostedPage | undefined {
    const { objects } = this.service;
    const intent = objects.byPage(key, Date.now());
    if (!intent) return undefined;
    const { object, id, account, reference, returnUrl, nextAction } = intent;
    const isPayment = intent.object === 'payment_intent';
    const { amount, currency } = isPayment ? intent : { amount: null, currency: null };
    const method = nextAction?.name ?? '';
    const choice = method === cardPage ? cardChoice : redirectChoice;
    return {
      shown: { amount, currency: currency?.toUpperCase() ?? '', method, payment: id, ...choice },
      request: { connector: 'stripe', payment_id: isPayment ? id : null, reference, amount, currency },
      complete: (confirmed) => {
        const context = this.service.decisionContext({ account, reference });
        return this.service.commitAndNotify(completePage(intent, confirmed, context), account);
      },
      returnUrl: () => returnUrl && returnUrlOf(returnUrl, objects.get(object, id)),
    };
  }
}
