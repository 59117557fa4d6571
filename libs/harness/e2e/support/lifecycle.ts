import type { RunningSystem } from '@payorch/harness';
import { recordsIn, type TopicRecord } from './records';
import { rowsOf } from './rows';

/** One payment's story on a topic, as a subscriber tells it who drops what is not newer than what it has. */
export interface Story {
  readonly versions: number[];
  /** Body by version. */
  readonly told: Map<number, Record<string, string>>;
  duplicates: number;
}

const versionOf = (body: Record<string, unknown>): number => Number(body['version'] ?? body['sequence']);

/** By key, in the order of each partition. */
export function storiesIn(records: readonly TopicRecord[]): Map<string, Story> {
  const stories = new Map<string, Story>();
  for (const { key, value } of records) {
    const name = String(key);
    const story: Story = stories.get(name) ?? { versions: [], told: new Map(), duplicates: 0 };
    stories.set(name, story);
    const body = JSON.parse(String(value)) as Record<string, string>;
    const version = versionOf(body);
    if (version <= (story.versions.at(-1) ?? 0)) story.duplicates += 1;
    else story.versions.push(version);
    if (!story.told.has(version)) story.told.set(version, body);
  }
  return stories;
}

const heardOf = [
  'requires_capture',
  'succeeded',
  'partially_captured',
  'failed',
  'cancelled',
  'cancelled_post_capture',
];

/** What a webhook must have been asked for: every version at which the payment came to such a status. */
function webhooksOwed({ told, versions }: Story): number[] {
  return versions.filter((version) => {
    const status = told.get(version)?.['status'] ?? '';
    return heardOf.includes(status) && told.get(version - 1)?.['status'] !== status;
  });
}

export interface Telling {
  readonly payments: number;
  readonly events: number;
  readonly duplicates: number;
  readonly webhooks: number;
  /** A line for each payment whose events are not its versions, or whose webhooks are not those it owes. */
  readonly wrong: readonly string[];
}

/** Compares the public events and the requested webhooks with the versions in the database (M6, M7). */
export async function tellingOf(system: RunningSystem): Promise<Telling> {
  const events = storiesIn(await recordsIn(system, ['payments.lifecycle']));
  const webhooks = storiesIn(await recordsIn(system, ['webhooks.requests']));
  const payments = await rowsOf<{ key: string; version: number }>(
    system,
    `SELECT merchant_id || '/' || payment_id AS key, version FROM payments.intents`,
  );
  const wrong = payments.flatMap(({ key, version }) => {
    const wanted = Array.from({ length: version }, (_, index) => index + 1).join();
    const story = events.get(key);
    const lines = [];
    if (story?.versions.join() !== wanted)
      lines.push(`${key} has ${version} versions; events ${story?.versions.join()}`);
    const owed = story ? webhooksOwed(story).join() : '';
    const asked = webhooks.get(key)?.versions.join() ?? '';
    if (asked !== owed) lines.push(`${key} owes webhooks for versions ${owed}; asked for ${asked}`);
    return lines;
  });
  const known = new Set(payments.map(({ key }) => key));
  for (const key of events.keys()) if (!known.has(key)) wrong.push(`${key} has events and no row`);
  const all = [...events.values(), ...webhooks.values()];
  const sum = (of: (story: Story) => number, stories: Iterable<Story>) =>
    [...stories].reduce((total, story) => total + of(story), 0);
  return {
    payments: payments.length,
    events: sum(({ versions }) => versions.length, events.values()),
    duplicates: sum(({ duplicates }) => duplicates, all),
    webhooks: sum(({ versions }) => versions.length, webhooks.values()),
    wrong,
  };
}
