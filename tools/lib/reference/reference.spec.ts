import { refusals } from '@payorch/contracts';
import { exampleName, examples, type ExampleAnswers } from '@payorch/rest/reference';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { limitsOf } from './limits';
import { typedNullable } from './nullable';
import { referenceOf } from './reference';
import type { Document, Operation, Schema } from './schema';
import { tagGroupsOf } from './tags';

const read = (name: string): string => readFileSync(path.join(__dirname, '../../../api', name), 'utf8');
const document = JSON.parse(read('openapi.json')) as Document;
const answers = JSON.parse(read('examples.json')) as ExampleAnswers;
const attempt = {
  title: 'Attempt',
  file: 'x',
  about: 'x',
  machine: { requires_confirmation: { sent: 'processing' }, processing: { charged: 'succeeded' }, succeeded: {} },
  starts: ['requires_confirmation'],
};
const introduction = 'Statuses: {{statuses}} Errors: {{errors}}';
const made = referenceOf({ document, answers, introduction, attempt });
const operationsOf = ({ paths }: Document): Operation[] => Object.values(paths).flatMap((one) => Object.values(one));

it('every operation, schema, field and tag has words, and every operation a recorded example', () =>
  expect(made.problems).toEqual([]));

describe('a document with something new', () => {
  const fresh: Operation = {
    operationId: 'Paint a Payment',
    tags: ['Paint'],
    responses: { 200: { description: 'OK', content: { 'application/json': { schema: { type: 'string' } } } } },
  };
  const coloured: Schema = { type: 'object', properties: { hue: { type: 'string' } } };
  const { problems } = referenceOf({
    document: {
      ...document,
      paths: { ...document.paths, '/paint': { post: fresh } },
      components: { ...document.components, schemas: { ...document.components.schemas, Paint: coloured } },
    },
    answers,
    introduction,
    attempt,
  });

  it.each([
    ['the operation', /the operation "Paint a Payment" has no words: .*libs\/rest\/src\/words\/operations/],
    ['the tag', /the tag "Paint" has no words: .*tools\/lib\/reference\/tags.ts/],
    ['the schema', /the schema "Paint" has no words: add `"Paint": .*libs\/rest\/src\/words\/schemas/],
    ['the field', /the field Paint.hue has no words: add `"hue": .*libs\/rest\/src\/words\/fields/],
    ['the example', /the operation "Paint a Payment" has no example: .*libs\/rest\/src\/examples/],
  ])('%s is named with the place to write', (_, line) =>
    expect(problems.filter((problem) => line.test(problem))).toHaveLength(1),
  );
});

