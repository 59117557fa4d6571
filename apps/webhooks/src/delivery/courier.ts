import { randomUUID } from 'node:crypto';
import { failPoint } from '@payorch/platform/config';
import type { Metrics } from '@payorch/platform/telemetry';
import type { RetryPolicy } from '../domain/decide/after-try';
import { afterTry } from '../domain/decide/after-try';
import { deliveryMachine } from '../domain/delivery.machine';
import type { DeliveryRepository } from '../persistence/delivery.repository';
import type { Delivery, Endpoint, TryRecord } from './delivery';
import type { EndpointSlots } from './endpoint-slots';
import { endpointKey } from './endpoint-slots';
import type { ReceiverOf } from './receiver';
import type { ResultWriter } from './result-writer';
import type { WebhookSender } from './send-webhook';

export interface CourierParts {
  readonly repository: Pick<DeliveryRepository, 'claim' | 'endpointsWithDue'>;
  readonly slots: EndpointSlots;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly receiverOf: ReceiverOf;
  readonly results: Pick<ResultWriter, 'add'>;
  readonly policy: RetryPolicy;
  readonly pollMs: number;
  readonly metrics: Pick<Metrics, 'countWebhookDelivery'>;
  /** `delivery`: the one that it happened to; absent where it is about none. */
  readonly onFault: (error: Error, delivery?: Delivery) => void;
}

/**
 * Sends what is due. A new event is handed over with its slot taken; all else is claimed from the table, round by round,
 * from the endpoints that have something due and a slot free.
 */
export class Courier {
  /** Endpoints with more due than they had slots for. */
  private readonly behind = new Map<string, Endpoint>();
  private round: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly parts: CourierParts) {}

  start(): void {
    const { pollMs } = this.parts;
    const poll = async (): Promise<void> => {
      await this.lookForDue();
      if (!this.isClosing) this.timer = setTimeout(() => void poll(), pollMs);
    };
    this.timer = setTimeout(() => void poll(), 0);
  }

  /** A slot for an event that is about to be stored, or none: then the table keeps it until one is free. */
  reserve(endpoint: Endpoint): boolean {
    return !this.isClosing && this.parts.slots.take(endpoint, 1) === 1;
  }

  release(endpoint: Endpoint): void {
    this.parts.slots.give(endpoint, 1);
    this.claimSoon();
  }

  /** Sends now; its slot is taken already. */
  hand(delivery: Delivery): void {
    this.deliver(delivery).catch((error: Error) => this.parts.onFault(error, delivery));
  }

  /** Tells of deliveries that found no slot. */
  waitsAt(endpoint: Endpoint): void {
    this.behind.set(endpointKey(endpoint), endpoint);
    this.claimSoon();
  }

  /** Claims nothing more and waits for what is in flight, as long as the caller allows. */
  async drain(graceMs: number): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    const end = performance.now() + graceMs;
    await this.round;
    while (this.parts.slots.inFlight > 0 && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async deliver(delivery: Delivery): Promise<void> {
    try {
      const record = await this.attempt(delivery);
      failPoint('delivery-sent-before-store');
      await this.parts.results.add(record);
      this.parts.metrics.countWebhookDelivery(outcomeOf(record));
    } finally {
      this.release(delivery);
    }
  }

  private async attempt(delivery: Delivery): Promise<TryRecord> {
    const result = await this.send(delivery);
    const after = afterTry(result, delivery.failures, this.parts.policy, Math.random());
    if (after.pauseMs > 0) this.parts.slots.pause(delivery, after.pauseMs);
    return { delivery, state: deliveryMachine.waiting[after.event], delayMs: after.delayMs, result };
  }

  /** Settings that do not open fail this endpoint's deliveries like any other trouble of its own. */
  private async send(delivery: Delivery): ReturnType<WebhookSender['send']> {
    try {
      return await this.parts.sender.send(delivery, this.parts.receiverOf(delivery));
    } catch (error) {
      this.parts.onFault(error as Error, delivery);
      return { status: null, error: 'the webhook could not be made', retryAfterMs: null };
    }
  }

  private async lookForDue(): Promise<void> {
    try {
      for (const endpoint of await this.parts.repository.endpointsWithDue()) {
        this.behind.set(endpointKey(endpoint), endpoint);
      }
      this.claimSoon();
    } catch (error) {
      this.parts.onFault(error as Error);
    }
  }

  private claimSoon(): void {
    if (this.behind.size === 0 || this.isClosing || this.round) return;
    this.round = this.claimRound().then(
      (claimed) => {
        this.round = null;
        if (claimed > 0) this.claimSoon();
      },
      (error: Error) => {
        this.round = null;
        this.parts.onFault(error);
      },
    );
  }

  /** One round for all endpoints that are behind and have a slot; slots are taken first, so that nobody else counts on them. */
  private async claimRound(): Promise<number> {
    const { slots, repository } = this.parts;
    const quotas = [...this.behind.values()]
      .map((endpoint) => ({ ...endpoint, free: slots.take(endpoint, Infinity) }))
      .filter(({ free }) => free > 0);
    if (quotas.length === 0) return 0;
    const unused = new Map(quotas.map((quota) => [endpointKey(quota), { ...quota }]));
    try {
      const claimed = await repository.claim(quotas, randomUUID());
      for (const delivery of claimed) {
        unused.get(endpointKey(delivery))!.free -= 1;
        this.hand(delivery);
      }
      for (const [key, { free }] of unused) if (free > 0) this.behind.delete(key);
      return claimed.length;
    } finally {
      for (const endpoint of unused.values()) if (endpoint.free > 0) slots.give(endpoint, endpoint.free);
    }
  }
}

const outcomeOf = ({ state }: TryRecord): 'delivered' | 'failed' | 'given_up' =>
  state === 'delivered' ? 'delivered' : state === 'waiting' ? 'failed' : 'given_up';
