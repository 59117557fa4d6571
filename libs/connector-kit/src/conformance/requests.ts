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

const secretsOf = (details: Readonly<Record<string, string>>): string[] => [
  sampleCard.number.reveal(),
  ...Object.entries(details).flatMap(([name, value]) => (name === 'auth_type' ? [] : [value])),
];

/** Asserts for every request: the same each time, no secret in its URL, no absent fields. */
export function expectSound(build: () => HttpRequest, details: Readonly<Record<string, string>>): void {
  const request = build();
  expect(build()).toEqual(request);
  for (const secret of secretsOf(details)) expect(decodeURIComponent(request.url)).not.toContain(secret);
  const json = jsonOf(request.body ?? '');
  if (json !== undefined) expect(json).toEqual(withoutAbsent(json));
}

/** The idempotency key of a request, whatever the processor's header name. */
export const idempotencyKeyOf = ({ headers }: HttpRequest): string | undefined =>
  Object.entries(headers).find(([name]) => name.toLowerCase().endsWith('idempotency-key'))?.[1];
