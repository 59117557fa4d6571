declare module 'kafkajs/src/protocol/encoder.js' {
  /** Writes the types of the Kafka protocol. `UVarInt…` are the compact types of flexible versions. */
  export default class Encoder {
    readonly buffer: Buffer;
    writeInt8(value: number): this;
    writeInt16(value: number): this;
    writeInt32(value: number): this;
    writeUVarInt(value: number): this;
    writeUVarIntString(value: string | null): this;
    writeUVarIntBytes(value: Buffer): this;
  }
}

declare module 'kafkajs/src/protocol/decoder.js' {
  /** Reads what `Encoder` writes, from the beginning of a buffer. */
  export default class Decoder {
    constructor(buffer: Buffer);
    readInt8(): number;
    readInt16(): number;
    readInt32(): number;
    readUVarIntString(): string | null;
    readUVarIntArray<T>(readOne: (decoder: Decoder) => T): T[] | null;
    readTaggedFields(): unknown;
  }
}
