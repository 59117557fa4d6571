import type { AuthenticationId, OperationId } from '@payorch/kernel';
import { money } from '@payorch/kernel';
import { seals } from '../../../test/builders';
import { server } from '../../../test/authentications';
import { aCard, later, merchantId, now, profileId } from '../../../test/fixtures';
import type { StandaloneAuthentication } from '../domain/standalone-authentication';
import { authenticationFromRow, authenticationToRow } from './authentication.mapper';

const full: StandaloneAuthentication = {
  merchantId,
  authenticationId: 'authn_1' as AuthenticationId,
  version: 3,
  profileId,
  partition: 2,
  money: money(6540n, 'USD'),
  state: 'succeeded',
  connector: null,
  returnUrl: 'https://acme.example/done',
  forceChallenge: true,
  customer: { name: 'Jo Doe' },
  clientSecret: 'authn_1_secret_x',
  expiresAt: later(900),
  card: { ...aCard, sealedNumber: null, cvc: 'absent' },
  billing: { address: { city: 'Bonn' } },
  shipping: null,
  browserInfo: { language: 'en-GB' },
  email: 'jo@acme.example',
  stepAt: later(3),
  syncCount: 1,
  progress: {
    operation: 'op_2' as OperationId,
    state: 'succeeded',
    requestorUrl: 'https://acme.example',
    account: { merchantConnectorId: server.merchantConnectorId, connector: server.connector },
    requestorAppUrl: null,
    reference: 'd65e',
    versions: null,
    challenge: null,
    transactionStatus: 'Y',
    proof: { transactionStatus: 'Y', cryptogram: 'AAABBBCCC', eci: '05', dsTransactionId: 'ds', version: '2.2.0' },
    error: null,
  },
  lastLookupAt: later(5),
  pendingReplies: [],
  createdAt: now,
  modifiedAt: later(6),
};
const early: StandaloneAuthentication = {
  ...full,
  state: 'created',
  customer: null,
  card: null,
  billing: null,
  browserInfo: null,
  email: null,
  progress: null,
  lastLookupAt: null,
};

it.each([
  ['a full one', full],
  ['one without a card', early],
])('%s is read as it was written', (_name, authentication) => {
  const row = JSON.parse(JSON.stringify(authenticationToRow(seals, authentication))) as ReturnType<
    typeof authenticationToRow
  >;
  expect(authenticationFromRow(seals, row as never)).toEqual(authentication);
});

it.each(['authn_1_secret_x', 'Jo Doe', 'Bonn', 'jo@acme.example', 'en-GB', 'AAABBBCCC'])(
  'the row has no readable %s',
  (text) => expect(JSON.stringify(authenticationToRow(seals, full))).not.toContain(text),
);
