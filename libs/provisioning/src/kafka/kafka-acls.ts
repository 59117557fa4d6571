import { isInLanes, topicInLane, topics, type TopicSpec } from '@payorch/contracts';
import type { AclEntry, Admin } from 'kafkajs';
import { apps, type AppName } from '../apps';
import { membersOf } from './topic-plan';

/** One ACL of one app at the broker. The broker denies everything else. */
export interface Right {
  /** The principal has the app's name. */
  readonly principal: AppName;
  readonly resource: 'topic' | 'group';
  readonly name: string;
  /** For groups and topics whose names end with a slot, a connector or a random part. */
  readonly isPrefix: boolean;
  readonly operation: 'read' | 'write' | 'describe';
}

/** Every app with a schema uses the broker; the sandbox plays the processors and does not. */
export const brokerApps = (Object.keys(apps) as AppName[]).filter((app) => apps[app].schema !== null);

/** The consumer groups of each app, without the groups that read compacted topics. */
const groups: Readonly<Partial<Record<AppName, readonly string[]>>> = {
  gateway: ['gateway.replies.*', 'gateway.rewrapped'],
  payments: [
    'payments',
    'payments.ops',
    'payments.queries',
    'payments.refunds',
    'payments.rewrapped',
    'payments.snapshots',
  ],
  refunds: ['refunds', 'refunds.ops', 'refunds.queries', 'refunds.snapshots'],
  payouts: ['payouts', 'payouts.ops', 'payouts.queries', 'payouts.snapshots'],
  routing: ['routing', 'routing.commands', 'routing.queries', 'routing.scores', 'connector.health.*'],
  'connector-worker': ['connector-worker.*', 'connector.ops'],
  webhooks: ['webhooks', 'webhooks.ops', 'webhooks.queries'],
};

/** The operator gives subscribers access to public topics; of our own apps only the named readers read them. */
const readersOf = ({ readers, writers, visibility, ownReaders = [] }: TopicSpec): readonly string[] => {
  if (readers !== 'everyone') return readers;
  return visibility === 'public' ? ownReaders : brokerApps.filter((app) => !writers.includes(app));
};

const isRead = ({ retention }: TopicSpec): boolean => retention === 'compacted';

const right = (principal: string, resource: Right['resource'], name: string, operation: Right['operation']): Right => ({
  principal: principal as AppName,
  resource,
  name: name.replace(/\*$/, ''),
  isPrefix: name.endsWith('*'),
  operation,
});

function rightsAt(spec: TopicSpec): Right[] {
  // A lane needs no rights of its own: operators make lanes while all services run.
  const names = isInLanes(spec.name) ? [topicInLane(spec.name, '*')] : membersOf(spec);
  return names.flatMap((topic) => [
    ...spec.writers.map((app) => right(app, 'topic', topic, 'write')),
    ...readersOf(spec).flatMap((app) => [
      right(app, 'topic', topic, 'read'),
      ...(isRead(spec) ? [right(app, 'group', `${topic}.*`, 'read')] : []),
    ]),
  ]);
}

const nameOf = ({ principal, resource, name, operation }: Right): string =>
  [principal, resource, name, operation].join(' ');

/**
 * The gateway measures the lag of every group and the depth of the dead-letter topic: names, members and offsets, no message.
 * `*` names all of them to the broker.
 */
const measurements: readonly Right[] = (['group', 'topic'] as const).map((resource) => ({
  principal: 'gateway',
  resource,
  name: '*',
  isPrefix: false,
  operation: 'describe',
}));

/** The ACLs of all apps, derived from the contracts' topics, writers and readers. */
export function brokerRights(): Right[] {
  const ofTopics = Object.values<TopicSpec>(topics).flatMap(rightsAt);
  const ofGroups = Object.entries(groups).flatMap(([app, names]) =>
    names.map((name) => right(app, 'group', name, 'read')),
  );
  const sorted = [...ofTopics, ...ofGroups, ...measurements].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return sorted.filter((one, index) => index === 0 || nameOf(one) !== nameOf(sorted[index - 1]!));
}

/** The protocol's numbers; the client library's enums cannot be imported in a bundle of ES modules. */
export const aclNumbers = {
  /** In a filter: whatever the entry has there. */
  any: 1,
  resource: { topic: 2, group: 3 },
  pattern: { literal: 3, prefixed: 4 },
  operation: { read: 3, write: 4, describe: 8 },
  allow: 3,
} as const;
const wire = aclNumbers;

const toEntry = ({ principal, resource, name, isPrefix, operation }: Right): AclEntry => ({
  principal: `User:${principal}`,
  host: '*',
  resourceType: wire.resource[resource],
  resourceName: name,
  resourcePatternType: wire.pattern[isPrefix ? 'prefixed' : 'literal'],
  operation: wire.operation[operation],
  permissionType: wire.allow,
});

/** Creates the ACLs of every app and returns their number; existing ACLs stay. */
export async function ensureAcls(admin: Admin): Promise<number> {
  const acl = brokerRights().map(toEntry);
  await admin.createAcls({ acl });
  return acl.length;
}

/** `deploy/kafka/acls.tsv`: a line for each right. */
export const aclsPage = (): string =>
  [
    '# The ACLs of every app; the broker denies everything else. Printed from libs/contracts by `npm run docs`: do not edit.',
    '# Applied by `provision` (docker-compose), or with kafka-acls.sh --add --allow-principal User:<principal>',
    '# --operation <operation> --<resource> <name> --resource-pattern-type <pattern>.',
    'principal\tresource\tname\tpattern\toperation',
    ...brokerRights().map(({ principal, resource, name, isPrefix, operation }) =>
      [principal, resource, name, isPrefix ? 'prefixed' : 'literal', operation].join('\t'),
    ),
    '',
  ].join('\n');
