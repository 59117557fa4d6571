import type { Json, JsonObject, Refusal, RoutingAlgorithm } from '@payorch/contracts';
import { joinRefusals, refuse } from '@payorch/contracts';
import type { PlacedChoice, Problem } from '@payorch/routing-rules';
import { isProblems, pathFrom, readAlgorithm, readDynamicTerms, readThreeDsDecision } from '@payorch/routing-rules';

/** Where the data of an algorithm stands in a request. */
const root = 'algorithm.data';

/** The kinds that name no connector accounts have readers of their own. */
const readers: Readonly<Partial<Record<RoutingAlgorithm['type'], (data: Json) => object>>> = {
  dynamic: readDynamicTerms,
  three_ds_decision_rule: readThreeDsDecision,
};

/** What is wrong in the data of an algorithm, with the paths of a request. */
function problemsOf({ type, data }: RoutingAlgorithm): readonly Problem[] {
  const read = readers[type]?.(data) ?? readAlgorithm({ type, data });
  return isProblems(read) ? read.map(({ path, problem }) => ({ path: pathFrom(root, path), problem })) : [];
}

const sentenceOf = ({ path, problem }: Problem): string => `${path} ${problem}`;

/** Everything that is wrong in the data of an algorithm, by path; undefined: nothing is. */
export const refusalOfData = (algorithm: RoutingAlgorithm): Refusal | undefined =>
  joinRefusals(
    problemsOf(algorithm).map((one) => refuse('invalid_request', { message: sentenceOf(one), path: one.path })),
  );

/** A page of 1,000 algorithms must fit in one message. */
const longestError = 500;

/** What keeps this release from reading an algorithm, by path: as much as fits, then how many more problems there are. */
export function readingErrorOf(algorithm: RoutingAlgorithm): string | null {
  const [first, ...others] = problemsOf(algorithm).map(sentenceOf);
  if (first === undefined) return null;
  let text = first.slice(0, longestError);
  for (const [index, sentence] of others.entries()) {
    if (`${text}; ${sentence}`.length > longestError) return `${text}; and ${others.length - index} more`;
    text += `; ${sentence}`;
  }
  return text;
}

interface Placed {
  readonly sent: Json | undefined;
  readonly path: string;
}

const itemsOf = (sent: Json | undefined, path: string): readonly Placed[] =>
  Array.isArray(sent) ? sent.map((item: Json, index) => ({ sent: item, path: `${path}[${index}]` })) : [];
const membersOf = (sent: Json | undefined): JsonObject =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as JsonObject) : {};
const takersOf = (sent: Json | undefined, path: string): readonly Placed[] =>
  itemsOf(sent, path).map((share) => ({ sent: membersOf(share.sent)['connector'], path: `${share.path}.connector` }));

/** Where the data of a selection names accounts, by its type. */
const placesIn: Readonly<Record<string, (data: Json | undefined, path: string) => readonly Placed[]>> = {
  single: (sent, path) => [{ sent, path }],
  priority: itemsOf,
  volume_split: takersOf,
  volume_split_priority: (data, path) => takersOf(data, path).flatMap((taker) => itemsOf(taker.sent, taker.path)),
};

const placesInOutput = ({ sent, path }: Placed): readonly Placed[] => {
  const { type, data } = membersOf(sent);
  return (typeof type === 'string' && placesIn[type]?.(data, `${path}.data`)) || [];
};

const outputNames = ['connectorSelection', 'routingOutput'] as const;

function placesInProgram(data: Json): readonly Placed[] {
  const { defaultSelection, rules } = membersOf(data);
  const outputs = itemsOf(rules, `${root}.rules`).flatMap((rule) =>
    outputNames.map((name) => ({ sent: membersOf(rule.sent)[name], path: `${rule.path}.${name}` })),
  );
  return [{ sent: defaultSelection, path: `${root}.defaultSelection` }, ...outputs].flatMap(placesInOutput);
}

/**
 * Every account that an algorithm names, by path. An algorithm with wrong data names accounts too, where they can be read: the
 * merchant learns of all problems at once.
 */
export function choicesIn({ type, data }: RoutingAlgorithm): readonly PlacedChoice[] {
  const places = type === 'advanced' ? placesInProgram(data) : (placesIn[type]?.(data, root) ?? []);
  return places.flatMap(({ sent = null, path }) => {
    const read = readAlgorithm({ type: 'single', data: sent });
    return !isProblems(read) && read.type === 'single' ? [{ choice: read.choice, path }] : [];
  });
}
