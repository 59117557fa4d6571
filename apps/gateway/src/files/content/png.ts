import { crc32 } from 'node:zlib';
import { hasForeignMarks } from './foreign-marks';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Length and name before the data of a chunk, its checksum after it. */
const [before, after] = [8, 4];
const headerBytes = 13;

interface Chunk {
  readonly name: string;
  readonly data: Buffer;
  readonly next: number;
}

/** The chunk that begins there; undefined: it is cut off, or its checksum is wrong. */
function chunkAt(bytes: Buffer, start: number): Chunk | undefined {
  if (start + before + after > bytes.length) return undefined;
  const end = start + before + bytes.readUInt32BE(start);
  if (end + after > bytes.length) return undefined;
  // The checksum is over the name too.
  if (crc32(bytes.subarray(start + 4, end)) !== bytes.readUInt32BE(end)) return undefined;
  return {
    name: bytes.toString('latin1', start + 4, start + before),
    data: bytes.subarray(start + before, end),
    next: end + after,
  };
}

/** Whether these bytes are one PNG, whole: from its header to its end, every chunk with its checksum, and nothing behind. */
export function isPng(bytes: Buffer): boolean {
  if (!bytes.subarray(0, signature.length).equals(signature)) return false;
  const header = chunkAt(bytes, signature.length);
  if (header?.name !== 'IHDR' || header.data.length !== headerBytes) return false;
  let hasImage = false;
  for (let chunk = chunkAt(bytes, header.next); chunk; chunk = chunkAt(bytes, chunk.next)) {
    if (chunk.name === 'IEND') return hasImage && chunk.data.length === 0 && chunk.next === bytes.length;
    if (chunk.name === 'IDAT') hasImage = true;
    else if (hasForeignMarks(chunk.data)) return false;
  }
  return false;
}
