import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { metricDefinitions, type MetricDefinition } from './metric-definitions';

export interface HttpRequestLabels {
  readonly method: string;
  /** The template (`/payments/:payment_id`), never the path: a label with ids would grow without limit. */
  readonly route: string;
  readonly status: number;
}
export interface MessageLabels {
  readonly destination: string;
  readonly type: string;
  readonly outcome: 'done' | 'retried';
}
export interface ConnectorCallLabels {
  readonly connector: string;
  readonly flow: string;
  readonly outcome: 'response' | 'not_sent' | 'unknown';
}

export interface FileStorageLabels {
  readonly call: 'put' | 'get' | 'remove';
  readonly outcome: 'done' | 'failed';
}

export interface NotAdmittedLabels {
  readonly connector: string;
  readonly share: 'charge' | 'follow_up' | 'sync';
  readonly waitedFor: 'room' | 'breaker';
}

export interface AttemptEndedLabels {
  readonly connector: string;
  readonly paymentMethod: string;
  readonly result: 'approved' | 'declined' | 'cancelled' | 'expired' | 'mismatched';
  /** Of a bounded set; `none` for what was not declined. */
  readonly errorClass: string;
}

export interface OperationLabels {
  readonly connector: string;
  readonly flow: string;
  readonly source: 'call' | 'sync' | 'webhook';
  /** The kind of the outcome. */
  readonly outcome: string;
}

/** A consumer group and a topic that it reads, as the broker knows them. */
export interface GroupLagLabels {
  readonly groupId: string;
  readonly topic: string;
  readonly members: number;
  readonly lag: number;
}

/** Objects of one connector that wait for the same. */
export interface WithoutOutcome {
  readonly object: 'payment' | 'refund' | 'relay' | 'payout' | 'dispute';
  /** Null before routing. */
  readonly connector: string | null;
  readonly waits_for: string;
  readonly count: number;
  readonly oldest_seconds: number;
}

/** The last completed reconciliation of a connector: how many objects of each finding. */
export interface LastReconciliation {
  readonly connector: string;
  readonly findings: Readonly<Record<string, number>>;
  readonly completed: number;
}

export interface BrokerState {
  readonly groups: readonly GroupLagLabels[];
  readonly deadLetters: readonly { readonly topic: string; readonly depth: number }[];
}

