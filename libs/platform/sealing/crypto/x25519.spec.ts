import crypto from 'node:crypto';
import { calculateJwkThumbprint, importJWK } from 'jose';
import { seal } from './jwe';
import { parsePublicKeys } from '../keys';
import { newX25519Jwk, newX25519Key } from './x25519';

const spkiOf = (key: crypto.KeyObject): Buffer =>
  crypto.createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);

describe('a fresh X25519 key', () => {
  it('a fresh key has the public half that Node derives from its private half', () => {
    for (let round = 0; round < 200; round++) {
      const { privateKey, publicBytes } = newX25519Key();
      expect(publicBytes.equals(spkiOf(privateKey))).toBe(true);
    }
  });

  it('the key object contains the private bytes that it was made of', () => {
    const { privateKey, privateBytes } = newX25519Key();
    const { d } = privateKey.export({ format: 'jwk' });
    expect(d).toBe(privateBytes.toString('base64url'));
  });

  it('a fresh key agrees on one secret with a key that Node generated', () => {
    const ours = newX25519Key();
    const theirs = crypto.generateKeyPairSync('x25519');
    const [publicKey] = parsePublicKeys([
      { kty: 'OKP', crv: 'X25519', kid: 'k', x: ours.publicBytes.toString('base64url') },
    ]);
    const here = crypto.diffieHellman({ privateKey: ours.privateKey, publicKey: theirs.publicKey });
    const there = crypto.diffieHellman({ privateKey: theirs.privateKey, publicKey: publicKey!.key });
    expect(here.equals(there)).toBe(true);
  });

  it('a fresh key is a JWK that jose imports', async () => {
    const jwk = newX25519Jwk('cards-1');
    await expect(importJWK(jwk, 'ECDH-ES')).resolves.toBeDefined();
    expect(await calculateJwkThumbprint(jwk)).not.toBe(await calculateJwkThumbprint(newX25519Jwk('cards-1')));
  });
});

it('a seal starts no key generation job and exports no key as JWK: in Node 20 that pair can wait for ever', () => {
  const { privateKey } = newX25519Key();
  const prototypes = [privateKey, crypto.createPublicKey(privateKey)].map(
    (key) => Object.getPrototypeOf(key) as crypto.KeyObject,
  );
  const exported = prototypes.map((prototype) => jest.spyOn(prototype, 'export'));
  const generated = (['generateKeyPairSync', 'generateKeyPair'] as const).map((name) => jest.spyOn(crypto, name));
  const { d: _, ...publicJwk } = newX25519Jwk('cards-1');
  const [publicKey] = parsePublicKeys([publicJwk]);
  const header = { reference: 'card_1', merchantId: 'm_1', purpose: 'card_number' };
  for (let round = 0; round < 10; round++) seal('4242424242424242', { publicKey: publicKey!, header });
  for (const one of [...generated, ...exported]) expect(one).not.toHaveBeenCalled();
});
