import { contentTypes, type ContentType } from './content-type';

/** In characters, without the ending that may be added. */
const longestName = 100;
/** What no file system and no header takes, what changes the direction of the text around it, and what hides the ending. */
const unwanted = /[\p{C}\p{Zl}\p{Zp}<>:"|?*;\\/]/gu;

const endingOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** The name of a sent file without folders and without characters that mean something to a program; null: nothing is left. */
export function cleanName(sent: string | undefined): string | null {
  const last = (sent ?? '').split(/[\\/]/).at(-1) ?? '';
  const name = last
    .normalize('NFC')
    .replace(unwanted, '')
    .replace(/^[.\s]+/, '')
    .trim();
  return [...name].slice(0, longestName).join('') || null;
}

/** The name under which a file is downloaded: with an ending of its type, whatever its sender named it. */
export function downloadName(
  name: string | null,
  { fileId, contentType }: { fileId: string; contentType: ContentType },
) {
  const endings: readonly string[] = contentTypes[contentType];
  const base = name ?? fileId;
  return endings.includes(endingOf(base)) ? base : `${base}.${endings[0]}`;
}

const inHeader = (name: string): string => name.replace(/[^A-Za-z0-9._ -]/g, '_');
/** RFC 5987: `encodeURIComponent` leaves some characters that the header may not have. */
const extended = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** Saved, never shown. Old clients read the first name, others the second (RFC 6266). */
export const attachment = (name: string): string =>
  `attachment; filename="${inHeader(name)}"; filename*=UTF-8''${extended(name)}`;
