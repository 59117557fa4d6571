import { errorBody, refuse } from '@payorch/contracts';
import { randomText } from '@payorch/kernel';
import { failPoint } from '@payorch/platform/config';
import { isTransient, type Sql } from '@payorch/platform/postgres';
import type { BoxPlace, SettingsBox } from '@payorch/platform/sealing';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiKeyHashes } from '../accounts/api-key-hashes';
import { RefusalError, StoredAnswer, type WireAnswer } from '../edge';
import { orUnavailable, type Database } from '../persistence/database';
import type { IdempotencyKeyRepository, KeyPlace } from '../persistence/idempotency-key.repository';
import { Claim, type WithAnswer } from './claim';
import { judgeAnswer } from './judge-answer';
import type { LeaseKeeper } from './lease-keeper';
import { digestRequest, type DigestedRequest } from './request-digest';

export interface IdempotencyParts {
  readonly database: Pick<Database, 'change'>;
  readonly keys: IdempotencyKeyRepository;
  readonly box: SettingsBox;
  /** The first makes digests; those of another are known too, so that a key outlives the turn of a secret. */
  readonly digestSecrets: Pick<ApiKeyHashes, 'secrets'>;
  /** How long the key of a request stays taken when its gateway dies. */
  readonly leaseMs: number;
  /** Holds it for as long as the request is handled. */
  readonly leases: Pick<LeaseKeeper, 'keep' | 'letGo'>;
}

const { status, body } = errorBody(refuse('request_under_way'));
const running: WireAnswer = {
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  headers: { 'retry-after': '1' },
};

const otherRequest = refuse('invalid_request', {
  message: 'This Idempotency-Key was used before with another request',
});

/** Makes a POST that is sent again take effect once, and answers it with the bytes of the first answer. */
export class Idempotency {
  constructor(private readonly parts: IdempotencyParts) {}

  /**
   * Takes the key for this request.
   * @throws StoredAnswer where it was answered before or is being handled
   * @throws RefusalError where it was used for another request
   */
  async begin(place: KeyPlace, request: DigestedRequest): Promise<Claim> {
    const { database, keys, digestSecrets, leaseMs, leases } = this.parts;
    const digests = digestSecrets.secrets.map((secret) => digestRequest(request, secret.reveal()));
    const wanted = { digests, commandId: randomText(20), leaseMs };
    const found = await orUnavailable(database.change([place.merchantId], (sql) => keys.claim(sql, place, wanted)));
    if (found.kind === 'claimed') {
      const claim = new Claim(place, found.commandId, this.withAnswer);
      leases.keep(claim);
      return claim;
    }
    if (found.kind === 'other_request') throw new RefusalError(otherRequest);
    if (found.kind === 'running') throw new StoredAnswer(running);
    throw this.replayed(place, found.sealedAnswer);
  }

  /**
   * Beside another try that went on when our lease was over, the key's row decides: it is held before anything is done.
   * Whatever changes settings is answered with 200.
   */
  private readonly withAnswer: WithAnswer = async ({ place, commandId }, sql, work, show) => {
    const { keys } = this.parts;
    const held = await keys.hold(sql, place, commandId);
    if (!held) throw new StoredAnswer(running);
    if (held.sealedAnswer !== null) throw this.replayed(place, held.sealedAnswer);
    const result = await work(sql);
    const answer = { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(show(result)) };
    await keys.answer(sql, place, { commandId, sealedAnswer: this.seal(place, answer) });
    failPoint('before-commit');
    return result;
  };

  /** The answer that goes out, kept before it does: by then another try may have been answered, and that one counts. */
  async finish(claim: Claim, answer: WireAnswer): Promise<WireAnswer> {
    const { place, commandId, hasSent } = claim;
    const { database, keys, leases } = this.parts;
    const verdict = judgeAnswer(answer.status, hasSent);
    const change = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => database.change([place.merchantId], work);
    if (verdict === 'store') {
      const sealedAnswer = this.seal(place, answer);
      const store = () => change((sql) => keys.answer(sql, place, { commandId, sealedAnswer }));
      const first = await throughShortOutages(store).finally(() => leases.letGo(claim));
      return first === sealedAnswer ? answer : this.open(place, first);
    }
    leases.letGo(claim);
    // Where this fails the lease runs out by itself.
    if (verdict === 'give_back') await change((sql) => keys.giveBack(sql, place, commandId)).catch(() => undefined);
    const kept = verdict === 'forget' && (await change((sql) => keys.forget(sql, place, commandId)).catch(() => null));
    return kept ? this.open(place, kept) : answer;
  }

  private replayed(place: KeyPlace, sealedAnswer: string): StoredAnswer {
    return new StoredAnswer({ ...this.open(place, sealedAnswer), headers: { 'idempotent-replayed': 'true' } });
  }

  /** Answers hold client secrets and, once, API keys. */
  private seal(place: KeyPlace, { status, type, body }: WireAnswer): string {
    return this.parts.box.seal(JSON.stringify({ status, type, body }), answerPlace(place));
  }

  private open(place: KeyPlace, sealed: string): WireAnswer {
    return JSON.parse(this.parts.box.open(sealed, answerPlace(place))) as WireAnswer;
  }
}

/** What took effect is not answered 503 because the database was busy for a moment. Milliseconds between the tries. */
const pausesMs = [100, 300, 900];

async function throughShortOutages<T>(store: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await store();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(pauseMs);
    }
  }
  return store();
}

/** Where the answer under a key is sealed. */
export const answerPlace = ({ merchantId, route, key }: KeyPlace): BoxPlace => ({
  merchantId,
  objectId: `${route} ${key}`,
  column: 'idempotency_keys.sealed_answer',
});
