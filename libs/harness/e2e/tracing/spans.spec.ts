import {
  aMerchant,
  aReceiver,
  eventually,
  ok,
  paymentBody,
  type Receiver,
  spawnSystem,
  type System,
} from '@payorch/harness';

jest.setTimeout(120_000);

/** What the spec reads of a span in the JSON form of OTLP. */
interface Span {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { readonly key: string; readonly value: { stringValue: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<Span, 'service'>[] }[];
  }[];
}

const spansOf = (body: string): Span[] =>
  (JSON.parse(body) as Export).resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue;
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service })));
  });

describe('a system with a collector', () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const otherTrace = '5bf92f3577b34da6a3ce929d0e0e4736';
  const caller = '00f067aa0ba902b7';
  let collector: Receiver;
  let system: System;
  beforeAll(async () => {
    collector = await aReceiver();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: '100' };
    system = await spawnSystem({ env });
  });
  afterAll(async () => {
    await system?.stop();
    await collector?.close();
  });

  const spansIn = (trace: string): Span[] =>
    collector.calls.flatMap(({ body }) => spansOf(body)).filter((span) => span.traceId === trace);
  /** The way from a span to the first one of its trace. */
  const wayFrom = (last: Span): Span[] => {
    const before = spansIn(last.traceId).find(({ spanId }) => spanId === last.parentSpanId);
    return before ? [last, ...wayFrom(before)] : [last];
  };
  const call = (): Span | undefined =>
    spansIn(traceId).find(({ service, kind }) => service === 'connector-worker' && kind === 3);

  it('shows a payment as one trace, from the request to the call of the processor', async () => {
    const { api } = await aMerchant(system);
    const headers = { traceparent: `00-${traceId}-${caller}-01` };
    ok(await api.post('/payments', paymentBody({ confirm: true }), headers));
    await eventually(
      () => {
        const found = call();
        return found !== undefined && wayFrom(found).at(-1)?.parentSpanId === caller;
      },
      { withinMs: 20_000 },
    );
    expect(wayFrom(call()!).map(({ service, name }) => `${service}: ${name}`)).toEqual([
      'connector-worker: POST',
      'connector-worker: process connector.authorize',
      'routing: process route.request',
      'payments: process payment.create',
      'gateway: send payment.create',
      'gateway: POST /payments',
    ]);
  });

  it('shows nothing personal: neither the card, nor the names and addresses of the customer, nor an id of the merchant', async () => {
    const { api, merchantId } = await aMerchant(system);
    const personal = { email: 'ada@lovelace.example', name: 'Ada Lovelace', phone: '5550100' };
    const payment = ok(
      await api.post('/payments', paymentBody(personal), { traceparent: `00-${otherTrace}-${caller}-01` }),
    );
    await eventually(
      () => spansIn(otherTrace).some(({ service, kind }) => service === 'connector-worker' && kind === 3),
      {
        withinMs: 20_000,
      },
    );
    const sent = collector.calls.map(({ body }) => body).join();
    for (const secret of [...Object.values(personal), '4242424242424242', merchantId, String(payment.payment_id)])
      expect(sent).not.toContain(secret);
  });
});
