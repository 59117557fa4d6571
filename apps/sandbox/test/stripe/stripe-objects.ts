import type { DecisionContext, StripeDecision } from '../../src/processors/stripe/decide/decision';
import type { CreateIntent } from '../../src/processors/stripe/params/intent-params';
import { StripeObjects } from '../../src/processors/stripe/objects/store';
import { createIntent as intentParams } from '../../src/processors/stripe/params/intent-params';
import { createIntent } from '../../src/processors/stripe/decide/create-intent';
import type { Intent, Refund, StripeRecord } from '../../src/processors/stripe/objects/records';
import { createRefund } from '../../src/processors/stripe/decide/refunds';
import { Expansion } from '../../src/kit/objects/expansion';
import { viewOf } from '../../src/processors/stripe/views/view';
import { aMoment } from '../moment';

/** Stripe's objects in memory, with decisions on them. */
export class ObjectsAtStripe {
  readonly objects: StripeObjects;
  private readonly moment = aMoment();

  constructor(maxEndedRetained: number) {
    this.objects = new StripeObjects(maxEndedRetained);
  }

  get context(): DecisionContext {
    return {
      objects: this.objects,
      account: 'acct_1',
      apiVersion: '2022-11-15',
      moment: this.moment,
      reference: 'op_1',
      variation: {},
      delivery: null,
      settleAfterMs: 1000,
    };
  }

  /** Stores a decision and returns the object it shows. */
  apply<R extends StripeRecord>({ changed, shown }: StripeDecision): R {
    for (const record of changed) this.objects.store(record);
    return (shown ?? changed.at(-1)) as R;
  }

  /** A card payment, confirmed at once by default; parameters have their form spelling. */
  pay(rest: Readonly<Record<string, unknown>> = {}): Intent {
    const input = intentParams.parse({
      amount: '6540',
      currency: 'usd',
      confirm: 'true',
      payment_method: 'pm_card_visa',
      payment_method_types: ['card'],
      return_url: 'https://shop.example/back',
      ...rest,
    }) as CreateIntent;
    return this.apply(createIntent(input, this.context));
  }

  refund({ id }: Intent): Refund {
    return this.apply(createRefund({ payment_intent: id }, this.context));
  }

  has({ object, id, account }: StripeRecord): boolean {
    return this.objects.find(object, account, id) !== undefined;
  }

  count(object: StripeRecord['object']): number {
    return this.objects.all(object).length;
  }

  /** Shows all retained objects with their references; throws where a reference points to a missing object. */
  showAll(): object[] {
    const viewContext = { objects: this.objects, publicUrl: 'http://sandbox.example' };
    const whole = new Expansion(['latest_charge', 'payment_method', 'latest_attempt']);
    const kinds = ['payment_intent', 'setup_intent', 'charge', 'refund'] as const;
    return kinds.flatMap((kind) => this.objects.all(kind).map((record) => viewOf(record, viewContext, whole)));
  }
}
