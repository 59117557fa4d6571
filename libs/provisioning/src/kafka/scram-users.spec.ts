import Decoder from 'kafkajs/src/protocol/decoder.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';
import { deletePassword, describeUser, saltedPassword, setPassword, UserRefusedError } from './scram-users';

const bytesOf = async ({ request }: { readonly request: { encode: () => Promise<Encoder> } }): Promise<Buffer> =>
  (await request.encode()).buffer;

it.each([
  [
    1,
    '867f70cf1ade02cff3752599a3a53dc4af34c7a669815ae5d513554e1c8cf252c02d470a285a0501bad999bfe943c08f050235d7d68b1da55e63f73b60a57fce',
  ],
  [
    4096,
    'd197b1b33db0143e018b12f3d1d1479e6cdebdcc97c5c0f87f6902e072f457b5143f30602641b3d55cd335988cb36b84376060ecd532e039b742a239434af2d5',
  ],
])('the salted password after %i rounds is that of the published test vector', (rounds, hex) => {
  expect(saltedPassword('password', Buffer.from('salt'), rounds).toString('hex')).toBe(hex);
});

it('AlterUserScramCredentials carries one credential for SCRAM-SHA-512, and never the password', async () => {
  const salt = Buffer.from('0123456789abcdef');
  const one = setPassword('audit', 'a password', salt);
  expect([one.request.apiKey, one.request.apiVersion]).toEqual([51, 0]);
  const bytes = await bytesOf(one);
  const hex = [
    '00', // no tagged fields of the header
    '01', // no deletions
    '02', // one upsertion
    '06', // a name of 5 characters
    Buffer.from('audit').toString('hex'),
    '02', // SCRAM-SHA-512
    '00001000', // 4,096 iterations
    '11', // a salt of 16 bytes
    salt.toString('hex'),
    '41', // a salted password of 64 bytes
    saltedPassword('a password', salt).toString('hex'),
    '0000', // no tagged fields of the upsertion and of the request
  ];
  expect(bytes.toString('hex')).toBe(hex.join(''));
  expect(bytes.includes('a password')).toBe(false);
});

it('the deletion of a user names its credential alone', async () => {
  const bytes = await bytesOf(deletePassword('audit'));
  expect(bytes.toString('hex')).toBe(`000206${Buffer.from('audit').toString('hex')}02000100`);
});

/** The header's tagged fields and the throttle time, then the results of AlterUserScramCredentials. */
const altered = (code: number, reason: string | null): Buffer =>
  new Encoder()
    .writeUVarInt(0)
    .writeInt32(0)
    .writeUVarInt(2)
    .writeUVarIntString('audit')
    .writeInt16(code)
    .writeUVarIntString(reason)
    .writeUVarInt(0)
    .writeUVarInt(0).buffer;

it('an answer of AlterUserScramCredentials is read with the reason of a refusal', async () => {
  const { response } = deletePassword('audit');
  expect(await response.decode(altered(0, null))).toEqual([{ name: 'audit', code: 0, reason: null }]);
  expect(await response.decode(altered(91, 'no such user'))).toEqual([
    { name: 'audit', code: 91, reason: 'no such user' },
  ]);
});

it('an answer of DescribeUserScramCredentials is read behind its list of credentials, and its refusal is an error', async () => {
  const { request, response } = describeUser('audit');
  expect(request.apiKey).toBe(50);
  const begun = (code: number, reason: string | null) =>
    new Encoder().writeUVarInt(0).writeInt32(0).writeInt16(code).writeUVarIntString(reason);
  const answer = begun(0, null).writeUVarInt(2).writeUVarIntString('audit').writeInt16(0).writeUVarIntString(null);
  for (const mechanism of [1, 2])
    (mechanism === 1 ? answer.writeUVarInt(3) : answer).writeInt8(mechanism).writeInt32(4096).writeUVarInt(0);
  answer.writeUVarInt(0).writeUVarInt(0);
  expect(await response.decode(answer.buffer)).toEqual([{ name: 'audit', code: 0, reason: null }]);
  const refused = begun(31, 'Cluster authorization failed.').writeUVarInt(1).writeUVarInt(0).buffer;
  const read = async () => response.decode(refused);
  await expect(read()).rejects.toThrow(new UserRefusedError(31, 'Cluster authorization failed.'));
});

it('the encoder and the decoder of the client library agree about compact strings', () => {
  expect(new Decoder(new Encoder().writeUVarIntString('audit').buffer).readUVarIntString()).toBe('audit');
});
