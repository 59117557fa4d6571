import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { StripeMemory } from '../objects/memory';
import { StripeService } from '../stripe.service';
import type { Refusal } from '../errors';
import { noSuch } from '../errors';
import type { ObjectKind, RecordOf, StripeRecord } from '../objects/records';
import { faultOfCard } from '../../../kit/faults/fault-cards';
import { numberOfTestMethod } from '../cards/test-cards';
import type { RequestedPaymentMethod } from '../decide/payment-methods';
import type { Page } from '../params/other-params';
import { readParams } from '../params/read-params';
import { Expansion } from '../views/expansion';
import { viewOf } from '../views/view';
import type { StripeCall, ParsedCall } from './stripe-call';
import { detailsOf } from './stripe-call';
import { pageOf } from './lists';

/** The name of an object in an error, and its parameter in a path. */
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

/** The intent of an object, for the ledger and the fault rules. */
const paymentOf = (record: StripeRecord): string | null => {
  if (record.object === 'payment_intent') return record.id;
  return record.object === 'charge' || record.object === 'refund' ? record.intent : null;
};

/** What the endpoints share: parsing parameters, finding objects, returning one or a list. */
@Injectable()
export class Resources {
  constructor(
    private readonly memory: StripeMemory,
    private readonly stripeService: StripeService,
  ) {}

  get objects() {
    return this.memory.objects;
  }

  /** Handles the object that the path names; refuses an unknown or deleted one with 404. */
  withObject<O extends ObjectKind>(
    call: StripeCall,
    object: O,
    id: string,
    handle: (record: RecordOf<O>) => ParsedCall,
  ): ParsedCall {
    const record = this.objects.find(object, call.account, id);
    if (record && !('deleted' in record && record.deleted)) return handle(record);
    const refusal: Refusal = noSuch(nouns[object][0], id, nouns[object][1], 404);
    return { refusal, details: detailsOf(call, { paymentId: object === 'payment_intent' ? id : null }) };
  }

  parse<T>(call: StripeCall, schema: z.ZodType<T>, handle: (input: T) => ParsedCall): ParsedCall {
    const read = readParams(schema, call.params);
    return 'refusal' in read ? { refusal: read.refusal, details: detailsOf(call) } : handle(read.value);
  }

  view(record: StripeRecord, expand: readonly string[] = []) {
    return viewOf(record, this.stripeService.viewContext, new Expansion(expand));
  }

  /** Returns one object unchanged. */
  retrieve(call: StripeCall, record: StripeRecord, expand: readonly string[] | undefined): ParsedCall {
    const reference = 'reference' in record ? record.reference : null;
    return {
      details: detailsOf(call, { paymentId: paymentOf(record), reference }),
      show: () => this.view(record, expand),
    };
  }

  list(
    call: StripeCall,
    url: string,
    records: readonly StripeRecord[],
    page: Page & { readonly expand?: readonly string[] | undefined },
  ): ParsedCall {
    const { data, has_more } = pageOf(records, page);
    const expansion = new Expansion(page.expand ?? []).under('data');
    return {
      details: detailsOf(call),
      show: () => ({
        object: 'list',
        data: data.map((record) => viewOf(record, this.stripeService.viewContext, expansion)),
        has_more,
        url,
      }),
    };
  }

  /** The card data of the request that fault rules and the sandbox's own cards use. */
  paymentMethodDetails(
    { account }: StripeCall,
    { payment_method: id, payment_method_data: data }: RequestedPaymentMethod,
  ) {
    const card = data && 'card' in data ? data.card : undefined;
    if (card && 'number' in card) return { card: card.number, cardFault: faultOfCard(card.number) };
    if (card) return { cardFault: this.objects.find('token', account, card.token)?.card.fault ?? null };
    if (id === undefined || numberOfTestMethod(id) !== undefined) return {};
    return { cardFault: this.objects.find('payment_method', account, id)?.card?.fault ?? null };
  }
}
