import type { AclEntry, Admin } from 'kafkajs';
import type { ScramUsers } from './scram-users';
import {
  addSubscriber,
  listSubscribers,
  publicTopics,
  removeSubscriber,
  rotateSubscriber,
  subscriberAcls,
  type Subscriber,
  type SubscriberBroker,
} from './subscribers';

/** Users and ACLs of a broker in memory, and no groups. */
class MemoryBroker implements SubscriberBroker {
  acls: AclEntry[] = [];
  readonly passwords = new Map<string, string>();
  /** The next change of a user fails, as when the connection ends. */
  isCut = false;

  readonly users: ScramUsers = {
    exists: async (name) => this.passwords.has(name),
    setPassword: async (name, password) => {
      if (this.isCut) throw new Error('the connection ended');
      this.passwords.set(name, password);
    },
    remove: async (name) => {
      this.passwords.delete(name);
      if (this.isCut) throw new Error('the connection ended');
    },
  };
  readonly admin = {
    describeAcls: async () => ({ resources: this.acls.map((acl) => ({ ...acl, acls: [acl] })) }),
    createAcls: async ({ acl }: { acl: AclEntry[] }) => (this.acls = [...this.acls, ...acl]).length > 0,
    deleteAcls: async ({ filters }: { filters: AclEntry[] }) => {
      const gone = filters.map((one) => JSON.stringify(textOf(one)));
      this.acls = this.acls.filter((one) => !gone.includes(JSON.stringify(textOf(one))));
    },
    listGroups: async () => ({ groups: [] }),
    listTopics: async () => [],
    fetchTopicOffsets: async () => [],
  } as unknown as Admin;
}
const textOf = (acl: AclEntry) => [acl.principal, acl.resourceType, acl.resourceName, acl.operation];

const audit: Subscriber = {
  name: 'audit',
  topics: ['payments.lifecycle', 'refunds.lifecycle'],
  groupPrefixes: ['audit.'],
};
const [topic, group, read, write, describeTopic] = [2, 3, 3, 4, 8];

let broker: MemoryBroker;
beforeEach(() => (broker = new MemoryBroker()));

it('the public topics are the lifecycles and their snapshots, and no internal topic', () => {
  const objects = ['customers', 'disputes', 'mandates', 'payment_methods', 'payments', 'payouts', 'refunds', 'relays'];
  const snapshots = objects.filter((one) => one !== 'refunds').map((one) => `${one}.snapshots`);
  const lifecycles = objects.map((one) => `${one}.lifecycle`);
  // refunds.snapshots is internal: it carries what the merchant wrote.
  expect(publicTopics).toEqual([...lifecycles, ...snapshots, 'refunds.public_snapshots'].sort());
});

it('a subscriber may read and describe its topics, read in its groups, and nothing else', () => {
  expect(subscriberAcls(audit).map((acl) => [acl.resourceType, acl.resourceName, acl.operation])).toEqual([
    [topic, 'payments.lifecycle', read],
    [topic, 'payments.lifecycle', describeTopic],
    [topic, 'refunds.lifecycle', read],
    [topic, 'refunds.lifecycle', describeTopic],
    [group, 'audit.', read],
  ]);
  expect(new Set(subscriberAcls(audit).map(({ principal }) => principal))).toEqual(new Set(['User:audit']));
});

it.each<[string, Partial<Subscriber>, RegExp]>([
  ['an internal topic', { topics: ['payments.lifecycle', 'payments.commands'] }, /no public topic: payments.commands$/],
  ['the dead-letter topic', { topics: ['dead_letters'] }, /no public topic/],
  ['no topic', { topics: [] }, /no topic is named/],
  ['no group', { groupPrefixes: [] }, /no group prefix/],
  ['the group of a service', { groupPrefixes: ['payments'] }, /belong to the services/],
  ['a prefix of the groups of a service', { groupPrefixes: ['conn'] }, /belong to the services/],
  ['a group below the prefix of a service', { groupPrefixes: ['connector-worker.mine'] }, /belong to the services/],
  ['every group', { groupPrefixes: ['*'] }, /cannot be "\*"/],
  ['the name of a service', { name: 'payments' }, /a user of the services/],
  ['the name of the operator', { name: 'operator' }, /a user of the services/],
  ['a name that is no name', { name: 'User:audit' }, /cannot be named/],
])('%s is refused, and changes nothing', async (_, wrong, message) => {
  await expect(addSubscriber(broker, { ...audit, ...wrong })).rejects.toThrow(message);
  expect([broker.acls, broker.passwords.size]).toEqual([[], 0]);
});

