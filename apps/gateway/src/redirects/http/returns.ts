import { redirectTokenParameter } from '@payorch/contracts';
import type { FastifyReply } from 'fastify';
import type { Page } from '../pages/page';

/** The text values among the parameters of a returning browser. */
export const texts = (sent: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(sent ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** The browser's only credential; undefined where the query has none. */
export const redirectTokenIn = (query: unknown): string | undefined => texts(query)[redirectTokenParameter];

export const sendPage = (reply: FastifyReply, { headers, body }: Page): void =>
  void reply.status(200).headers(headers).send(body);

/** Sends the browser on. `body`: what a caller that follows no redirect may read. */
export const sendOnward = (reply: FastifyReply, location: string, body?: object): void =>
  void reply
    .status(302)
    .headers({ location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .send(body);
