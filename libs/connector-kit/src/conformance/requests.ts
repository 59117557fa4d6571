import type { Card } from '../flows';
import type { HttpReply, HttpRequest } from '../http';
import { contentOf, jsonOf, withoutAbsent } from '../http';
import type { Recordings } from './recordings';
import { sampleCard } from './samples';

type Recorded = Pick<Recordings['exchanges'][number], 'request' | 'reply'>;

/** A request in the form of recordings: its body as data. */
export const asRecorded = (request: HttpRequest) => ({ ...request, body: contentOf(request) });

/** A recorded reply in the form in which HTTP delivers it. */
export const replyOf = ({ reply }: Recorded): HttpReply => ({
  ...reply,
  body: typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body),
});

interface Secrets {
  /** `connector_account_details`. */
  readonly details: Readonly<Record<string, string>>;
  readonly operation: object;
}

/** The numbers of an account that is paid: texts with four digits in a row. */
const numbersOf = (destination: object): string[] =>
  Object.values(destination).filter((value): value is string => /\d{4}/.test(String(value)));

const secretsOf = ({ details, operation }: Secrets): string[] => [
  sampleCard.number.reveal(),
  ...('card' in operation && operation.card ? [(operation.card as Card).number.reveal()] : []),
  ...('destination' in operation && operation.destination ? numbersOf(operation.destination) : []),
  ...Object.entries(details).flatMap(([name, value]) => (name === 'auth_type' ? [] : [value])),
];

/** Asserts for every request: the same each time, no secret in its URL, no absent fields. */
export function expectSound(build: () => HttpRequest, secrets: Secrets): void {
  const request = build();
  expect(build()).toEqual(request);
  for (const secret of secretsOf(secrets)) expect(decodeURIComponent(request.url)).not.toContain(secret);
  const json = typeof request.body === 'string' ? jsonOf(request.body) : undefined;
  if (json !== undefined) expect(json).toEqual(withoutAbsent(json));
}

/** The idempotency key of a request, whatever the processor's header name. */
export const idempotencyKeyOf = ({ headers }: HttpRequest): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase().endsWith('idempotency-key'))?.[1];
