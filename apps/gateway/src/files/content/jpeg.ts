import { hasForeignMarks } from './foreign-marks';

const marker = { start: 0xd8, end: 0xd9, scan: 0xda } as const;

const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);
const isRestart = (code: number): boolean => code >= 0xd0 && code <= 0xd7;

/** Where the data of a scan ends: at the next marker that is neither stuffing nor a restart; undefined: it is cut off. */
function endOfScan(bytes: Buffer, start: number): number | undefined {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const code = bytes[at + 1];
    if (code === undefined) return undefined;
    if (code !== 0x00 && code !== 0xff && !isRestart(code)) return at;
  }
  return undefined;
}

/** Where the image that begins there ends; undefined: it is no JPEG, cut off, or hides a file of another type. */
function endOfImage(bytes: Buffer, start: number): number | undefined {
  if (bytes[start] !== 0xff || bytes[start + 1] !== marker.start) return undefined;
  let [hasFrame, hasScan] = [false, false];
  let at = start + 2;
  while (at + 4 <= bytes.length || bytes[at + 1] === marker.end) {
    if (bytes[at] !== 0xff) return undefined;
    const code = bytes[at + 1]!;
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === marker.end) return hasFrame && hasScan ? at + 2 : undefined;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end < at + 4 || end > bytes.length || hasForeignMarks(bytes.subarray(at + 4, end))) return undefined;
    hasFrame ||= isFrame(code);
    if (code === marker.scan) {
      hasScan = true;
      const next = endOfScan(bytes, end);
      if (next === undefined) return undefined;
      at = next;
    } else at = end;
  }
  return undefined;
}

/** Cameras store further images behind the first one, such as a brighter or a smaller one, and may fill up with zeros. */
const mostImages = 16;

/** Whether these bytes are a JPEG, whole: from its start to its end, with nothing but further images behind. */
export function isJpeg(bytes: Buffer): boolean {
  let end = endOfImage(bytes, 0);
  for (let images = 1; end !== undefined && images <= mostImages; images++) {
    let next = end;
    while (bytes[next] === 0) next++;
    if (next === bytes.length) return true;
    end = endOfImage(bytes, next);
  }
  return false;
}