it('a subscriber gets its password once, and keeps it when its rights change', async () => {
  const password = await addSubscriber(broker, audit);
  expect(password).toHaveLength(32);
  expect(await addSubscriber(broker, audit)).toBeUndefined();
  expect(broker.acls).toEqual(subscriberAcls(audit));
  const fewer = { ...audit, topics: ['refunds.lifecycle'], groupPrefixes: ['ledger.'] };
  expect(await addSubscriber(broker, fewer)).toBeUndefined();
  expect(await listSubscribers(broker)).toEqual([{ ...fewer, hasPassword: true, groups: [] }]);
  expect(broker.passwords.get('audit')).toBe(password);
});

it('a rotation changes the password alone', async () => {
  const first = await addSubscriber(broker, audit);
  const second = await rotateSubscriber(broker, 'audit');
  expect(second).not.toBe(first);
  expect(broker.passwords.get('audit')).toBe(second);
  expect(broker.acls).toEqual(subscriberAcls(audit));
  await expect(rotateSubscriber(broker, 'ledger')).rejects.toThrow(/no subscriber ledger/);
});

it('a removed subscriber has no user and no right, and its removal can be repeated', async () => {
  await addSubscriber(broker, audit);
  await addSubscriber(broker, { ...audit, name: 'other', groupPrefixes: ['other.'] });
  expect(await removeSubscriber(broker, 'audit')).toBe(true);
  expect(await removeSubscriber(broker, 'audit')).toBe(false);
  expect((await listSubscribers(broker)).map(({ name }) => name)).toEqual(['other']);
  expect([...broker.passwords.keys()]).toEqual(['other']);
});

it('an interrupted command is finished by the next one', async () => {
  broker.isCut = true;
  await expect(addSubscriber(broker, audit)).rejects.toThrow('the connection ended');
  expect(await listSubscribers(broker)).toMatchObject([{ name: 'audit', hasPassword: false }]);
  broker.isCut = false;
  expect(await addSubscriber(broker, audit)).toHaveLength(32);
  broker.isCut = true;
  await expect(removeSubscriber(broker, 'audit')).rejects.toThrow('the connection ended');
  broker.isCut = false;
  expect(await removeSubscriber(broker, 'audit')).toBe(true);
  expect([broker.acls, broker.passwords.size]).toEqual([[], 0]);
});

it.each<[string, AclEntry[]]>([
  ['without ACLs, such as an administrator of the broker', []],
  ['that may write', [{ ...subscriberAcls({ ...audit, name: 'billing' })[0]!, operation: write }]],
  ['that reads a topic of another system', subscriberAcls({ ...audit, name: 'billing', topics: ['invoices'] })],
])('a user %s is no subscriber: no command changes it', async (_, acls) => {
  broker.passwords.set('billing', 'theirs');
  broker.acls = acls;
  const billing = { ...audit, name: 'billing' };
  for (const change of [addSubscriber(broker, billing), rotateSubscriber(broker, 'billing')])
    await expect(change).rejects.toThrow(/billing is a user of this broker, and no subscriber/);
  await expect(removeSubscriber(broker, 'billing')).rejects.toThrow(/no subscriber/);
  expect(await listSubscribers(broker)).toEqual([]);
  expect([broker.acls, broker.passwords.get('billing')]).toEqual([acls, 'theirs']);
});

it('groups of another subscriber are refused: both would take each other’s partitions', async () => {
  await addSubscriber(broker, audit);
  const other = { ...audit, name: 'other' };
  for (const prefix of ['audit.', 'audit.ledger.', 'aud'])
    await expect(addSubscriber(broker, { ...other, groupPrefixes: [prefix] })).rejects.toThrow(/belong to audit/);
});
