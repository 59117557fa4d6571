import type { DataOf } from '@payorch/contracts';
import { webhookRedact, webhookRequested } from '@payorch/contracts';
import type { AccountSettings, MessageContext } from '@payorch/platform/kafka';
import { handlerDecorator, MessageController } from '@payorch/platform/kafka';
import { endpointsFor } from '../domain/endpoints-for';
import type { WebhookRequest } from '../domain/event-body';
import type { NewEvent } from '../persistence/delivery.repository';

export abstract class WebhookRequestsParts {
  abstract readonly settings: Pick<AccountSettings, 'profile' | 'waitForVersion'>;
  abstract readonly settingsWaitMs: number;
}

/** The object of a deleted customer, whose events lose their personal data. */
export interface Redaction {
  readonly redact: DataOf<typeof webhookRedact>;
}

/** A requested event, and the endpoints that get it. */
export interface EventToStore extends Pick<NewEvent, 'request' | 'requestId'> {
  readonly endpointIds: readonly string[];
}

/** An event to store; undefined if no endpoint of the profile gets it. */
export type RequestedEvent = EventToStore | Redaction | undefined;

const OnRequest = handlerDecorator<MessageContext, Promise<RequestedEvent>>();

/** Turns requests into events. The intake stores the events of a whole batch at once. */
@MessageController()
export class WebhookRequests {
  constructor(private readonly parts: WebhookRequestsParts) {}

  @OnRequest(webhookRequested)
  async accept(request: WebhookRequest, context: MessageContext): Promise<RequestedEvent> {
    const endpointIds = await this.endpointsFor(request, context);
    return endpointIds.length > 0 ? { request, endpointIds, requestId: context.correlationId } : undefined;
  }

  /** The intake redacts after it has stored the events of the batch: one of them may be about the same object. */
  @OnRequest(webhookRedact)
  redact(redact: DataOf<typeof webhookRedact>): Promise<RequestedEvent> {
    return Promise.resolve({ redact });
  }

  private async endpointsFor(request: WebhookRequest, { accountVersion }: MessageContext): Promise<readonly string[]> {
    const { settings, settingsWaitMs } = this.parts;
    if (accountVersion !== undefined) {
      await settings.waitForVersion(request.merchantId, accountVersion, settingsWaitMs);
    }
    return endpointsFor(request, settings.profile(request.merchantId, request.profileId));
  }
}
