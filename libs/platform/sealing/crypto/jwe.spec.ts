import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Secret } from '@payorch/kernel';
import fc from 'fast-check';
import { compactDecrypt, CompactEncrypt, decodeProtectedHeader } from 'jose';
import { describeSeal, keyIdOf, open, seal, SealError, sealPrefixOf, type SealFault, type SealHeader } from './jwe';
import { CurrentPrivateKeys, CurrentPublicKey, parsePrivateKeys, parsePublicKeys, type OkpPrivateJwk } from '../keys';
import { newX25519Jwk } from './x25519';

const [first, second] = [newX25519Jwk('cards-1'), newX25519Jwk('cards-2')];
const [publicKey] = parsePublicKeys([first]) as [ReturnType<typeof parsePublicKeys>[number]];
const privateKeys = parsePrivateKeys(new Secret(JSON.stringify([first, second])));
const header: SealHeader = { reference: 'card_1', merchantId: 'm_1', purpose: 'card_number' };
const card = '4242424242424242';

const faultOf = (work: () => unknown): SealFault | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof SealError) return error.fault;
    throw error;
  }
};

const joseKey = (jwk: OkpPrivateJwk) => createPrivateKey({ key: { ...jwk }, format: 'jwk' });

describe('a seal', () => {
  it('a seal opens for its key, object and purpose, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        expect(open(seal(text, { publicKey, header }), privateKeys, header)).toBe(text);
      }),
      { numRuns: 50 },
    );
  });

  it('a seal can be read by jose', async () => {
    const sealed = seal(card, { publicKey, header });
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, joseKey(first));
    expect(Buffer.from(plaintext).toString()).toBe(card);
    expect(protectedHeader).toMatchObject({ alg: 'ECDH-ES+A256KW', enc: 'A256GCM', kid: 'cards-1', ...header });
  });

  it.each(['ECDH-ES+A256KW', 'ECDH-ES'])('a seal can be made by jose with %s', async (alg) => {
    const sealed = await new CompactEncrypt(Buffer.from(card))
      .setProtectedHeader({ alg, enc: 'A256GCM', kid: 'cards-2', ...header })
      .encrypt(createPublicKey(joseKey(second)));
    expect(open(sealed, privateKeys, header)).toBe(card);
  });

  it('a seal whose content key is the agreed one does not open with a wrapped key in it', async () => {
    const sealed = await new CompactEncrypt(Buffer.from(card))
      .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM', kid: 'cards-1', ...header })
      .encrypt(createPublicKey(joseKey(first)));
    const [, wrapped] = seal(card, { publicKey, header }).split('.');
    expect(faultOf(() => open(sealed.replace('..', `.${wrapped}.`), privateKeys, header))).toBeDefined();
  });

  it('no two seals of a text share a content key or a nonce', () => {
    const seals = Array.from({ length: 20 }, () => seal(card, { publicKey, header }).split('.'));
    for (const part of [1, 2, 3, 4]) expect(new Set(seals.map((pieces) => pieces[part])).size).toBe(20);
  });

  it('the content key of one seal does not open another seal of the same second', () => {
    const [one, other] = [seal(card, { publicKey, header }), seal(card, { publicKey, header })];
    const [, key] = other.split('.');
    const exchanged = one.split('.').with(1, key!).join('.');
    expect(faultOf(() => open(exchanged, privateKeys, header))).toBe('tampered');
  });

  it('the seals of a second share an ephemeral key, and those of the next have another', () => {
    jest.useFakeTimers();
    const ephemeralOf = (sealed: string) => (decodeProtectedHeader(sealed)['epk'] as { x: string }).x;
    const [key] = parsePublicKeys([first]) as [typeof publicKey];
    const sealed = (text: string) => seal(text, { publicKey: key, header });
    try {
      const seals = [sealed('a'), sealed('b')];
      jest.advanceTimersByTime(1_000);
      seals.push(sealed('c'));
      const [x1, x2, x3] = seals.map(ephemeralOf);
      expect([x1 === x2, x2 === x3]).toEqual([true, false]);
      expect(seals.map((text) => open(text, privateKeys, header))).toEqual(['a', 'b', 'c']);
    } finally {
      jest.useRealTimers();
    }
  });

  it('seals of many seconds open in any order', () => {
    const seals = Array.from({ length: 70 }, (_, at) => {
      const [key] = parsePublicKeys([first]) as [typeof publicKey];
      return seal(String(at), { publicKey: key, header });
    });
    for (const order of [seals, seals.toReversed()])
      expect(order.map((sealed) => open(sealed, privateKeys, header))).toEqual(
        order.map((sealed) => String(seals.indexOf(sealed))),
      );
  });

  it('a seal does not reveal its text', () => {
    const sealed = seal(card, { publicKey, header });
    const shown = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    expect([sealed, ...shown].join()).not.toMatch(/4242/);
  });

  it.each<keyof SealHeader>(['reference', 'merchantId', 'purpose'])(
    'a seal does not open under another %s',
    (field) => {
      const sealed = seal(card, { publicKey, header });
      expect(faultOf(() => open(sealed, privateKeys, { ...header, [field]: 'other' }))).toBe('wrong_header');
    },
  );

  it('a seal does not open with a header that was rewritten or taken from another seal', () => {
    const [head, ...rest] = seal(card, { publicKey, header }).split('.') as [string, ...string[]];
    const rewritten = JSON.parse(Buffer.from(head, 'base64url').toString()) as object;
    const forged = Buffer.from(JSON.stringify({ ...rewritten, merchantId: 'm_2' })).toString('base64url');
    const expected = { ...header, merchantId: 'm_2' };
    expect(faultOf(() => open([forged, ...rest].join('.'), privateKeys, expected))).toBe('tampered');
    const [otherHead] = seal(card, { publicKey, header: expected }).split('.') as [string];
    expect(faultOf(() => open([otherHead, ...rest].join('.'), privateKeys, expected))).toBe('tampered');
  });

  it('a seal does not open without its key, nor with another key of the same id', () => {
    const sealed = seal(card, { publicKey, header });
    expect(keyIdOf(sealed)).toBe('cards-1');
    const without = parsePrivateKeys(new Secret(JSON.stringify([second])));
    expect(faultOf(() => open(sealed, without, header))).toBe('unknown_key');
    const impostor = parsePrivateKeys(new Secret(JSON.stringify([{ ...second, kid: 'cards-1' }])));
    expect(faultOf(() => open(sealed, impostor, header))).toBe('tampered');
  });

  it('a seal does not open when any one character is changed', () => {
    const sealed = seal(card, { publicKey, header });
    for (let i = 0; i < sealed.length; i++)
      for (const other of ['A', 'b', '9', '_', '.', '+']) {
        if (sealed[i] === other) continue;
        const changed = sealed.slice(0, i) + other + sealed.slice(i + 1);
        expect(faultOf(() => open(changed, privateKeys, header))).toBeDefined();
      }
  });

  it('a seal does not open when any one bit is changed', () => {
    const sealed = seal(card, { publicKey, header });
    const pieces = sealed.split('.');
    pieces.forEach((piece, at) => {
      const bytes = Buffer.from(piece, 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const flipped = Buffer.from(bytes);
        flipped[bit >> 3] = flipped[bit >> 3]! ^ (1 << (bit & 7));
        const changed = pieces.with(at, flipped.toString('base64url')).join('.');
        expect(faultOf(() => open(changed, privateKeys, header))).toBeDefined();
      }
    });
  });

  it('a seal does not open when it is cut, extended or empty', () => {
    const sealed = seal(card, { publicKey, header });
    const others = [
      '',
      '.',
      '....',
      'bnVsbA....',
      sealed.slice(0, -1),
      `${sealed}A`,
      `${sealed}.`,
      `${sealed}=`,
      ` ${sealed}`,
    ];
    for (const other of others) expect(faultOf(() => open(other, privateKeys, header))).toBeDefined();
    for (let end = 0; end < sealed.length; end += 7)
      expect(faultOf(() => open(sealed.slice(0, end), privateKeys, header))).toBeDefined();
  });

  it('a seal does not open with a point that yields the same secret for every key', () => {
    const [head, ...rest] = seal(card, { publicKey, header }).split('.') as [string, ...string[]];
    const parsed = JSON.parse(Buffer.from(head, 'base64url').toString()) as { epk: object };
    const zero = { ...parsed, epk: { ...parsed.epk, x: Buffer.alloc(32).toString('base64url') } };
    const forged = Buffer.from(JSON.stringify(zero)).toString('base64url');
    expect(faultOf(() => open([forged, ...rest].join('.'), privateKeys, header))).toBe('tampered');
  });

  it('a failure to open reveals neither text nor key', () => {
    expect(new SealError('tampered').message).toBe('the seal does not open: tampered');
  });
});

