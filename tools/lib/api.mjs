import { Problem } from './problem.mjs';

/** A client of the published interface with one key: JSON in, status and JSON out. `headers` go with every request. */
export function apiAt(baseUrl, key, headers = {}) {
  const call = async (method, path, body) => {
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'api-key': key, ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: parsed(text) };
  };
  return {
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, body),
    /** Returns the body of a 200 answer; throws a Problem with the error message for any other answer. */
    async must(method, path, body) {
      const answer = await call(method, path, body);
      if (answer.status === 200) return answer.body;
      throw refusedBy(method, path, answer);
    },
  };
}

const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

export const refusedBy = (method, path, { status, body }) =>
  new Problem(`${method} ${path} was answered ${status}: ${body?.error?.message ?? JSON.stringify(body)}`);
