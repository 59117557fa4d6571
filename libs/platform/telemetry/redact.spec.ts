import { Fault, Secret } from '@payorch/kernel';
import fc from 'fast-check';
import { isSecretKey, redact, redactText } from './redact';

const card = '4242424242424242';

/** Digits whose last one makes the whole pass the Luhn check. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, letter, i) => {
    const weighted = Number(letter) * (i % 2 === 0 ? 2 : 1);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

const cardNumbers = fc
  .tuple(fc.constantFrom('2', '3', '4', '5', '6'), fc.integer({ min: 11, max: 17 }))
  .chain(([first, length]) =>
    fc
      .string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length })
      .map((rest) => withCheckDigit(first + rest)),
  );

describe('redactText', () => {
  it.each([
    [card, '***4242'],
    [`pay with ${card}, please`, 'pay with ***4242, please'],
    ['4242 4242 4242 4242', '***4242'],
    ['4242-4242-4242-4242', '***4242'],
    ['4242.4242.4242.4242', '***4242'],
    ['4242%204242%204242%204242', '***4242'],
    ['name=4242+4242+4242+4242&x=1', 'name=***4242&x=1'],
    ['12 4242 4242 4242 4242 99', '12 ***4242 99'],
    ['3782 822463 10005', '***0005'],
    ['4222222222222', '***2222'],
    [`${card}123`, '***'],
    ['line one\n4242\n4242\n4242\n4242', 'line one\n***4242'],
    [`${card} ${card}`, '***4242 ***4242'],
    ['4242 4242 4242 4241', '4242 4242 4242 4241'],
    ['1700000000006 ms', '1700000000006 ms'],
    ['2026-11-21 05:06:33.123', '2026-11-21 05:06:33.123'],
    ['pay_5vZ3kQ0c9xJt2LbM8nRd', 'pay_5vZ3kQ0c9xJt2LbM8nRd'],
    ['order 1234567890', 'order 1234567890'],
    ['pay_x_secret_abcDEF123', 'pay_x_secret_***'],
    ['postgres://payments:pa55@db:5432/payorch', 'postgres://payments:***@db:5432/payorch'],
    ['', ''],
  ])('the text %j is redacted to %j', (text, masked) => expect(redactText(text)).toBe(masked));

  it('no card number passes, at any position and with any spacing', () => {
    const separator = fc.constantFrom('', ' ', '-', '.', '%20', '+', '  ');
    const around = fc.constantFrom('', ' ', 'x', ':', '"', '\n', '(', 'é');
    fc.assert(
      fc.property(
        cardNumbers,
        separator,
        fc.constantFrom(2, 3, 4, 5, 6),
        around,
        around,
        (number, between, size, before, after) => {
          const groups = number.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
          const masked = redactText(before + groups.join(between) + after);
          expect(masked.replace(/\D/g, '')).not.toContain(number);
          expect(masked).toContain('***');
        },
      ),
    );
  });

  it('a text without such digits is unchanged, and a second redaction changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/\d{4}|_secret_|:\/\//.test(text) && text.replace(/\D/g, '').length < 13),
        (text) => {
          expect(redactText(text)).toBe(text);
        },
      ),
    );
    fc.assert(
      fc.property(cardNumbers, fc.string(), (number, text) => {
        const once = redactText(text + number);
        expect(redactText(once)).toBe(once);
      }),
    );
  });

  it('the time is linear in a hostile text', () => {
    for (const text of ['4 '.repeat(50_000), '4'.repeat(50_000), '1-'.repeat(50_000), '://a'.repeat(20_000)]) {
      const start = process.cpuUsage();
      redactText(text);
      const { user } = process.cpuUsage(start);
      // A backtracking pattern needs minutes for these.
      expect(user).toBeLessThan(20_000_000);
    }
  });
});

describe('isSecretKey', () => {
  it.each([
    ...[
      'api-key',
      'api_key',
      'X-Api-Key',
      'apiKey',
      'authorization',
      'Proxy-Authorization',
      'card_number',
      'cardNumber',
      'number',
    ],
    ...[
      'cvc',
      'card_cvc',
      'client_secret',
      'clientSecret',
      'secret',
      'webhook_secret',
      'password',
      'sealed',
      'sealedNumber',
    ],
    ...['sealed_cvc', 'cookie', 'set-cookie', 'connector_account_details', 'access_token', 'CVV'],
  ])('%s is a secret key', (key) => expect(isSecretKey(key)).toBe(true));

  it.each(['amount', 'payment_id', 'card_network', 'last4', 'numbering', 'count', 'status', 'bin', 'key'])(
    '%s is not a secret key',
    (key) => expect(isSecretKey(key)).toBe(false),
  );
});

describe('redact', () => {
  it('redact masks by key and by content, at every depth', () => {
    const logged = redact({
      card: { number: '4111', cvc: 123, holder: `J ${card}`, expiry: null },
      headers: [{ authorization: 'Bearer k' }],
      cvc: null,
      plain: [card, 4242424242424242, 4242424242424242n, 7, true, 5n],
      [card]: 'a key',
    });
    expect(logged).toEqual({
      card: { number: '***', cvc: '***', holder: 'J ***4242', expiry: null },
      headers: [{ authorization: '***' }],
      cvc: null,
      plain: ['***4242', '***4242', '***4242', 7, true, '5'],
      '***4242': 'a key',
    });
  });

  it('redact shows errors with stack and causes, masked as well', () => {
    const cause = Object.assign(new TypeError(`no ${card}`), { code: 'E1', apiKey: 'k' });
    const error = new Fault(`for ${card}`, { cause });
    const logged = JSON.stringify(redact({ error }));
    expect(logged).not.toMatch(/4242 ?4242|"k"/);
    expect(redact(error)).toMatchObject({
      type: 'Fault',
      message: 'for ***4242',
      cause: { type: 'TypeError', code: 'E1' },
    });
    expect((redact(error) as { stack: string }).stack).toContain('redact.spec');
  });

  it('redact converts values that JSON cannot represent', () => {
    const circle: Record<string, unknown> = { name: 'a' };
    circle['self'] = circle;
    let deep: object = {};
    for (let i = 0; i < 100; i++) deep = { deep };
    expect(redact(circle)).toEqual({ name: 'a', self: '[circular]' });
    expect(JSON.stringify(redact(deep))).toContain('[deep]');
    expect(
      redact([new Secret('s'), Buffer.from(card), new Date(0), new Map([['cvc', '1']]), new Set([card]), () => 1]),
    ).toEqual(['***', '[16 bytes]', '1970-01-01T00:00:00.000Z', { cvc: '***' }, ['***4242'], '[function]']);
  });

  it('redact accepts any value, does not change it, and returns JSON', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
        (value) => {
          expect(() => JSON.stringify(redact(value))).not.toThrow();
        },
      ),
    );
    const facts = { password: 'p', list: [card] };
    redact(facts);
    expect(facts).toEqual({ password: 'p', list: [card] });
  });
});
