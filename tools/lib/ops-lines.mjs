/** Rows under a head, each column as wide as its longest cell. */
export function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map((cell) => String(cell ?? '-')));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length)));
  return all.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
  ['s', 1],
];
/** An age or a wait in its largest unit: `90 s`, `3 h`. */
export function age(seconds) {
  const [unit, size] = units.find(([, each]) => seconds >= 2 * each) ?? units.at(-1);
  return `${Math.floor(seconds / size)} ${unit}`;
}

const secondsUntil = (time) => Math.round((Date.parse(time) - Date.now()) / 1_000);
const untilText = (time) => {
  if (time === null) return 'next sweep';
  const left = secondsUntil(time);
  return left > 0 ? `in ${age(left)}` : 'now';
};

const meanings = {
  processor: "the processor's answer; the next sync requests it",
  customer: "the customer's action",
  operator: 'an operator: npm run ops -- incidents',
  worker: 'a worker: none is known to have begun it',
  schedule: 'the time at which it is sent',
  service: 'the reservation of another service',
};

/** A list has nothing of a service that is away. */
const missingParts = (services = {}) =>
  Object.keys(services).flatMap((name) => (services[name] === 'away' ? [`${name} is AWAY: its part is missing`] : []));

/** What waits, as two tables. */
export function stuckLines({ services, totals, data, offset, limit, lanes_without_workers: away }) {
  const missing = missingParts(services);
  if (totals.length === 0) return [...missing, 'nothing waits for an outcome'];
  const all = totals.reduce((sum, { count }) => sum + count, 0);
  return [
    ...missing,
    ...table(
      ['object', 'connector', 'count', 'oldest', 'waits for'],
      totals.map(({ object, connector, count, oldest_seconds: oldest, waits_for: what }) => [
        ...[object, connector, count, age(oldest)],
        meanings[what],
      ]),
    ),
    ...(away ?? []).map((lane) => `NO WORKER consumes the lane ${lane}`),
    '',
    ...table(
      ['age', 'object', 'id', 'merchant', 'operation', 'state', 'connector account', 'waits for', 'next', 'incidents'],
      data.map((row) => [
        ...[age(row.age_seconds), row.object, row.id, row.merchant_id, row.operation, row.state],
        row.connector && `${row.connector} ${row.merchant_connector_id}`,
        ...[row.waits_for, untilText(row.next_at), row.incidents.join(',') || '-'],
      ]),
    ),
    ...(offset + data.length < all ? ['', `${all - offset - data.length} more: --offset ${offset + limit}`] : []),
  ];
}

const historyLine = ({ at, event, by, reason, from, to, request_id: requestId }) =>
  [
    `    ${at}  ${event}`,
    ...(from ? [`${from} -> ${to}`] : []),
    ...(by ? [`by ${by}: ${reason}`] : []),
    ...(requestId ? [`(request ${requestId})`] : []),
  ].join('  ');

/** Incidents, each with its history. */
export function incidentLines({
  services,
  total_count: total,
  data,
  offset = 0,
  limit = 0,
  dead_letters: deadLetters,
}) {
  const missing = missingParts(services);
  const letters = deadLetters > 0 ? [`${deadLetters} dead letters: npm run dlq -- list`] : [];
  if (data.length === 0) return [...missing, 'no incident is open', ...letters];
  return [
    ...missing,
    ...data.flatMap((incident) => [
      `${incident.incident_id}  ${incident.kind}  ${incident.resolved_at ? 'resolved' : 'OPEN'}`,
      `    ${incident.object} ${incident.object_id}  merchant ${incident.merchant_id}  ${incident.connector ?? '-'} ${incident.merchant_connector_id ?? ''}  state ${incident.state ?? '-'}`,
      ...(incident.still_needs ? [`    still needs: ${incident.still_needs}`] : []),
      ...incident.history.map(historyLine),
      '',
    ]),
    `${total} ${total === 1 ? 'incident' : 'incidents'}${offset + data.length < total ? `; more: --offset ${offset + limit}` : ''}`,
    ...letters,
  ];
}

const detailsOf = (details) =>
  Object.entries(details)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');

/** One payment as a timeline. */
export function paymentLines({ merchant_id: merchantId, payment_id: paymentId, status, version, services, events }) {
  return [
    `${paymentId} of ${merchantId}: ${status}, version ${version}`,
    ...missingParts(services),
    '',
    ...table(
      ['time', 'service', 'event', 'details'],
      events.map(({ at, service, event, details }) => [
        ...[at, service, secondsUntil(at) > 0 ? `${event} (in ${age(secondsUntil(at))})` : event, detailsOf(details)],
      ]),
    ),
  ];
}

/** Consumer groups that are behind or away first; then dead letters. */
/** The lanes of commands to workers. */
export const lanesLines = (lanes) =>
  table(
    ['lane', 'workers', 'waiting'],
    lanes.map(({ lane, workers, lag }) => [lane, workers === 0 ? 'NONE' : workers, lag]),
  );

export const createdLaneLines = ({ lane, is_consumed: isConsumed }) =>
  isConsumed
    ? [
        `the lane ${lane} is there; POST /configs {"key":"connector_lane_<connector or account>","value":"${lane}"} uses it`,
      ]
    : [`the lane ${lane} is there, and NO WORKER consumes it yet: one with LANES=${lane} or LANES=* does`];

export function lagLines({ groups, deadLetters }) {
  const full = deadLetters.filter(({ depth }) => depth > 0);
  const rank = ({ members, lag }) => (members === 0 ? 2 : 0) + (lag > 0 ? 1 : 0);
  return [
    ...table(
      ['group', 'topic', 'members', 'lag'],
      [...groups]
        .sort((one, other) => rank(other) - rank(one) || other.lag - one.lag)
        .map(({ groupId, topic, members, lag }) => [groupId, topic, members === 0 ? 'away' : members, lag]),
    ),
    '',
    ...(full.length === 0
      ? ['no dead letters']
      : table(
          ['dead-letter topic', 'messages'],
          full.map(({ topic, depth }) => [topic, depth]),
        )),
  ];
}
