import type { AccountRef, MessageDefinition, TopicSpec } from '@payorch/contracts';
import { isInLanes, nameOf, schemaPath, sharedLane, topicInLane, topics } from '@payorch/contracts';
import { InvariantError } from '@payorch/kernel';
import { type HowToSeal, type MerchantSeals, SealError } from '@payorch/platform/sealing';
import { errorText, redactText } from '@payorch/platform/telemetry';
import { newTraceparent, validTraceparent } from '@payorch/platform/tracing';
import type { IHeaders } from 'kafkajs';
import { z } from 'zod';
import { partitionKeyHeader } from '../produce/partitioner';
import type { EncodedMessage, Envelope, Incoming, MessageContext } from './envelope';
import type { MessageRegistry } from './registry';

/** A record in the form in which the client library delivers it. */
export interface RawRecord {
  readonly topic: string;
  readonly partition: number;
  readonly offset: string;
  readonly timestamp: string;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers?: IHeaders | undefined;
}

/** A record that is not a known message: dead-lettered with its cause, never retried. */
export class Unreadable {
  constructor(readonly cause: string) {}
}

/** The text of a header; the last value of a repeated header. */
export function headerText(headers: IHeaders | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const last = Array.isArray(value) ? value.at(-1) : value;
  return last === undefined ? undefined : last.toString();
}

/** The headers of every message; topics are named `<owner>.<what>`. */
const eventHeaders = (message: MessageDefinition, { messageId, occurredAt }: MessageContext) => ({
  ce_specversion: '1.0',
  ce_type: message.type,
  ce_source: message.topic.slice(0, message.topic.indexOf('.')),
  ce_id: messageId,
  ce_time: occurredAt.toISOString(),
});

/** The headers of a message on an internal topic. */
function internalHeaders(message: MessageDefinition, context: MessageContext): Record<string, string> {
  const headers: Record<string, string> = {
    ...eventHeaders(message, context),
    ce_dataschema: String(message.version),
    correlationid: context.correlationId,
    traceparent: context.traceparent,
  };
  if (context.replyTo) {
    headers['replytopic'] = context.replyTo.topic;
    headers['replycorrelationid'] = context.replyTo.correlationId;
  }
  if (context.deadline) headers['deadline'] = context.deadline.toISOString();
  if (context.accountVersion !== undefined) headers['accountversion'] = String(context.accountVersion);
  if (context.checkOf !== undefined) headers['checkof'] = context.checkOf;
  if (context.onlyProfile !== undefined) headers['onlyprofile'] = context.onlyProfile;
  return headers;
}

/** The headers of a message on a public topic: a CloudEvent 1.0 in the binary mode of the Kafka binding, and nothing else. */
function publicHeaders(
  message: MessageDefinition,
  context: MessageContext,
  publicUrl: string | undefined,
): Record<string, string> {
  if (publicUrl === undefined)
    throw new InvariantError(`${message.type} goes to a public topic, and there is no address for its schema`);
  return {
    ...eventHeaders(message, context),
    ce_dataschema: `${publicUrl}${schemaPath(message)}`,
    'content-type': 'application/json',
    ce_correlationid: context.correlationId,
    ce_traceparent: context.traceparent,
  };
}

const topicsWith = (has: (topic: TopicSpec) => boolean): ReadonlySet<string> =>
  new Set(Object.values<TopicSpec>(topics).flatMap((topic) => (has(topic) ? [topic.name] : [])));

const publicTopics = topicsWith(({ visibility }) => visibility === 'public');
const sealedTopics = topicsWith(({ isSealed }) => isSealed === true);
/** Topics whose messages are answered without a seal. */
export const openReplyTopics = topicsWith(({ hasOpenReplies }) => hasOpenReplies === true);

/** Ids that a merchant may choose: a public topic shows only the last digits of one that looks like a card number. */
const chosenIds = ['paymentId', 'attemptId', 'captureId', 'refundId', 'customerId'] as const;

