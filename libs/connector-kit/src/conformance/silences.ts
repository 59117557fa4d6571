import type { HttpReply } from '../http';

/** Answers that say nothing of what the processor did. */
export const silences: readonly HttpReply[] = [
  ...[500, 502, 503, 504].map((status) => ({ status, headers: {}, body: '{"status":"succeeded"}' })),
  ...['', 'null', '[]', '{}', '<html>Bad gateway</html>', '{"status":'].map((body) => ({
    status: 200,
    headers: {},
    body,
  })),
  { status: 302, headers: { location: 'https://elsewhere.example' }, body: '' },
];
