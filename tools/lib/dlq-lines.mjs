import { age, table } from './ops-lines.mjs';

const ageOf = (at) => age(Math.max(0, Math.round((Date.now() - new Date(at).getTime()) / 1_000)));

/** The groups of open dead letters. */
export const groupLines = (groups) =>
  groups.length === 0
    ? ['no open dead letters']
    : table(
        ['count', 'keys', 'oldest', 'newest', 'topic', 'type', 'oldest id', 'cause'],
        groups.map(({ count, keys, first, last, topic, type, offset, cause }) => [
          ...[count, keys, ageOf(first), ageOf(last), topic, type, offset, cause],
        ]),
      );

/** Each dead letter. */
export const eachLines = (letters) =>
  letters.length === 0
    ? ['no dead letters']
    : table(
        ['id', 'state', 'age', 'topic', 'type', 'key', 'by', 'cause'],
        letters.map(({ id, state, dead_lettered_at: at, topic, type, key, by, cause }) => [
          ...[id, state, ageOf(at), topic, type, key, by, cause],
        ]),
      );

/** One dead letter. */
export const shownLines = ({ headers, body, ...facts }) => [
  ...table(
    ['field', 'value'],
    Object.entries(facts).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ),
  '',
  ...table(['header', 'value'], Object.entries(headers)),
  '',
  JSON.stringify(body, null, 2),
];

const reasons = {
  expired: 'a command whose deadline is past: no service begins it; drop it',
  no_topic: 'its topic of origin is unknown or is gone',
  behind: 'an older one of its key is not replayed, and goes first',
  uncertain: 'an interrupted replay may have sent it more than three days ago: --again',
};

/** What replay or drop did, or would do. */
export function planLines({ replayed, dropped, skipped, open, is_dry_run: isDryRun }) {
  const [done, what] = replayed ? [replayed, 'replayed'] : [dropped, 'dropped'];
  const left = Object.entries(skipped);
  return [
    `${done.length} ${isDryRun ? `would be ${what}` : what}${left.length > 0 ? `, ${left.length} left` : ''}`,
    ...left.map(([id, why]) => `  ${id}: ${reasons[why]}`),
    ...(open === null ? [] : [`${open} open`]),
  ];
}
