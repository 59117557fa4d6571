import { errorBody, refusals, refuse, type Refusal, type RefusalCode } from '@payorch/contracts';
import Ajv from 'ajv';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import document from '../api/openapi.json';

const root = path.join(__dirname, '..');

it('api/openapi.json documents every error of every operation as served', () => {
  const { stderr, status } = spawnSync(process.execPath, [path.join(root, 'tools/api-errors.mjs'), '--check']);
  expect([stderr.toString(), status]).toEqual(['', 0]);
});

describe('the body of an error', () => {
  const validate = new Ajv().compile(document.components.schemas.GenericErrorResponseOpenApi);
  const details = { reason: 'r', connector: 'c', payment_id: 'p', refund_id: 'r' };

  it.each(Object.keys(refusals) as RefusalCode[])('of %s is as documented', (code) => {
    validate(errorBody(refuse(code, details)).body);
    expect(validate.errors).toBeNull();
  });

  it.each<[string, Refusal]>([
    [
      'several problems',
      { ...refuse('missing_param', { field: 'a' }), others: [refuse('missing_param', { field: 'b' })] },
    ],
    ['the nearest route', refuse('unknown_url', { nearest: 'POST /payments' })],
    ['differing fields', refuse('payment_exists', { reason: 'r', differing: 'amount' })],
  ])('with %s is as documented', (_, refusal) => {
    const { body } = errorBody(refusal);
    expect(body.error.fields).not.toHaveLength(0);
    validate(body);
    expect(validate.errors).toBeNull();
  });

  it('has no key that is not documented', () => {
    const documented = Object.keys(document.components.schemas.GenericErrorResponseOpenApi.properties.error.properties);
    const served = (Object.keys(refusals) as RefusalCode[]).flatMap((code) =>
      Object.keys(errorBody(refuse(code, details)).body.error),
    );
    expect(served.filter((key) => !documented.includes(key))).toEqual([]);
  });

  it('has a status that some operation documents', () => {
    const documented = new Set(
      Object.values(document.paths).flatMap((methods) =>
        Object.values(methods as Record<string, { responses: object }>).flatMap(({ responses }) =>
          Object.keys(responses),
        ),
      ),
    );
    // An unknown path, a method that the path does not have, or a page is not an operation.
    const ofNoOperation: readonly RefusalCode[] = ['wrong_method', 'link_forbidden'];
    const served = (Object.keys(refusals) as RefusalCode[]).filter((code) => !ofNoOperation.includes(code));
    expect(served.filter((code) => !documented.has(String(refusals[code].status)))).toEqual([]);
  });
});
