import type { Example, ExampleAnswers, ExampleJson } from './example';

const reference = /\{\{([^}]+?)\.([a-z0-9_.]+)\}\}/g;

function valueAt(body: ExampleJson, path: string): ExampleJson | undefined {
  return path.split('.').reduce<ExampleJson | undefined>((value, key) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.entries<ExampleJson>(value).find(([name]) => name === key)?.[1];
  }, body);
}

function referenced(answers: ExampleAnswers, name: string, path: string): string {
  const answer = answers[name];
  const value = answer && valueAt(answer.body, path);
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new Error(`The answer to the example "${name}" has no ${path}: record the examples again`);
}

function resolveJson(value: ExampleJson, answers: ExampleAnswers): ExampleJson {
  if (typeof value === 'string')
    return value.replace(reference, (_, name: string, path: string) => referenced(answers, name, path));
  if (Array.isArray(value)) return value.map((item: ExampleJson) => resolveJson(item, answers));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries<ExampleJson>(value).map(([key, item]) => [key, resolveJson(item, answers)]));
}

const resolveTexts = (texts: Readonly<Record<string, string>>, answers: ExampleAnswers): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, String(resolveJson(text, answers))]));

/** The example with the values of earlier answers in place of its references. Throws if an answer lacks one. */
export function resolveExample(example: Example, answers: ExampleAnswers): Example {
  const { path, query, headers, body } = example;
  return {
    ...example,
    ...(path && { path: resolveTexts(path, answers) }),
    ...(query && { query: resolveTexts(query, answers) }),
    ...(headers && { headers: resolveTexts(headers, answers) }),
    ...(body !== undefined && { body: resolveJson(body, answers) }),
  };
}
