import { jpegFile, jpegSegment, pdfFile, pngChunk, pngFile, pngSignature } from '@payorch/harness';
import { judgeContent } from './judge-content';

const [pdf, png, jpeg] = [pdfFile(), pngFile(), jpegFile()];
const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const joined = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? text(part) : part)));
const changed = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at < 0 ? copy.length + at : at]! ^= 0xff;
  return copy;
};
const comment = (content: string): Buffer => jpegSegment(0xfe, text(content));
const thumbnail = jpegSegment(0xe1, joined('Exif\u0000\u0000', jpeg));

it.each<[string, Buffer, string]>([
  ['a PDF', pdf, 'application/pdf'],
  [
    'a PDF of version 2.0 with zeros behind',
    joined('%PDF-2.0', pdf.subarray(8), '\r\n\u0000\u0000'),
    'application/pdf',
  ],
  ['a PDF that was saved twice', joined(pdf, '3 0 obj<<>>endobj\nstartxref\r\n120\r\n%%EOF'), 'application/pdf'],
  ['a PNG', png, 'image/png'],
  ['a PNG with a text', pngFile(pngChunk('tEXt', text('Comment\u0000a receipt'))), 'image/png'],
  ['a JPEG', jpeg, 'image/jpeg'],
  ['a JPEG with a thumbnail and a comment', jpegFile(thumbnail, comment('of a phone')), 'image/jpeg'],
  ['a JPEG with fill bytes', joined(jpeg.subarray(0, 2), text('\u00ff'), jpeg.subarray(2)), 'image/jpeg'],
  ['a JPEG with a second image and zeros behind', joined(jpeg, '\u0000\u0000', jpeg, '\u0000'), 'image/jpeg'],
])('%s is one', (_, bytes, type) => expect(judgeContent(bytes)).toBe(type));

const pages = [
  '<html><script>alert(1)</script>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  '<?php 1',
];

it.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ...pages.map((page): [string, Buffer] => [page, text(page)]),
  ['an SVG after its declaration', text('<?xml version="1.0"?><svg/>')],
  ['a GIF that is a script', text('GIF89a=1;alert(1)')],
  ['an archive', text('PK\u0003\u0004 whatever')],
  ['a program', text('MZ\u0090 whatever')],
  ['a TIFF', text('II*\u0000 whatever')],
  ['a text', text('evidence')],
  ['the header of a PDF', text('%PDF-1.7\n')],
  ['a PDF behind a page', joined(pages[0]!, pdf)],
  ['a PDF behind a blank', joined(' ', pdf)],
  ['a PDF before a page', joined(pdf, pages[0]!)],
  ['a PDF before an archive', joined(pdf, 'PK\u0003\u0004')],
  ['a PDF without its end', pdf.subarray(0, -6)],
  ['the signature of a PNG', pngSignature],
  ['a PNG before a page', joined(png, pages[0]!)],
  ['a PNG before an archive', joined(png, 'PK\u0003\u0004')],
  ['a PNG before a zero', joined(png, '\u0000')],
  ['a PNG without an image', joined(png.subarray(0, 33), pngChunk('IEND'))],
  ['a PNG without its end', png.subarray(0, -12)],
  ['a PNG whose length lies', changed(png, 33)],
  ...pages.map((page): [string, Buffer] => [
    `a PNG with ${page}`,
    pngFile(pngChunk('tEXt', text(`Comment\u0000${page}`))),
  ]),
  ['a PNG with a PDF inside', pngFile(pngChunk('prIv', pdf))],
  ['the start of a JPEG', text('\u00ff\u00d8\u00ff')],
  ['a JPEG before a page', joined(jpeg, pages[0]!)],
  ['a JPEG before an archive', joined(jpeg, 'PK\u0003\u0004')],
  ['a JPEG before half a JPEG', joined(jpeg, jpeg.subarray(0, 30))],
  ['a JPEG without its end', jpeg.subarray(0, -2)],
  ['a JPEG without a scan', joined(jpegFile().subarray(0, 20), '\u00ff\u00d9')],
  ['a JPEG whose segment is longer than the file', joined(jpeg.subarray(0, 2), '\u00ff\u00e1\u00ff\u00ff')],
  ['a JPEG with a page inside', jpegFile(comment(`<${pages[0]!.slice(1).toUpperCase()}`))],
  ['a JPEG with a script that is a comment', jpegFile(comment('*/=alert(1);/*<SCRIPT src=x>'))],
  ['a JPEG with a PDF inside', jpegFile(jpegSegment(0xe1, pdf))],
])('%s is none of ours', (_, bytes) => expect(judgeContent(bytes)).toBeUndefined());

it('every end of a file but its own makes it none, and never an error', () => {
  for (const bytes of [pdf, png, jpeg])
    for (let length = 0; length < bytes.length - 2; length++)
      expect([length, judgeContent(bytes.subarray(0, length))]).toEqual([length, undefined]);
});

it('every changed byte of a PNG makes it none', () => {
  for (let at = 0; at < png.length; at++) expect([at, judgeContent(changed(png, at))]).toEqual([at, undefined]);
});
