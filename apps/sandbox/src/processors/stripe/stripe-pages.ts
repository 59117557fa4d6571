import { Injectable } from '@nestjs/common';
import type { ShownPayment } from '../../kit/pages/bank-pages';
import type { HostedPage, HostedPages } from '../../kit/pages/hosted-pages';
import { completePage } from './decide/settle-intent';
import { StripeMemory } from './objects/memory';
import type { Intent, SetupIntent } from './objects/records';
import { paymentMethodTypeOf } from './payment-method-types';
import { StripeService } from './stripe.service';

type AnyIntent = Intent | SetupIntent;

/** Stripe's own test page of a redirect payment method. */
const redirectIds = {
  container: 'frame-warning-container',
  authorize: 'authorize-test-payment',
  reject: 'fail-test-payment',
} as const;

/** Stripe's own test page of 3D Secure: the choice lies in a frame within a frame. */
const cardChoice = {
  ids: { authorize: 'test-source-authorize-3ds', reject: 'test-source-fail-3ds' },
  frames: 2,
} as const;

const cardPage = paymentMethodTypeOf('card')?.name;
const choiceOf = ({ nextAction }: AnyIntent): Pick<ShownPayment, 'ids' | 'frames'> =>
  nextAction?.name === cardPage ? cardChoice : { ids: redirectIds };

/** `redirect_status` is a hint for the shop's page; the authoritative status is retrieved by the id. */
const statusOf = (intent: AnyIntent): string => {
  if (intent.status === 'requires_payment_method') return 'failed';
  return intent.status === 'processing' ? 'pending' : 'succeeded';
};

function returnUrlOf(returnUrl: string, intent: AnyIntent): string {
  const url = new URL(returnUrl);
  const { object, id, clientSecret } = intent;
  url.searchParams.set(object, id);
  url.searchParams.set(`${object}_client_secret`, clientSecret);
  url.searchParams.set('redirect_status', statusOf(intent));
  return url.href;
}

/** The pages of next actions: the bank's, the wallet's or the voucher's. */
@Injectable()
export class StripePages implements HostedPages {
  constructor(
    private readonly memory: StripeMemory,
    private readonly stripeService: StripeService,
  ) {}

  find(key: string): HostedPage | undefined {
    const { objects } = this.memory;
    const intent = objects.byPage(key, Date.now());
    if (!intent) return undefined;
    const { object, id, account, reference, returnUrl, nextAction } = intent;
    const { amount, currency } = intent.object === 'payment_intent' ? intent : { amount: null, currency: null };
    return {
      shown: {
        amount,
        currency: currency?.toUpperCase() ?? '',
        method: nextAction?.name ?? '',
        payment: id,
        ...choiceOf(intent),
      },
      request: {
        connector: 'stripe',
        payment_id: object === 'payment_intent' ? id : null,
        reference,
        amount,
        currency,
      },
      complete: (confirmed) => {
        const context = this.stripeService.decisionContext({ account, reference });
        return this.stripeService.commitAndNotify(completePage(intent, confirmed, context), account);
      },
      returnUrl: () => returnUrl && returnUrlOf(returnUrl, objects.get(object, id)),
    };
  }
}
