import { Inject, Injectable } from '@nestjs/common';
import { isRefusal, outgoing, type Refusal, refuse, webhookTest, webhookTestResult } from '@payorch/contracts';
import { newEventId } from '@payorch/kernel';
import { Profiles } from '../accounts';
import type { Sender } from '../auth';
import { Limits } from '../limits';
import { OwnerClient, requestContextOf } from '../owners';

/** Has the webhooks service send a test event to the endpoint of a profile, once. */
@Injectable()
export class WebhookTests {
  constructor(
    @Inject(Profiles) private readonly profiles: Pick<Profiles, 'retrieve'>,
    @Inject(Limits) private readonly limits: Pick<Limits, 'webhookTest'>,
    @Inject(OwnerClient) private readonly webhooks: Pick<OwnerClient, 'query'>,
  ) {}

  /** What the endpoint answered: its status and the duration, nothing of its body. */
  async send(profileId: string, sender: Sender): Promise<object | Refusal> {
    const { merchantId } = sender.merchant;
    const profile = await this.profiles.retrieve(merchantId, profileId);
    if (isRefusal(profile)) return profile;
    if (!profile.details.webhook_details?.webhook_url)
      return refuse('invalid_request', { message: 'the profile has no webhook_url' });
    const over = await this.limits.webhookTest(merchantId);
    if (over) return over;
    const eventId = newEventId(new Date());
    const query = outgoing(webhookTest, { merchantId, profileId: profile.profileId, eventId });
    const reply = await this.webhooks.query(query, requestContextOf(sender, 'processorCallMs'));
    if (isRefusal(reply)) return reply;
    const { status, error, durationMs } = webhookTestResult.parse(JSON.parse(reply.toString()));
    return { event_id: eventId, delivered: error === null, status_code: status, error, duration_ms: durationMs };
  }
}
