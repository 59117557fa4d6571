import type { HttpReply } from '../http';

/** Answers that do not show whether the processor executed the call. */
export const inconclusiveAnswers: readonly HttpReply[] = [
  ...[500, 502, 503, 504].map((status) => ({ status, headers: {}, body: '{"status":"succeeded"}' })),
  ...['', 'null', '[]', '{}', '<html>Bad gateway</html>', '{"status":'].map((body) => ({
    status: 200,
    headers: {},
    body,
  })),
  { status: 302, headers: { location: 'https://elsewhere.example' }, body: '' },
];
