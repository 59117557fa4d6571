import type { MessageDefinition } from '@payorch/contracts';
import { OpenSpan, SpanKind } from '@payorch/platform/tracing';
import type { Incoming } from './envelope';

/** Ids of messages may have ids that a caller chose: they stay out of spans. */
const attributesOf = (topic: string) => ({ 'messaging.system': 'kafka', 'messaging.destination.name': topic });

export const sendSpan = ({ type, topic }: Pick<MessageDefinition, 'type' | 'topic'>, parent: string): OpenSpan =>
  new OpenSpan(`send ${type}`, { kind: SpanKind.PRODUCER, parent, attributes: attributesOf(topic) });

const spanOf = ({ message, context, origin }: Incoming): OpenSpan =>
  new OpenSpan(`process ${message.type}`, {
    kind: SpanKind.CONSUMER,
    parent: context.traceparent,
    attributes: attributesOf(origin.topic),
  });

/** What the message causes has the span as its parent. */
const within = (incoming: Incoming, { traceparent }: OpenSpan): Incoming => ({
  ...incoming,
  context: { ...incoming.context, traceparent },
});

/** Handles a message in a span. */
export function inSpan(incoming: Incoming, handle: (incoming: Incoming) => Promise<void>): Promise<void> {
  const span = spanOf(incoming);
  return span.run(() => handle(within(incoming, span)));
}

/** Handles a batch, each message in a span of its own. */
export async function inSpans(batch: readonly Incoming[], handle: (batch: Incoming[]) => Promise<void>): Promise<void> {
  const spans = batch.map(spanOf);
  try {
    await handle(batch.map((incoming, at) => within(incoming, spans[at]!)));
  } catch (error) {
    for (const span of spans) span.end({ fault: (error as Error).name });
    throw error;
  }
  for (const span of spans) span.end();
}
