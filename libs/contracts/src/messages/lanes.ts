import { topics } from './topics';

/** The lane of the connector accounts that have no other. */
export const sharedLane = 'shared';
/** A lane's name is a part of its topics' names. */
export const laneName = /^[a-z0-9_]{1,60}$/;

interface Account {
  readonly connector: string;
  readonly merchantConnectorId: string;
}

/** The keys of the configs that name the lane of a connector account, and of all accounts of a connector. */
export const laneKey = 'connector_lane_…';
export const laneKeysOf = ({ connector, merchantConnectorId }: Account): readonly [own: string, connectors: string] => [
  laneKey.replace('…', merchantConnectorId),
  laneKey.replace('…', connector),
];

/** Whether the messages of a topic family travel in lanes. */
export const isInLanes = (family: string): boolean => family.endsWith('.<lane>');
/** The topic of a family in one lane. */
export const topicInLane = (family: string, lane: string): string => family.replace('<lane>', lane);
export const connectorCommandsTopic = (lane: string): string => topicInLane(topics.connectorCommands.name, lane);
export const connectorWebhooksTopic = (lane: string): string => topicInLane(topics.connectorWebhooks.name, lane);

/** Where the commands and webhooks of some connector accounts travel: two topics that one consumer group reads. */
export interface Lane {
  readonly name: string;
  readonly commands: string;
  readonly webhooks: string;
  readonly groupId: string;
  /** A connector's own topics of the release before lanes: read until an operator deletes them, and written no more. */
  readonly isFormer: boolean;
}

const laneOf = (name: string): Lane => ({
  name,
  commands: connectorCommandsTopic(name),
  webhooks: connectorWebhooksTopic(name),
  groupId: `connector-worker.lane.${name}`,
  isFormer: false,
});

const formerLaneOf = (connector: string): Lane => ({
  name: connector,
  commands: `connector.${connector}.commands`,
  webhooks: `connector.${connector}.webhooks`,
  groupId: `connector-worker.${connector}`,
  isFormer: true,
});

const families = new Set(['commands', 'webhooks']);
const commandsPrefix = connectorCommandsTopic('');
const formerCommands = /^connector\.([a-z0-9_]+)\.commands$/;

function laneWithCommands(topic: string): Lane | undefined {
  const [, former] = formerCommands.exec(topic) ?? [];
  if (former !== undefined && !families.has(former)) return formerLaneOf(former);
  const name = topic.startsWith(commandsPrefix) ? topic.slice(commandsPrefix.length) : '';
  return laneName.test(name) ? laneOf(name) : undefined;
}

/** The lanes among the topics of a broker. One without its second topic is still being made. */
export function lanesAmong(topics: readonly string[]): readonly Lane[] {
  const present = new Set(topics);
  return topics.flatMap((topic) => laneWithCommands(topic) ?? []).filter(({ webhooks }) => present.has(webhooks));
}
