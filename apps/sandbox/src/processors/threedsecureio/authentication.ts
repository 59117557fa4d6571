import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Answer as HttpAnswer } from '../../kit/calls/answer';
import { ranges } from './cards';

/** The server's record of an authentication. It has no card number: the ledger file stores it unchanged. */
export interface Authentication {
  /** `threeDSServerTransID`. */
  readonly id: string;
  readonly acsId: string;
  readonly dsId: string;
  /** Digest of the API key of the request. */
  readonly account: string;
  /** The last four digits of the card. */
  readonly last4: string;
  /** Null until it is requested; C while the challenge is open. */
  readonly status: string | null;
  readonly version: string;
  readonly notificationUrl: string | null;
  readonly amount: number | null;
  readonly currency: string | null;
}

/** A call of the requestor. */
export interface ServerCall {
  readonly body: unknown;
  /** Digest of the API key. */
  readonly account: string;
  readonly known: (id: string) => Authentication | undefined;
  readonly publicUrl: string;
}

export interface Decision {
  readonly answer: HttpAnswer;
  readonly authentication?: Authentication;
}

const refusal = (status: number, errorCode: string, errorDescription: string, errorDetail: string): HttpAnswer => ({
  status,
  body: { messageType: 'Erro', errorCode, errorComponent: 'S', errorDescription, errorDetail },
});

export const noKey = refusal(401, '303', 'Access denied, invalid endpoint', 'the header APIKey is absent');
const unreadable = (field: string): HttpAnswer =>
  refusal(400, '203', 'Format of one or more data elements is invalid', field);
const notRecognized = refusal(404, '301', 'Transaction ID not recognized', 'threeDSServerTransID');
const repeated = refusal(400, '305', 'Transaction data not valid', 'the authentication was requested before');

const cardRequest = z.object({ acctNumber: z.string().regex(/^\d{13,19}$/) });

/** The range of a card, with a new authentication. */
export function preAuthenticate({ body, account, publicUrl }: ServerCall): Decision {
  const { data } = cardRequest.safeParse(body);
  if (!data) return { answer: unreadable('acctNumber') };
  const range = ranges.get(data.acctNumber);
  if (!range) return { answer: refusal(404, '305', 'Transaction data not valid', 'the card is in no known range') };
  const [start, end] = range.versions;
  const authentication: Authentication = {
    id: randomUUID(),
    acsId: randomUUID(),
    dsId: randomUUID(),
    account,
    last4: data.acctNumber.slice(-4),
    status: null,
    version: end,
    notificationUrl: null,
    amount: null,
    currency: null,
  };
  return {
    authentication,
    answer: {
      status: 200,
      body: {
        threeDSServerTransID: authentication.id,
        acsStartProtocolVersion: start,
        acsEndProtocolVersion: end,
        dsStartProtocolVersion: start,
        dsEndProtocolVersion: end,
        directoryServerID: 'A000000003',
        ...(range.hasMethod && { threeDSMethodURL: `${publicUrl}/threedsecureio/method` }),
      },
    },
  };
}

const text = z.string().min(1);
/** The data elements that a browser's payment must have (EMV 3-D Secure, table of the AReq). */
const authenticationRequest = z.object({
  messageType: z.literal('AReq'),
  messageVersion: z.enum(['2.1.0', '2.2.0']),
  deviceChannel: z.literal('02'),
  messageCategory: z.literal('01'),
  threeDSServerTransID: text,
  threeDSCompInd: z.enum(['Y', 'N', 'U']),
  threeDSRequestorURL: z.url(),
  notificationURL: z.url(),
  acctNumber: z.string().regex(/^\d{13,19}$/),
  cardExpiryDate: z.string().regex(/^\d{4}$/),
  purchaseAmount: z.string().regex(/^\d{1,48}$/),
  purchaseCurrency: z.string().regex(/^\d{3}$/),
  purchaseExponent: z.string().regex(/^\d$/),
  mcc: text,
  merchantName: text,
  merchantCountryCode: text,
  acquirerBIN: text,
  acquirerMerchantID: text,
  browserAcceptHeader: text,
  browserUserAgent: text,
  browserLanguage: text,
  browserTZ: text,
  browserScreenHeight: text,
  browserScreenWidth: text,
  threeDSRequestorChallengeInd: z.enum(['01', '02', '03', '04']).optional(),
});

/** The issuer's answer. A requested challenge replaces a frictionless success. */
export function authenticate({ known, body, publicUrl }: ServerCall): Decision {
  const { data, error } = authenticationRequest.safeParse(body);
  if (!data) return { answer: unreadable(error.issues[0]?.path.join('.') ?? 'body') };
  const found = known(data.threeDSServerTransID);
  const range = ranges.get(data.acctNumber);
  if (!found || !range) return { answer: notRecognized };
  if (found.status !== null) return { answer: repeated };
  const challenges = data.threeDSRequestorChallengeInd === '03' && range.answer === 'Y';
  const authentication: Authentication = {
    ...found,
    status: challenges ? 'C' : range.answer,
    version: data.messageVersion,
    notificationUrl: data.notificationURL,
    amount: Number(data.purchaseAmount),
    currency: data.purchaseCurrency,
  };
  return { authentication, answer: { status: 200, body: resultView(authentication, 'ARes', publicUrl) } };
}

export function resultOf({ known, body, publicUrl }: ServerCall): Decision {
  const { data } = z.object({ threeDSServerTransID: text }).safeParse(body);
  if (!data) return { answer: unreadable('threeDSServerTransID') };
  const found = known(data.threeDSServerTransID);
  // An authentication that was never requested has no result.
  if (!found || found.status === null) return { answer: notRecognized };
  return { answer: { status: 200, body: resultView(found, 'RReq', publicUrl) } };
}

const isSuccess = (status: string | null): boolean => status === 'Y' || status === 'A';

/** 20 bytes, as the card networks' values have. */
const cryptogramOf = ({ id }: Authentication): string =>
  createHash('sha256').update(id).digest().subarray(0, 20).toString('base64');

/** The electronic commerce indicators of Visa's cards. */
const eciOf = (status: string | null): string => (status === 'Y' ? '05' : status === 'A' ? '06' : '07');

function resultView(authentication: Authentication, messageType: 'ARes' | 'RReq', publicUrl: string): object {
  const { id, acsId, dsId, status, version } = authentication;
  return {
    messageType,
    messageVersion: version,
    threeDSServerTransID: id,
    acsTransID: acsId,
    acsReferenceNumber: 'SANDBOX_ACS',
    dsTransID: dsId,
    transStatus: status,
    ...(status === 'C' && { acsURL: `${publicUrl}/threedsecureio/challenge` }),
    ...(isSuccess(status) && { authenticationValue: cryptogramOf(authentication) }),
    ...(status !== 'C' && { eci: eciOf(status) }),
  };
}