describe('the beginning of a seal', () => {
  const kids = fc.string({ minLength: 1, maxLength: 64 });
  const sealFor = (kid: string) => seal(card, { publicKey: { ...publicKey, kid }, header });

  it('the prefix distinguishes a key from every other one, whatever their ids', () => {
    fc.assert(
      fc.property(kids, kids, fc.string({ maxLength: 3 }), (kid, other, more) => {
        expect(sealFor(kid).startsWith(sealPrefixOf(kid))).toBe(true);
        for (const another of [other, `${kid}${more}`])
          if (another !== kid) expect(sealFor(another).startsWith(sealPrefixOf(kid))).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('a description contains the object, merchant and purpose of the seal', () => {
    expect(describeSeal(sealFor('cards-1'))).toEqual({ kid: 'cards-1', ...header });
    expect(faultOf(() => describeSeal('no seal'))).toBe('malformed');
  });
});

describe('a key list that is replaced', () => {
  it('the key list has the order of the new list, and its first key is current', () => {
    const ring = new CurrentPrivateKeys(new Secret(JSON.stringify([first])));
    const { keys } = ring;
    ring.replace(new Secret(JSON.stringify([second, first])));
    expect([[...keys.keys()], ring.current.kid]).toEqual([['cards-2', 'cards-1'], 'cards-2']);
    expect(open(seal(card, { publicKey: ring.current, header }), keys, header)).toBe(card);
    const known = new CurrentPublicKey([first]);
    known.replace([second, first]);
    expect([known.kids, known.kid]).toEqual([['cards-2', 'cards-1'], 'cards-2']);
  });
});
