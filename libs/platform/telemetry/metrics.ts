import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface HttpRequestLabels {
  readonly method: string;
  /** The template (`/payments/:payment_id`), never the path: a label with ids would grow without limit. */
  readonly route: string;
  readonly status: number;
}
export interface MessageLabels {
  readonly destination: string;
  readonly type: string;
  readonly outcome: 'done' | 'refused' | 'retried' | 'dead_lettered' | 'dropped';
}
export interface ConnectorCallLabels {
  readonly connector: string;
  readonly flow: string;
  readonly outcome: 'response' | 'not_sent' | 'unknown';
}

export interface NotAdmittedLabels {
  readonly connector: string;
  readonly share: 'charge' | 'follow_up' | 'sync';
  readonly waitedFor: 'room' | 'breaker';
}

/** The metrics of every service, as functions: no other name or label exists. */
export interface Metrics {
  observeHttpRequest(labels: HttpRequestLabels, seconds: number): void;
  observeMessage(labels: MessageLabels, seconds: number): void;
  observeBatch(size: number): void;
  setConsumerLag(group: string, topic: string, messages: number): void;
  observeConnectorCall(labels: ConnectorCallLabels, seconds: number): void;
  setOutboxPending(rows: number): void;
  countDeadLetter(topic: string, cause: string): void;
  setJobsDue(jobs: number): void;
  countWebhookDelivery(outcome: 'delivered' | 'failed' | 'given_up'): void;
  /**
   * An operation that its connector account did not take: a charge that went to another account, a sync that was
   * postponed, or a follow-up that was deferred to disk.
   */
  countNotAdmitted(labels: NotAdmittedLabels): void;
  /** Follow-ups on disk that wait until their connector account takes them. */
  setDeferredOperations(connector: string, operations: number): void;
  /** Requests answered with a refusal, by its internal code: several codes share one code on the wire. */
  countRefusal(code: string): void;
  /** Processor webhooks that the gateway refused. */
  countRefusedWebhook(reason: string): void;
  /** Operations whose outcome no further sync can determine: incidents that need a person. */
  setIncidents(operations: number): void;
  /** The ids of the keys of a ring in use, in their order: the first seals, all open. */
  setLoadedKeys(ring: string, kids: readonly string[]): void;
  /** Stored values that are not yet sealed under the current key of a ring; replaces the number of an earlier key. */
  setSealsWaiting(ring: string, kid: string, values: number): void;
  /** How long messages that no caller sends again have waited for data keys; 0: none waits past its limit. */
  setKeysWait(seconds: number): void;
  /** Stored seals of older keys that no worker can open: their keys cannot be retired. */
  setSealsUnopenable(ring: string, seals: number): void;
  /** Also event-loop delay, memory and CPU of this process; called once, at boot. */
  collectProcess(): void;
  render(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** A registry of its own for each call, so that tests do not share counts. */
export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const registry = registers[0]!;
  const histogram = <L extends string>(name: string, help: string, labelNames: L[], buckets = seconds) =>
    new Histogram<L>({ name, help, labelNames, buckets, registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Gauge<L>({ name, help, labelNames, registers });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter<L>({ name, help, labelNames, registers });

  const http = histogram('http_server_request_duration_seconds', 'Requests served', ['method', 'route', 'status']);
  const messages = histogram('messaging_process_duration_seconds', 'Messages processed', [
    'destination',
    'type',
    'outcome',
  ]);
  const batches = histogram('messaging_batch_size', 'Messages that shared a transaction', [], sizes);
  const lag = gauge('kafka_consumergroup_lag', 'Messages not yet consumed', ['group', 'topic']);
  const calls = histogram('connector_call_duration_seconds', 'Calls of processors', ['connector', 'flow', 'outcome']);
  const outbox = gauge('outbox_pending', 'Committed messages not yet published');
  const dead = counter('dead_letters_total', 'Messages dead-lettered', ['topic', 'cause']);
  const jobs = gauge('jobs_due', 'Jobs that are due');
  const webhooks = counter('webhook_delivery_total', 'Attempts to deliver a webhook', ['outcome']);
  const away = counter('connector_turned_away_total', 'Operations that their connector account did not take', [
    'connector',
    'share',
    'waited_for',
  ]);
  const refusals = counter('refusals_total', 'Requests answered by a refusal', ['code']);
  const refused = counter('processor_webhooks_refused_total', 'Processor webhooks refused', ['reason']);
  const attention = gauge('needs_attention', 'Operations that need a person');

  const loadedKeys = gauge('keys_loaded', 'Keys in use by their place in the list, the first being 1', ['ring', 'kid']);
  const waitingSeals = gauge('seals_waiting', 'Values not yet sealed under the current key', ['ring', 'kid']);
  const waiting = gauge('deferred_operations', 'Follow-ups on disk that wait for their account', ['connector']);
  const unopenableSeals = gauge('seals_unopenable', 'Stored seals of older keys that no worker can open', ['ring']);
  const keysWait = gauge('data_keys_wait_seconds', 'How long messages past their limit have waited for data keys');
  const kidsOf = new Map<string, readonly string[]>();
  const waitingKid = new Map<string, string>();

  return {
    observeHttpRequest: (labels, took) => http.observe({ ...labels }, took),
    observeMessage: (labels, took) => messages.observe({ ...labels }, took),
    observeBatch: (size) => batches.observe(size),
    setConsumerLag: (group, topic, waiting) => lag.set({ group, topic }, waiting),
    observeConnectorCall: (labels, took) => calls.observe({ ...labels }, took),
    setOutboxPending: (rows) => outbox.set(rows),
    countDeadLetter: (topic, cause) => dead.inc({ topic, cause }),
    setJobsDue: (due) => jobs.set(due),
    countWebhookDelivery: (outcome) => webhooks.inc({ outcome }),
    countNotAdmitted: ({ connector, share, waitedFor }) => away.inc({ connector, share, waited_for: waitedFor }),
    setDeferredOperations: (connector, operations) => waiting.set({ connector }, operations),
    countRefusal: (code) => refusals.inc({ code }),
    countRefusedWebhook: (reason) => refused.inc({ reason }),
    setIncidents: (operations) => attention.set(operations),
    setLoadedKeys: (ring, kids) => {
      for (const kid of kidsOf.get(ring) ?? []) loadedKeys.remove({ ring, kid });
      kidsOf.set(ring, kids);
      for (const [index, kid] of kids.entries()) loadedKeys.set({ ring, kid }, index + 1);
    },
    setSealsWaiting: (ring, kid, values) => {
      const before = waitingKid.get(ring);
      if (before !== undefined && before !== kid) waitingSeals.remove({ ring, kid: before });
      waitingKid.set(ring, kid);
      waitingSeals.set({ ring, kid }, values);
    },
    setKeysWait: (waited) => keysWait.set(waited),
    setSealsUnopenable: (ring, seals) => unopenableSeals.set({ ring }, seals),
    collectProcess: () => {
      if (registry.getSingleMetric('process_cpu_seconds_total') !== undefined) return;
      // Samples the event loop every 100 ms: the default of 10 ms is most of the work of an idle process.
      collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
    },
    render: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

/** The registry of this process, which `GET /metrics` prints. */
export const metrics: Metrics = createMetrics();
