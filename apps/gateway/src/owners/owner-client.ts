import type { Outgoing, Refusal, RefusalCode } from '@payorch/contracts';
import { DataKeysUnknown } from '@payorch/platform/sealing';
import { refuse } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import type { RequestOptions, Reply, Requester, NoReply } from '@payorch/platform/kafka';
import type { Sender } from '../auth';
import { type ReplyTimeouts, type RequestContext, requestContextOf } from './sender-context';

/**
 * How to learn the outcome of a command without a reply, and the refusal for the caller if this query gets no reply
 * either.
 */
export interface OutcomeLookup {
  readonly query: Outgoing;
  readonly ifNoReply: Refusal;
}

const isRefused = (reply: Reply | NoReply, code: RefusalCode): boolean =>
  reply.kind === 'refused' && reply.code === code;

type MessageIds = Pick<RequestOptions, 'messageId' | 'checkOf'>;

/** Before each refusal with `settings_outdated` the owner has already waited for the newer settings. */
const maxSettingsRetries = 8;
/**
 * Refusals of a command that has not begun. Kafka may redeliver the command, and the owner may begin it then: only the
 * query that checks it knows.
 */
const notBegun: ReadonlySet<string> = new Set<RefusalCode>(['not_begun_in_time', 'settings_outdated']);
/**
 * Refusals of the query: a command that ran would have created the object, and past its deadline the command cannot
 * run.
 */
const neverBegun: ReadonlySet<string> = new Set<RefusalCode>([
  'payment_not_found',
  'refund_not_found',
  'payment_method_not_found',
  'collect_link_not_found',
  'relay_not_found',
  'payout_not_found',
  'authentication_not_found',
  'routing_algorithm_not_found',
]);

/** Sends commands and queries to the owner of an object over Kafka and returns the owner's reply bytes unchanged. */
export class OwnerClient {
  private readonly pending = new Set<() => void>();

  constructor(
    private readonly requester: Pick<Requester, 'request'>,
    private readonly timeouts: ReplyTimeouts,
  ) {}

  /**
   * Does not repeat a query without a reply: the caller gets `no_reply` and may retry. A sender's query calls no
   * processor.
   */
  async query(
    outgoing: Outgoing,
    from: RequestContext | Pick<Sender, 'merchant' | 'trace'>,
  ): Promise<Buffer | Refusal> {
    const context = 'merchant' in from ? requestContextOf(from, 'noProcessorCallMs') : from;
    const reply = await this.request(outgoing, context);
    if (reply.kind === 'no_reply') return refuse('no_reply');
    return reply.kind === 'response' ? reply.body : reply;
  }

  /**
   * A command without a reply in time took effect, was refused, still runs, or can no longer begin. So the gateway
   * queries the object after the command and names the command in the query. The owner answers with the object's state
   * if it handled the command, and with the command's refusal if that was its outcome; otherwise nothing was done. The
   * caller gets 503 with the object's id only if the owner answers neither message.
   */
  async command(
    outgoing: Outgoing,
    context: RequestContext,
    { query, ifNoReply }: OutcomeLookup,
  ): Promise<Buffer | Refusal> {
    const messageId = context.trace.claim?.messageIdFor(outgoing.message.type) ?? newId('msg');
    const reply = await this.request(outgoing, context, { messageId });
    if (reply.kind === 'response') return reply.body;
    if (reply.kind === 'refused' && !notBegun.has(reply.code)) return reply;
    // Without the settings version: an owner with older settings still knows which commands it handled.
    const { accountVersion: _, ...lookup } = context;
    const outcome = await this.request(query, { ...lookup, timeout: 'noProcessorCallMs' }, { checkOf: messageId });
    // An owner without the merchant's data keys cannot say what it did with the command.
    if (outcome.kind === 'no_reply' || isRefused(outcome, 'settings_outdated')) return ifNoReply;
    if (outcome.kind === 'response') return outcome.body;
    return neverBegun.has(outcome.code) ? refuse('not_begun_in_time') : outcome;
  }

  /** For the shutdown: stops waiting for replies, so that callers get the outcome of their commands so far. */
  stopWaiting(): void {
    for (const abandon of this.pending) abandon();
  }

  /**
   * An owner with older settings than the gateway has begun nothing: the gateway repeats the request until the owner
   * has caught up.
   */
  private async request(outgoing: Outgoing, context: RequestContext, ids: MessageIds = {}): Promise<Reply | NoReply> {
    for (let retries = 0; ; retries++) {
      const reply = await this.requestOnce(outgoing, context, ids);
      if (!isRefused(reply, 'settings_outdated') || retries === maxSettingsRetries) {
        // An earlier attempt had room: the command was sent then.
        return retries > 0 && isRefused(reply, 'overloaded') ? refuse('settings_outdated') : reply;
      }
    }
  }

  private requestOnce(
    outgoing: Outgoing,
    { trace: { correlationId, traceparent }, accountVersion, timeout, onlyProfile, lane }: RequestContext,
    ids: MessageIds,
  ): Promise<Reply | NoReply> {
    const options = {
      correlationId,
      traceparent,
      deadlineMs: this.timeouts[timeout],
      ...ids,
      ...(accountVersion !== undefined && { accountVersion }),
      ...(onlyProfile && { onlyProfile }),
      ...(lane !== undefined && { lane }),
    };
    return new Promise((resolve, reject) => {
      const abandon = (): void => resolve({ kind: 'no_reply' });
      this.pending.add(abandon);
      void this.requester
        .request(outgoing, options)
        .catch((error: unknown) => {
          if (!(error instanceof DataKeysUnknown)) throw error;
          // A request of an authenticated merchant knows its settings: its keys are being made. Any other merchant without
          // keys does not exist.
          return refuse(accountVersion === undefined ? 'payment_not_found' : 'settings_outdated');
        })
        .then(resolve, reject)
        .finally(() => this.pending.delete(abandon));
    });
  }
}
