import { Inject, Injectable } from '@nestjs/common';
import { differing, errorBody, isRefusal, type Refusal, type RefusalCode, refuse } from '@payorch/contracts';
import { randomText } from '@payorch/kernel';
import { failPoint } from '@payorch/platform/config';
import { isTransient, type Sql } from '@payorch/platform/postgres';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiKeyHashes } from '../auth';
import type { GatewayConfig } from '../config';
import { RefusalError, StoredResponse, type WireResponse } from '../errors';
import { Database, orUnavailable } from '../persistence';
import { type ChangeOnce, Claim, type KeyPlace } from '../request';
import { configToken } from '../tokens';
import { customerOfResponse } from './domain/customer-of-response';
import { keyVerdict } from './domain/key-verdict';
import { differingFields, fieldDigests } from './domain/field-digests';
import { digestRequest, type DigestedRequest } from './domain/request-digest';
import { LeaseRenewer } from './lease-renewer';
import { IdempotencyKeyRepository } from './persistence/idempotency-key.repository';
import { ResponseSeals } from './response-seals';
import { answerOf, answerText, type StoredAnswer } from './stored-answer';

const { status, body } = errorBody(refuse('request_under_way'));
const inProgress: WireResponse = {
  status,
  type: 'application/json',
  body: JSON.stringify(body),
  headers: { 'retry-after': '1' },
};

/** Makes a repeated POST take effect once and replays the bytes of its first response. */
@Injectable()
export class Idempotency {
  constructor(
    @Inject(Database) private readonly database: Pick<Database, 'change'>,
    @Inject(IdempotencyKeyRepository) private readonly keys: IdempotencyKeyRepository,
    @Inject(ResponseSeals) private readonly responses: ResponseSeals,
    /** The first secret makes digests; the others only match, so that a key survives the rotation of a secret. */
    @Inject(ApiKeyHashes) private readonly digestSecrets: Pick<ApiKeyHashes, 'secrets'>,
    /** Renews the lease while the gateway handles the request. */
    @Inject(LeaseRenewer) private readonly leases: Pick<LeaseRenewer, 'add' | 'remove'>,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'idempotencyLeaseMs'>,
  ) {}

  /**
   * Claims the key for this request.
   * @throws StoredResponse where an earlier attempt has a response or is in progress
   * @throws RefusalError where the key belongs to another request
   */
  async claim(place: KeyPlace, request: DigestedRequest): Promise<Claim> {
    const { database, keys, responses, digestSecrets, leases } = this;
    const { idempotencyLeaseMs: leaseMs } = this.config;
    const secrets = digestSecrets.secrets.map((secret) => secret.reveal());
    const digests = secrets.map((secret) => digestRequest(request, secret));
    const newClaim = { digests, commandId: randomText(20), leaseMs };
    await orUnavailable(responses.load(place.merchantId));
    const claimed = await orUnavailable(database.change([place.merchantId], (sql) => keys.claim(sql, place, newClaim)));
    if (claimed.kind === 'claimed') {
      const claim = new Claim(place, claimed.commandId, this.changeOnce, fieldDigests(request, secrets[0] ?? ''));
      leases.add(claim);
      return claim;
    }
    if (claimed.kind === 'other_request')
      throw new RefusalError(await this.otherRequest(place, claimed.sealedResponse, request, secrets));
    if (claimed.kind === 'running') throw new StoredResponse(inProgress);
    throw await this.replay(place, claimed.sealedResponse);
  }

  /**
   * If another attempt took over after this lease ended, the key's row decides: this method locks the row before the
   * change. Every change of settings has status 200.
   */
  private readonly changeOnce: ChangeOnce = async (claim, sql, work, view) => {
    const { place, commandId } = claim;
    const { keys } = this;
    const locked = await keys.lock(sql, place, commandId);
    if (!locked) throw new StoredResponse(inProgress);
    if (locked.sealedResponse !== null) throw await this.replay(place, locked.sealedResponse);
    const result = await work(sql);
    if (isRefusal(result)) return result;
    const response = { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(view(result)) };
    const sealedResponse = this.seal(claim, response);
    await keys.storeResponse(sql, place, { commandId, sealedResponse, customerId: customerOfResponse(response.body) });
    failPoint('before-commit');
    return result;
  };

  /** Stores the response, with the code of its refusal, before it is sent. If another attempt has stored one meanwhile, that one is sent. */
  async finish(claim: Claim, response: WireResponse, refusal?: RefusalCode): Promise<WireResponse> {
    const { place, commandId, hasSent } = claim;
    const { database, keys, leases } = this;
    const verdict = keyVerdict({ status: response.status, hasSent, refusal });
    const change = <T>(work: (sql: Sql) => Promise<T>): Promise<T> => database.change([place.merchantId], work);
    if (verdict === 'store') {
      const sealedResponse = this.seal(claim, response);
      const stored = { commandId, sealedResponse, customerId: customerOfResponse(response.body) };
      const store = () => change((sql) => keys.storeResponse(sql, place, stored));
      const first = await retryTransient(store).finally(() => leases.remove(claim));
      return first === sealedResponse ? response : this.open(place, first);
    }
    leases.remove(claim);
    // After an error the lease expires by itself.
    if (verdict === 'release') await change((sql) => keys.release(sql, place, commandId)).catch(() => undefined);
    const stored =
      verdict === 'forget' && (await change((sql) => keys.delete(sql, place, commandId)).catch(() => null));
    return stored ? this.open(place, stored) : response;
  }

  /** Before the first request has its response, nothing is known of its fields. */
  private async otherRequest(
    place: KeyPlace,
    sealedResponse: string | null,
    request: DigestedRequest,
    secrets: readonly string[],
  ): Promise<Refusal> {
    const { fields } = sealedResponse === null ? {} : await this.stored(place, sealedResponse);
    return refuse('other_request', fields ? differing(differingFields(fields, request, secrets)) : {});
  }

  private async replay(place: KeyPlace, sealedResponse: string): Promise<StoredResponse> {
    return new StoredResponse({
      ...(await this.open(place, sealedResponse)),
      headers: { 'idempotent-replayed': 'true' },
    });
  }

  private seal({ place, fieldDigests: fields }: Claim, { status, type, body }: WireResponse): string {
    return this.responses.seal(place, answerText({ status, type, body, fields }));
  }

  private async open(place: KeyPlace, sealed: string): Promise<WireResponse> {
    const { status, type, body } = await this.stored(place, sealed);
    return { status, type, body };
  }

  private async stored(place: KeyPlace, sealed: string): Promise<StoredAnswer> {
    return answerOf(await this.responses.open(place, sealed));
  }
}

/** A request that took effect must not get 503 for a short database outage. Milliseconds between the attempts. */
const backoffsMs = [100, 300, 900];

async function retryTransient<T>(store: () => Promise<T>): Promise<T> {
  for (const backoffMs of backoffsMs) {
    try {
      return await store();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await sleep(backoffMs);
    }
  }
  return store();
}
