import type { AccountRef, ScoreValues } from '@payorch/contracts';
import type { MerchantId, ProfileId } from '@payorch/kernel';
import type { RedisClient } from '@payorch/platform/sealing';

/** A payment that a profile evaluated. */
export interface EvaluatedPayment {
  readonly merchantId: MerchantId;
  readonly profileId: ProfileId;
  readonly paymentId: string;
}

/** How a payment ended that was made elsewhere. `at`: Unix milliseconds. */
export interface ReportedOutcome {
  readonly account: AccountRef;
  readonly isApproved: boolean;
  readonly at: number;
}

/** An evaluated payment with its outcome, and the values that its profile keeps scores by. */
export interface EndedEvaluation {
  readonly values: ScoreValues;
  readonly outcome: ReportedOutcome;
}

const ttlMs = 86_400_000;

/** Evaluated again, a payment has its newest values; once it has an outcome, nothing of it changes. */
const addScript = `
if redis.call('HEXISTS', KEYS[1], 'outcome') == 1 then return 0 end
redis.call('HSET', KEYS[1], 'values', ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return 1`;

/** The first outcome of an evaluation stays. Returns it with the evaluation. */
const endScript = `
if redis.call('EXISTS', KEYS[1]) == 0 then return nil end
redis.call('HSETNX', KEYS[1], 'outcome', ARGV[1])
return redis.call('HMGET', KEYS[1], 'values', 'outcome')`;

const keyOf = ({ merchantId, profileId, paymentId }: EvaluatedPayment): string =>
  `evaluations:{${merchantId}/${profileId}}:${paymentId}`;

/** The evaluations of the last day in Redis, each for the report of its outcome. */
export class EvaluationStore {
  constructor(private readonly redis: RedisClient) {}

  async add(payment: EvaluatedPayment, values: ScoreValues): Promise<void> {
    await this.redis.eval(addScript, 1, keyOf(payment), JSON.stringify(values), ttlMs);
  }

  async has(payment: EvaluatedPayment): Promise<boolean> {
    return (await this.redis.exists(keyOf(payment))) === 1;
  }

  /** With the outcome that was reported first. Undefined: the profile did not evaluate the payment in the last day. */
  async end(payment: EvaluatedPayment, outcome: ReportedOutcome): Promise<EndedEvaluation | undefined> {
    const found = await this.redis.eval(endScript, 1, keyOf(payment), JSON.stringify(outcome));
    if (found === null) return undefined;
    const [values, first] = found as [string, string];
    return { values: JSON.parse(values) as ScoreValues, outcome: JSON.parse(first) as ReportedOutcome };
  }
}
