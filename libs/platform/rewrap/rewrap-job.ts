import { connectorRewrap, outgoing, type RewrappedSeal, type SealOwner, type SealToRewrap } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import { encode, newTraceparent, type EncodedMessage } from '@payorch/platform/kafka';
import { newSealsIn, type NewSeal } from './rewrapped';
import type { RewrapWalk } from './rewrap-walk';
import type { Unopened, WalkKey } from './seal-walk';
import { WalkJob, type WalkJobOptions } from './walk-job';

export interface RewrapJobOptions extends WalkJobOptions<WalkKey, SealToRewrap> {
  readonly owner: SealOwner;
  readonly walk: Pick<RewrapWalk, 'step' | 'ring' | 'note'>;
  /** Ids of the known keys, the current one first. */
  readonly kids: () => readonly string[];
  readonly producer: { send(messages: readonly EncodedMessage[]): Promise<unknown> };
  /** Replaces the old seals that are still stored with the new ones. */
  readonly put: (seals: readonly NewSeal[], currentKid: string) => Promise<void>;
}

/** Seals per message: a worker opens and seals them without delaying its other work. */
const sealsAtOnce = 20;
const charactersAtOnce = 256 * 1024;

/** Splits a list so that each part fits into one message. */
export function inMessages(seals: readonly SealToRewrap[]): SealToRewrap[][] {
  const parts: SealToRewrap[][] = [];
  let characters = Infinity;
  for (const seal of seals) {
    characters += seal.sealed.length;
    const last = parts.at(-1);
    if (last && last.length < sealsAtOnce && characters <= charactersAtOnce) last.push(seal);
    else {
      parts.push([seal]);
      characters = seal.sealed.length;
    }
  }
  return parts;
}

/**
 * Has workers seal values of older keys again while more than one key is known. The owner never sees the values: it
 * sends the seal and replaces it with the result.
 */
export class RewrapJob extends WalkJob<WalkKey, SealToRewrap> {
  constructor(private readonly options: RewrapJobOptions) {
    super(options);
  }

  get isTurning(): boolean {
    return this.options.kids().length > 1;
  }

  /** Stores the results of a worker. */
  async take(seals: readonly RewrappedSeal[]): Promise<void> {
    const [kid] = this.options.kids();
    if (kid === undefined) return;
    await this.options.put(newSealsIn(seals), kid);
    const failed = seals.flatMap(({ outcome, was, ...position }): Unopened[] =>
      outcome.kind === 'failed' ? [{ ...position, digest: was, fault: outcome.fault }] : [],
    );
    if (failed.length === 0) return;
    const given = await this.options.transact('every', (sql) => this.options.walk.note(sql, failed));
    this.logUnopened(given, 'no worker can open a stored seal; the key that it names must stay');
  }

  protected override key(): WalkKey | undefined {
    const [kid] = this.options.kids();
    return kid !== undefined && this.isTurning ? { kid } : undefined;
  }

  protected override async handle(seals: readonly SealToRewrap[]): Promise<void> {
    const { owner, producer } = this.options;
    const messages = inMessages(seals).map((part) => {
      const messageId = newId('rewrap');
      const context = { messageId, correlationId: messageId, traceparent: newTraceparent(), occurredAt: new Date() };
      return encode({ ...outgoing(connectorRewrap, { owner, seals: part }), context });
    });
    await producer.send(messages);
  }
}