describe('an operation of the reference', () => {
  const operations = operationsOf(made.document);

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    '“%s” has a title, sentences, its keys and its errors',
    (_, { summary = '', description = '', responses }) => {
      expect(summary).toMatch(/^[A-Z].{3,79}$/);
      const [words = '', key = '', errors = ''] = description.split('\n\n');
      expect(words).toMatch(/^[A-Z].*[.]$/);
      expect(key).toMatch(/^(Key: .*|No key is needed)[.]$/);
      const failing = Object.keys(responses).filter((status) => status >= '400');
      expect(/^Errors: (\[|a page for a browser)/.test(errors)).toBe(failing.length > 0);
    },
  );

  it('names only error codes that exist', () => {
    const codes = new Set<string>(Object.values(refusals).map(({ code }) => code));
    const named = operations.flatMap(({ description = '' }) => [...description.matchAll(/#([A-Z]{2}_\d\d)/g)]);
    expect(named.length).toBeGreaterThan(500);
    expect(named.map(([, code]) => code!).filter((code) => !codes.has(code))).toEqual([]);
  });
});

describe('the unit and the limits of a field', () => {
  const { schemas } = document.components;
  it.each<[string, string, Schema, string[]]>([
    ['a short text', 'name', { type: 'string', maxLength: 64 }, ['At most 64 characters.']],
    ['a text of a range', 'id', { type: 'string', minLength: 1, maxLength: 64 }, ['1 to 64 characters.']],
    ['a text of one length', 'id', { type: 'string', minLength: 30, maxLength: 30 }, ['Exactly 30 characters.']],
    ['a reference id', 'id', { type: 'string', pattern: '^[a-z]+$' }, ['Letters, digits, `_` and `-` only.']],
    [
      'a range',
      'limit',
      { type: 'integer', minimum: 0, maximum: 50, default: 10 },
      ['From 0 to 50.', 'Default: `10`.'],
    ],
    ['a count', 'count', { type: 'integer', minimum: 0 }, []],
    ['an amount', 'amount', { type: 'integer' }, ['In minor units of the currency: 1050 is 10.50 EUR.']],
    [
      'an amount of a named type',
      'value',
      { allOf: [{ $ref: '#/components/schemas/MinorUnit' }], nullable: true },
      ['In minor units of the currency: 1050 is 10.50 EUR.'],
    ],
    ['an amount as text', 'amount', { type: 'string' }, []],
    ['a time', 'created', { type: 'string', format: 'date-time' }, ['ISO 8601, such as `2026-01-31T12:00:00Z`.']],
  ])('of %s', (_, name, schema, sentences) => expect(limitsOf(name, schema, schemas)).toEqual(sentences));
});

it.each<[string, Schema, Schema]>([
  ['of a named object', { allOf: [{ $ref: '#/components/schemas/Address' }], nullable: true }, { type: 'object' }],
  ['of a closed set', { allOf: [{ $ref: '#/components/schemas/Currency' }], nullable: true }, { type: 'string' }],
  ['with its own type', { type: 'integer', nullable: true }, {}],
])('a nullable schema %s has its type beside it', (_, schema, more) =>
  expect(typedNullable(schema, document.components.schemas)).toEqual({ ...schema, ...more }),
);

it('a nullable schema of several types has null as an alternative', () => {
  const schema: Schema = { oneOf: [{ type: 'string' }, { type: 'object' }], nullable: true };
  const nothing = { type: 'string', nullable: true, enum: [null] };
  expect(typedNullable(schema, {})).toEqual({ anyOf: [{ oneOf: schema.oneOf }, nothing] });
});

it('a field that does not act says what becomes of it', () => {
  const properties = made.document.components.schemas['PaymentsRequest']?.properties ?? {};
  expect(properties['order_date']?.description).toMatch(/ Ignored: /);
  expect(properties['payment_channel']?.description).toMatch(/ Stored and shown; it changes nothing else\.$/);
  expect(properties['psd2_sca_exemption_type']?.description).toMatch(/ Ignored: /);
  expect(properties['amount']?.description).not.toMatch(/Ignored|Stored|Refused/);
});

it('every example and every documented answer has a request', () =>
  expect(Object.keys(answers).sort()).toEqual(examples.map(exampleName).sort()));

describe('a schema of the reference', () => {
  const { schemas } = made.document.components;

  it.each(Object.entries(schemas))('%s says in whole sentences what it is', (name, { description = '' }) => {
    expect(description).toMatch(/^[A-Z0-9`].{15,}[.]$/s);
    const words = description.toLowerCase().match(/[a-z0-9]+/g) ?? [];
    const ofName = new Set((name.match(/[A-Z]?[a-z0-9]+|[A-Z]+/g) ?? []).map((word) => word.toLowerCase()));
    expect(words.filter((word) => word.length > 2 && !ofName.has(word)).length).toBeGreaterThan(2);
  });

  it('that words name but the document lacks is a problem', () => {
    const { TimeRange: _, ...others } = document.components.schemas;
    const components = { ...document.components, schemas: others };
    const { problems } = referenceOf({ document: { ...document, components }, answers, introduction, attempt });
    expect(problems).toContainEqual(expect.stringMatching(/the words of "TimeRange" are of no schema/));
  });
});

describe('the groups of tags', () => {
  it('payments come first, and what others call last', () => {
    const { tags = [], 'x-tagGroups': groups = [] } = made.document;
    expect([tags[0]?.name, tags[1]?.name, tags.at(-1)?.name]).toEqual(['Payments', 'Refunds', 'Documentation']);
    expect(groups.flatMap((group) => group.tags)).toEqual(tags.map(({ name }) => name));
  });

  it('no group has the name of a tag', () => {
    const { tags = [], 'x-tagGroups': groups = [] } = made.document;
    const names = new Set(tags.map(({ name }) => name));
    expect(groups.filter(({ name }) => names.has(name))).toEqual([]);
  });

  it('a new tag is the operators’', () =>
    expect(tagGroupsOf(['Ops', 'Payments'])).toEqual([
      { name: 'Accept payments', tags: ['Payments'] },
      { name: 'Operators', tags: ['Ops'] },
    ]));
});
