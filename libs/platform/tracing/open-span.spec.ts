import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { silentLogger } from '@payorch/platform/telemetry';
import { exportSpans, isTracing } from './export-spans';
import { OpenSpan, SpanKind } from './open-span';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const caller = '00f067aa0ba902b7';

it('without a collector no span is made', async () => {
  expect(await exportSpans({ service: 'payments', endpoint: null }, silentLogger)).toBeUndefined();
  expect(isTracing()).toBe(false);
});

describe('a span', () => {
  const exporter = new InMemorySpanExporter();
  beforeAll(() => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
  });
  beforeEach(() => exporter.reset());
  afterAll(() => {
    for (const api of [context, propagation, trace]) api.disable();
  });

  const outerOf = (parent: string) => new OpenSpan('outer', { kind: SpanKind.CONSUMER, parent, attributes: {} });
  const made = () =>
    exporter.getFinishedSpans().map((span) => ({
      name: span.name,
      traceId: span.spanContext().traceId,
      parent: span.parentSpanContext?.spanId,
      status: span.status,
      attributes: span.attributes,
    }));

  it('continues the trace of its parent, and is the parent of what happens within it', async () => {
    const outer = outerOf(`00-${traceId}-${caller}-01`);
    const spanId = outer.traceparent.slice(36, 52);
    expect(outer.traceparent).toBe(`00-${traceId}-${spanId}-01`);
    await outer.run(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      const inner = new OpenSpan('inner', { kind: SpanKind.CLIENT, attributes: { place: 'here' } });
      await inner.run(
        () => Promise.resolve(503),
        (status) => ({ attributes: { status }, fault: 'unavailable' }),
      );
    });
    expect(made()).toEqual([
      {
        name: 'inner',
        traceId,
        parent: spanId,
        status: { code: 2 },
        attributes: { place: 'here', status: 503, 'error.type': 'unavailable' },
      },
      { name: 'outer', traceId, parent: caller, status: { code: 0 }, attributes: {} },
    ]);
  });

  it('has no more of an error than its class', async () => {
    const work = outerOf('').run(() => Promise.reject(new TypeError('Ada Lovelace')));
    await expect(work).rejects.toThrow(TypeError);
    expect(made()).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': 'TypeError' } }]);
    expect(made()[0]!.status).toEqual({ code: 2 });
  });

  it.each(['', 'rubbish', `00-${'0'.repeat(32)}-${caller}-01`])('begins a trace where its parent is %j', (parent) => {
    const span = outerOf(parent);
    expect(span.traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    expect(span.traceparent).not.toContain(traceId);
  });

  it('of a caller that records no trace is not sent, and its trace goes on', () => {
    const span = outerOf(`00-${traceId}-${caller}-00`);
    span.end();
    expect(span.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-00$`));
    expect(made()).toEqual([]);
  });
});
