import { randomUUID } from 'node:crypto';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { newEventId } from '@payorch/kernel';
import { failPoint } from '@payorch/platform/config';
import type { Metrics } from '@payorch/platform/telemetry';
import type { RetryPolicy } from '../domain/decide/after-attempt';
import { afterAttempt } from '../domain/decide/after-attempt';
import { deliveryMachine } from '../domain/delivery.machine';
import type { DeliveryRepository } from '../persistence/delivery.repository';
import type { Delivery, Endpoint, AttemptRecord } from '../domain/delivery';
import { outcomeOf } from '../domain/delivery';
import type { EndpointSlots } from './endpoint-slots';
import { endpointKey } from './endpoint-slots';
import type { ReceiverOf } from './receiver';
import type { ResultWriter } from './result-writer';
import type { WebhookSender } from './send-webhook';

export interface DeliveryLoopParts {
  readonly repository: Pick<DeliveryRepository, 'claim' | 'endpointsWithDue'>;
  readonly slots: EndpointSlots;
  readonly sender: Pick<WebhookSender, 'send'>;
  readonly receiverOf: ReceiverOf;
  readonly results: Pick<ResultWriter, 'add'>;
  readonly policy: RetryPolicy;
  readonly pollMs: number;
  /** How long a shutdown waits for attempts in flight. */
  readonly drainMs: number;
  readonly metrics: Pick<Metrics, 'countWebhookDelivery'>;
  /** `delivery` is absent when the error concerns no single delivery. */
  readonly onFault: (error: Error, delivery?: Delivery) => void;
}

/**
 * Sends due deliveries. A new event arrives with its slot taken. The loop claims all other deliveries from the table, in
 * rounds, for the endpoints that have a due delivery and a free slot.
 */
export class DeliveryLoop implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** Endpoints that may have due deliveries without a slot. */
  private readonly dueEndpoints = new Map<string, Endpoint>();
  private round: Promise<void> | null = null;
  private timer: NodeJS.Timeout | undefined;
  private isClosing = false;

  constructor(private readonly parts: DeliveryLoopParts) {}

  /** The loop also claims deliveries that an earlier process left. */
  onApplicationBootstrap(): void {
    const { pollMs } = this.parts;
    const poll = async (): Promise<void> => {
      await this.findDue();
      if (!this.isClosing) this.timer = setTimeout(() => void poll(), pollMs);
    };
    this.timer = setTimeout(() => void poll(), 0);
  }

  /** Reserves a slot for an event that is about to be stored. Without a slot the delivery waits in the table. */
  reserve(endpoint: Endpoint): boolean {
    return !this.isClosing && this.parts.slots.take(endpoint, 1) === 1;
  }

  release(endpoint: Endpoint): void {
    this.parts.slots.release(endpoint, 1);
    this.claimSoon();
  }

  /** Sends a delivery whose slot is taken already. */
  sendNow(delivery: Delivery): void {
    this.deliver(delivery).catch((error: Error) => this.parts.onFault(error, delivery));
  }

  /** Marks an endpoint whose deliveries found no slot. */
  markDue(endpoint: Endpoint): void {
    this.dueEndpoints.set(endpointKey(endpoint), endpoint);
    this.claimSoon();
  }

  /** Stops claiming; attempts in flight end and are saved before connections close. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isClosing = true;
    clearTimeout(this.timer);
    const end = performance.now() + this.parts.drainMs;
    await this.round;
    while (this.parts.slots.inFlight > 0 && performance.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  private async deliver(delivery: Delivery): Promise<void> {
    try {
      const record = await this.makeAttempt(delivery);
      failPoint('delivery-sent-before-store');
      await this.parts.results.add(record);
      this.parts.metrics.countWebhookDelivery(outcomeOf(record));
    } finally {
      this.release(delivery);
    }
  }

  private async makeAttempt(delivery: Delivery): Promise<AttemptRecord> {
    const began = performance.now();
    const result = await this.send(delivery);
    const ms = performance.now() - began;
    const after = afterAttempt(result, delivery.failures, this.parts.policy, Math.random());
    if (after.pauseMs > 0) this.parts.slots.pause(delivery, after.pauseMs);
    const attemptId = delivery.failures === 0 ? delivery.eventId : newEventId(new Date());
    return { delivery, attemptId, state: deliveryMachine.waiting[after.event], delayMs: after.delayMs, result, ms };
  }

  /** Settings that cannot be unsealed fail the attempt like any other fault of the endpoint. */
  private async send(delivery: Delivery): ReturnType<WebhookSender['send']> {
    try {
      return await this.parts.sender.send(delivery, this.parts.receiverOf(delivery));
    } catch (error) {
      this.parts.onFault(error as Error, delivery);
      return { status: null, error: 'the webhook could not be made', retryAfterMs: null };
    }
  }

  private async findDue(): Promise<void> {
    try {
      for (const endpoint of await this.parts.repository.endpointsWithDue()) {
        this.dueEndpoints.set(endpointKey(endpoint), endpoint);
      }
      this.claimSoon();
    } catch (error) {
      this.parts.onFault(error as Error);
    }
  }

  private claimSoon(): void {
    if (this.dueEndpoints.size === 0 || this.isClosing || this.round) return;
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

  /** One round for all marked endpoints with a free slot. Takes the slots first, so that no new event takes them. */
  private async claimRound(): Promise<number> {
    const { slots, repository } = this.parts;
    const quotas = [...this.dueEndpoints.values()]
      .map((endpoint) => ({ ...endpoint, free: slots.take(endpoint, Infinity) }))
      .filter(({ free }) => free > 0);
    if (quotas.length === 0) return 0;
    const unused = new Map(quotas.map((quota) => [endpointKey(quota), { ...quota }]));
    try {
      const claimed = await repository.claim(quotas, randomUUID());
      for (const delivery of claimed) {
        unused.get(endpointKey(delivery))!.free -= 1;
        this.sendNow(delivery);
      }
      for (const [key, { free }] of unused) if (free > 0) this.dueEndpoints.delete(key);
      return claimed.length;
    } finally {
      for (const endpoint of unused.values()) if (endpoint.free > 0) slots.release(endpoint, endpoint.free);
    }
  }
}
