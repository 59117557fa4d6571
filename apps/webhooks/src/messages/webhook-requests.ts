import type { DataOf } from '@payorch/contracts';
import { webhookRedact, webhookRequested } from '@payorch/contracts';
import type { AccountSettings, MessageContext } from '@payorch/platform/kafka';
import { handlerDecorator, MessageController } from '@payorch/platform/kafka';
import { isEventEnabled } from '../domain/enabled-events';
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

/** An event to store; undefined if the profile does not enable it. */
export type RequestedEvent = Pick<NewEvent, 'request' | 'requestId'> | Redaction | undefined;

const OnRequest = handlerDecorator<MessageContext, Promise<RequestedEvent>>();

/** Turns requests into events. The intake stores the events of a whole batch at once. */
@MessageController()
export class WebhookRequests {
  constructor(private readonly parts: WebhookRequestsParts) {}

  @OnRequest(webhookRequested)
  async accept(request: WebhookRequest, context: MessageContext): Promise<RequestedEvent> {
    const isEnabled = await this.isEnabled(request, context);
    return isEnabled ? { request, requestId: context.correlationId } : undefined;
  }

  /** The intake redacts after it has stored the events of the batch: one of them may be about the same object. */
  @OnRequest(webhookRedact)
  redact(redact: DataOf<typeof webhookRedact>): Promise<RequestedEvent> {
    return Promise.resolve({ redact });
  }

  /** Drops no event of an unknown profile: the attempt finds out whether the profile has an endpoint. */
  private async isEnabled(request: WebhookRequest, { accountVersion }: MessageContext): Promise<boolean> {
    const { settings, settingsWaitMs } = this.parts;
    if (accountVersion !== undefined) {
      await settings.waitForVersion(request.merchantId, accountVersion, settingsWaitMs);
    }
    const profile = settings.profile(request.merchantId, request.profileId);
    return profile === undefined || isEventEnabled(request, profile.webhook);
  }
}
