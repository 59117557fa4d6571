import { z } from 'zod';

/** The URL of a page that a browser opens. Only http(s), so that the processor cannot inject a script. */
export const pageUrl = z.string().regex(/^https?:\/\//);
