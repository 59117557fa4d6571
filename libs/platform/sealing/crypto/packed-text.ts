import { Lz4 } from './lz4';
import texts from './sealed-texts.json';

/** No UTF-8 text contains this byte, so its first byte shows whether a text is packed: older ones are not. */
const mark = 0xff;
/** The mark, the version of the dictionary, the length of the text (32 bits, little-endian). */
const headBytes = 6;
/** Below it the head costs more than a block saves. */
const fewestBytes = 48;

/**
 * Texts like those that are sealed, without anything personal. Stored seals depend on every byte: a change is a new version
 * beside this one.
 */
export const dictionary = texts.map((text) => JSON.stringify(text)).join('');
const version = 1;
/** Before bytes that are no text, and begin with the mark themselves. */
const asIs = Buffer.from([mark, 0]);
const lz4 = new Lz4(dictionary);

const bytesOf = (text: string | Buffer): Buffer => (typeof text === 'string' ? Buffer.from(text) : text);

/** What `unpacked` turns into the text again, as long as the text. */
export function unpackedForm(text: string | Buffer): Buffer {
  const bytes = bytesOf(text);
  return bytes[0] === mark ? Buffer.concat([asIs, bytes]) : bytes;
}

/** The text as it is encrypted: ciphertext does not compress, so it is compressed before. */
export function packed(text: string | Buffer): Buffer {
  const bytes = bytesOf(text);
  const block = bytes.length < fewestBytes ? undefined : lz4.compress(bytes);
  if (!block || block.length + headBytes >= bytes.length) return unpackedForm(bytes);
  const head = Buffer.allocUnsafe(headBytes);
  head[0] = mark;
  head[1] = version;
  head.writeUInt32LE(bytes.length, 2);
  return Buffer.concat([head, block]);
}

/** The text of `packed` bytes. @throws RangeError: a dictionary of a later release */
export function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] !== mark) return bytes;
  if (bytes[1] === 0) return bytes.subarray(asIs.length);
  if (bytes[1] !== version) throw new RangeError(`dictionary ${bytes[1]} is unknown`);
  return lz4.expand(bytes.subarray(headBytes), bytes.readUInt32LE(2));
}
