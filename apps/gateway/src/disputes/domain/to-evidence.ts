import { joinRefusals, type Refusal, refuse } from '@payorch/contracts';
import { EvidenceType, type SubmitEvidenceRequest } from '@payorch/rest';

/** In characters, of one text: as processors take it. The limit of a body bounds all texts together. */
const longestText = 20_000;

/** Every field of the request that is a text: the others name files. */
const textFields = [
  ...['access_activity_log', 'billing_address', 'cancellation_policy_disclosure', 'cancellation_rebuttal'],
  ...['customer_email_address', 'customer_name', 'customer_purchase_ip', 'product_description'],
  ...['refund_policy_disclosure', 'refund_refusal_explanation', 'service_date', 'shipping_address'],
  ...['shipping_carrier', 'shipping_date', 'shipping_tracking_number', 'uncategorized_text'],
] as const satisfies readonly Exclude<keyof SubmitEvidenceRequest, EvidenceType | 'dispute_id'>[];

export interface SentFile {
  readonly evidenceType: EvidenceType;
  /** Not looked up yet. */
  readonly fileId: string;
}

/** The evidence of a request: its texts by their names in the interface, and the files that it names. */
export interface SentEvidence {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: readonly SentFile[];
}

const tooLong = (field: string): Refusal =>
  refuse('invalid_format', { field, expected: `at most ${longestText} characters`, path: field });

/** The evidence of a request; a field that is null is not sent. */
export function toEvidence(sent: SubmitEvidenceRequest): SentEvidence | Refusal {
  const texts = textFields.flatMap((name) => {
    const text = sent[name];
    return typeof text === 'string' ? [[name, text] as const] : [];
  });
  const refused = joinRefusals(texts.map(([name, text]) => (text.length > longestText ? tooLong(name) : undefined)));
  if (refused) return refused;
  const files = EvidenceType.flatMap((evidenceType) => {
    const fileId = sent[evidenceType];
    return typeof fileId === 'string' ? [{ evidenceType, fileId }] : [];
  });
  return { texts: Object.fromEntries(texts), files };
}

const known: ReadonlySet<string> = new Set(EvidenceType);

/** The type that a form names. */
export function evidenceTypeIn(fields: ReadonlyMap<string, string>): EvidenceType | Refusal {
  const sent = fields.get('evidence_type');
  if (!sent) return refuse('missing_param', { field: 'evidence_type' });
  return known.has(sent)
    ? (sent as EvidenceType)
    : refuse('value_not_allowed', { field: 'evidence_type', allowed: EvidenceType.join(', ') });
}