function withoutCards(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const masked = chosenIds.flatMap((name) => {
    const id = body[name];
    return typeof id === 'string' ? [[name, redactText(id)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(masked) };
}

/** Seals and opens the messages of sealed topics. */
export type BodySeals = Pick<MerchantSeals, 'sealBody' | 'openBody'>;

/** Where a sealed body belongs: it opens as no other message, and for no other merchant. */
export const bodyPlace = (merchantId: string, type: string, messageId: string) => ({
  merchantId,
  objectId: messageId,
  column: `message ${type}`,
});

/** A sealed body with the headers that name its key. */
export function sealedValue(
  text: string | Buffer,
  place: ReturnType<typeof bodyPlace>,
  seals: BodySeals,
  how?: HowToSeal,
): { readonly value: Buffer; readonly headers: Readonly<Record<string, string>> } {
  const { sealed, dataKey } = seals.sealBody(text, place, how);
  return { value: sealed, headers: { sealmerchant: place.merchantId, datakey: dataKey } };
}

function sealedBody(text: string, { message, data, context }: Envelope, seals: BodySeals | undefined) {
  const { merchantId } = data as { readonly merchantId?: string };
  if (!seals || merchantId === undefined)
    throw new InvariantError(`${message.type} goes to a sealed topic, and there is no key for it`);
  return sealedValue(text, bodyPlace(merchantId, message.type, context.messageId), seals);
}

/** In the shared lane one partition has all messages of a connector account; its own lane spreads them by their keys. */
const partitionHeaders = (data: unknown): Readonly<Record<string, string>> => ({
  [partitionKeyHeader]: (data as { readonly account: AccountRef }).account.merchantConnectorId,
});

/** An id that a caller typed may be a card number by mistake: a message with one is sealed although it carries nothing personal. */
const mustBeSealed = ({ message, data }: Envelope, text: string): boolean =>
  sealedTopics.has(message.topic) && !(message.hasNothingPersonal?.(data) === true && redactText(text) === text);

/**
 * Encodes a message for its own topic: the payload alone as the body, all metadata in CloudEvents and our own headers. A
 * message on a sealed topic needs `seals`; one on a public topic `publicUrl`, the address of the gateway, which serves its
 * schema. Throws if the data does not match its schema.
 */
export function encode(envelope: Envelope, seals?: BodySeals, publicUrl?: string): EncodedMessage {
  const { message, data, context, lane = sharedLane } = envelope;
  const isPublic = publicTopics.has(message.topic);
  const body = z.encode(message.schema, data) as Readonly<Record<string, unknown>>;
  const text = JSON.stringify(isPublic ? withoutCards(body) : body);
  const sealed = mustBeSealed(envelope, text) ? sealedBody(text, envelope, seals) : undefined;
  const key = message.keyOf(data);
  return {
    topic: isInLanes(message.topic) ? topicInLane(message.topic, lane) : message.topic,
    key: isPublic && key !== null ? redactText(key) : key,
    value: sealed?.value ?? Buffer.from(text),
    headers: isPublic
      ? publicHeaders(message, context, publicUrl)
      : {
          ...internalHeaders(message, context),
          'content-type': sealed ? 'application/octet-stream' : 'application/json',
          ...(isInLanes(message.topic) && lane === sharedLane && partitionHeaders(data)),
          ...sealed?.headers,
        },
  };
}

/** The message on each topic that carries it: its own and, under the same id with the same body, its second. */
export function encodeForTopics(envelope: Envelope, seals?: BodySeals, publicUrl?: string): readonly EncodedMessage[] {
  const { alsoOn } = envelope.message;
  const encoded = encode(envelope, seals, publicUrl);
  if (!alsoOn) return [encoded];
  return [encoded, { ...encoded, topic: alsoOn.topic, key: redactText(alsoOn.keyOf(envelope.data)) }];
}

const dateOf = (text: string | undefined): Date | null => {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** The merchant whose key sealed a body, and that key, wrapped; undefined where the body is not sealed. */
export function sealedByOf(headers: IHeaders | undefined): MessageContext['sealedBy'] {
  const [merchantId, dataKey] = [headerText(headers, 'sealmerchant'), headerText(headers, 'datakey')];
  return merchantId === undefined || dataKey === undefined ? undefined : { merchantId, dataKey };
}

/** The correlation id of a message; on public topics it is an attribute of the event. */
export const correlationIdOf = (headers: IHeaders | undefined): string | undefined =>
  headerText(headers, 'correlationid') ?? headerText(headers, 'ce_correlationid');

/** On internal topics, and on public topics before they had schemas, the version alone; else the address of the schema. */
function versionOf(dataSchema: string | undefined): number {
  const version = Number(dataSchema);
  return Number.isNaN(version) ? Number(/\/(\d+)\.json$/.exec(dataSchema ?? '')?.[1]) : version;
}

/**
 * Only the message id is essential, because effects are recorded under it. Every other header has a harmless fallback.
 */
function contextOf({ headers, timestamp }: RawRecord): MessageContext | null {
  const messageId = headerText(headers, 'ce_id');
  if (messageId === undefined || messageId === '') return null;
  const topic = headerText(headers, 'replytopic');
  const replyId = headerText(headers, 'replycorrelationid');
  const deadline = dateOf(headerText(headers, 'deadline'));
  const accountVersion = Number(headerText(headers, 'accountversion') ?? Number.NaN);
  const checkOf = headerText(headers, 'checkof');
  const onlyProfile = headerText(headers, 'onlyprofile');
  const sealedBy = sealedByOf(headers);
  return {
    messageId,
    correlationId: correlationIdOf(headers) ?? messageId,
    traceparent:
      validTraceparent(headerText(headers, 'traceparent') ?? headerText(headers, 'ce_traceparent')) ?? newTraceparent(),
    occurredAt: dateOf(headerText(headers, 'ce_time')) ?? new Date(Number(timestamp)),
    ...(topic !== undefined && replyId !== undefined && { replyTo: { topic, correlationId: replyId } }),
    ...(deadline && { deadline }),
    ...(Number.isInteger(accountVersion) && { accountVersion }),
    ...(checkOf !== undefined && { checkOf }),
    ...(onlyProfile !== undefined && { onlyProfile }),
    ...(sealedBy && { sealedBy }),
  };
}

const firstIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  return issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : error.message;
};

/**
 * The text of a message: opened if it is sealed. Messages that are older than the seals are not sealed.
 * @throws SealError
 */
function textOf(value: Buffer, type: string, { messageId, sealedBy }: MessageContext, seals?: BodySeals): string {
  if (!sealedBy) return value.toString();
  if (!seals) throw new SealError('unknown_key');
  const { merchantId, dataKey } = sealedBy;
  const place = bodyPlace(merchantId, type, messageId);
  return seals.openBody({ sealed: value, dataKey }, place).toString();
}

/** Decodes a record: a message with parsed data, or the reason why it is none. Never throws. */
export function decode(registry: MessageRegistry, record: RawRecord, seals?: BodySeals): Incoming | Unreadable {
  const type = headerText(record.headers, 'ce_type');
  if (type === undefined) return new Unreadable('no ce_type header');
  const name = nameOf({ type, version: versionOf(headerText(record.headers, 'ce_dataschema')) });
  const message = registry.get(name);
  if (message === undefined) return new Unreadable(`undeclared message ${name}`);
  const context = contextOf(record);
  if (context === null) return new Unreadable('no ce_id header');
  if (record.value === null) return new Unreadable('no body');
  try {
    const body = textOf(record.value, type, context, seals);
    const parsed = z.safeDecode(message.schema, JSON.parse(body) as never);
    if (!parsed.success) return new Unreadable(`${name} does not match its schema: ${firstIssue(parsed.error)}`);
    const { topic, partition, offset } = record;
    return {
      message,
      data: parsed.data,
      key: record.key === null ? null : record.key.toString(),
      context,
      origin: { topic, partition, offset },
    };
  } catch (error) {
    return new Unreadable(`${name} is not readable: ${errorText(error as Error)}`);
  }
}
