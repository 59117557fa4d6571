import { z } from 'zod';

const text = z.string().min(1);
/** Pages that a customer's browser opens: nothing else than a web address. */
const pageUrl = z.url({ protocol: /^https?$/ });
const optionalText = text.nullish().transform((value) => value ?? null);

/** The error message (Erro) of EMV 3-D Secure. */
export const wireError = z.object({
  errorCode: text,
  errorDescription: text,
  errorDetail: optionalText,
});
export type WireError = z.infer<typeof wireError>;

export const versionsAnswer = z.union([
  wireError,
  z.object({
    threeDSServerTransID: text,
    acsStartProtocolVersion: text,
    acsEndProtocolVersion: text,
    threeDSMethodURL: pageUrl.nullish().transform((value) => value ?? null),
    directoryServerID: optionalText,
  }),
]);
export type WireVersions = Exclude<z.infer<typeof versionsAnswer>, WireError>;

/** The authentication response (ARes), and the results request (RReq) that a lookup returns. */
const result = z.object({
  threeDSServerTransID: text,
  transStatus: text,
  transStatusReason: optionalText,
  messageVersion: optionalText,
  dsTransID: optionalText,
  authenticationValue: optionalText,
  eci: optionalText,
  acsURL: pageUrl.nullish().transform((value) => value ?? null),
  acsTransID: optionalText,
  acsReferenceNumber: optionalText,
  acsSignedContent: optionalText,
});
export type WireResult = z.infer<typeof result>;

export const resultAnswer = z.union([wireError, result]);
