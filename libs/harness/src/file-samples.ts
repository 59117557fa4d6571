import { crc32, deflateSync } from 'node:zlib';

/** A PDF of one empty page. */
export function pdfFile(text = 'evidence'): Buffer {
  const head = `%PDF-1.4\n% ${text}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n`;
  const table = 'xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 3>>\n';
  return Buffer.from(`${head}${table}startxref\n${head.length}\n%%EOF\n`, 'latin1');
}

/** A chunk of a PNG, with its checksum. */
export function pngChunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one white pixel, with these chunks before the pixel. */
export function pngFile(...more: Buffer[]): Buffer {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const pixel = deflateSync(Buffer.from([0, 255]));
  const chunks = [pngChunk('IHDR', header), ...more, pngChunk('IDAT', pixel), pngChunk('IEND')];
  return Buffer.concat([pngSignature, ...chunks]);
}

/** A segment of a JPEG. */
export const jpegSegment = (code: number, data: Buffer): Buffer => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, code]), length, data]);
};

/** The structure of a JPEG of one pixel, with these segments after its first one. */
export function jpegFile(...more: Buffer[]): Buffer {
  const frame = Buffer.from([8, 0, 1, 0, 1, 1, 1, 0x11, 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    jpegSegment(0xe0, Buffer.from('JFIF\u0000\u0001\u0001\u0000\u0000\u0001\u0000\u0001\u0000\u0000', 'latin1')),
    ...more,
    jpegSegment(0xdb, Buffer.alloc(65, 1)),
    jpegSegment(0xc0, frame),
    jpegSegment(0xc4, Buffer.from([0, 1, ...Buffer.alloc(15), 0])),
    jpegSegment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ]);
}
