import { topics, type TopicSpec } from '@payorch/contracts';
import { randomBytes } from 'node:crypto';
import type { AclEntry, Admin } from 'kafkajs';
import { readBrokerLag, type GroupLag } from '../../../platform/kafka/client/broker-lag';
import { brokerOperator } from './broker-files';
import { aclNumbers as wire, brokerApps, brokerRights } from './kafka-acls';
import type { ScramUsers } from './scram-users';

/** A team of another system that reads public topics: a user at the broker, and its rights there. */
export interface Subscriber {
  readonly name: string;
  /** Public topics that it reads. */
  readonly topics: readonly string[];
  /** It reads in consumer groups whose names begin so. */
  readonly groupPrefixes: readonly string[];
}

/** What a subscriber command cannot do; `fix` says what to do instead. */
export class SubscriberError extends Error {
  constructor(
    message: string,
    readonly fix?: string,
  ) {
    super(message);
  }
}

/** A broker with connections of an operator. */
export interface SubscriberBroker {
  readonly admin: Admin;
  readonly users: ScramUsers;
}

export const publicTopics: readonly string[] = Object.values<TopicSpec>(topics)
  .filter(({ visibility }) => visibility === 'public')
  .map(({ name }) => name)
  .sort();

const reserved: readonly string[] = [...brokerApps, brokerOperator, 'anonymous'];
const ownGroups = brokerRights().filter(({ resource }) => resource === 'group');

const coversOwnGroup = (prefix: string): boolean =>
  ownGroups.some(({ name, isPrefix }) => name.startsWith(prefix) || (isPrefix && prefix.startsWith(name)));

const listed = (names: readonly string[]): string => names.join(', ');

/** @throws SubscriberError for a name, a topic or a group prefix that no subscriber may have */
export function checkSubscriber({ name, topics: named, groupPrefixes }: Subscriber): void {
  checkName(name);
  if (named.length === 0)
    throw new SubscriberError(`no topic is named for ${name}`, `--topics, some of ${listed(publicTopics)}`);
  const refused = named.filter((topic) => !publicTopics.includes(topic));
  if (refused.length > 0)
    throw new SubscriberError(
      `no public topic: ${listed(refused)}`,
      `a subscriber reads public topics only: ${listed(publicTopics)}`,
    );
  if (groupPrefixes.length === 0)
    throw new SubscriberError(`no group prefix is named for ${name}`, `--groups ${name}.`);
  for (const prefix of groupPrefixes) {
    if (!/^[A-Za-z0-9._-]{2,100}$/.test(prefix))
      throw new SubscriberError(
        `a group prefix cannot be "${prefix}"`,
        '2 to 100 letters, digits, dots, dashes and underscores, without a * at its end',
      );
    if (coversOwnGroup(prefix))
      throw new SubscriberError(
        `groups that begin with ${prefix} belong to the services`,
        `a prefix of the subscriber's own, e.g. --groups ${name}.`,
      );
  }
}

function checkName(name: string): void {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/.test(name))
    throw new SubscriberError(
      `a subscriber cannot be named "${name}"`,
      '2 to 64 letters, digits, dots, dashes and underscores',
    );
  if (reserved.includes(name.toLowerCase()))
    throw new SubscriberError(`${name} is a user of the services`, 'another name');
}

const principalOf = (name: string): string => `User:${name}`;

const entry = (
  name: string,
  resource: 'topic' | 'group',
  resourceName: string,
  operation: 'read' | 'describe',
): AclEntry => ({
  principal: principalOf(name),
  host: '*',
  resourceType: wire.resource[resource],
  resourceName,
  resourcePatternType: wire.pattern[resource === 'group' ? 'prefixed' : 'literal'],
  operation: wire.operation[operation],
  permissionType: wire.allow,
});

