import { Fault } from '@payorch/kernel';
import { z } from 'zod';

export interface OauthClient {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().optional() });
const slowestMs = 10_000;
/** Default if the server does not report the lifetime of a token. */
const usualLifeSeconds = 300;

async function fetchToken({ url, clientId, clientSecret, scope }: OauthClient): Promise<z.infer<typeof granted>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope !== '' && { scope }) }),
    redirect: 'error',
    signal: AbortSignal.timeout(slowestMs),
  });
  if (!answer.ok) throw new Fault(`the token server answered ${answer.status}`);
  return granted.parse(await answer.json());
}

/**
 * Tokens by OAuth 2 client credentials: all connections of this process use a token for four fifths of its lifetime.
 */
export function oauthTokens(client: OauthClient, now: () => number = Date.now): () => Promise<string> {
  let token: { readonly text: string; readonly freshUntil: number } | undefined;
  let fetching: Promise<string> | undefined;
  const renew = async (): Promise<string> => {
    const { access_token: text, expires_in: seconds = usualLifeSeconds } = await fetchToken(client);
    token = { text, freshUntil: now() + seconds * 800 };
    return text;
  };
  return () => {
    if (token && now() < token.freshUntil) return Promise.resolve(token.text);
    return (fetching ??= renew().finally(() => (fetching = undefined)));
  };
}
