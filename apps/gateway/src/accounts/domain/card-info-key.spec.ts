import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readPublicKey } from './card-info-key';

const rsa = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
const pair = rsa(2048);
const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();

it.each<[string, string]>([
  ['a short key', pemOf(rsa(1024).publicKey)],
  ['a long key', pemOf(rsa(4104).publicKey)],
  ['another exponent', pemOf(generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }).publicKey)],
  ['an elliptic curve', pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey)],
  ['a private key', pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()],
  ['no key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----'],
  ['nothing', ''],
])('%s is not accepted', (_, pem) => expect(readPublicKey(pem)).toBeUndefined());

it('a key in PKCS #1 is accepted', () =>
  expect(readPublicKey(pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString())).toBeDefined());

it('a key in SPKI is accepted', () => expect(readPublicKey(pemOf(pair.publicKey))).toBeDefined());
