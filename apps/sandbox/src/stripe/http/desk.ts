import type { z } from 'zod';
import type { Journal } from '../../ledger/journal';
import type { StripeBook } from '../book';
import type { Refusal } from '../errors';
import { noSuch } from '../errors';
import type { ObjectKind, RecordOf, StripeRecord } from '../objects/records';
import { faultOf, numberOfTestMethod } from '../cards/test-cards';
import type { MethodChoice } from '../decide/make-method';
import type { Page } from '../params/other-params';
import { readParams } from '../params/read';
import { Expansion } from '../views/expansion';
import { viewOf } from '../views/view';
import type { StripeCall, Understood } from './call';
import { factsOf } from './call';
import { pageOf } from './lists';

/** What an object is called in an error, and by which name a path asks for it. */
const nouns: Readonly<Record<ObjectKind, readonly [noun: string, param: string]>> = {
  payment_intent: ['payment_intent', 'intent'],
  setup_intent: ['setupintent', 'intent'],
  charge: ['charge', 'charge'],
  refund: ['refund', 'refund'],
  customer: ['customer', 'id'],
  payment_method: ['PaymentMethod', 'payment_method'],
  token: ['token', 'token'],
  webhook_endpoint: ['webhook endpoint', 'webhook_endpoint'],
};

/** Which intent an object is about, for the ledger and the fault rules. */
const paymentOf = (record: StripeRecord): string | null => {
  if (record.object === 'payment_intent') return record.id;
  return record.object === 'charge' || record.object === 'refund' ? record.intent : null;
};

/** What the endpoints have in common: finding, reading, showing one, showing many. */
export class Desk {
  constructor(
    private readonly journal: Journal,
    private readonly book: StripeBook,
  ) {}

  get objects() {
    return this.journal.stripe.objects;
  }

  /** The object that the path names, and what to do with it. */
  on<O extends ObjectKind>(
    call: StripeCall,
    object: O,
    id: string,
    go: (record: RecordOf<O>) => Understood,
  ): Understood {
    const record = this.objects.find(object, call.account, id);
    if (record && !('deleted' in record && record.deleted)) return go(record);
    const refusal: Refusal = noSuch(nouns[object][0], id, nouns[object][1], 404);
    return { refusal, facts: factsOf(call, { paymentId: object === 'payment_intent' ? id : null }) };
  }

  read<T>(call: StripeCall, schema: z.ZodType<T>, go: (given: T) => Understood): Understood {
    const read = readParams(schema, call.params);
    return 'refusal' in read ? { refusal: read.refusal, facts: factsOf(call) } : go(read.value);
  }

  view(record: StripeRecord, expand: readonly string[] = []) {
    return viewOf(record, this.book.showing, new Expansion(expand));
  }

  /** One object, as it is. */
  shown(call: StripeCall, record: StripeRecord, expand: readonly string[] | undefined): Understood {
    const reference = 'reference' in record ? record.reference : null;
    return {
      facts: factsOf(call, { paymentId: paymentOf(record), reference }),
      show: () => this.view(record, expand),
    };
  }

  listed(
    call: StripeCall,
    url: string,
    records: readonly StripeRecord[],
    page: Page & { readonly expand?: readonly string[] | undefined },
  ): Understood {
    const { data, has_more } = pageOf(records, page);
    const expansion = new Expansion(page.expand ?? []).under('data');
    return {
      facts: factsOf(call),
      show: () => ({
        object: 'list',
        data: data.map((record) => viewOf(record, this.book.showing, expansion)),
        has_more,
        url,
      }),
    };
  }

  /** What a rule or a card of ours may want to know of the method that is named. */
  methodFacts({ account }: StripeCall, { payment_method: id, payment_method_data: data }: MethodChoice) {
    const card = data && 'card' in data ? data.card : undefined;
    if (card && 'number' in card) return { card: card.number, magic: faultOf(card.number) };
    if (card) return { magic: this.objects.find('token', account, card.token)?.card.fault ?? null };
    if (id === undefined || numberOfTestMethod(id) !== undefined) return {};
    return { magic: this.objects.find('payment_method', account, id)?.card?.fault ?? null };
  }
}
