import { lanesAmong } from './lanes';

const both = (name: string) => [`connector.commands.${name}`, `connector.webhooks.${name}`];
const former = (connector: string) => [`connector.${connector}.commands`, `connector.${connector}.webhooks`];
const namesOf = (topics: readonly string[]) =>
  lanesAmong(topics).map(({ name, isFormer }) => `${isFormer ? 'former ' : ''}${name}`);

it('lanes are found by their two topics, and others are no lanes', () => {
  const others = ['payments.commands', 'connector.results.payments', 'connector.commands.shared.dlq', 'connector.ops'];
  expect(namesOf([...others, ...both('shared'), ...both('big_shop'), 'connector.commands.half'])).toEqual([
    'shared',
    'big_shop',
  ]);
});

it('the topics that a connector had before lanes are read too, by the group that read them', () => {
  expect(namesOf([...former('stripe'), ...both('stripe')])).toEqual(['former stripe', 'stripe']);
  expect(lanesAmong([...former('stripe'), ...both('stripe')]).map(({ groupId }) => groupId)).toEqual([
    'connector-worker.stripe',
    'connector-worker.lane.stripe',
  ]);
});

it('a lane may have the name of a family', () =>
  expect(namesOf([...both('commands'), ...both('webhooks')])).toEqual(['commands', 'webhooks']));
