import { disputeSubmit, isRefusal } from '@payorch/contracts';
import { EvidenceType, shapeOf, SubmitEvidenceRequest } from '@payorch/rest';
import { wireErrorOf } from '../../../test/wire-error';
import { evidenceTypeIn, type SentEvidence, toEvidence } from './to-evidence';

const shown = (result: unknown): unknown => (isRefusal(result) ? wireErrorOf(result) : result);

const fields = shapeOf(SubmitEvidenceRequest).fields.filter((name) => name !== 'dispute_id');
const types: readonly string[] = EvidenceType;

it.each(fields)('the field %s is evidence', (name) => {
  const evidence = toEvidence({ dispute_id: 'dp_1', [name]: 'value' });
  expect(evidence).toEqual(
    types.includes(name)
      ? { texts: {}, files: [{ evidenceType: name, fileId: 'value' }] }
      : { texts: { [name]: 'value' }, files: [] },
  );
  expect(toEvidence({ dispute_id: 'dp_1', [name]: null })).toEqual({ texts: {}, files: [] });
});

it('every type of evidence is a field', () => expect(types.filter((type) => !fields.includes(type))).toEqual([]));

it('a text has at most 20,000 characters', () => {
  const longest = 'x'.repeat(20_000);
  expect(toEvidence({ dispute_id: 'dp_1', customer_name: longest })).toMatchObject({
    texts: { customer_name: longest },
  });
  const sent = { dispute_id: 'dp_1', customer_name: `${longest}x`, uncategorized_text: `${longest}y` };
  const refused = toEvidence(sent);
  expect(shown(refused)).toEqual([
    ...[422, 'IR_05', 'customer_name contains invalid data. Expected format is at most 20000 characters'],
  ]);
  expect(isRefusal(refused) && refused.others).toHaveLength(1);
});

it('the message takes all of it', () => {
  const { texts, files } = toEvidence({
    dispute_id: 'dp_1',
    ...Object.fromEntries(fields.map((name) => [name, `a ${name}`])),
  }) as SentEvidence;
  const found = { storageKey: 'key_1', contentKey: 'content_1', name: 'a.pdf', contentType: 'application/pdf' };
  const about = { merchantId: 'acme', disputeId: 'dp_1' };
  const data = { ...about, texts, files: files.map((file) => ({ ...file, ...found })) };
  expect(disputeSubmit.schema.parse(data)).toEqual(data);
});

it.each<[string, Readonly<Record<string, string>>, unknown]>([
  ['a known type', { evidence_type: 'receipt' }, 'receipt'],
  ['none', {}, [400, 'IR_04', 'Missing required param: evidence_type']],
  ['an empty one', { evidence_type: '' }, [400, 'IR_04', 'Missing required param: evidence_type']],
  [
    'a text field',
    { evidence_type: 'customer_name' },
    [400, 'IR_07', `Invalid value provided: evidence_type. Allowed: ${EvidenceType.join(', ')}`],
  ],
])('a form with %s', (_, form, expected) =>
  expect(shown(evidenceTypeIn(new Map(Object.entries(form))))).toEqual(expected),
);
