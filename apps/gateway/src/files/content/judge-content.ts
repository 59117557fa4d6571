import type { ContentType } from '../domain/content-type';
import { isJpeg } from './jpeg';
import { isPdf } from './pdf';
import { isPng } from './png';

const judges: readonly (readonly [ContentType, (bytes: Buffer) => boolean])[] = [
  ['application/pdf', isPdf],
  ['image/jpeg', isJpeg],
  ['image/png', isPng],
];

/**
 * The type of a file by its bytes, from the first to the last; undefined: none of ours, cut off, or more than one file in one
 * (an image with an archive or a page behind it).
 */
export const judgeContent = (bytes: Buffer): ContentType | undefined => judges.find(([, is]) => is(bytes))?.[0];