/** The metrics of every service, as functions: no other name or label exists. */
export interface Metrics {
  observeHttpRequest(labels: HttpRequestLabels, seconds: number): void;
  observeMessage(labels: MessageLabels, seconds: number): void;
  observeBatch(size: number): void;
  /** What the broker answers; undefined if it does not. Groups and topics that it no longer knows are no longer shown. */
  setBrokerState(state: BrokerState | undefined): void;
  countAttemptEnded(labels: AttemptEndedLabels): void;
  countOperation(labels: OperationLabels): void;
  /** The processor refused the credentials of a connector account. */
  countCredentialsRefused(connector: string): void;
  observeConnectorCall(labels: ConnectorCallLabels, seconds: number): void;
  setOutboxPending(backlog: { readonly rows: number; readonly oldestSeconds: number }): void;
  countDeadLetter(topic: string, cause: string): void;
  setJobsDue(jobs: number): void;
  setJobsLate(seconds: number): void;
  countWebhookDelivery(outcome: 'delivered' | 'failed' | 'given_up'): void;
  countWebhookEndpointDisabled(): void;
  /**
   * An operation that its connector account did not take: a charge that went to another account, a sync that was
   * postponed, or a follow-up that was deferred to disk.
   */
  countNotAdmitted(labels: NotAdmittedLabels): void;
  /** Follow-ups on disk that wait until their connector account takes them. */
  setDeferredOperations(connector: string, operations: number): void;
  /** The notices of disputes that wait for their charge. */
  setUnmatchedDisputes(connector: string, disputes: number): void;
  /** Requests answered with a refusal, by its internal code: several codes share one code on the wire. */
  countRefusal(code: string): void;
  /** Processor webhooks that the gateway refused. */
  countRefusedWebhook(reason: string): void;
  observeFileStorageCall(labels: FileStorageLabels, seconds: number): void;
  /** Replaces the numbers of all objects without an outcome. */
  setWithoutOutcome(totals: readonly WithoutOutcome[]): void;
  /** Operations whose outcome no further sync can determine: incidents that need a person. */
  setIncidents(operations: number): void;
  /** Replaces what the last runs of all connectors found; `completed` in seconds since 1970. */
  setReconciliations(runs: readonly LastReconciliation[]): void;
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

type Definitions = typeof metricDefinitions;
type LabelsOf<Name extends keyof Definitions> = Extract<keyof Definitions[Name]['labels'], string>;
/** The metrics of the client library for the definitions. */
type Made = {
  readonly [Name in keyof Definitions]: Definitions[Name]['type'] extends 'counter'
    ? Counter<LabelsOf<Name>>
    : Definitions[Name]['type'] extends 'gauge'
      ? Gauge<LabelsOf<Name>>
      : Histogram<LabelsOf<Name>>;
};

function make({ name, type, help, labels, buckets }: MetricDefinition, registers: Registry[]) {
  const options = { name, help, labelNames: Object.keys(labels), registers };
  if (type === 'counter') return new Counter(options);
  if (type === 'histogram') return new Histogram({ ...options, buckets: [...(buckets ?? [])] });
  const gauge = new Gauge(options);
  // Without labels the client library begins with 0: a measurement, in services that do not measure.
  if (options.labelNames.length === 0) gauge.remove();
  return gauge;
}

const madeIn = (registry: Registry): Made =>
  Object.fromEntries(
    Object.entries(metricDefinitions).map(([key, definition]) => [key, make(definition, [registry])]),
  ) as unknown as Made;

/** A registry of its own for each call, so that tests do not share counts. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const made = madeIn(registry);
  const kidsOf = new Map<string, readonly string[]>();
  const waitingKid = new Map<string, string>();

  return {
    observeHttpRequest: (labels, took) => made.httpRequests.observe({ ...labels }, took),
    observeMessage: (labels, took) => made.messages.observe({ ...labels }, took),
    observeBatch: (size) => made.batches.observe(size),
    setBrokerState: (state) => {
      made.brokerReachable.set(state ? 1 : 0);
      for (const gauge of [made.consumerLag, made.consumerMembers, made.deadLetterDepth]) gauge.reset();
      for (const { groupId: group, topic, members, lag } of state?.groups ?? []) {
        made.consumerMembers.set({ group }, members);
        made.consumerLag.set({ group, topic }, lag);
      }
      for (const { topic, depth } of state?.deadLetters ?? []) made.deadLetterDepth.set({ topic }, depth);
    },
    countAttemptEnded: ({ connector, paymentMethod, result, errorClass }) =>
      made.attemptsEnded.inc({ connector, payment_method: paymentMethod, result, error_class: errorClass }),
    countOperation: ({ connector, flow, source, outcome }) => made.operations.inc({ connector, flow, source, outcome }),
    countCredentialsRefused: (connector) => made.credentialsRefused.inc({ connector }),
    observeConnectorCall: (labels, took) => made.connectorCalls.observe({ ...labels }, took),
    setOutboxPending: ({ rows, oldestSeconds }) => {
      made.outboxPending.set(rows);
      made.outboxOldest.set(oldestSeconds);
    },
    countDeadLetter: (topic, cause) => made.deadLetters.inc({ topic, cause }),
    setJobsDue: (due) => made.jobsDue.set(due),
    setJobsLate: (late) => made.jobsLate.set(late),
    countWebhookDelivery: (outcome) => made.webhookDeliveries.inc({ outcome }),
    countWebhookEndpointDisabled: () => made.webhookEndpointsDisabled.inc({ cause: 'failures' }),
    countNotAdmitted: ({ connector, share, waitedFor }) =>
      made.notAdmitted.inc({ connector, share, waited_for: waitedFor }),
    setUnmatchedDisputes: (connector, disputes) => made.unmatchedDisputes.set({ connector }, disputes),
    setDeferredOperations: (connector, operations) => made.deferredOperations.set({ connector }, operations),
    countRefusal: (code) => made.refusals.inc({ code }),
    countRefusedWebhook: (reason) => made.refusedWebhooks.inc({ reason }),
    observeFileStorageCall: (labels, took) => made.fileStorageCalls.observe({ ...labels }, took),
    setWithoutOutcome: (totals) => {
      made.withoutOutcome.reset();
      made.withoutOutcomeOldest.reset();
      for (const { object, connector, waits_for, count, oldest_seconds } of totals) {
        const labels = { object, connector: connector ?? 'none', waits_for };
        made.withoutOutcome.set(labels, count);
        made.withoutOutcomeOldest.set(labels, oldest_seconds);
      }
    },
    setIncidents: (operations) => made.incidents.set(operations),
    setReconciliations: (runs) => {
      made.reconciliationFindings.reset();
      made.reconciliationCompleted.reset();
      for (const { connector, findings, completed } of runs) {
        made.reconciliationCompleted.set({ connector }, completed);
        for (const [finding, count] of Object.entries(findings))
          made.reconciliationFindings.set({ connector, finding }, count);
      }
    },
    setLoadedKeys: (ring, kids) => {
      for (const kid of kidsOf.get(ring) ?? []) made.loadedKeys.remove({ ring, kid });
      kidsOf.set(ring, kids);
      for (const [index, kid] of kids.entries()) made.loadedKeys.set({ ring, kid }, index + 1);
    },
    setSealsWaiting: (ring, kid, values) => {
      const before = waitingKid.get(ring);
      if (before !== undefined && before !== kid) made.sealsWaiting.remove({ ring, kid: before });
      waitingKid.set(ring, kid);
      made.sealsWaiting.set({ ring, kid }, values);
    },
    setKeysWait: (waited) => made.keysWait.set(waited),
    setSealsUnopenable: (ring, seals) => made.sealsUnopenable.set({ ring }, seals),
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
