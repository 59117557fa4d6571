import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadTypescript } from './load-typescript.mjs';
import { root } from './paths.mjs';

/** Answers to the examples of the reference, recorded by libs/harness/e2e/shared/api/examples.spec.ts. */
const examples = 'api/examples.json';

const readText = (name) => readFileSync(path.join(root, name), 'utf8');

/**
 * The document that the gateway serves: the shapes of api/openapi.json with words, limits, error codes and examples. What has no
 * words or no example yet is in `problems`.
 */
export async function referenceDocument() {
  const [{ referenceOf }, { machines }] = await Promise.all(
    ['tools/lib/reference/reference.ts', 'apps/payments/src/machines.ts'].map(loadTypescript),
  );
  return referenceOf({
    document: JSON.parse(readText('api/openapi.json')),
    answers: existsSync(path.join(root, examples)) ? JSON.parse(readText(examples)) : {},
    introduction: readText('tools/lib/reference/introduction.md'),
    attempt: machines.find(({ title }) => title === 'Attempt'),
  });
}
