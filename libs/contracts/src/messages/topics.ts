/** How a topic is created. Configuration sets the counts and times that operators may change. */
export interface TopicSpec {
  /** A topic, or a family with one `<…>`: one topic for each member, such as a lane or a slot. */
  readonly name: string;
  /**
   * keyed: as many partitions as every other keyed topic; partition n of each keyed topic is assigned to the same
   * instance. parallel: consumed in parallel. single: one partition.
   */
  readonly partitions: 'keyed' | 'parallel' | 'single';
  readonly retention: 'compacted' | '7 days' | '3 days' | '10 minutes' | '30 days';
  readonly visibility: 'public' | 'internal';
  readonly maxMessageBytes?: number;
  /** Its messages carry personal data: each is sealed whole with the data key of its merchant. */
  readonly isSealed?: true;
  /** The replies to its messages are not sealed: they carry no personal data, and their writer has no keys. */
  readonly hasOpenReplies?: true;
  /**
   * The apps that write to and read from the topic; `everyone`: each service and, on public topics, every subscriber.
   */
  readonly writers: readonly string[];
  readonly readers: readonly string[] | 'everyone';
  /** The apps of our own among the readers of a public topic. */
  readonly ownReaders?: readonly string[];
  /**
   * Of a snapshot topic: the lifecycle topic whose newest event of each object it keeps. It has no messages of its own.
   */
  readonly latestOf?: string;
}

/** What happens to the objects of an app, which copies the events to their snapshot topic. */
const lifecycleOf = <const Owner extends string>(owner: Owner) =>
  ({
    partitions: 'keyed',
    retention: '7 days',
    visibility: 'public',
    writers: [owner],
    readers: 'everyone',
    ownReaders: [owner],
  }) as const;

/** The newest public state of each object, for ever: its last event, copied by the owner of the object. */
const snapshotsOf = <const Owner extends string, const Topic extends string>(owner: Owner, latestOf: Topic) =>
  ({
    partitions: 'keyed',
    retention: 'compacted',
    visibility: 'public',
    writers: [owner],
    readers: 'everyone',
    latestOf,
  }) as const;

/** A service may be away over a weekend: no sender repeats a message that is deleted before it returns (ADR 180). */
const days3 = { retention: '3 days', visibility: 'internal' } as const;
const queries = { partitions: 'parallel', retention: '10 minutes', visibility: 'internal' } as const;
/** What an operator reads and resolves, of every merchant: it has no personal data, and no merchant's key would open it. */
const ops = {
  partitions: 'single',
  retention: '10 minutes',
  visibility: 'internal',
  hasOpenReplies: true,
  writers: ['gateway'],
} as const;