/** The ACLs of a subscriber: read and describe its topics, read in its groups, and nothing else. */
export const subscriberAcls = ({ name, topics: named, groupPrefixes }: Subscriber): AclEntry[] => [
  ...named.flatMap((topic) => [entry(name, 'topic', topic, 'read'), entry(name, 'topic', topic, 'describe')]),
  ...groupPrefixes.map((prefix) => entry(name, 'group', prefix, 'read')),
];

const textOf = (acl: AclEntry): string =>
  [
    acl.principal,
    acl.host,
    acl.resourceType,
    acl.resourceName,
    acl.resourcePatternType,
    acl.operation,
    acl.permissionType,
  ].join(' ');

/** The entries of `some` that `others` do not have. */
const without = (some: readonly AclEntry[], others: readonly AclEntry[]): AclEntry[] => {
  const known = new Set(others.map(textOf));
  return some.filter((acl) => !known.has(textOf(acl)));
};

/** The subscriber with these ACLs; undefined for none, and for a principal that may do more than a subscriber. */
export function subscriberOf(name: string, acls: readonly AclEntry[]): Subscriber | undefined {
  const named = (resource: 'topic' | 'group'): string[] => [
    ...new Set(
      acls
        .filter(({ resourceType }) => resourceType === wire.resource[resource])
        .map(({ resourceName }) => resourceName),
    ),
  ];
  const found = { name, topics: named('topic').sort(), groupPrefixes: named('group').sort() };
  const isMore = without(acls, subscriberAcls(found)).length > 0;
  const isOurs = reserved.includes(name.toLowerCase()) || found.topics.some((topic) => !publicTopics.includes(topic));
  return acls.length === 0 || isMore || isOurs ? undefined : found;
}

const anyAcl = {
  resourceType: wire.any,
  resourcePatternType: wire.any,
  operation: wire.any,
  permissionType: wire.any,
} as const;

/** The ACLs of the broker by user name. @throws SubscriberError for a broker without an authorizer, or a principal that may not read them */
async function aclsByName(admin: Admin): Promise<Map<string, AclEntry[]>> {
  const { resources } = await admin.describeAcls(anyAcl).catch((error: Error & { type?: string }) => {
    if (error.type === 'SECURITY_DISABLED')
      throw new SubscriberError(
        'the broker has no authorizer: every client may read every topic',
        'set authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer at the broker; restart a system of npm start',
      );
    if (error.type === 'CLUSTER_AUTHORIZATION_FAILED')
      throw new SubscriberError(
        'this principal may not manage users and ACLs at the broker',
        "KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD of the broker's operator",
      );
    throw error;
  });
  const found = new Map<string, AclEntry[]>();
  for (const { acls, ...resource } of resources)
    for (const acl of acls) {
      const name = acl.principal.replace(/^User:/, '');
      found.set(name, [...(found.get(name) ?? []), { ...resource, ...acl }]);
    }
  return found;
}

/** 32 characters that need no quotes in a shell or a URL. */
const newPassword = (): string => randomBytes(24).toString('base64url');

/** @throws SubscriberError if the user has other rights than those of a subscriber, e.g. an administrator of the broker */
function refuseForeign(name: string, acls: readonly AclEntry[], exists: boolean): void {
  if (subscriberOf(name, acls) || (acls.length === 0 && !exists)) return;
  throw new SubscriberError(
    `${name} is a user of this broker, and no subscriber: it has ${acls.length === 0 ? 'no ACL' : 'other ACLs'}`,
    'another name, or change it with kafka-acls.sh and kafka-configs.sh',
  );
}

/** @throws SubscriberError if groups of another subscriber begin with a wanted prefix: they would take each other's partitions */
function refuseSharedGroups({ name, groupPrefixes }: Subscriber, all: ReadonlyMap<string, readonly AclEntry[]>): void {
  for (const [other, acls] of all)
    for (const { resourceType, resourceName } of other === name ? [] : acls)
      for (const prefix of resourceType === wire.resource.group ? groupPrefixes : [])
        if (resourceName.startsWith(prefix) || prefix.startsWith(resourceName))
          throw new SubscriberError(
            `groups that begin with ${prefix} belong to ${other} (${resourceName})`,
            `a prefix of the subscriber's own, e.g. --groups ${name}.`,
          );
}

