import { nameOf, topics, type TopicSpec } from '@payorch/contracts';
import { redactText } from '@payorch/platform/telemetry';
import type { IHeaders } from 'kafkajs';
import { z } from 'zod';
import type { EncodedMessage, Envelope, Incoming, MessageContext } from './envelope';
import type { MessageRegistry } from './registry';
import { newTraceparent, validTraceparent } from './trace-context';

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

function contextHeaders(context: MessageContext): Record<string, string> {
  const headers: Record<string, string> = {
    ce_id: context.messageId,
    ce_time: context.occurredAt.toISOString(),
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

const publicTopics: ReadonlySet<string> = new Set(
  Object.values<TopicSpec>(topics).flatMap(({ name, visibility }) => (visibility === 'public' ? [name] : [])),
);

/** Ids that a merchant may choose: a public topic shows only the last digits of one that looks like a card number. */
const chosenIds = ['paymentId', 'attemptId', 'captureId', 'refundId', 'customerId'] as const;

function withoutCards(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const masked = chosenIds.flatMap((name) => {
    const id = body[name];
    return typeof id === 'string' ? [[name, redactText(id)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(masked) };
}

/**
 * Encodes a message: the payload alone as the body, all metadata in CloudEvents and our own headers. Throws if the data
 * does not match its schema.
 */
export function encode({ message, data, context }: Envelope): EncodedMessage {
  const isPublic = publicTopics.has(message.topic);
  const body = z.encode(message.schema, data) as Readonly<Record<string, unknown>>;
  const key = message.keyOf(data);
  return {
    topic: message.topicOf(data),
    key: isPublic && key !== null ? redactText(key) : key,
    value: Buffer.from(JSON.stringify(isPublic ? withoutCards(body) : body)),
    headers: {
      ce_specversion: '1.0',
      ce_type: message.type,
      // Topics are named `<owner>.<what>`.
      ce_source: message.topic.slice(0, message.topic.indexOf('.')),
      ce_dataschema: String(message.version),
      'content-type': 'application/json',
      ...contextHeaders(context),
    },
  };
}

const dateOf = (text: string | undefined): Date | null => {
  const date = new Date(text ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
};

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
  return {
    messageId,
    correlationId: headerText(headers, 'correlationid') ?? messageId,
    traceparent: validTraceparent(headerText(headers, 'traceparent')) ?? newTraceparent(),
    occurredAt: dateOf(headerText(headers, 'ce_time')) ?? new Date(Number(timestamp)),
    ...(topic !== undefined && replyId !== undefined && { replyTo: { topic, correlationId: replyId } }),
    ...(deadline && { deadline }),
    ...(Number.isInteger(accountVersion) && { accountVersion }),
    ...(checkOf !== undefined && { checkOf }),
    ...(onlyProfile !== undefined && { onlyProfile }),
  };
}

const firstIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  return issue ? `${issue.path.join('.') || 'body'}: ${issue.message}` : error.message;
};

/** Decodes a record: a message with parsed data, or the reason why it is none. Never throws. */
export function decode(registry: MessageRegistry, record: RawRecord): Incoming | Unreadable {
  const type = headerText(record.headers, 'ce_type');
  if (type === undefined) return new Unreadable('no ce_type header');
  const name = nameOf({ type, version: Number(headerText(record.headers, 'ce_dataschema')) });
  const message = registry.get(name);
  if (message === undefined) return new Unreadable(`undeclared message ${name}`);
  const context = contextOf(record);
  if (context === null) return new Unreadable('no ce_id header');
  if (record.value === null) return new Unreadable('no body');
  try {
    const parsed = z.safeDecode(message.schema, JSON.parse(record.value.toString()) as never);
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
    return new Unreadable(`${name} is not readable: ${(error as Error).message}`);
  }
}
