import { escaped, html, page } from '../openapi';
import { bodyOf, pathOf } from './event-schemas';
import type { EventMessage, EventSchema, TopicsDocument } from './topics-document';

const code = (text: string): string => `<code>${escaped(text)}</code>`;

/** The schema of a value that may also be null. */
const valueOf = (schema: EventSchema): EventSchema =>
  schema.anyOf?.find(({ type, enum: values }) => type !== 'null' || values) ?? schema;
const isNullable = ({ anyOf }: EventSchema): boolean => anyOf?.some(({ type }) => type === 'null') ?? false;

function typeOf(schema: EventSchema): string {
  const value = valueOf(schema);
  if (value.items) return `array of ${typeOf(value.items)}s`;
  const limits = [
    value.format && `format ${value.format}`,
    value.maxLength !== undefined && `at most ${value.maxLength} characters`,
    value.minimum !== undefined && `at least ${value.minimum}`,
  ].filter((part) => typeof part === 'string');
  return [value.type ?? 'string', ...limits].join(', ');
}

function valuesOf(schema: EventSchema): string {
  const values = (schema.enum ?? valueOf(schema).enum ?? []).filter((value) => value !== null).map(String);
  if (values.length === 0) return '';
  const list = values.map(code).join(', ');
  return values.length > 40
    ? `<details><summary>${values.length} values</summary><p>${list}</p></details>`
    : `<p>One of ${list}.</p>`;
}

function fieldHtml(name: string, schema: EventSchema, isRequired: boolean): string {
  const facts = [typeOf(schema), ...(isNullable(schema) ? ['or null'] : []), ...(isRequired ? [] : ['optional'])];
  const description = schema.description ?? valueOf(schema).description ?? '';
  const value = valueOf(schema);
  return [
    `<dt>${code(name)} <small>${escaped(facts.join(', '))}</small></dt>`,
    `<dd>${html(description)}${valuesOf(schema)}${fieldsHtml(value.items ?? value)}</dd>`,
  ].join('\n');
}

function fieldsHtml({ properties, required = [] }: EventSchema): string {
  if (!properties) return '';
  const fields = Object.entries(properties).map(([name, field]) => fieldHtml(name, field, required.includes(name)));
  return `<dl>\n${fields.join('\n')}\n</dl>`;
}

/** Relative: the page is at `/topics` under any public path. */
const schemaLink = (name: string): string => pathOf(name).slice(1);

const eventHtml = (name: string, { name: type, description, examples }: EventMessage): string =>
  [
    `<h3 id="${name}">${code(type)}</h3>`,
    `<p>${html(description)} <a href="${schemaLink(name)}">JSON Schema, version ${name.split('.v').at(-1)}</a></p>`,
    ...examples.map(
      ({ payload }) =>
        `<details><summary>Example</summary><pre>${escaped(JSON.stringify(payload, null, 2))}</pre></details>`,
    ),
  ].join('\n');

const nameIn = ({ $ref }: { readonly $ref: string }): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** The names of the messages of a channel: those whose own topic it is, and those of other topics. A snapshot topic has copies alone. */
function namesOn(document: TopicsDocument, topic: string) {
  const names = Object.values(document.channels[topic]!.messages).map(nameIn);
  const subject = names[0]!.split('.')[0]!;
  const own = topic.endsWith('.lifecycle') ? names.filter((name) => name.startsWith(`${subject}.`)) : [];
  return { subject, own, others: names.filter((name) => !own.includes(name)) };
}

/** The events whose own topic this is, and the fields that they share. Events of another topic are named with a link. */
function topicHtml(document: TopicsDocument, topic: string): string {
  const { title, description } = document.channels[topic]!;
  const { subject, own, others } = namesOn(document, topic);
  const message = (name: string): EventMessage => document.components.messages[name]!;
  return [
    `<h2 id="${topic}">${escaped(title)}: ${code(topic)}</h2>`,
    `<p>${html(description)}</p>`,
    ...own.map((name) => eventHtml(name, message(name))),
    ...(others.length > 0
      ? [`<p>Also here: ${others.map((name) => `<a href="#${name}">${code(message(name).name)}</a>`).join(', ')}.</p>`]
      : []),
    ...(own.length > 0
      ? [
          `<h3 id="${subject}-fields">The body of each ${code(`${subject}.*`)} event</h3>`,
          fieldsHtml(bodyOf(document, message(own[0]!))),
        ]
      : []),
  ].join('\n');
}

const navigation = (document: TopicsDocument): string =>
  Object.entries(document.channels)
    .map(([topic, { title }]) => {
      const { own, others } = namesOn(document, topic);
      const links = [...own, ...(own.length > 0 ? others : [])].map(
        (name) => `<li><a href="#${name}">${escaped(document.components.messages[name]!.name)}</a></li>`,
      );
      return `<h2>${escaped(title)}</h2><ul><li><a href="#${topic}">${escaped(topic)}</a></li>${links.join('')}</ul>`;
    })
    .join('\n');

/** The page at `/topics`: every event of the document with its meaning, its fields and an example. It runs no script. */
export const topicsPage = (document: TopicsDocument): string =>
  page({
    title: 'Events on public topics',
    base: '',
    current: 'topics',
    navigation: { title: 'Events', html: navigation(document) },
    main: `<h1>Events on public topics</h1>
${document.info.description
  .split('\n\n')
  .map((text) => `<p>${html(text)}</p>`)
  .join('\n')}
<p>The same as a document: <a href="topics/asyncapi.json">AsyncAPI 3</a>. <a href="#headers">Headers</a> of every event.</p>
${Object.keys(document.channels)
  .map((topic) => topicHtml(document, topic))
  .join('\n')}
<h2 id="headers">Headers of every event</h2>
${fieldsHtml(document.components.schemas['cloudEvent']!)}`,
  });
