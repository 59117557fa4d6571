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

type Shelves = { readonly [O in ObjectKind]: Map<string, RecordOf<O>> };

/** All objects of all accounts in memory, by id, and by what they are looked for. */
export class StripeObjects {
  private readonly shelves: Shelves = {
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
  private readonly refundsByCharge = new Map<string, string[]>();
  private readonly intentsByOrder = new Map<string, string[]>();

  keep(record: StripeRecord): void {
    const shelf = this.shelves[record.object] as Map<string, StripeRecord>;
    const before = shelf.get(record.id);
    shelf.set(record.id, record);
    if (record.object === 'payment_intent' || record.object === 'setup_intent') {
      this.keepPage(before as Intent | SetupIntent | undefined, record);
    }
    if (before) return;
    if (record.object === 'refund') push(this.refundsByCharge, record.charge, record.id);
    const order = record.object === 'payment_intent' ? record.metadata['order_id'] : undefined;
    if (order !== undefined) push(this.intentsByOrder, order, record.id);
  }

  private keepPage(before: Intent | SetupIntent | undefined, after: Intent | SetupIntent): void {
    const was = before?.nextAction?.key;
    const is = after.nextAction?.key;
    if (was === is) return;
    if (was !== undefined) this.pages.delete(was);
    if (is !== undefined) this.pages.set(is, after.id);
  }

  find<O extends ObjectKind>(object: O, account: string, id: string): RecordOf<O> | undefined {
    const shelf = this.shelves[object] as Map<string, RecordOf<O>>;
    const record = shelf.get(id);
    return record?.account === account ? record : undefined;
  }

  /** One that is named by another object, so it must be there. */
  get<O extends ObjectKind>(object: O, id: string): RecordOf<O> {
    const record = (this.shelves[object] as Map<string, RecordOf<O>>).get(id);
    if (!record) throw new Error(`${object} ${id} is missing`);
    return record;
  }

  /** Newest last. */
  all<O extends ObjectKind>(object: O, account?: string): RecordOf<O>[] {
    const shelf = this.shelves[object] as Map<string, RecordOf<O>>;
    return [...shelf.values()].filter((record) => account === undefined || record.account === account);
  }

  /** Whose page this is, while the customer may still choose. */
  byPage(key: string, nowMs: number): Intent | SetupIntent | undefined {
    const id = this.pages.get(key);
    if (id === undefined) return undefined;
    const intent = this.shelves.payment_intent.get(id) ?? this.shelves.setup_intent.get(id);
    return intent?.nextAction && intent.nextAction.expiresAtMs > nowMs ? intent : undefined;
  }

  refundsOf(charge: string): Refund[] {
    return (this.refundsByCharge.get(charge) ?? []).map((id) => this.get('refund', id));
  }

  /** Those that were made under this `metadata[order_id]`. */
  intentsOfOrder(account: string, order: string): Intent[] {
    return (this.intentsByOrder.get(order) ?? [])
      .map((id) => this.get('payment_intent', id))
      .filter((intent) => intent.account === account);
  }
}

function push(index: Map<string, string[]>, key: string, id: string): void {
  const known = index.get(key);
  if (known) known.push(id);
  else index.set(key, [id]);
}
