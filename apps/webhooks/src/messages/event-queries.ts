import {
  type DataOf,
  refuse,
  webhookEnableEndpoint,
  webhookEndpointStates,
  webhookListAttempts,
  webhookListEvents,
  webhookRetryEvent,
} from '@payorch/contracts';
import type { KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { jsonReply } from '@payorch/platform/resources';
import { Query } from '@payorch/platform/shell';
import type { EventRepository } from '../persistence/event.repository';
import { WebhookQueriesParts, withinMsOf } from './webhook-queries';

export abstract class EventQueriesParts {
  abstract readonly events: EventRepository;
}

/** What merchants read of their events and endpoints, and what they do with them. */
@MessageController()
export class EventQueries {
  constructor(
    private readonly parts: EventQueriesParts,
    private readonly sending: WebhookQueriesParts,
  ) {}

  @Query(webhookListEvents)
  async list({ merchantId, filters }: DataOf<typeof webhookListEvents>): Promise<Reply> {
    return jsonReply(await this.parts.events.list(merchantId, filters));
  }

  @Query(webhookListAttempts)
  async attempts({ merchantId, eventId, onlyProfile }: DataOf<typeof webhookListAttempts>): Promise<Reply> {
    const event = await this.parts.events.find(merchantId, eventId, onlyProfile);
    return event ? jsonReply(await this.parts.events.withAttempts(event)) : refuse('event_not_found');
  }

  /** One attempt by the newest settings, as a delivery makes it. The endpoint may be disabled: the merchant asks for the attempt. */
  @Query(webhookRetryEvent)
  async retry(command: DataOf<typeof webhookRetryEvent>, { incoming }: KeyedDelivery): Promise<Reply> {
    const { events } = this.parts;
    const { settings, settingsWaitMs, receiverOf, sender, clock } = this.sending;
    const { merchantId, eventId, attemptId, onlyProfile } = command;
    const { accountVersion = 0, deadline } = incoming.context;
    if (!(await settings.waitForVersion(merchantId, accountVersion, settingsWaitMs)))
      return refuse('settings_outdated');
    const event = await events.find(merchantId, eventId, onlyProfile);
    if (!event) return refuse('event_not_found');
    const made = await events.withAttempt(event, attemptId);
    if (made) return jsonReply(made);
    const begun = performance.now();
    const result = await sender.send(event, receiverOf(event), withinMsOf(deadline, clock));
    await events.addManual(event, attemptId, result, performance.now() - begun);
    const stored = await events.withAttempt(event, attemptId);
    return stored ? jsonReply(stored) : refuse('event_not_found');
  }

  @Query(webhookEndpointStates)
  async states({ merchantId, endpointIds }: DataOf<typeof webhookEndpointStates>): Promise<Reply> {
    return jsonReply({ states: await this.parts.events.endpointStates(merchantId, endpointIds) });
  }

  @Query(webhookEnableEndpoint)
  async enable(
    { merchantId, endpointId }: DataOf<typeof webhookEnableEndpoint>,
    { incoming: { context } }: KeyedDelivery,
  ): Promise<Reply> {
    await this.parts.events.enable({ merchantId, endpointId }, context.correlationId);
    return jsonReply({ states: await this.parts.events.endpointStates(merchantId, [endpointId]) });
  }
}
