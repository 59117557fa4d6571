import { newId } from '@payorch/kernel';
import type { Settlements } from '../delays/settlements';
import type { Numbered, StateEntry, Webhook } from '../ledger/entries';
import type { Journal, Memory } from '../ledger/journal';
import { Newest } from '../ledger/newest';
import type { WebhookSender, WebhookSigner } from '../webhooks/webhook-sender';
import type { Decision, Delivery, EventDraft, Pending } from './decision';
import { normalDelivery, secondsOf } from './decision';
import type { ObjectStore, StoredObject } from './object-store';

/** An object that may be pending, and may have a delivery of its own. */
export interface ServedObject extends StoredObject {
  readonly pending?: Pending | null;
  readonly delivery?: Delivery | null;
}

/** The call that led to a decision, as the ledger and the events show it. */
export interface Cause {
  readonly account: string;
  readonly fault: string | null;
  readonly request: string | null;
  readonly idempotencyKey: string | null;
}

/** The ledger position of an event, from which its body is read back. */
export interface EventPosition {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly account: string;
  readonly seq: number;
}

/** A receiver of events, as an account registered it. */
export interface Receiver {
  readonly id: string;
  readonly url: string;
  /** `*` for all. */
  readonly enabled_events: readonly string[];
  readonly secret: string;
  readonly status: 'enabled' | 'disabled';
  readonly deleted: boolean;
}

const subscribes = ({ deleted, status, enabled_events: types }: Receiver, type: string): boolean =>
  !deleted && status === 'enabled' && (types.includes('*') || types.includes(type));

/** The newest events of a processor: only their ledger positions. */
export class StoredEvents {
  private readonly positions: Newest<EventPosition>;

  constructor(max: number) {
    this.positions = new Newest(max);
  }

  apply({ entry, ...event }: Numbered<StateEntry>): void {
    if (entry !== 'event') return;
    const { id, type, created, account, seq } = event as EventPosition;
    this.positions.set(id, { id, type, created, account, seq });
  }

  find(account: string, id: string): EventPosition | undefined {
    const position = this.positions.get(id);
    return position?.account === account ? position : undefined;
  }

  /** Newest last. */
  of(account: string): EventPosition[] {
    return this.positions.values().filter((position) => position.account === account);
  }
}

/** Stores a processor's decisions, publishes their events and settles pending objects, also those from before a restart. */
export abstract class ObjectService<R extends ServedObject, X> implements Memory {
  /** The objects in memory. */
  abstract readonly objects: ObjectStore<R>;
  /** The kinds of objects that may be pending. */
  protected abstract readonly settlingKinds: readonly R['object'][];

  constructor(
    private readonly connector: string,
    protected readonly journal: Journal,
    private readonly settlements: Settlements,
    private readonly sender: WebhookSender,
  ) {
    journal.attach(this);
    sender.signWith(({ endpoint, body }) => {
      const receiver = this.receivers().find(({ id }) => id === endpoint);
      return receiver && this.sign(body, receiver.secret);
    });
  }

  /** The payment that the changed objects belong to, for the ledger. */
  protected abstract paymentOf(changed: readonly R[]): string | null;
  protected abstract settled(record: R): Decision<R, X>;
  /** The receivers of all accounts, or of this one. */
  protected abstract receivers(account?: string): readonly Receiver[];
  protected abstract eventBody(id: string, draft: EventDraft<R>, cause: Cause, receivers: number): object;
  /** The header that signs the body. */
  protected abstract sign(body: string, secret: string): ReturnType<WebhookSigner>;

  /** Schedules pending settlements. */
  resume(): void | Promise<void> {
    for (const kind of this.settlingKinds)
      for (const record of this.objects.all(kind)) this.scheduleSettlement(record as R);
  }

  /** Writes the decision to the ledger and returns the webhooks to send. */
  commit({ changed, events, effect }: Decision<R, X>, cause: Cause): Webhook[] {
    if (changed.length === 0) return [];
    const { connector } = this;
    const payment_id = this.paymentOf(changed);
    this.journal.commit({ connector, payment_id, fault: cause.fault, objects: changed }, effect);
    for (const record of changed) this.scheduleSettlement(record);
    const delivery = changed.flatMap((record) => record.delivery ?? [])[0] ?? normalDelivery;
    return events.flatMap((draft) => {
      const webhooks = this.publish(draft, cause, delivery);
      for (const webhook of webhooks) this.journal.webhook(payment_id, webhook);
      return webhooks;
    });
  }

  private publish(draft: EventDraft<R>, cause: Cause, { never, delayMs, copies }: Delivery): Webhook[] {
    const { connector } = this;
    const { account } = cause;
    const [type] = draft;
    const id = newId<string>('evt');
    const nowMs = Date.now();
    const receivers = this.receivers(account).filter((receiver) => subscribes(receiver, type));
    const body = JSON.stringify(this.eventBody(id, draft, cause, receivers.length));
    this.journal.write({ entry: 'event', connector, account, id, type, created: secondsOf(nowMs), body });
    if (never) return [];
    return receivers.map(({ id: endpoint, url }) => {
      return { id: `${endpoint}/${id}`, type, url, account, endpoint, dueMs: nowMs + delayMs, copies, body };
    });
  }

  /** Reads an event back from the ledger. */
  async eventAt({ seq }: EventPosition): Promise<object> {
    const entry = await this.journal.entry(seq);
    if (entry?.entry !== 'event') throw new Error(`ledger entry ${seq} is no event`);
    return JSON.parse(entry.body) as object;
  }

  /** Stores a decision without a waiting caller and sends its webhooks. */
  async commitAndNotify(decision: Decision<R, X>, account: string): Promise<void> {
    const webhooks = this.commit(decision, { account, fault: null, request: null, idempotencyKey: null });
    await this.journal.flushed();
    for (const webhook of webhooks) this.sender.schedule(webhook);
  }

  private scheduleSettlement({ object, id, account, pending }: R): void {
    if (!pending) return;
    this.settlements.schedule(id, pending.atMs, async () => {
      const record = this.objects.find(object, account, id) as R | undefined;
      if (record?.pending) await this.commitAndNotify(this.settled(record), account);
    });
  }
}
