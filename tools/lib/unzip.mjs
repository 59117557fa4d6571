import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

function slice(file, start, length) {
  const bytes = Buffer.alloc(length);
  readSync(file, bytes, 0, length, start);
  return bytes;
}

/** The central directory of the archive, from its last record, after which only a comment may follow. */
function directoryOf(file) {
  const { size } = fstatSync(file);
  const tail = slice(file, Math.max(0, size - 65_557), Math.min(size, 65_557));
  for (let at = tail.length - 22; at >= 0; at -= 1)
    if (tail.readUInt32LE(at) === END_OF_DIRECTORY)
      return slice(file, tail.readUInt32LE(at + 16), tail.readUInt32LE(at + 12));
  throw new Error('not a zip archive');
}

function find(directory, name) {
  for (let at = 0; at < directory.length && directory.readUInt32LE(at) === DIRECTORY_ENTRY;) {
    const nameLength = directory.readUInt16LE(at + 28);
    if (directory.toString('utf8', at + 46, at + 46 + nameLength) === name)
      return {
        deflated: directory.readUInt16LE(at + 10) === 8,
        packedSize: directory.readUInt32LE(at + 20),
        start: directory.readUInt32LE(at + 42),
      };
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  throw new Error(`the archive has no ${name}`);
}

/** Reads one file of a zip archive such as a jar, for machines with a Java runtime but neither `jar` nor `unzip`. */
export function readZipped(archive, name) {
  const file = openSync(archive, 'r');
  try {
    const { deflated, packedSize, start } = find(directoryOf(file), name);
    const header = slice(file, start, 30);
    const packed = slice(file, start + 30 + header.readUInt16LE(26) + header.readUInt16LE(28), packedSize);
    return deflated ? inflateRawSync(packed) : packed;
  } finally {
    closeSync(file);
  }
}
