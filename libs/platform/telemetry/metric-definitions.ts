const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const sizes = [1, 2, 5, 10, 20, 50, 100, 200, 500];

export interface MetricDefinition {
  /** As Prometheus names metrics: the unit last, `_total` for counters. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly unit: string;
  /** Each label with its values. Every value is of a bounded set: no id, no text, no code of a processor. */
  readonly labels: Readonly<Record<string, string>>;
  /** The services that have values of it. */
  readonly services: readonly string[];
  /** Of a histogram. */
  readonly buckets?: readonly number[];
}

const every = ['every service'];
const connector = 'the connector';
const waiting = {
  object: '`payment`, `refund`, `relay`',
  connector: 'the connector; `none` before routing',
  waits_for:
    '`processor`: its answer; `customer`: an authentication or a redirect; `operator`: a person; `worker`: no worker has begun it; `schedule`: its time; `service`: another service',
};

/** All metrics of our own. `npm run docs` prints them into docs/metrics.md; rules and dashboards are checked against them. */
export const metricDefinitions = {
  httpRequests: {
    name: 'http_server_request_duration_seconds',
    type: 'histogram',
    help: 'Requests served, by the time to the answer',
    unit: 'seconds',
    labels: {
      method: 'the HTTP method',
      route: 'the template, such as `/payments/:payment_id`',
      status: 'the HTTP status',
    },
    services: every,
    buckets: seconds,
  },
  messages: {
    name: 'messaging_process_duration_seconds',
    type: 'histogram',
    help: 'Messages processed, by the time of their batch or handler',
    unit: 'seconds',
    labels: {
      destination: 'the topic, `jobs` for a due job',
      type: 'the type of the message',
      outcome: '`done`, `retried`',
    },
    services: ['connector-worker', 'payments', 'payouts', 'refunds'],
    buckets: seconds,
  },
  batches: {
    name: 'messaging_batch_size',
    type: 'histogram',
    help: 'Messages that shared a transaction',
    unit: 'messages',
    labels: {},
    services: ['payments', 'payouts', 'refunds', 'routing'],
    buckets: sizes,
  },
  consumerLag: {
    name: 'kafka_consumergroup_lag',
    type: 'gauge',
    help: 'Messages of a topic that a consumer group has not committed; read from the broker, also while no member runs',
    unit: 'messages',
    labels: { group: 'the consumer group of a service', topic: 'the topic' },
    services: ['gateway'],
  },
  consumerMembers: {
    name: 'kafka_consumergroup_members',
    type: 'gauge',
    help: 'Consumers that are members of a consumer group at the broker',
    unit: 'consumers',
    labels: { group: 'the consumer group of a service' },
    services: ['gateway'],
  },
  deadLetterDepth: {
    name: 'kafka_dead_letter_messages',
    type: 'gauge',
    help: 'Messages that a dead-letter topic holds at the broker',
    unit: 'messages',
    labels: { topic: '`dead_letters`, or a topic of a former release that ends with `.dlq`' },
    services: ['gateway'],
  },
  brokerReachable: {
    name: 'kafka_broker_reachable',
    type: 'gauge',
    help: '1 if the broker answered the last measurement of lag, else 0',
    unit: '1 or 0',
    labels: {},
    services: ['gateway'],
  },
  deadLetters: {
    name: 'dead_letters_total',
    type: 'counter',
    help: 'Messages dead-lettered',
    unit: 'messages',
    labels: { topic: 'the topic of the message', cause: 'the kind of fault, such as `unreadable`' },
    services: ['connector-worker', 'gateway', 'payments', 'payouts', 'refunds', 'routing', 'webhooks'],
  },
  attemptsEnded: {
    name: 'payment_attempts_ended_total',
    type: 'counter',
    help: 'Payment attempts whose authorization ended, counted once the end is committed',
    unit: 'attempts',
    labels: {
      connector: 'the connector; `none` before routing',
      payment_method: 'the payment method, such as `card`',
      result:
        '`approved`, `declined`, `cancelled` by the merchant, `expired` as the customer did not return, `mismatched` in its amount',
      error_class:
        'of a declined attempt: a `StandardisedCode` of the interface, `not_sent` where nothing reached the processor, else `other`; `none` without a decline',
    },
    services: ['payments'],
  },
  operations: {
    name: 'operations_total',
    type: 'counter',
    help: 'Outcomes of operations that were reported to their owner',
    unit: 'outcomes',
    labels: {
      connector,
      flow: 'the operation, such as `authorize` or `refund`',
      source: '`call`, `sync`, `webhook`',
      outcome: 'the kind of the outcome; `unknown`: we cannot say whether the processor has the operation',
    },
    services: ['connector-worker'],
  },
  connectorCalls: {
    name: 'connector_call_duration_seconds',
    type: 'histogram',
    help: 'Calls of processors, by the time to the answer',
    unit: 'seconds',
    labels: { connector, flow: 'the operation or query', outcome: '`response`, `not_sent`, `unknown`' },
    services: ['connector-worker'],
    buckets: seconds,
  },
  credentialsRefused: {
    name: 'connector_credentials_refused_total',
    type: 'counter',
    help: 'Calls that a processor answered with 401 or 403: the credentials of a connector account are wrong or lack a right',
    unit: 'calls',
    labels: { connector },
    services: ['connector-worker'],
  },
  notAdmitted: {
    name: 'connector_turned_away_total',
    type: 'counter',
    help: 'Operations that their connector account did not take: another account took them, or they were postponed or deferred',
    unit: 'operations',
    labels: {
      connector,
      share: '`charge`, `follow_up`, `sync`',
      waited_for: '`room`: too many calls are in flight; `breaker`: the processor has not been answering',
    },
    services: ['connector-worker'],
  },
  deferredOperations: {
    name: 'deferred_operations',
    type: 'gauge',
    help: 'Follow-ups on disk that wait until their connector account takes them',
    unit: 'operations',
    labels: { connector },
    services: ['connector-worker'],
  },
  unmatchedDisputes: {
    name: 'unmatched_disputes',
    type: 'gauge',
    help: 'What processors said of disputes whose charge is not known: it may come, or another system charged',
    unit: 'disputes',
    labels: { connector },
    services: ['connector-worker'],
  },
  outboxPending: {
    name: 'outbox_pending',
    type: 'gauge',
    help: 'Committed messages that are not yet marked as published',
    unit: 'messages',
    labels: {},
    services: ['gateway', 'payments', 'payouts', 'refunds'],
  },
  outboxOldest: {
    name: 'outbox_oldest_age_seconds',
    type: 'gauge',
    help: 'Age of the oldest committed message that is not yet marked as published; 0 without one',
    unit: 'seconds',
    labels: {},
    services: ['gateway', 'payments', 'payouts', 'refunds'],
  },
  jobsDue: {
    name: 'jobs_due',
    type: 'gauge',
    help: 'Jobs that the last look for due jobs found',
    unit: 'jobs',
    labels: {},
    services: ['payments', 'payouts', 'refunds'],
  },
  jobsLate: {
    name: 'jobs_late_seconds',
    type: 'gauge',
    help: 'How long the oldest due job of the partitions of this instance has been due; 0 without one',
    unit: 'seconds',
    labels: {},
    services: ['payments', 'payouts', 'refunds'],
  },
  webhookDeliveries: {
    name: 'webhook_deliveries_total',
    type: 'counter',
    help: 'Attempts to deliver a webhook to a merchant',
    unit: 'attempts',
    labels: { outcome: '`delivered`, `failed`: a later attempt follows, `given_up`: none follows' },
    services: ['webhooks'],
  },
  webhookEndpointsDisabled: {
    name: 'webhook_endpoints_disabled_total',
    type: 'counter',
    help: 'Webhook endpoints of merchants that were disabled because they only failed',
    unit: 'endpoints',
    labels: { cause: '`failures`: for days each attempt failed' },
    services: ['webhooks'],
  },
  refusals: {
    name: 'refusals_total',
    type: 'counter',
    help: 'Requests answered with a refusal',
    unit: 'requests',
    labels: { code: 'the internal code of the refusal: several share one code on the wire' },
    services: ['gateway'],
  },
  refusedWebhooks: {
    name: 'processor_webhooks_refused_total',
    type: 'counter',
    help: 'Webhooks of processors that the gateway refused',
    unit: 'webhooks',
    labels: { reason: 'why' },
    services: ['gateway'],
  },
  fileStorageCalls: {
    name: 'file_storage_call_duration_seconds',
    type: 'histogram',
    help: 'Calls of the file storage, by the time to their end',
    unit: 'seconds',
    labels: { call: '`put`, `get`, `remove`', outcome: '`done`, `failed`' },
    services: ['gateway', 'connector-worker'],
    buckets: seconds,
  },
  withoutOutcome: {
    name: 'objects_without_outcome',
    type: 'gauge',
    help: 'Payments, refunds and relays that have had no outcome for half a minute or longer',
    unit: 'objects',
    labels: waiting,
    services: ['payments', 'payouts', 'refunds'],
  },
  withoutOutcomeOldest: {
    name: 'objects_without_outcome_oldest_age_seconds',
    type: 'gauge',
    help: 'How long the oldest of them has been in its state',
    unit: 'seconds',
    labels: waiting,
    services: ['payments', 'payouts', 'refunds'],
  },
  incidents: {
    name: 'incidents_open',
    type: 'gauge',
    help: 'Incidents that are not resolved: each needs a person',
    unit: 'incidents',
    labels: {},
    services: ['gateway', 'payments', 'payouts', 'refunds', 'webhooks'],
  },
  reconciliationFindings: {
    name: 'reconciliation_findings',
    type: 'gauge',
    help: 'What the last completed reconciliation of a connector found, over its accounts',
    unit: 'objects',
    labels: {
      connector,
      finding: 'matched, double, missing_here, missing_there, different_sums, different_states or waiting',
    },
    services: ['gateway'],
  },
  reconciliationCompleted: {
    name: 'reconciliation_last_completed_timestamp_seconds',
    type: 'gauge',
    help: 'When the last reconciliation of a connector was completed',
    unit: 'seconds since 1970',
    labels: { connector },
    services: ['gateway'],
  },
  loadedKeys: {
    name: 'keys_loaded',
    type: 'gauge',
    help: 'Keys in use, by their place in the list: the first seals, all open',
    unit: 'place, from 1',
    labels: { ring: 'the kind of the key', kid: 'the id of the key' },
    services: every,
  },
  sealsWaiting: {
    name: 'seals_waiting',
    type: 'gauge',
    help: 'Stored values that are not yet sealed under the current key',
    unit: 'values',
    labels: { ring: 'the kind of the key', kid: 'the id of the current key' },
    services: ['connector-worker', 'gateway', 'payments', 'payouts', 'webhooks'],
  },
  sealsUnopenable: {
    name: 'seals_unopenable',
    type: 'gauge',
    help: 'Stored seals of older keys that no worker can open: their keys cannot be retired',
    unit: 'values',
    labels: { ring: 'the kind of the key' },
    services: ['connector-worker', 'gateway', 'payments', 'payouts', 'webhooks'],
  },
  snapshotsToBackfill: {
    name: 'snapshots_to_backfill',
    type: 'gauge',
    help: '1 until every object from before a snapshot topic is on it; then 0',
    unit: 'topics',
    labels: { topic: 'the snapshot topic' },
    services: ['payments', 'payouts', 'refunds'],
  },
  snapshotsUnreadable: {
    name: 'snapshots_unreadable',
    type: 'gauge',
    help: 'Objects from before a snapshot topic that could not be read: each is on the topic after its next change',
    unit: 'objects',
    labels: { topic: 'the snapshot topic' },
    services: ['payments', 'payouts', 'refunds'],
  },
  keysWait: {
    name: 'data_keys_wait_seconds',
    type: 'gauge',
    help: 'How long messages that no caller sends again have waited for data keys, past their limit; 0: none waits',
    unit: 'seconds',
    labels: {},
    services: ['payments', 'payouts', 'refunds'],
  },
} as const satisfies Readonly<Record<string, MetricDefinition>>;

/** The metrics of the runtime, from the client library: process_*, nodejs_*. Rules and dashboards use only these of them. */
export const processMetrics: readonly { readonly name: string; readonly help: string }[] = [
  { name: 'process_cpu_seconds_total', help: 'CPU time of the process' },
  { name: 'process_resident_memory_bytes', help: 'Memory of the process' },
  { name: 'nodejs_eventloop_lag_p99_seconds', help: 'Delay of the event loop, 99th percentile since the last scrape' },
  { name: 'nodejs_heap_size_used_bytes', help: 'Heap in use' },
];
