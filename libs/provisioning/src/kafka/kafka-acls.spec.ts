import { allMessages } from '@payorch/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { aclsPage, brokerApps, brokerRights, type Right } from './kafka-acls';
import { topicPlan } from './topic-plan';

const rights = brokerRights();
const who = (resource: Right['resource'], name: string, operation: Right['operation']) =>
  rights.filter((one) => {
    const isNamed = one.isPrefix ? name.startsWith(one.name) : one.name === name;
    return one.resource === resource && isNamed && one.operation === operation;
  });
const principals = (found: readonly Right[]) => found.map(({ principal }) => principal);

it('deploy/kafka/acls.tsv lists the ACLs that the contracts require', () => {
  const file = path.resolve(__dirname, '../../../../deploy/kafka/acls.tsv');
  expect(readFileSync(file, 'utf8')).toBe(aclsPage());
});

it('every message has an app that may write it, and each ACL names an existing app and topic', () => {
  const made = topicPlan(4).map(({ topic }) => topic);
  const isMade = ({ name, isPrefix }: Right): boolean =>
    made.some((topic) => (isPrefix ? topic.startsWith(name) : topic === name));
  for (const { topic } of allMessages) {
    const name = topic.replace('<lane>', 'shared').replace('<slot>', '0');
    expect([name, principals(who('topic', name, 'write')).length > 0]).toEqual([name, true]);
  }
  expect(rights.filter(({ principal }) => !brokerApps.includes(principal))).toEqual([]);
  const isOfOne = ({ operation }: Right): boolean => operation !== 'describe';
  expect(rights.filter((one) => one.resource === 'topic' && isOfOne(one) && !isMade(one))).toEqual([]);
});

it('payments, refunds, payouts and routing may write connector commands, and only the worker may write outcomes', () => {
  expect(principals(who('topic', 'connector.commands.any_lane', 'write')).sort()).toEqual([
    'payments',
    'payouts',
    'refunds',
    'routing',
  ]);
  expect(principals(who('topic', 'connector.commands.any_lane', 'read'))).toEqual(['connector-worker']);
  expect(principals(who('topic', 'connector.results.payments', 'write'))).toEqual(['connector-worker']);
  expect(principals(who('topic', 'accounts.config', 'write'))).toEqual(['gateway']);
});

it('every app that reads a topic may write dead letters, and no app may read them', () => {
  const readers = rights.filter(({ resource, operation }) => resource === 'topic' && operation === 'read');
  expect(new Set(principals(who('topic', 'dead_letters', 'write')))).toEqual(new Set(principals(readers)));
  expect(principals(who('topic', 'dead_letters', 'read'))).toEqual([]);
});

it('only the gateway may describe topics and groups of others, and it may read none of them by that', () => {
  const describing = rights.filter(({ operation }) => operation === 'describe');
  expect(describing.map(({ principal, resource, name }) => [principal, resource, name])).toEqual([
    ['gateway', 'group', '*'],
    ['gateway', 'topic', '*'],
  ]);
  expect(rights.filter(({ name, operation }) => name === '*' && operation !== 'describe')).toEqual([]);
});

it('only names with a slot, a lane or a random part at their end are prefixes', () => {
  expect([...new Set(rights.filter(({ isPrefix }) => isPrefix).map(({ name }) => name))].sort()).toEqual([
    'accounts.config.',
    'connector-worker.',
    'connector.commands.',
    'connector.health.',
    'connector.webhooks.',
    'gateway.replies.',
  ]);
});
