import { exampleName, examples, resolveExample, type Example, type ExampleAnswers } from '@payorch/rest/reference';
import type { MediaType, Operation, Parameter, Response } from './schema';
import { isForMerchants } from './tags';

/** Recorded answers, by the name of their example. */
export type { ExampleAnswers };

const keyOf = ({ variant = 'example' }: Example): string => variant.replaceAll(' ', '_');
const titleOf = ({ variant }: Example): string => variant ?? 'the simplest case';

interface Recorded {
  readonly example: Example;
  readonly answer: ExampleAnswers[string];
}

function recordedOf(operationId: string, answers: ExampleAnswers): Recorded[] {
  return examples
    .filter(({ operation }) => operation === operationId)
    .flatMap((example) => {
      const answer = answers[exampleName(example)];
      return answer ? [{ example: resolveExample(example, answers), answer }] : [];
    });
}

const withExamples = (media: MediaType, values: readonly (readonly [Example, unknown])[]): MediaType =>
  values.length === 0
    ? media
    : {
        ...media,
        examples: Object.fromEntries(
          values.map(([example, value]) => [keyOf(example), { summary: titleOf(example), value }]),
        ),
      };

const first = <T>(content: Readonly<Record<string, T>>, change: (media: T) => T): Record<string, T> =>
  Object.fromEntries(
    Object.entries(content).map(([type, media], index) => [type, index === 0 ? change(media) : media]),
  );

function parameterWith(parameter: Parameter, [only]: readonly Recorded[]): Parameter {
  const { path = {}, query = {}, headers = {} } = only?.example ?? {};
  const sentIn: Readonly<Record<string, Readonly<Record<string, string>>>> = { path, query, header: headers };
  const sent = sentIn[parameter.in]?.[parameter.name];
  if (sent === undefined) return parameter;
  const { type } = parameter.schema;
  return { ...parameter, example: type === 'integer' ? Number(sent) : type === 'boolean' ? sent === 'true' : sent };
}

/** The response of a status with the recorded answers; a shared response is copied, since nothing may stand beside its reference. */
function responseWith(
  status: string,
  response: Response,
  recorded: readonly Recorded[],
  shared: Readonly<Record<string, Response>>,
): Response {
  const values = recorded
    .filter(({ answer }) => String(answer.status) === status)
    .map(({ example, answer }) => [example, answer.body] as const);
  const whole = response.$ref === undefined ? response : (shared[response.$ref.split('/').at(-1) ?? ''] ?? response);
  if (values.length === 0 || !whole.content) return response;
  return { ...whole, content: first(whole.content, (media) => withExamples(media, values)) };
}

const titled = (name: string): string => {
  const [operation, variant] = name.split('/');
  return variant === undefined ? `“${operation}”` : `“${operation}” (${variant})`;
};

/** The examples whose answers an example refers to. */
const referredTo = (example: Example): string[] =>
  [...JSON.stringify(example).matchAll(/\{\{([^}]+?)\.[a-z0-9_.]+\}\}/g)].map(([, name = '']) => name);

/** Which examples a caller sends before the ones of this operation, as a sentence. */
export function needsSentence(operationId: string): string {
  const own = examples.filter(({ operation }) => operation === operationId);
  const earlier = new Set(own.flatMap((example) => [...(example.needs ?? []), ...referredTo(example)]));
  return earlier.size > 0 ? `Before the example, send the example of ${[...earlier].map(titled).join(', ')}.` : '';
}

/** The operation with its recorded examples in parameters, body and responses. */
export function withRecordedExamples(
  operation: Operation,
  answers: ExampleAnswers,
  shared: Readonly<Record<string, Response>>,
): Operation {
  const recorded = recordedOf(operation.operationId, answers);
  const bodies = recorded.flatMap(({ example }) =>
    example.body === undefined ? [] : [[example, example.body] as const],
  );
  const { parameters, requestBody, responses } = operation;
  return {
    ...operation,
    ...(parameters && { parameters: parameters.map((parameter) => parameterWith(parameter, recorded)) }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: first(requestBody.content, (media) => withExamples(media, bodies)) },
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, responseWith(status, response, recorded, shared)]),
    ),
  };
}

/** How to give the operations without an example one: a line for each. */
export function exampleProblems(operations: readonly Operation[], answers: ExampleAnswers): string[] {
  const operationIds = operations.map(({ operationId }) => operationId);
  const forMerchants = operations.filter(({ tags }) => isForMerchants(tags)).map(({ operationId }) => operationId);
  const missing = forMerchants.filter((id) => !examples.some(({ operation }) => operation === id));
  const unrecorded = examples.map(exampleName).filter((name) => !(name in answers));
  const unknown = examples.filter(({ operation }) => !operationIds.includes(operation)).map(exampleName);
  return [
    ...missing.map((id) => `the operation "${id}" has no example: add one to a table of libs/rest/src/examples`),
    ...unrecorded.map(
      (name) => `the example "${name}" has no answer: RECORD_EXAMPLES=1 npm test -- e2e/shared/api/examples`,
    ),
    ...unknown.map((name) => `the example "${name}" is of no operation of api/openapi.json`),
  ];
}