export const topics = {
  paymentsCommands: {
    name: 'payments.commands',
    isSealed: true,
    partitions: 'keyed',
    ...days3,
    // Payouts publishes destinations that customers keep.
    writers: ['gateway', 'payments', 'refunds', 'payouts'],
    readers: ['payments'],
  },
  paymentsQueries: {
    name: 'payments.queries',
    ...queries,
    isSealed: true,
    writers: ['gateway'],
    readers: ['payments'],
  },
  paymentsLifecycle: {
    name: 'payments.lifecycle',
    partitions: 'keyed',
    retention: '7 days',
    visibility: 'public',
    // A payment's refunds too: all events of one payment have one order.
    writers: ['payments', 'refunds'],
    readers: 'everyone',
    ownReaders: ['payments', 'routing'],
  },
  mandatesLifecycle: { name: 'mandates.lifecycle', ...lifecycleOf('payments') },
  relaysLifecycle: { name: 'relays.lifecycle', ...lifecycleOf('payments') },
  disputesLifecycle: { name: 'disputes.lifecycle', ...lifecycleOf('payments') },
  customersLifecycle: { name: 'customers.lifecycle', ...lifecycleOf('payments') },
  paymentMethodsLifecycle: { name: 'payment_methods.lifecycle', ...lifecycleOf('payments') },
  refundsCommands: {
    name: 'refunds.commands',
    partitions: 'keyed',
    ...days3,
    writers: ['gateway', 'payments', 'refunds'],
    readers: ['refunds'],
  },
  refundsQueries: { name: 'refunds.queries', ...queries, writers: ['gateway'], readers: ['refunds'] },
  refundsLifecycle: { name: 'refunds.lifecycle', ...lifecycleOf('refunds') },
  refundsSnapshots: {
    name: 'refunds.snapshots',
    partitions: 'keyed',
    ...days3,
    writers: ['refunds'],
    readers: ['payments'],
  },
  payoutsCommands: {
    name: 'payouts.commands',
    isSealed: true,
    partitions: 'keyed',
    ...days3,
    // Payments publishes that a customer was deleted, whose payouts the service finds page by page, and which destination was saved.
    writers: ['gateway', 'payments', 'payouts'],
    readers: ['payouts'],
  },
  payoutsQueries: { name: 'payouts.queries', ...queries, isSealed: true, writers: ['gateway'], readers: ['payouts'] },
  payoutsLifecycle: { name: 'payouts.lifecycle', ...lifecycleOf('payouts') },
  paymentsSnapshots: { name: 'payments.snapshots', ...snapshotsOf('payments', 'payments.lifecycle') },
  /** Not `refunds.snapshots`: that internal topic carries what the merchant wrote, for the payments service. */
  refundsPublicSnapshots: { name: 'refunds.public_snapshots', ...snapshotsOf('refunds', 'refunds.lifecycle') },
  payoutsSnapshots: { name: 'payouts.snapshots', ...snapshotsOf('payouts', 'payouts.lifecycle') },
  mandatesSnapshots: { name: 'mandates.snapshots', ...snapshotsOf('payments', 'mandates.lifecycle') },
  relaysSnapshots: { name: 'relays.snapshots', ...snapshotsOf('payments', 'relays.lifecycle') },
  disputesSnapshots: { name: 'disputes.snapshots', ...snapshotsOf('payments', 'disputes.lifecycle') },
  customersSnapshots: { name: 'customers.snapshots', ...snapshotsOf('payments', 'customers.lifecycle') },
  paymentMethodsSnapshots: {
    name: 'payment_methods.snapshots',
    ...snapshotsOf('payments', 'payment_methods.lifecycle'),
  },
  routingRequests: {
    name: 'routing.requests',
    partitions: 'keyed',
    ...days3,
    writers: ['payments', 'payouts'],
    readers: ['routing'],
  },
  routingResults: {
    name: 'routing.results',
    partitions: 'keyed',
    ...days3,
    writers: ['routing'],
    readers: ['payments'],
  },
  routingCommands: {
    name: 'routing.commands',
    hasOpenReplies: true,
    partitions: 'parallel',
    ...days3,
    writers: ['gateway'],
    readers: ['routing'],
  },
  routingQueries: {
    name: 'routing.queries',
    ...queries,
    hasOpenReplies: true,
    writers: ['gateway'],
    readers: ['routing'],
  },
  connectorCommands: {
    name: 'connector.commands.<lane>',
    partitions: 'parallel',
    ...days3,
    writers: ['routing', 'payments', 'refunds', 'payouts'],
    readers: ['connector-worker'],
  },
  /** Every worker consumes this topic, whatever its connectors, because the workers of one connector may be away. */
  connectorBeginChecks: {
    name: 'connector.begin_checks',
    partitions: 'parallel',
    retention: '10 minutes',
    visibility: 'internal',
    writers: ['routing', 'payments'],
    readers: ['connector-worker'],
  },
  /** Every routing instance follows it into memory from its end: older messages say nothing about now. */
  connectorHealth: {
    name: 'connector.health',
    partitions: 'single',
    retention: '10 minutes',
    visibility: 'internal',
    writers: ['connector-worker'],
    readers: ['routing'],
  },
  /** Queries that only a worker can answer, because it alone opens the secrets of an account. Every worker consumes them. */
  connectorQueries: {
    name: 'connector.queries',
    ...queries,
    isSealed: true,
    writers: ['gateway'],
    readers: ['connector-worker'],
  },
  /** Cards for which the token service makes network tokens, each for a request that waits. Every worker consumes this topic. */
  connectorTokenQueries: {
    name: 'connector.token_queries',
    ...queries,
    isSealed: true,
    writers: ['gateway'],
    readers: ['connector-worker'],
  },
  /** Network tokens that the token service forgets. Apart from the queries: a deletion is repeated until the service has it. */
  connectorTokenDeletions: {
    name: 'connector.token_deletions',
    partitions: 'parallel',
    ...days3,
    writers: ['payments'],
    readers: ['connector-worker'],
  },
  /**
   * Seals of an older key on their way to a worker that seals them again. Every worker consumes this topic, only during
   * a key rotation.
   */
  connectorRewraps: {
    name: 'connector.rewraps',
    partitions: 'parallel',
    retention: '10 minutes',
    visibility: 'internal',
    writers: ['gateway', 'payments', 'payouts'],
    readers: ['connector-worker'],
  },
  connectorRewrappedGateway: {
    name: 'connector.rewrapped.gateway',
    partitions: 'single',
    retention: '10 minutes',
    visibility: 'internal',
    writers: ['connector-worker'],
    readers: ['gateway'],
  },
  connectorRewrappedPayments: {
    name: 'connector.rewrapped.payments',
    partitions: 'single',
    retention: '10 minutes',
    visibility: 'internal',
    writers: ['connector-worker'],
    readers: ['payments'],
  },
  connectorRewrappedPayouts: {
    name: 'connector.rewrapped.payouts',
    partitions: 'single',
    retention: '10 minutes',
    visibility: 'internal',
    writers: ['connector-worker'],
    readers: ['payouts'],
  },
  connectorWebhooks: {
    name: 'connector.webhooks.<lane>',
    isSealed: true,
    partitions: 'parallel',
    ...days3,
    writers: ['gateway'],
    readers: ['connector-worker'],
  },
  connectorResultsPayments: {
    name: 'connector.results.payments',
    isSealed: true,
    partitions: 'keyed',
    ...days3,
    writers: ['connector-worker'],
    readers: ['payments'],
  },
  connectorResultsRefunds: {
    name: 'connector.results.refunds',
    partitions: 'keyed',
    ...days3,
    writers: ['connector-worker'],
    readers: ['refunds'],
  },
  connectorResultsPayouts: {
    name: 'connector.results.payouts',
    partitions: 'keyed',
    ...days3,
    // Routing answers there too that no account fits, or which one does where nothing is sent yet: it has no key of a sealed topic.
    writers: ['connector-worker', 'routing'],
    readers: ['payouts'],
  },
  webhooksRequests: {
    name: 'webhooks.requests',
    isSealed: true,
    partitions: 'keyed',
    ...days3,
    maxMessageBytes: 1_048_576,
    writers: ['payments', 'refunds', 'payouts'],
    readers: ['webhooks'],
  },
  paymentsOps: { name: 'payments.ops', ...ops, readers: ['payments'] },
  refundsOps: { name: 'refunds.ops', ...ops, readers: ['refunds'] },
  payoutsOps: { name: 'payouts.ops', ...ops, readers: ['payouts'] },
  connectorOps: { name: 'connector.ops', ...ops, readers: ['connector-worker'] },
  webhooksOps: { name: 'webhooks.ops', ...ops, readers: ['webhooks'] },
  webhooksQueries: { name: 'webhooks.queries', ...queries, writers: ['gateway'], readers: ['webhooks'] },
  gatewayReplies: {
    name: 'gateway.replies.<slot>',
    isSealed: true,
    partitions: 'single',
    retention: '10 minutes',
    visibility: 'internal',
    maxMessageBytes: 8_388_608,
    writers: ['payments', 'refunds', 'payouts', 'routing', 'connector-worker', 'webhooks'],
    readers: ['gateway'],
  },
  accountsConfig: {
    name: 'accounts.config',
    partitions: 'single',
    retention: 'compacted',
    visibility: 'internal',
    writers: ['gateway'],
    readers: 'everyone',
  },
  /**
   * What its reader cannot handle, of every topic except replies, with cause and origin in the headers. A record of a sealed topic
   * stays sealed. Operators read it, no app does.
   */
  deadLetters: {
    name: 'dead_letters',
    partitions: 'single',
    retention: '30 days',
    visibility: 'internal',
    // The broker's default, which is the largest limit of the topics of origin, and 64 KB for the additional headers.
    maxMessageBytes: 1_048_588 + 65_536,
    writers: ['gateway', 'payments', 'refunds', 'payouts', 'routing', 'connector-worker', 'webhooks'],
    readers: [],
  },
  /** What operators did with dead letters, by whom and when (`npm run dlq`). No app writes or reads it. */
  deadLetterActions: {
    name: 'dead_letters.actions',
    partitions: 'single',
    retention: 'compacted',
    visibility: 'internal',
    writers: [],
    readers: [],
  },
} as const satisfies Record<string, TopicSpec>;

/** The snapshot topics that an app writes, by the lifecycle topic that each follows. */
export const snapshotTopicsOf = (app: string): ReadonlyMap<string, string> =>
  new Map(
    Object.values<TopicSpec>(topics).flatMap(({ name, writers, latestOf }) =>
      latestOf !== undefined && writers.includes(app) ? [[latestOf, name]] : [],
    ),
  );

export const gatewayRepliesTopic = (slot: number): string => `gateway.replies.${slot}`;
