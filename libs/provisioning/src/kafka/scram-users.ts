import { pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Kafka } from 'kafkajs';
import Decoder from 'kafkajs/src/protocol/decoder.js';
import Encoder from 'kafkajs/src/protocol/encoder.js';

/** The broker refused to read or to change a user. `code` is the error code of the protocol. */
export class UserRefusedError extends Error {
  constructor(
    readonly code: number,
    reason: string | null,
  ) {
    super(reason ?? `the broker answers with error ${code}`);
  }
}

const scramSha512 = 2;
const noSuchUser = 91;
/** The broker's minimum. More would only slow each login: a random password cannot be found by trying. */
const iterations = 4096;

/** The salted password of RFC 5802 (`Hi`) for SCRAM-SHA-512: 64 bytes. */
export const saltedPassword = (password: string, salt: Buffer, rounds: number = iterations): Buffer =>
  pbkdf2Sync(password, salt, rounds, 64, 'sha512');

interface Request<T> {
  readonly request: {
    readonly apiKey: number;
    readonly apiVersion: number;
    readonly apiName: string;
    readonly encode: () => Promise<Encoder>;
  };
  readonly response: {
    readonly decode: (payload: Buffer) => Promise<T>;
    readonly parse: (decoded: T) => Promise<T>;
  };
}

/** Both requests have one version, a flexible one: tagged fields, here none, end the header, each structure and the body. */
const noTags = 0;
const begun = (): Encoder => new Encoder().writeUVarInt(noTags);
/** The length of a compact array that has `count` elements. */
const compact = (count: number): number => count + 1;

const requestOf = <T>(apiKey: number, apiName: string, body: Encoder, read: (body: Decoder) => T): Request<T> => ({
  request: { apiKey, apiName, apiVersion: 0, encode: () => Promise.resolve(body) },
  response: {
    decode: (payload) => {
      const decoder = new Decoder(payload);
      decoder.readTaggedFields();
      decoder.readInt32(); // how long the broker throttles this client, ms
      return Promise.resolve(read(decoder));
    },
    parse: (decoded) => Promise.resolve(decoded),
  },
});

interface UserResult {
  readonly name: string;
  readonly code: number;
  readonly reason: string | null;
}

const userResult = (decoder: Decoder): UserResult => ({
  name: decoder.readUVarIntString() ?? '',
  code: decoder.readInt16(),
  reason: decoder.readUVarIntString(),
});

/** The only result of a request about one user. @throws UserRefusedError except for the codes in `accepted` */
function accepted(results: readonly UserResult[], codes: readonly number[] = []): UserResult {
  const [one] = results;
  if (!one) throw new UserRefusedError(-1, 'the broker answers without a result');
  if (one.code !== 0 && !codes.includes(one.code)) throw new UserRefusedError(one.code, one.reason);
  return one;
}

const alterUsers = (body: Encoder): Request<UserResult[]> =>
  requestOf(51, 'AlterUserScramCredentials', body, (decoder) => {
    const readOne = (one: Decoder): UserResult => {
      const result = userResult(one);
      one.readTaggedFields();
      return result;
    };
    return decoder.readUVarIntArray(readOne) ?? [];
  });

/** Creates the SCRAM-SHA-512 credential of a user, or replaces it. */
export const setPassword = (name: string, password: string, salt: Buffer): Request<UserResult[]> =>
  alterUsers(
    begun()
      .writeUVarInt(compact(0)) // deletions
      .writeUVarInt(compact(1)) // upsertions
      .writeUVarIntString(name)
      .writeInt8(scramSha512)
      .writeInt32(iterations)
      .writeUVarIntBytes(salt)
      .writeUVarIntBytes(saltedPassword(password, salt))
      .writeUVarInt(noTags)
      .writeUVarInt(noTags),
  );

/** Deletes the SCRAM-SHA-512 credential of a user. */
export const deletePassword = (name: string): Request<UserResult[]> =>
  alterUsers(
    begun()
      .writeUVarInt(compact(1)) // deletions
      .writeUVarIntString(name)
      .writeInt8(scramSha512)
      .writeUVarInt(noTags)
      .writeUVarInt(compact(0)) // upsertions
      .writeUVarInt(noTags),
  );

/** Reads which SCRAM credentials a user has, without secrets. */
export const describeUser = (name: string): Request<UserResult[]> => {
  const body = begun().writeUVarInt(compact(1)).writeUVarIntString(name).writeUVarInt(noTags).writeUVarInt(noTags);
  return requestOf(50, 'DescribeUserScramCredentials', body, (decoder) => {
    const [code, reason] = [decoder.readInt16(), decoder.readUVarIntString()];
    if (code !== 0) throw new UserRefusedError(code, reason);
    const readOne = (one: Decoder): UserResult => {
      const result = userResult(one);
      one.readUVarIntArray((credential) => {
        credential.readInt8(); // mechanism
        credential.readInt32(); // iterations
        return credential.readTaggedFields();
      });
      one.readTaggedFields();
      return result;
    };
    return decoder.readUVarIntArray(readOne) ?? [];
  });
};

interface Cluster {
  connect(): Promise<void>;
  disconnect(): Promise<void>;
  refreshMetadata(): Promise<void>;
  findControllerBroker(): Promise<{
    readonly connectionPool: { send<T>(request: Request<T>): Promise<T> };
  }>;
}

/** The client library creates its connections by a private method, and has no public request of another kind. */
function clusterOf(kafka: Kafka): Cluster {
  const name = Object.getOwnPropertySymbols(kafka).find(
    ({ description }) => description === 'private:Kafka:createCluster',
  );
  const create = name && (Reflect.get(kafka, name) as ((options: object) => Cluster) | undefined);
  if (!create) throw new Error('this version of kafkajs creates its connections by another method');
  return create({ metadataMaxAge: 300_000, allowAutoTopicCreation: false });
}

/** The users of a broker that authenticate by SCRAM-SHA-512. The client library has no requests for them. */
export interface ScramUsers {
  readonly exists: (name: string) => Promise<boolean>;
  readonly setPassword: (name: string, password: string) => Promise<void>;
  /** A user that does not exist is no error. */
  readonly remove: (name: string) => Promise<void>;
}

/** Runs `work` with the users of a broker, over a connection of its own. */
export async function withScramUsers<T>(kafka: Kafka, work: (users: ScramUsers) => Promise<T>): Promise<T> {
  const cluster = clusterOf(kafka);
  await cluster.connect();
  try {
    await cluster.refreshMetadata();
    const { connectionPool } = await cluster.findControllerBroker();
    return await work({
      exists: async (name) => accepted(await connectionPool.send(describeUser(name)), [noSuchUser]).code !== noSuchUser,
      setPassword: async (name, password) =>
        void accepted(await connectionPool.send(setPassword(name, password, randomBytes(16)))),
      remove: async (name) => void accepted(await connectionPool.send(deletePassword(name)), [noSuchUser]),
    });
  } finally {
    await cluster.disconnect();
  }
}
