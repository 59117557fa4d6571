import type { Evictable } from './ended-objects';
import { EndedObjects, hasEnded } from './ended-objects';
import { PaymentMethodReferences } from './payment-method-references';
import type {
  Charge,
  Customer,
  Endpoint,
  Intent,
  ObjectKind,
  PaymentMethod,
  RecordOf,
  Refund,
  SetupIntent,
  StripeRecord,
  Token,
} from './records';

type ObjectMaps = { readonly [O in ObjectKind]: Map<string, RecordOf<O>> };

/**
 * The objects of all accounts in memory, by id and by their lookup keys. Of ended payments, set-ups and tokens only the
 * newest are retained; open ones, customers, and their attached payment methods stay.
 */
export class StripeObjects {
  private readonly maps: ObjectMaps = {
    customer: new Map<string, Customer>(),
    payment_method: new Map<string, PaymentMethod>(),
    token: new Map<string, Token>(),
    payment_intent: new Map<string, Intent>(),
    setup_intent: new Map<string, SetupIntent>(),
    charge: new Map<string, Charge>(),
    refund: new Map<string, Refund>(),
    webhook_endpoint: new Map<string, Endpoint>(),
  };
  /** Open pages by their key. */
  private readonly pages = new Map<string, Intent['id']>();
  private readonly chargesByIntent = new Map<string, string[]>();
  private readonly refundsByCharge = new Map<string, string[]>();
  private readonly intentsByOrder = new Map<string, string[]>();
  private readonly methodReferences = new PaymentMethodReferences();
  private readonly ended: EndedObjects;

  /** `maxEndedRetained`: how many ended payments, set-ups and tokens are retained. */
  constructor(maxEndedRetained: number) {
    this.ended = new EndedObjects(maxEndedRetained);
  }

  store(record: StripeRecord): void {
    const map = this.maps[record.object] as Map<string, StripeRecord>;
    const before = map.get(record.id);
    map.set(record.id, record);
    this.methodReferences.replace(before, record);
    if (record.object === 'payment_intent' || record.object === 'setup_intent') {
      this.indexPage(before as Intent | SetupIntent | undefined, record);
    }
    if (!before) this.index(record);
    this.evictSurplus(record);
  }

  private index(record: StripeRecord): void {
    if (record.object === 'charge') push(this.chargesByIntent, record.intent, record.id);
    if (record.object === 'refund') push(this.refundsByCharge, record.charge, record.id);
    const order = record.object === 'payment_intent' ? record.metadata['order_id'] : undefined;
    if (order !== undefined) push(this.intentsByOrder, order, record.id);
  }

  private evictSurplus(changed: StripeRecord): void {
    const subject = this.evictableOf(changed);
    if (!subject) return;
    const refunds = subject.object === 'payment_intent' ? this.refundsOfIntent(subject.id) : [];
    this.ended.update(subject.id, hasEnded(subject, refunds));
    for (const id of this.ended.removeSurplus()) this.evict(id);
  }

  private evictableOf(record: StripeRecord): Evictable | undefined {
    switch (record.object) {
      case 'payment_intent':
      case 'setup_intent':
      case 'token':
        return record;
      case 'charge':
      case 'refund':
        return this.maps.payment_intent.get(record.intent);
      default:
        return undefined;
    }
  }

  private refundsOfIntent(intent: string): Refund[] {
    return (this.chargesByIntent.get(intent) ?? []).flatMap((charge) => this.refundsOf(charge));
  }

  /** Evicts the object with everything that belongs to it, so that no reference points to a missing object. */
  private evict(id: string): void {
    const intent = this.maps.payment_intent.get(id);
    if (intent) this.evictPayment(intent);
    const setup = this.maps.setup_intent.get(id);
    if (setup) this.remove(setup);
    this.maps.token.delete(id);
  }

  private evictPayment(intent: Intent): void {
    for (const charge of this.chargesByIntent.get(intent.id) ?? []) {
      for (const refund of this.refundsOf(charge)) this.remove(refund);
      this.refundsByCharge.delete(charge);
      this.remove(this.get('charge', charge));
    }
    this.chargesByIntent.delete(intent.id);
    const order = intent.metadata['order_id'];
    if (order !== undefined) pull(this.intentsByOrder, order, intent.id);
    this.remove(intent);
  }

  private remove(record: StripeRecord): void {
    this.maps[record.object].delete(record.id);
    for (const id of this.methodReferences.remove(record)) {
      if (this.maps.payment_method.get(id)?.customer === null) this.maps.payment_method.delete(id);
    }
  }

  private indexPage(before: Intent | SetupIntent | undefined, after: Intent | SetupIntent): void {
    const was = before?.nextAction?.key;
    const is = after.nextAction?.key;
    if (was === is) return;
    if (was !== undefined) this.pages.delete(was);
    if (is !== undefined) this.pages.set(is, after.id);
  }

  find<O extends ObjectKind>(object: O, account: string, id: string): RecordOf<O> | undefined {
    const map = this.maps[object] as Map<string, RecordOf<O>>;
    const record = map.get(id);
    return record?.account === account ? record : undefined;
  }

  /** Returns an object that another object references; throws if it is missing. */
  get<O extends ObjectKind>(object: O, id: string): RecordOf<O> {
    const record = (this.maps[object] as Map<string, RecordOf<O>>).get(id);
    if (!record) throw new Error(`${object} ${id} is missing`);
    return record;
  }

  /** Newest last. */
  all<O extends ObjectKind>(object: O, account?: string): RecordOf<O>[] {
    const map = this.maps[object] as Map<string, RecordOf<O>>;
    return [...map.values()].filter((record) => account === undefined || record.account === account);
  }

  /** Returns the intent of a page while its next action is open. */
  byPage(key: string, nowMs: number): Intent | SetupIntent | undefined {
    const id = this.pages.get(key);
    if (id === undefined) return undefined;
    const intent = this.maps.payment_intent.get(id) ?? this.maps.setup_intent.get(id);
    return intent?.nextAction && intent.nextAction.expiresAtMs > nowMs ? intent : undefined;
  }

  refundsOf(charge: string): Refund[] {
    return (this.refundsByCharge.get(charge) ?? []).map((id) => this.get('refund', id));
  }

  /** Returns the intents with this `metadata[order_id]`. */
  intentsOfOrder(account: string, order: string): Intent[] {
    return (this.intentsByOrder.get(order) ?? []).flatMap((id) => this.find('payment_intent', account, id) ?? []);
  }
}

function pull(index: Map<string, string[]>, key: string, id: string): void {
  const left = (index.get(key) ?? []).filter((one) => one !== id);
  if (left.length > 0) index.set(key, left);
  else index.delete(key);
}

function push(index: Map<string, string[]>, key: string, id: string): void {
  const known = index.get(key);
  if (known) known.push(id);
  else index.set(key, [id]);
}
