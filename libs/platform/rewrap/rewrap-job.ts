import { connectorRewrap, outgoing, type RewrappedSeal, type SealOwner, type SealToRewrap } from '@payorch/contracts';
import { newId } from '@payorch/kernel';
import { encode, newTraceparent, type EncodedMessage } from '@payorch/platform/kafka';
import type { MerchantScope, Sql } from '@payorch/platform/postgres';
import type { Logger, Metrics } from '@payorch/platform/telemetry';
import { PageTimer, type PageTimerOptions } from './page-timer';
import { newSealsIn, type NewSeal } from './rewrapped';
import type { SealWalk, UnopenedSeal } from './seal-walk';

export interface RewrapJobOptions extends Pick<PageTimerOptions, 'pageEveryMs' | 'everyMs'> {
  readonly owner: SealOwner;
  readonly walk: SealWalk;
  /** Ids of the known keys, the current one first. */
  readonly kids: () => readonly string[];
  readonly transact: <T>(merchants: MerchantScope, work: (sql: Sql) => Promise<T>) => Promise<T>;
  readonly producer: { send(messages: readonly EncodedMessage[]): Promise<unknown> };
  /** Replaces the old seals that are still stored with the new ones. */
  readonly put: (seals: readonly NewSeal[], currentKid: string) => Promise<void>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'setSealsWaiting' | 'setSealsUnopenable'>;
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
 * sends the seal and replaces it with the result. `seals_waiting` is 0 when no row names an older key.
 */
export class RewrapJob {
  private readonly timer: PageTimer;

  constructor(private readonly options: RewrapJobOptions) {
    const { pageEveryMs, everyMs, logger } = options;
    this.timer = new PageTimer({
      pageEveryMs,
      everyMs,
      turn: () => this.turn(),
      onFault: (error) =>
        logger.warn({ error }, 'the search for seals of older keys failed; the next attempt is due soon'),
    });
  }

  start(): void {
    this.timer.start();
  }

  close(): Promise<void> {
    return this.timer.close();
  }

  get isTurning(): boolean {
    return this.options.kids().length > 1;
  }

  /** Handles one page if one is due; returns whether there was one. */
  async turn(): Promise<boolean> {
    const [kid] = this.options.kids();
    if (kid === undefined || !this.isTurning) return false;
    const { walk, transact, producer } = this.options;
    const step = await transact('every', (sql) => walk.step(sql, kid));
    if (step.kind === 'walked' && step.seals.length > 0) await producer.send(this.messagesFor(step.seals));
    await this.report(kid);
    return step.kind === 'walked';
  }

  /** Stores the results of a worker. */
  async take(seals: readonly RewrappedSeal[]): Promise<void> {
    const [kid] = this.options.kids();
    if (kid === undefined) return;
    await this.options.put(newSealsIn(seals), kid);
    await this.noteUnopened(seals);
  }

  private messagesFor(seals: readonly SealToRewrap[]): EncodedMessage[] {
    const { owner } = this.options;
    return inMessages(seals).map((part) => {
      const messageId = newId('rewrap');
      const context = { messageId, correlationId: messageId, traceparent: newTraceparent(), occurredAt: new Date() };
      return encode({ ...outgoing(connectorRewrap, { owner, seals: part }), context });
    });
  }

  private async report(kid: string): Promise<void> {
    const { walk, transact, metrics } = this.options;
    const { waiting, unopenable } = await transact('every', (sql) => walk.state(sql, kid));
    metrics.setSealsWaiting('sealing', kid, waiting);
    metrics.setSealsUnopenable('sealing', unopenable);
  }

  private async noteUnopened(seals: readonly RewrappedSeal[]): Promise<void> {
    const failed = seals.flatMap(({ outcome, ...position }): UnopenedSeal[] =>
      outcome.kind === 'failed' ? [{ ...position, fault: outcome.fault }] : [],
    );
    if (failed.length === 0) return;
    const given = await this.options.transact('every', (sql) => this.options.walk.unopened(sql, failed));
    for (const { was: _, ...named } of given)
      this.options.logger.error(named, 'no worker can open a stored seal; the key that it names must stay');
  }
}
