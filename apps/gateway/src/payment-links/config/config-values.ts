import { isMerchantUrl } from '../../fields';
import { imageAddress, isColour } from '../page';

/**
 * What a merchant writes here becomes part of a page that takes card numbers: each value is text, an address, a colour or
 * one of the known words, and nothing that a browser would run or load from elsewhere.
 */
export type Check = (value: unknown) => boolean;

/** Letters that a customer does not see, or that turn the direction of a text, could make one sum look like another. */
const hidden =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/;
const longestText = 1_024;

export const isText: Check = (value) => typeof value === 'string' && value.length <= longestText && !hidden.test(value);
export const isImage: Check = (value) =>
  typeof value === 'string' && isMerchantUrl(value) && imageAddress(value) !== undefined;
export const isOneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.some((word) => word === value);
export const isColourText: Check = (value) => typeof value === 'string' && isColour(value);

/** Letters, digits and hyphens, with a dot in between: the links of the profile begin with `https://` and this. */
const domainName = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}(?::\d{1,5})?$/i;

export const isDomainName = (text: string): boolean => domainName.test(text);
