import { InvariantError } from '@payorch/kernel';
import { encode } from 'uqr';

/** The largest code is version 6 (ISO/IEC 18004): enough for the address of a page, and large enough modules for a phone. */
const maxBytes = 134;
const options = { ecc: 'L', maskPattern: 0, boostEcc: false, border: 0, maxVersion: 6 } as const;

/** The dark modules of a text's QR code, by row and column. @throws InvariantError for more than 134 bytes */
export function qrCode(text: string): readonly (readonly boolean[])[] {
  const bytes = [...new TextEncoder().encode(text)];
  if (bytes.length > maxBytes) {
    throw new InvariantError(`A QR code here has at most ${maxBytes} bytes, not ${bytes.length}`);
  }
  return encode(bytes, options).data;
}

/** The code as an SVG image with the quiet zone of four modules. */
export function qrCodeSvg(text: string): string {
  const code = qrCode(text);
  const size = code.length + 8;
  const path = code
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}h1v1h-1z`] : [])))
    .join('');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}h-${size}z"/><path d="${path}"/></svg>`
  );
}

export const qrCodeDataUrl = (text: string): string =>
  `data:image/svg+xml;base64,${Buffer.from(qrCodeSvg(text)).toString('base64')}`;
