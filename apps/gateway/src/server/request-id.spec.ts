import { redactText } from '@payorch/platform/telemetry';
import { newRequestId } from './request-id';

describe('newRequestId', () => {
  it('a request id is a UUID of version 7 with its time first', () => {
    const id = newRequestId(Date.UTC(2026, 0, 5));
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 0, 5));
    expect(newRequestId(1) < newRequestId(2)).toBe(true);
  });

  it('request ids are unique', () =>
    expect(new Set(Array.from({ length: 1000 }, () => newRequestId(1))).size).toBe(1000));

  it('the log masks no request id, also at times whose hexadecimal form has digits only', () => {
    const digitsOnly = Number.parseInt('019208211234', 16);
    const masked = Array.from({ length: 20_000 }, () => newRequestId(digitsOnly)).filter((id) => redactText(id) !== id);
    expect(masked).toEqual([]);
  });
});
