import { type DataOf, refuse, webhookTest, type WebhookTestResult } from '@payorch/contracts';
import type { Clock } from '@payorch/kernel';
import type { AccountSettings, KeyedDelivery, Reply } from '@payorch/platform/kafka';
import { MessageController } from '@payorch/platform/kafka';
import { Query } from '@payorch/platform/shell';
import type { ReceiverOf } from '../delivery/receiver';
import type { WebhookSender } from '../delivery/send-webhook';
import { testEventBody } from '../domain/event-body';

export abstract class WebhookQueriesParts {
  abstract readonly settings: Pick<AccountSettings, 'waitForVersion'>;
  abstract readonly settingsWaitMs: number;
  abstract readonly receiverOf: ReceiverOf;
  abstract readonly sender: Pick<WebhookSender, 'send'>;
  abstract readonly clock: Clock;
}

/** Time for the reply on its way to the gateway, which waits no longer than until the deadline. */
const replyMs = 1_000;

/** How long an attempt may take whose result a caller waits for; undefined: as long as every other. */
export const withinMsOf = (deadline: Date | undefined, clock: Pick<Clock, 'now'>): number | undefined =>
  deadline && Math.max(1, deadline.getTime() - clock.now().getTime() - replyMs);

/** Answers the gateway's queries. */
@MessageController()
export class WebhookQueries {
  constructor(private readonly parts: WebhookQueriesParts) {}

  /** One attempt by the profile's newest settings, as a delivery makes it, without a row and without a retry. */
  @Query(webhookTest)
  async sendTest(query: DataOf<typeof webhookTest>, { incoming }: KeyedDelivery): Promise<Reply> {
    const { settings, settingsWaitMs, receiverOf, sender, clock } = this.parts;
    const { accountVersion = 0, deadline } = incoming.context;
    if (!(await settings.waitForVersion(query.merchantId, accountVersion, settingsWaitMs)))
      return refuse('settings_outdated');
    const begun = performance.now();
    const body = testEventBody(query, clock.now());
    const { status, error } = await sender.send(
      { eventId: query.eventId, body },
      receiverOf({ ...query, endpointId: query.profileId }),
      withinMsOf(deadline, clock),
    );
    const result: WebhookTestResult = { status, error, durationMs: Math.round(performance.now() - begun) };
    return { kind: 'response', body: Buffer.from(JSON.stringify(result)) };
  }
}
