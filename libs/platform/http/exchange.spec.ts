import { maskBody, maskHeaders, maskUrl } from './exchange';

const card = '4242424242424242';

describe('a recorded exchange', () => {
  it.each([
    [
      'application/json',
      `{"a":{"number":"${card}","cvc":"123"},"b":[{"api_key":"k"}]}`,
      '{"a":{"number":"***","cvc":"***"},"b":[{"api_key":"***"}]}',
    ],
    ['application/json', `{"description":"card ${card}"}`, '{"description":"card ***4242"}'],
    ['', `[{"password":"p"}]`, '[{"password":"***"}]'],
    [
      'application/x-www-form-urlencoded',
      `amount=1&card[number]=${card}&card%5Bcvc%5D=123`,
      'amount=1&card[number]=***&card[cvc]=***',
    ],
    [
      'application/xml',
      `<pay><cardNumber>${card}</cardNumber><cvc>123</cvc><id>1</id></pay>`,
      '<pay><cardNumber>***</cardNumber><cvc>***</cvc><id>1</id></pay>',
    ],
    ['application/xml', `<card number="${card}" cvc='1' cvc="123"/>`, `<card number="***" cvc='1' cvc="***"/>`],
    ['text/html', `<h1>${card} failed</h1>`, '<h1>***4242 failed</h1>'],
    ['application/json', `{"number":"${card.slice(0, 12)}`, '{"number":"***"'],
    ['', '', ''],
  ])('a recorded body of %s is masked: %s', (type, body, masked) => expect(maskBody(type, body)).toBe(masked));

  it('a recorded body is cut at its limit', () => {
    expect(maskBody('text/plain', 'x'.repeat(1e6))).toHaveLength(65_536);
  });

  it('every header that is not known to be harmless is masked', () => {
    const headers = {
      Authorization: 'Bearer k',
      'X-Strange-Key': 'k',
      'Content-Type': 'text/plain',
      'x-request-id': 'r1',
      'Idempotency-Key': 'op_1',
    };
    expect(maskHeaders(headers)).toEqual({
      Authorization: '***',
      'X-Strange-Key': '***',
      'Content-Type': 'text/plain',
      'x-request-id': 'r1',
      'Idempotency-Key': 'op_1',
    });
  });

  it.each([
    ['https://user:pw@p.example/v1/x', 'https://p.example/v1/x'],
    ['https://p.example/v1?api_key=k&id=1', 'https://p.example/v1?api_key=***&id=1'],
    [`https://p.example/cards/${card}`, 'https://p.example/cards/***4242'],
    ['nonsense', '***'],
  ])('the URL %s is masked', (url, masked) => expect(maskUrl(url)).toBe(masked));
});
