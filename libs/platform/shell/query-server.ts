import { refuse } from '@payorch/contracts';
import type {
  AccountSettings,
  Broker,
  EncodedMessage,
  Incoming,
  KeyedDelivery,
  Reply,
  Turn,
} from '@payorch/platform/kafka';
import { encodeReply, handlerDecorator, KeyedTransport } from '@payorch/platform/kafka';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { setTimeout as sleep } from 'node:timers/promises';

/** A method that answers a query: it receives the query and its delivery, and returns the reply. */
export const Query = handlerDecorator<KeyedDelivery, Promise<Reply>>();

/** Interval at which a query looks for the data keys of its merchant; in ms. */
const keysEveryMs = 20;

/** Waits for the account settings of a merchant; see `AccountSettings`. */
export type SettingsVersions = Pick<AccountSettings, 'waitForVersion'>;

/**
 * Queries are answered concurrently, outside the command batches. A query past its deadline is not answered: the caller
 * no longer waits. A query of a merchant whose data keys have not arrived waits for them, and is then refused with
 * `settings_outdated`: the caller sends it again. With `settings`, a query waits for the account settings that its sender
 * knew, and is then answered with those that are there: a payment can be read while settings are late.
 */
export class QueryServer extends KeyedTransport<Turn, Reply> {
  /** `topic`: also the name of the consumer group. `settingsWaitMs`: maximum time to wait for settings or data keys. */
  constructor(
    private readonly broker: Broker,
    topic: string,
    private readonly settingsWaitMs: number,
    private readonly settings?: SettingsVersions,
  ) {
    super({ ...broker, groupId: topic, topics: [topic], attempts: 2 });
  }

  override async deliver(delivery: KeyedDelivery): Promise<void> {
    const end = performance.now() + this.settingsWaitMs;
    await this.settingsOf(delivery.incoming);
    for (;;) {
      try {
        return await this.reply(await this.answerTo(delivery));
      } catch (error) {
        if (!(error instanceof DataKeysUnknown)) throw error;
        if (performance.now() >= end) return this.reply(this.encoded(delivery, refuse('settings_outdated')));
      }
      await sleep(keysEveryMs);
    }
  }

  private async settingsOf({ data, context: { accountVersion } }: Incoming): Promise<void> {
    const { merchantId } = data as { readonly merchantId?: string };
    if (!this.settings || accountVersion === undefined || merchantId === undefined) return;
    await this.settings.waitForVersion(merchantId, accountVersion, this.settingsWaitMs);
  }

  private async answerTo(delivery: KeyedDelivery): Promise<EncodedMessage[]> {
    const { incoming, isExpired } = delivery;
    return this.encoded(delivery, isExpired ? refuse('not_begun_in_time') : await this.handle(incoming, delivery));
  }

  private encoded({ incoming }: KeyedDelivery, reply: Reply): EncodedMessage[] {
    const { replyTo } = incoming.context;
    return replyTo ? [encodeReply(replyTo, incoming, reply, this.broker.seals)] : [];
  }

  private async reply(replies: EncodedMessage[]): Promise<void> {
    if (replies.length > 0) await this.broker.producer.send(replies);
  }
}

/** Answers the operators' messages, on a topic of their own: an operator's list never delays a merchant's query. */
export class OpsServer extends QueryServer {}
