import type { RunningSystem, TestMerchant } from '@payorch/harness';
import { openedRecords } from './opened';
import { recordsIn, type TopicRecord } from './records';
import { rowsOf } from './rows';

/** One object's messages on a topic, as seen by a subscriber that drops versions that are not newer. */
export interface MessageHistory {
  readonly versions: number[];
  /** Body by version. */
  readonly bodies: Map<number, Record<string, string>>;
  duplicates: number;
}

const versionOf = (body: Record<string, unknown>): number => Number(body['version'] ?? body['sequence']);

/** The topic of payments carries the events of their refunds too. */
export const isOfPayment = ({ headers }: TopicRecord): boolean => String(headers['ce_type']).startsWith('payment.');

/** The histories by message key, in partition order. */
export function historiesIn(records: readonly TopicRecord[]): Map<string, MessageHistory> {
  const histories = new Map<string, MessageHistory>();
  for (const { key, value } of records) {
    const name = String(key);
    const history: MessageHistory = histories.get(name) ?? { versions: [], bodies: new Map(), duplicates: 0 };
    histories.set(name, history);
    const body = JSON.parse(String(value)) as Record<string, string>;
    const version = versionOf(body);
    if (version <= (history.versions.at(-1) ?? 0)) history.duplicates += 1;
    else history.versions.push(version);
    if (!history.bodies.has(version)) history.bodies.set(version, body);
  }
  return histories;
}

/** What has public events and webhooks: payments, or payouts. */
export interface Followed {
  readonly topic: string;
  readonly isOwn: (record: TopicRecord) => boolean;
  /** The key and the version of each object of the merchant $1. */
  readonly versions: string;
  /** The statuses whose beginning requires a webhook. */
  readonly webhookStatuses: readonly string[];
}

const payments: Followed = {
  topic: 'payments.lifecycle',
  isOwn: isOfPayment,
  versions: `SELECT merchant_id || '/' || payment_id AS key, version FROM payments.intents WHERE merchant_id = $1`,
  webhookStatuses: [
    'requires_capture',
    'succeeded',
    'partially_captured',
    'failed',
    'cancelled',
    'cancelled_post_capture',
  ],
};
export const payouts: Followed = {
  topic: 'payouts.lifecycle',
  isOwn: () => true,
  versions: `SELECT merchant_id || '/' || payout_id AS key, version FROM payouts.payouts WHERE merchant_id = $1`,
  webhookStatuses: ['initiated', 'success', 'failed', 'cancelled', 'expired', 'reversed'],
};

/** The versions that require a webhook: those in which the object entered one of these statuses. */
function expectedWebhooks({ bodies, versions }: MessageHistory, { webhookStatuses }: Followed): number[] {
  return versions.filter((version) => {
    const status = bodies.get(version)?.['status'] ?? '';
    return webhookStatuses.includes(status) && bodies.get(version - 1)?.['status'] !== status;
  });
}

/** The versions as a subscriber sees them, and those that came only after a newer one. */
function shownVersions(history: MessageHistory | undefined): string {
  if (!history) return 'none';
  const late = [...history.bodies.keys()].filter((version) => !history.versions.includes(version));
  return `${history.versions.join()}${late.length > 0 ? `, too late ${late.join()}` : ''}`;
}

export interface LifecycleReport {
  /** Payments, or payouts. */
  readonly objects: number;
  readonly events: number;
  readonly duplicates: number;
  readonly webhooks: number;
  /** A line for each object whose events do not match its versions, or whose webhook requests are not the expected ones. */
  readonly wrong: readonly string[];
}

/** Compares the public events and the requested webhooks of a merchant with the versions in the database (M6, M7). */
export async function lifecycleReportOf(
  system: RunningSystem,
  { merchantId }: Pick<TestMerchant, 'merchantId'>,
  followed = payments,
): Promise<LifecycleReport> {
  const ownIn = async (topic: string) =>
    (await recordsIn(system, [topic])).filter(({ key }) => String(key).startsWith(`${merchantId}/`));
  const events = historiesIn((await ownIn(followed.topic)).filter(followed.isOwn));
  const webhooks = historiesIn(await openedRecords(system, await ownIn('webhooks.requests')));
  const rows = await rowsOf<{ key: string; version: number }>(system, followed.versions, [merchantId]);
  const wrong = rows.flatMap(({ key, version }) => {
    const expectedVersions = Array.from({ length: version }, (_, index) => index + 1).join();
    const history = events.get(key);
    const lines = [];
    if (history?.versions.join() !== expectedVersions)
      lines.push(`${key} has ${version} versions; events ${shownVersions(history)}`);
    const expected = history ? expectedWebhooks(history, followed).join() : '';
    // A call without a definite answer leaves the payment `processing`, with a webhook of its own; the call itself has none.
    const isUnknown = (at: number): boolean =>
      [at - 1, at].every((one) => history?.bodies.get(one)?.['status'] === 'processing');
    const requested =
      webhooks
        .get(key)
        ?.versions.filter((at) => !isUnknown(at))
        .join() ?? '';
    if (requested !== expected) lines.push(`${key} requires webhooks for versions ${expected}; requested ${requested}`);
    return lines;
  });
  const known = new Set(rows.map(({ key }) => key));
  for (const key of events.keys()) if (!known.has(key)) wrong.push(`${key} has events and no row`);
  const all = [...events.values(), ...webhooks.values()];
  const sum = (of: (history: MessageHistory) => number, histories: Iterable<MessageHistory>) =>
    [...histories].reduce((total, history) => total + of(history), 0);
  return {
    objects: rows.length,
    events: sum(({ versions }) => versions.length, events.values()),
    duplicates: sum(({ duplicates }) => duplicates, all),
    webhooks: sum(({ versions }) => versions.length, webhooks.values()),
    wrong,
  };
}
