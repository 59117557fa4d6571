import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { Kafka, logLevel } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The state of a payment or a refund, as its newest event shows it. */
export type KnownState = Readonly<Record<string, unknown>> & { readonly version: number };

/** What a team knows that has the public topics and the published schemas, and no code of this repository. */
export interface Outsider {
  readonly topics: readonly string[];
  readonly payments: ReadonlyMap<string, KnownState>;
  readonly refunds: ReadonlyMap<string, KnownState>;
  /** The same refunds from the events of their payments. */
  readonly refundsOfPayments: ReadonlyMap<string, KnownState>;
  /** Events, without those that came again with their id on the same topic. */
  readonly events: () => number;
  readonly duplicates: () => number;
  /** A line for each event that its schema does not allow, that has no schema, or that came in another order than it happened. */
  readonly problems: readonly string[];
  readonly stop: () => Promise<void>;
}

interface AsyncApi {
  readonly asyncapi: string;
  readonly channels: Readonly<Record<string, { readonly address: string }>>;
}

/** Fetches JSON until the gateway answers: it may be away for a while. */
async function fetched<T>(url: string): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
      return (await answer.json()) as T;
    } catch (error) {
      if (tries === 100) throw error;
      await sleep(300);
    }
}

/** The validators of the published schemas, each fetched once from the address in the events. */
class PublishedSchemas {
  private readonly ajv = new Ajv2020({ strict: false, validateFormats: false });
  private readonly validators = new Map<string, Promise<ValidateFunction>>();

  of(url: string): Promise<ValidateFunction> {
    const known = this.validators.get(url) ?? fetched<object>(url).then((schema) => this.ajv.compile(schema));
    this.validators.set(url, known);
    return known;
  }
}

type Headers = Readonly<Record<string, unknown>>;
const textOf = (headers: Headers | undefined, name: string): string => String(headers?.[name] ?? '');

/** The table of an object type: a body replaces an older one, by version. Returns what is wrong with the order, or nothing. */
function keep(table: Map<string, KnownState>, id: string, body: KnownState): string | undefined {
  const before = table.get(id)?.version ?? 0;
  if (body.version <= before) return undefined;
  table.set(id, body);
  return body.version === before + 1 ? undefined : `${id}: version ${body.version} follows ${before}`;
}

/**
 * Follows the payments and refunds of one merchant from the beginning of the public topics. `baseUrl` is the gateway's address.
 * The topics are those of the AsyncAPI document; each body is validated by the schema that its event names.
 */
export async function startOutsider(at: {
  readonly brokers: readonly string[];
  readonly baseUrl: string;
  readonly merchantId: string;
}): Promise<Outsider> {
  const { channels } = await fetched<AsyncApi>(`${at.baseUrl}/topics/asyncapi.json`);
  const topics = Object.values(channels).map(({ address }) => address);
  const schemas = new PublishedSchemas();
  const [payments, refunds, refundsOfPayments] = [0, 1, 2].map(() => new Map<string, KnownState>()) as [
    Map<string, KnownState>,
    Map<string, KnownState>,
    Map<string, KnownState>,
  ];
  const seen = new Set<string>();
  const problems: string[] = [];
  let duplicates = 0;

  async function note(topic: string, headers: Headers | undefined, value: Buffer | null): Promise<void> {
    const [id, type] = [textOf(headers, 'ce_id'), textOf(headers, 'ce_type')];
    const body = JSON.parse(String(value)) as KnownState;
    if (body['merchantId'] !== at.merchantId) return;
    if (seen.has(`${topic} ${id}`)) {
      duplicates += 1;
      return;
    }
    seen.add(`${topic} ${id}`);
    const isValid = await schemas.of(textOf(headers, 'ce_dataschema'));
    if (!isValid(body)) problems.push(`${type} ${id}: ${JSON.stringify(isValid.errors)}`);
    const [paymentId, refundId] = [String(body['paymentId']), String(body['refundId'])];
    const isRefund = type.startsWith('refund.');
    if (isRefund && topic.startsWith('payments.') && payments.get(paymentId)?.['status'] !== 'succeeded')
      problems.push(`${type} of ${refundId} comes before its payment succeeded`);
    const refundTable = topic.startsWith('refunds.') ? refunds : refundsOfPayments;
    const wrong = isRefund ? keep(refundTable, refundId, body) : keep(payments, paymentId, body);
    if (wrong) problems.push(`${topic}: ${wrong}`);
  }

  const kafka = new Kafka({ clientId: 'outsider', brokers: [...at.brokers], logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: `outsider.${at.merchantId}`, maxWaitTimeInMs: 200 });
  await consumer.connect();
  await consumer.subscribe({
    topics: topics.filter((topic) => /^(payments|refunds)\.lifecycle$/.test(topic)),
    fromBeginning: true,
  });
  await consumer.run({
    eachMessage: ({ topic, message: { headers, value } }) =>
      note(topic, headers, value).catch((error: unknown) => void problems.push(`${topic}: ${String(error)}`)),
  });
  return {
    topics,
    payments,
    refunds,
    refundsOfPayments,
    events: () => seen.size,
    duplicates: () => duplicates,
    problems,
    stop: () => consumer.disconnect(),
  };
}