/**
 * Creates a subscriber, or gives an existing one exactly these rights; repeated, it changes nothing. Returns the password of a
 * new user, and undefined for an existing one, which keeps its own. @throws SubscriberError
 */
export async function addSubscriber(
  { admin, users }: SubscriberBroker,
  wanted: Subscriber,
): Promise<string | undefined> {
  checkSubscriber(wanted);
  const all = await aclsByName(admin);
  const [acls, exists] = [all.get(wanted.name) ?? [], await users.exists(wanted.name)];
  refuseForeign(wanted.name, acls, exists);
  refuseSharedGroups(wanted, all);
  const goal = subscriberAcls(wanted);
  const missing = without(goal, acls);
  if (missing.length > 0) await admin.createAcls({ acl: missing });
  await deleteAcls(admin, without(acls, goal));
  if (exists) return undefined;
  // The user comes last: an interrupted command leaves rights that no user has, and the next one goes on from there.
  const password = newPassword();
  await users.setPassword(wanted.name, password);
  return password;
}

async function deleteAcls(admin: Admin, acls: readonly AclEntry[]): Promise<void> {
  if (acls.length > 0) await admin.deleteAcls({ filters: [...acls] });
}

/** Gives a subscriber a new password and returns it. @throws SubscriberError if there is no such subscriber */
export async function rotateSubscriber({ admin, users }: SubscriberBroker, name: string): Promise<string> {
  checkName(name);
  const acls = (await aclsByName(admin)).get(name) ?? [];
  refuseForeign(name, acls, await users.exists(name));
  if (acls.length === 0) throw new SubscriberError(`there is no subscriber ${name}`, 'npm run subscribers -- list');
  const password = newPassword();
  await users.setPassword(name, password);
  return password;
}

/** Deletes the user and its rights; false if there was neither. @throws SubscriberError for a user that is no subscriber */
export async function removeSubscriber({ admin, users }: SubscriberBroker, name: string): Promise<boolean> {
  checkName(name);
  const [acls, exists] = [(await aclsByName(admin)).get(name) ?? [], await users.exists(name)];
  refuseForeign(name, acls, exists);
  // The rights last: they name the user as a subscriber to a command that follows an interrupted one.
  await users.remove(name);
  await deleteAcls(admin, acls);
  return exists || acls.length > 0;
}

export interface SubscriberGroup {
  readonly groupId: string;
  readonly members: number;
  /** Messages that the group has not committed, by topic. */
  readonly lag: Readonly<Record<string, number>>;
}

export interface ListedSubscriber extends Subscriber {
  /** Whether the user can log in: false after an interrupted command. */
  readonly hasPassword: boolean;
  readonly groups: readonly SubscriberGroup[];
}

/** Gathers the rows of one group, which has one for each topic. */
function groupsOf(rows: readonly GroupLag[]): SubscriberGroup[] {
  const found = new Map<string, SubscriberGroup>();
  for (const { groupId, topic, members, lag } of rows)
    found.set(groupId, { groupId, members, lag: { ...found.get(groupId)?.lag, [topic]: lag } });
  return [...found.values()];
}

/** Every subscriber of the broker, by name, with its groups. */
export async function listSubscribers({ admin, users }: SubscriberBroker): Promise<ListedSubscriber[]> {
  const found = [...(await aclsByName(admin))].flatMap(([name, acls]) => subscriberOf(name, acls) ?? []);
  if (found.length === 0) return [];
  const { groups } = await readBrokerLag(admin);
  const list = found.map(async (one): Promise<ListedSubscriber> => {
    const own = groups.filter(({ groupId }) => one.groupPrefixes.some((prefix) => groupId.startsWith(prefix)));
    return { ...one, hasPassword: await users.exists(one.name), groups: groupsOf(own) };
  });
  return (await Promise.all(list)).sort((one, other) => (one.name < other.name ? -1 : 1));
}
