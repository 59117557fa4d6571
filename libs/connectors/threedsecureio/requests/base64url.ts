/** JSON as the messages of a browser carry it: base64url without padding. */
export const base64urlJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
