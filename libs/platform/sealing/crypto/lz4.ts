/**
 * LZ4 blocks with a dictionary: https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md. Texts of a few hundred bytes
 * shrink to a fraction by matches in the dictionary. In TypeScript, since an app is one file without native modules.
 */
/** Small enough that both tables stay in the processor's cache. */
const hashBits = 12;
const minMatch = 4;
const maxOffset = 65_535;
/** The format: the last match begins at least 12 bytes, and ends at least 5 bytes before the end. */
const lastMatchBytes = 12;
const lastLiteralBytes = 5;

const wordAt = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);

/** Of six bytes, though four are a match: in JSON most words of four bytes, like `":nu`, occur too often to lead to a long match. */
const hashedBytes = 6;
const hashAt = (bytes: Uint8Array, at: number, word: number): number =>
  (Math.imul(word, 0x9e3779b1) ^ Math.imul(bytes[at + 4]! | (bytes[at + 5]! << 8), 0x85ebca6b)) >>> (32 - hashBits);

/** A length of 15 and more continues in bytes of 255 and a last smaller one. Returns the next position. */
function writeLength(out: Uint8Array, at: number, length: number): number {
  let [next, left] = [at, length - 15];
  for (; left >= 255; left -= 255) out[next++] = 255;
  out[next++] = left;
  return next;
}

/** Compresses and expands texts that resemble the dictionary; both sides need the same one, of 65,535 bytes at most. */
export class Lz4 {
  private readonly dictionary: Buffer;
  /** Position + 1 of the last word with each hash in the dictionary. */
  private readonly known = new Int32Array(1 << hashBits);
  /** The same of the text, plus `base`: smaller values are of earlier texts, so that nothing is cleared for each text. */
  private readonly seen = new Int32Array(1 << hashBits);
  private base = 1;

  constructor(dictionary: string) {
    const bytes = Buffer.from(dictionary);
    for (let at = 0; at + hashedBytes <= bytes.length; at++) this.known[hashAt(bytes, at, wordAt(bytes, at))] = at + 1;
    this.dictionary = bytes;
  }

  /** The block; undefined where it would not be shorter than the text. */
  compress(text: Uint8Array): Buffer | undefined {
    const { dictionary, known, seen } = this;
    if (this.base > 2 ** 30) seen.fill((this.base = 1) - 1);
    const { base } = this;
    this.base += text.length;
    const out = Buffer.allocUnsafe(text.length + Math.ceil(text.length / 255) + 16);
    const matchEnd = text.length - lastLiteralBytes;
    let [literals, written] = [0, 0];
    for (let at = 0; at <= text.length - lastMatchBytes;) {
      const word = wordAt(text, at);
      const hash = hashAt(text, at, word);
      const own = seen[hash]! - base;
      const shared = known[hash]! - 1;
      seen[hash] = base + at;
      const isOwn = own >= 0 && at - own <= maxOffset && wordAt(text, own) === word;
      const [source, from, offset] = isOwn
        ? [text, own, at - own]
        : [dictionary, shared, dictionary.length - shared + at];
      if (!isOwn && (shared < 0 || offset > maxOffset || wordAt(dictionary, shared) !== word)) {
        // Text without matches is passed over ever faster.
        at += 1 + ((at - literals) >> 6);
        continue;
      }
      const most = Math.min(matchEnd - at, source.length - from);
      let length = minMatch;
      while (length < most && source[from + length] === text[at + length]) length++;
      written = this.writeLiterals(out, written, text.subarray(literals, at), length - minMatch);
      out[written++] = offset & 255;
      out[written++] = offset >> 8;
      if (length - minMatch >= 15) written = writeLength(out, written, length - minMatch);
      at += length;
      literals = at;
    }
    written = this.writeLiterals(out, written, text.subarray(literals), 0);
    return written < text.length ? out.subarray(0, written) : undefined;
  }

  /** The text of a block, of this many bytes. @throws RangeError: not a block of such a text */
  expand(block: Uint8Array, length: number): Buffer {
    const { dictionary } = this;
    const out = Buffer.allocUnsafe(length);
    let [at, written] = [0, 0];
    const lengthFrom = (token: number): number => {
      let total = token;
      for (let more = token === 15 ? 255 : 0; more === 255; total += more) {
        if (at >= block.length) throw new RangeError('an LZ4 block ends within a length');
        more = block[at++]!;
      }
      return total;
    };
    while (at < block.length) {
      const token = block[at++]!;
      const literals = lengthFrom(token >> 4);
      if (at + literals > block.length || written + literals > length)
        throw new RangeError('an LZ4 block has other literals than its length');
      out.set(block.subarray(at, at + literals), written);
      at += literals;
      written += literals;
      if (at === block.length) break;
      if (at + 2 > block.length) throw new RangeError('an LZ4 block ends within an offset');
      const offset = block[at]! | (block[at + 1]! << 8);
      at += 2;
      const end = written + minMatch + lengthFrom(token & 15);
      if (offset === 0 || offset > dictionary.length + written || end > length)
        throw new RangeError('an LZ4 block refers to bytes outside of its text');
      if (offset > written) {
        const from = dictionary.length + written - offset;
        written += dictionary.copy(out, written, from, Math.min(dictionary.length, from + end - written));
      }
      // Byte by byte: a match may overlap what it produces.
      for (; written < end; written++) out[written] = out[written - offset]!;
    }
    if (written !== length) throw new RangeError('an LZ4 block has another length than its text');
    return out;
  }

  private writeLiterals(out: Uint8Array, at: number, literals: Uint8Array, matched: number): number {
    let next = at;
    out[next++] = (Math.min(literals.length, 15) << 4) | Math.min(matched, 15);
    if (literals.length >= 15) next = writeLength(out, next, literals.length);
    out.set(literals, next);
    return next + literals.length;
  }
}
