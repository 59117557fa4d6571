import type { Json } from '@payorch/contracts';
import { limits } from '../program/limits';
import type { Report } from '../program/report';
import { isJsonArray, itemOf, memberOf, readEach, readMembers, readName, reading } from '../program/report';
import type { Problem } from '../program/rule-program';
import { placeOf, shareAt } from './volume-split';

/** An account at a connector; by the connector alone (null) all of its accounts, in order of creation. */
export interface Choice {
  readonly connector: string;
  readonly merchantConnectorId: string | null;
}

/** Which accounts take a payment. The shares of a split are percentages that add up to 100. */
export type Selection =
  | { readonly type: 'single'; readonly choice: Choice }
  | { readonly type: 'priority'; readonly choices: readonly Choice[] }
  | { readonly type: 'volume_split'; readonly shares: readonly { readonly choice: Choice; readonly split: number }[] }
  | {
      readonly type: 'volume_split_priority';
      readonly shares: readonly { readonly choices: readonly Choice[]; readonly split: number }[];
    };

const selectionTypes = ['single', 'priority', 'volume_split', 'volume_split_priority'] as const;
export type SelectionType = (typeof selectionTypes)[number];

/** `{"connector": "stripe", "merchant_connector_id": "mca_1"}`, or a bare connector name. */
function readChoice(sent: Json, path: string, report: Report): Choice | undefined {
  if (typeof sent === 'string') {
    const connector = readName(sent, path, report);
    return connector === undefined ? undefined : { connector, merchantConnectorId: null };
  }
  const members = readMembers(sent, path, { required: ['connector'], optional: ['merchant_connector_id'] }, report);
  if (!members) return undefined;
  const { connector: sentConnector, merchant_connector_id: sentId } = members;
  const connector = readName(sentConnector, memberOf(path, 'connector'), report);
  const id = sentId === undefined ? null : readName(sentId, memberOf(path, 'merchant_connector_id'), report);
  return connector === undefined || id === undefined ? undefined : { connector, merchantConnectorId: id };
}

function readList<Read>(
  sent: Json,
  path: string,
  read: (item: Json, path: string, report: Report) => Read | undefined,
  report: Report,
): readonly Read[] | undefined {
  if (isJsonArray(sent) && sent.length > limits.choices) return report(path, `has more than ${limits.choices} items`);
  return readEach(sent, path, (item, at) => read(item, at, report), report);
}

const readChoices = (sent: Json, path: string, report: Report): readonly Choice[] | undefined =>
  readList(sent, path, readChoice, report);

function readSplit(sent: Json, path: string, report: Report): number | undefined {
  const isPercentage = typeof sent === 'number' && Number.isInteger(sent) && sent >= 0 && sent <= 100;
  return isPercentage ? sent : report(path, 'must be an integer from 0 to 100');
}

/** `{"connector": …, "split": 40}`; `connector` is read by `readTaker`. */
function readShares<Taker>(
  sent: Json,
  path: string,
  readTaker: (sent: Json, path: string, report: Report) => Taker | undefined,
  report: Report,
): readonly { readonly taker: Taker; readonly split: number }[] | undefined {
  const shares = readList(
    sent,
    path,
    (share, at) => {
      const members = readMembers(share, at, { required: ['connector', 'split'] }, report);
      if (!members) return undefined;
      const taker = readTaker(members.connector, memberOf(at, 'connector'), report);
      const split = readSplit(members.split, memberOf(at, 'split'), report);
      return taker === undefined || split === undefined ? undefined : { taker, split };
    },
    report,
  );
  if (shares && shares.reduce((sum, { split }) => sum + split, 0) !== 100)
    return report(path, 'must have splits that add up to 100');
  return shares;
}

