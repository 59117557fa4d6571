import { Parser } from '@asyncapi/parser';
import Ajv2020 from 'ajv/dist/2020';
import document from '../../../api/asyncapi.json';
import { publicMessages, schemaPath } from '@payorch/contracts';
import { problemsBetween, releaseProblems } from './compatibility';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Schema {
  readonly [keyword: string]: unknown;
  readonly $id?: string;
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly object[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

const schemaOf = (message: (typeof publicMessages)[number]): Schema => {
  const file = path.join(__dirname, '../../../api', schemaPath(message).replace('/topics/', ''));
  expect(existsSync(file)).toBe(true);
  return JSON.parse(readFileSync(file, 'utf8')) as Schema;
};

/** Fields without a description, anywhere in a schema. */
const undescribed = (schema: Schema, at = 'body'): string[] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
    ...(/^[A-Z`].*[.]$/.test(field.description ?? '') ? [] : [`${at}.${name}`]),
    ...undescribed(field, `${at}.${name}`),
  ]),
  ...(schema.anyOf ?? []).flatMap((one) => undescribed(one, at)),
  ...(schema.items ? undescribed(schema.items, `${at}[]`) : []),
];

describe('the AsyncAPI document', () => {
  it('the document is valid, without warnings', async () => {
    const { document: parsed, diagnostics } = await new Parser().parse(JSON.stringify(document));
    expect(diagnostics.map(({ code, message, path: at }) => `${code} ${message} ${at.join('.')}`)).toEqual([]);
    expect(parsed?.channels().all()).toHaveLength(16);
    expect(
      parsed
        ?.channels()
        .get('payments.lifecycle')
        ?.messages()
        .all()
        .map((one) => one.name()),
    ).toEqual(expect.arrayContaining(['payment.captured', 'refund.succeeded']));
  });
});

describe.each(publicMessages.map((message) => [message.type, message] as const))(
  'the schema of %s',
  (type, message) => {
    const schema = schemaOf(message);

    it('says what the event and each of its fields mean', () => {
      expect(schema).toMatchObject({ $id: schemaPath(message), title: `${type}, version ${message.version}` });
      expect(schema.description).toMatch(/^[A-Z].*[.]$/);
      expect(undescribed(schema)).toEqual([]);
    });

    it('is a schema of draft 2020-12 that its example matches, and without a required field does not', () => {
      const matches = new Ajv2020({ strictTypes: false, formats: { 'date-time': /^\d{4}-\d\d-\d\dT.*Z$/ } }).compile(
        schema,
      );
      const [example] = schema.examples!;
      expect([matches(example), matches.errors]).toEqual([true, null]);
      const { merchantId: _, ...incomplete } = example as Record<string, unknown>;
      expect(matches(incomplete)).toBe(false);
    });
  },
);

const text = { type: 'string' };
const released = {
  type: 'object',
  properties: {
    id: { ...text, maxLength: 128, description: 'The id.' },
    status: { ...text, enum: ['open', 'done'] },
    note: { anyOf: [text, { type: 'null' }] },
    list: { type: 'array', items: { type: 'object', properties: { a: text, b: text }, required: ['a'] } },
  },
  required: ['id', 'status'],
};
const { properties } = released;
const having = (more: object) => ({ ...released, properties: { ...properties, ...more } });

describe('a schema beside its released one', () => {
  it.each([
    ['the same', released],
    ['an optional field more', having({ more: text })],
    [
      'an optional field more in an array',
      having({
        list: { ...properties.list, items: { ...properties.list.items, properties: { a: text, b: text, c: text } } },
      }),
    ],
    ['a value of an enum more', having({ status: { ...text, enum: ['open', 'done', 'lost'] } })],
    ['other words', having({ id: { ...text, maxLength: 128, description: 'The name.', examples: ['a'] } })],
  ])('%s passes', (_, current) => expect(problemsBetween(released, current)).toEqual([]));

  it.each([
    [
      'a removed field',
      { ...released, properties: { id: properties.id, status: properties.status, note: properties.note } },
      'body.list was removed',
    ],
    [
      'a removed field in an array',
      having({ list: { ...properties.list, items: { ...properties.list.items, properties: { a: text } } } }),
      'body.list[].b was removed',
    ],
    [
      'a new required field',
      { ...having({ more: text }), required: ['id', 'status', 'more'] },
      'body.more became required',
    ],
    [
      'an optional field that is required',
      { ...released, required: ['id', 'status', 'note'] },
      'body.note became required',
    ],
    ['a required field that is optional', { ...released, required: ['id'] }, 'body.status became optional'],
    ['a narrowed enum', having({ status: { ...text, enum: ['open'] } }), 'body.status lost the value "done"'],
    [
      'an enum in place of any text',
      having({ id: { ...properties.id, enum: ['a'] } }),
      'body.id: enum was nothing and is ["a"]',
    ],
    [
      'another type',
      having({ id: { type: 'integer', maxLength: 128 } }),
      'body.id: type was "string" and is "integer"',
    ],
    ['no more null', having({ note: text }), 'body.note: anyOf was [{"type":"string"},{"type":"null"}] and is nothing'],
    [
      'another type beside null',
      having({ note: { anyOf: [{ type: 'integer' }, { type: 'null' }] } }),
      'body.note: type was "string" and is "integer"',
    ],
    ['a shorter text', having({ id: { ...text, maxLength: 64 } }), 'body.id: maxLength was 128 and is 64'],
  ])('%s fails', (_, current, problem) => expect(problemsBetween(released, current)).toContain(problem));

  it('a problem names the file and what to do; a type that is gone is one', () => {
    const path = 'api/schemas/payment.captured/1.json';
    expect(
      releaseProblems({ [path]: released }, { [path]: having({ id: { type: 'integer', maxLength: 128 } }) }),
    ).toEqual([
      `${path} is released: body.id: type was "string" and is "integer". Define a new version beside it (docs/topics.md).`,
    ]);
    expect(releaseProblems({ [path]: released }, {})).toHaveLength(1);
    expect(releaseProblems({}, { [path]: released })).toEqual([]);
  });
});
