import { operationWords, schemaWords } from '@payorch/rest/reference';
import type { DocumentedMachine } from '../machines-page';
import { effectsOfFields } from './effects';
import { errorList, errorSentence, responseSentence } from './errors';
import { exampleProblems, needsSentence, withRecordedExamples, type ExampleAnswers } from './examples';
import { describedParameter, describedSchema, fieldProblems, type FieldContext } from './fields';
import { withDescription, type Document, type MediaType, type Operation, type Response, type Schema } from './schema';
import { statusDiagram, statusEdges, statusTable } from './statuses';
import { keySentence, schemeWords, tagGroupsOf, tagWords } from './tags';

export interface ReferenceParts {
  /** `api/openapi.json`: the shapes, without words. */
  readonly document: Document;
  readonly answers: ExampleAnswers;
  /** Markdown with `{{statuses}}` and `{{errors}}`. */
  readonly introduction: string;
  /** The machine of the attempt, from which the statuses of a payment follow. */
  readonly attempt: DocumentedMachine;
}

export interface Reference {
  readonly document: Document;
  /** What has no words or no example yet: each line says what to write and where. */
  readonly problems: readonly string[];
}

type Table<T> = Readonly<Record<string, T>>;

const mapped = <T, R>(table: Table<T>, change: (value: T, key: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value, key)]));

const sentences = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n\n');

const describedContent = (owner: string, content: Table<MediaType>, context: FieldContext): Record<string, MediaType> =>
  mapped(content, (media) => ({ ...media, schema: describedSchema(owner, media.schema, context) }));

function describedResponse(owner: string, response: Response, context: FieldContext): Response {
  if (!response.content) return response;
  return { ...response, content: describedContent(owner, response.content, context) };
}

function describedOperation(operation: Operation, context: FieldContext): Operation {
  const { operationId, parameters, requestBody, responses, security } = operation;
  const words = operationWords[operationId];
  return {
    ...operation,
    summary: words?.summary ?? operationId,
    description: sentences(
      words?.description ?? '',
      keySentence(security),
      errorSentence(operation),
      needsSentence(operationId),
    ),
    ...(parameters && { parameters: parameters.map((one) => describedParameter(operationId, one, context)) }),
    ...(requestBody && {
      requestBody: { ...requestBody, content: describedContent(operationId, requestBody.content, context) },
    }),
    responses: mapped(responses, (response) => describedResponse(operationId, response, context)),
  };
}

/** A shared response: an error, with the codes of its status. */
function sharedResponse(name: string, response: Response, statusOf: Table<string>): Response {
  const { description = name, headers } = response;
  const retry = headers && mapped(headers, (header) => ({ ...header, description: 'Seconds to wait before a retry.' }));
  return {
    ...response,
    description: `${description}. ${responseSentence(statusOf[name] ?? '')}`,
    ...(retry && { headers: retry }),
  };
}

/** The status of each shared response, from the operations that refer to it. */
function statusesOfShared(operations: readonly Operation[]): Record<string, string> {
  const used = operations.flatMap(({ responses }) => Object.entries(responses));
  return Object.fromEntries(
    used.flatMap(([status, { $ref }]) => ($ref === undefined ? [] : [[$ref.split('/').at(-1) ?? '', status]])),
  );
}

function wordProblems(operations: readonly Operation[], tags: readonly string[]): string[] {
  const known = new Set(operations.map(({ operationId }) => operationId));
  const folder = 'libs/rest/src/words/operations';
  return [
    ...[...known]
      .filter((id) => !operationWords[id])
      .map(
        (id) =>
          `the operation "${id}" has no words: add \`"${id}": { "summary", "description" }\` to a file of ${folder}`,
      ),
    ...Object.keys(operationWords)
      .filter((id) => !known.has(id))
      .map((id) => `the words of "${id}" are of no operation of api/openapi.json: remove them from ${folder}`),
    ...tags
      .filter((tag) => !tagWords[tag])
      .map((tag) => `the tag "${tag}" has no words: add it to tagWords in tools/lib/reference/tags.ts`),
  ];
}

function schemaProblems(names: readonly string[]): string[] {
  const known = new Set(names);
  const folder = 'libs/rest/src/words/schemas';
  return [
    ...names
      .filter((name) => !Object.hasOwn(schemaWords, name))
      .map((name) => `the schema "${name}" has no words: add \`"${name}": "What it is."\` to a file of ${folder}`),
    ...Object.keys(schemaWords)
      .filter((name) => !known.has(name))
      .map((name) => `the words of "${name}" are of no schema of api/openapi.json: remove them from ${folder}`),
  ];
}

const describedComponent = (name: string, schema: Schema, context: FieldContext): Schema =>
  withDescription(describedSchema(name, schema, context), schemaWords[name] ?? '');

/** The document of the reference: the shapes with words, limits, effects, error codes and recorded examples. */
export function referenceOf({ document, answers, introduction, attempt }: ReferenceParts): Reference {
  const { components, paths, info } = document;
  const context: FieldContext = {
    schemas: components.schemas,
    effects: effectsOfFields(components.schemas),
    missing: new Set(),
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))];
  const groups = tagGroupsOf(tags);
  const edges = statusEdges(attempt);
  const statusOf = statusesOfShared(operations);
  const responses = mapped(components.responses, (response, name) => sharedResponse(name, response, statusOf));
  const described: Document = {
    ...document,
    info: {
      ...info,
      description: introduction.replace('{{statuses}}', statusTable(edges)).replace('{{errors}}', errorList()),
      'x-payment-states': statusDiagram(edges),
    },
    tags: groups.flatMap((group) => group.tags).map((name) => ({ name, description: tagWords[name] ?? '' })),
    'x-tagGroups': groups,
    paths: mapped(paths, (methods) =>
      mapped(methods, (one) => withRecordedExamples(describedOperation(one, context), answers, responses)),
    ),
    components: {
      schemas: mapped(components.schemas, (schema, name) => describedComponent(name, schema, context)),
      responses,
      securitySchemes: mapped(components.securitySchemes, (scheme, name) => ({
        ...scheme,
        description: schemeWords[name] ?? '',
      })),
    },
  };
  const problems = [
    ...wordProblems(operations, tags),
    ...schemaProblems(Object.keys(components.schemas)),
    ...fieldProblems(context.missing),
    ...exampleProblems(operations, answers),
  ];
  return { document: described, problems };
}