/** The data of each type of selection. `path`: that of the data. */
const readers: {
  readonly [Type in SelectionType]: (
    sent: Json,
    path: string,
    report: Report,
  ) => Extract<Selection, { type: Type }> | undefined;
} = {
  single: (sent, path, report) => {
    const choice = readChoice(sent, path, report);
    return choice && { type: 'single', choice };
  },
  priority: (sent, path, report) => {
    const choices = readChoices(sent, path, report);
    return choices && { type: 'priority', choices };
  },
  volume_split: (sent, path, report) => {
    const shares = readShares(sent, path, readChoice, report);
    return shares && { type: 'volume_split', shares: shares.map(({ taker, split }) => ({ choice: taker, split })) };
  },
  volume_split_priority: (sent, path, report) => {
    const shares = readShares(sent, path, readChoices, report);
    return (
      shares && { type: 'volume_split_priority', shares: shares.map(({ taker, split }) => ({ choices: taker, split })) }
    );
  },
};

/** The data of a selection whose type is known. */
export const readSelectionData = (type: SelectionType, sent: Json, path: string): Selection | readonly Problem[] =>
  reading((report) => readers[type](sent, path, report));

/** The output of a rule: `{"type": "priority", "data": […]}`. An empty `priority` leaves the choice to the default order. */
export const readSelection = (sent: Json, path: string): Selection | readonly Problem[] =>
  reading((report) => {
    const members = readMembers(sent, path, { required: ['type', 'data'] }, report);
    if (!members) return undefined;
    const type = selectionTypes.find((known) => known === members.type);
    if (!type) return report(memberOf(path, 'type'), `must be one of ${selectionTypes.join(', ')}`);
    return readers[type](members.data, memberOf(path, 'data'), report);
  });

/** A choice with its path below the algorithm's `data`. */
export interface PlacedChoice {
  readonly choice: Choice;
  readonly path: string;
}

/** Every choice that a selection names. `path`: that of its data. */
export function choicesOf(selection: Selection, path: string): readonly PlacedChoice[] {
  const listed = (choices: readonly Choice[], at: string): PlacedChoice[] =>
    choices.map((choice, index) => ({ choice, path: itemOf(at, index) }));
  switch (selection.type) {
    case 'single':
      return [{ choice: selection.choice, path }];
    case 'priority':
      return listed(selection.choices, path);
    case 'volume_split':
      return selection.shares.map(({ choice }, index) => ({
        choice,
        path: memberOf(itemOf(path, index), 'connector'),
      }));
    case 'volume_split_priority':
      return selection.shares.flatMap(({ choices }, index) =>
        listed(choices, memberOf(itemOf(path, index), 'connector')),
      );
  }
}

/** The order in which the accounts of a selection are considered for an attempt. */
export interface SelectionOrder {
  /** The attempt's place in a volume split, from 0 to 99; null: no split. */
  readonly draw: number | null;
  readonly choices: readonly Choice[];
}

/** The lists of all shares, once for each share that comes first. */
const rotations = (lists: readonly (readonly Choice[])[]): readonly (readonly Choice[])[] =>
  lists.map((first, index) => [...first, ...lists.filter((_, other) => other !== index).flat()]);

function compileSplit(
  shares: readonly { readonly split: number }[],
  lists: readonly (readonly Choice[])[],
): (attemptId: string) => SelectionOrder {
  const orders = rotations(lists);
  return (attemptId) => {
    const draw = placeOf(attemptId);
    return { draw, choices: orders[shareAt(shares, draw)] ?? [] };
  };
}

/** Orders the choices of a selection; of a split, those of the drawn share first, then the others in their order. */
export function compileSelection(selection: Selection): (attemptId: string) => SelectionOrder {
  switch (selection.type) {
    case 'single': {
      const order: SelectionOrder = { draw: null, choices: [selection.choice] };
      return () => order;
    }
    case 'priority': {
      const order: SelectionOrder = { draw: null, choices: selection.choices };
      return () => order;
    }
    case 'volume_split':
      return compileSplit(
        selection.shares,
        selection.shares.map(({ choice }) => [choice]),
      );
    case 'volume_split_priority':
      return compileSplit(
        selection.shares,
        selection.shares.map(({ choices }) => choices),
      );
  }
}
