import { request } from 'undici';

/** An HTTP response as the merchant's code sees it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The parsed JSON, or the plain text when the body is not JSON. */
  readonly body: Json;
  readonly text: string;
}

/** JSON whose shape the test is about to assert. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

export interface Api {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
  readonly post: (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
  /** Sends the bytes unchanged, for bodies that no regular client sends. */
  readonly raw: (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: string | Buffer,
    headers?: Record<string, string>,
  ) => Promise<Answer>;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A client for one address; `headers` are sent with every request (usually an api-key). */
export function apiAt(baseUrl: string, headers: Record<string, string> = {}): Api {
  const raw: Api['raw'] = async (method, path, body, more = {}) => {
    const answer = await request(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...more },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: parsed(text), text };
  };
  return {
    raw,
    get: (path, more) => raw('GET', path, undefined, more),
    post: (path, body = {}, more = {}) =>
      raw('POST', path, JSON.stringify(body), { 'content-type': 'application/json', ...more }),
  };
}

/** The body of a 200 answer; throws with status and text for any other answer. */
export function ok({ status, text, body }: Answer): Json {
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return body;
}
