import type { IncomingMessage } from 'node:http';

/**
 * The interface creates a config at `/configs/`, with a trailing slash. Nest drops that slash from its routes, so the
 * request drops it too.
 */
export const withoutClosingSlash = ({ url = '/' }: Pick<IncomingMessage, 'url'>): string =>
  url.replace(/^\/configs\/(?=$|\?)/, '/configs');
