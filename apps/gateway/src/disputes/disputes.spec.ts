import { errorBody, isRefusal, type Outgoing, type Refusal, refuse } from '@payorch/contracts';
import type { DisputeId, MerchantConnectorId, MerchantId, OrganizationId, ProfileId } from '@payorch/kernel';
import type { NoReply, Reply } from '@payorch/platform/kafka';
import { wireErrorOf } from '../../test/wire-error';
import type { ConnectorAccount } from '../accounts';
import type { AuthenticatedMerchant } from '../auth';
import { DisputeChecks } from '../dispute-checks';
import { tooMany } from '../limits/limits';
import { OwnerLists } from '../lists';
import { OwnerClient } from '../owners';
import { DisputeEvidence } from './dispute-evidence';
import { DisputeFetches } from './dispute-fetches';
import { DisputeLists } from './dispute-lists';
import { Disputes } from './disputes';

const merchantId = 'acme' as MerchantId;
const merchant: AuthenticatedMerchant = {
  kind: 'merchant',
  merchantId,
  account: {
    merchantId,
    organizationId: 'org_1' as OrganizationId,
    accountType: 'standard',
    customersOf: merchantId,
    accountVersion: 7,
    defaultProfileId: null,
    profiles: [{ profileId: 'pro_1' as ProfileId, profileName: 'default' }],
  },
  profileId: null,
  clientSecret: null,
  isSdk: false,
};
const senderOf = (profileId: string | null = null) => ({
  merchant: { ...merchant, profileId: profileId as ProfileId | null },
  trace: { correlationId: 'req', traceparent: '00-1-2-01' },
  ip: '127.0.0.1',
});
const shown = (result: unknown): unknown => (isRefusal(result) ? wireErrorOf(result) : result);
const noDispute = [404, 'HE_04', 'Dispute does not exist in our records'];
const wrongStatus = [400, 'HE_03', 'Dispute status validation failed'];

type Replies = Readonly<Record<string, unknown>>;

/** The services over a requester that has these replies by type of message; a refusal as it is, others as JSON. */
function served(replies: Replies) {
  const sent: (readonly [type: string, data: unknown])[] = [];
  const options: Readonly<Record<string, unknown>>[] = [];
  const request = async (message: Outgoing, given: object): Promise<Reply | NoReply> => {
    sent.push([message.message.type, message.data]);
    options.push({ ...given });
    const reply = replies[message.message.type];
    if (reply === undefined) return { kind: 'no_reply' };
    return isRefusal(reply) ? reply : { kind: 'response', body: Buffer.from(JSON.stringify(reply)) };
  };
  const owner = new OwnerClient(
    { request },
    { processorCallMs: 35_000, noProcessorCallMs: 5_000, walletSessionMs: 4_000 },
  );
  return { owner, sent, options, disputes: new Disputes(owner) };
}

const unanswerable = ['', '../x', 'a/b', 'dp 1', 'dp_1\n', 'x'.repeat(65), 'dp_é'];

describe('a dispute', () => {
  it.each(unanswerable)('the id %j is that of no dispute, and asks nothing', async (id) => {
    const { disputes, sent } = served({});
    expect(shown(await disputes.retrieve(id, false, senderOf()))).toEqual(noDispute);
    expect(shown(await disputes.retrieve(id, true, senderOf()))).toEqual(noDispute);
    expect(shown(await disputes.accept(id, senderOf()))).toEqual(noDispute);
    expect(sent).toEqual([]);
  });

  it.each<[string, boolean]>([
    ['dispute.get', false],
    ['dispute.sync', true],
  ])('is read by %s, within the profile of the caller', async (type, force) => {
    const { disputes, sent, options } = served({ [type]: { dispute_id: 'dp_1' } });
    const reply = await disputes.retrieve('dp_1', force, senderOf('pro_1'));
    expect(String(reply)).toBe('{"dispute_id":"dp_1"}');
    expect(sent).toEqual([[type, { merchantId, disputeId: 'dp_1' }]]);
    expect(options).toMatchObject([{ onlyProfile: 'pro_1' }]);
  });

  it('an acceptance without a reply is checked, and without any reply names the dispute', async () => {
    const checked = served({ 'dispute.check': { dispute_id: 'dp_1' } });
    expect(String(await checked.disputes.accept('dp_1', senderOf()))).toBe('{"dispute_id":"dp_1"}');
    expect(checked.sent.map(([type]) => type)).toEqual(['dispute.accept', 'dispute.check']);
    const silent = served({});
    const refused = (await silent.disputes.accept('dp_1', senderOf())) as Refusal;
    expect(errorBody(refused)).toMatchObject({ status: 503, body: { error: { dispute_id: 'dp_1' } } });
  });
});

describe('a list', () => {
  const lists = (replies: Replies) => {
    const { owner, sent } = served(replies);
    return { sent, lists: new DisputeLists(new OwnerLists(owner, { list: async () => [] })) };
  };
  const all = { 'dispute.list': [], 'dispute.aggregate': { status_with_count: {} } };

  it.each<[string | null, 'merchant' | 'profile', object, unknown]>([
    [null, 'merchant', {}, null],
    [null, 'merchant', { profile_id: 'pro_2' }, ['pro_2']],
    ['pro_1', 'merchant', {}, ['pro_1']],
    ['pro_1', 'profile', {}, ['pro_1']],
    ['pro_1', 'profile', { profile_id: 'pro_1' }, ['pro_1']],
  ])('of a caller with the profile %j, of the %s: %j covers %j', async (profileId, of, query, profileIds) => {
    const { lists: of_, sent } = lists(all);
    expect(String(await of_.list(query, { ...senderOf(profileId), of }))).toBe('[]');
    expect(sent).toEqual([
      [
        'dispute.list',
        expect.objectContaining({ merchantId, limit: 10, offset: 0, filters: expect.objectContaining({ profileIds }) }),
      ],
    ]);
  });

  it.each<[string, object, unknown]>([
    [
      'another profile',
      { profile_id: 'pro_2' },
      [400, 'IR_16', 'Access not available for the given profile_id ["pro_2"]'],
    ],
    ['an empty page', { limit: 0 }, [422, 'IR_06', 'limit should be in between 1 and 100']],
    ['a huge page', { limit: 101 }, [422, 'IR_06', 'limit should be in between 1 and 100']],
    ['a far page', { offset: 1_000_001 }, [422, 'IR_06', 'offset should be in between 0 and 1000000']],
  ])('of %s is refused, and asks nothing', async (_, query, expected) => {
    const { lists: of, sent } = lists(all);
    expect(shown(await of.list(query, { ...senderOf('pro_1'), of: 'merchant' }))).toEqual(expected);
    expect(sent).toEqual([]);
  });

  it('counts cover the profile and both ends of the time', async () => {
    const { lists: of, sent } = lists(all);
    const query = { start_time: '2026-01-01T00:00:00.000Z', end_time: '2026-01-02T00:00:00.000Z' };
    await of.statusCounts(query, { ...senderOf('pro_1'), of: 'profile' });
    expect(sent).toEqual([
      [
        'dispute.aggregate',
        {
          merchantId,
          profileId: 'pro_1',
          receivedFrom: '2026-01-01T00:00:00.000Z',
          receivedBefore: '2026-01-02T00:00:00.001Z',
        },
      ],
    ]);
  });
});

describe('evidence', () => {
  const file = {
    fileId: 'file_1',
    disputeId: 'dp_1',
    name: 'a.pdf',
    size: 9,
    contentType: 'application/pdf',
    storageKey: 'key_1',
    contentKey: 'content_1',
  };
  const submitted = (evidenceType: string) => ({
    evidenceType,
    fileId: 'file_1',
    storageKey: 'key_1',
    contentKey: 'content_1',
    name: 'a.pdf',
    contentType: 'application/pdf',
  });
  const stored: Readonly<Record<string, object>> = {
    file_1: file,
    file_2: { ...file, fileId: 'file_2', disputeId: 'dp_2' },
  };
  const noFile = refuse('file_not_found');

  /** `form`: the texts of the form that `attach` receives. */
  function evidence(replies: Replies, form: Readonly<Record<string, string>> = {}) {
    const { owner, sent, disputes } = served(replies);
    const deleted: string[] = [];
    const receive = async (_: unknown, __: unknown, { check }: { check: (fields: Map<string, string>) => unknown }) => {
      const fields = new Map(Object.entries(form));
      const refused = await check(fields);
      return isRefusal(refused) ? refused : { file, fields };
    };
    const files = {
      reference: async (id: string) => stored[id] ?? noFile,
      delete: async (id: string) => void deleted.push(id),
    };
    const service = new DisputeEvidence(
      disputes,
      new DisputeChecks(owner),
      owner,
      { receive } as never,
      files as never,
    );
    return { service, sent, deleted, attach: () => service.attach({} as never, senderOf()) };
  }

  const about = { merchantId, disputeId: 'dp_1' };
  const shownDispute = { dispute_id: 'dp_1' };

  it('is submitted with its texts and files, and the attached files of other types', async () => {
    const attached = { receipt: 'file_9', refund_policy: 'file_1' };
    const replies = { 'dispute.evidence': attached, 'dispute.submit_evidence': shownDispute };
    const { service, sent } = evidence(replies);
    const reply = await service.submit({ dispute_id: 'dp_1', customer_name: 'Ada', receipt: 'file_1' }, senderOf());
    expect(String(reply)).toBe('{"dispute_id":"dp_1"}');
    const files = [submitted('receipt'), submitted('refund_policy')];
    expect(sent).toEqual([
      ['dispute.evidence', about],
      ['dispute.submit_evidence', { ...about, texts: { customer_name: 'Ada' }, files }],
    ]);
  });

  it.each(['file_2', 'file_3', '', '../file_1'])(
    'with the file %j, of another dispute or of none, is refused and not sent',
    async (receipt) => {
      const { service, sent } = evidence({ 'dispute.evidence': {} });
      expect(shown(await service.submit({ dispute_id: 'dp_1', receipt }, senderOf()))).toEqual([
        ...[404, 'HE_04', 'File does not exist in our records'],
      ]);
      expect(sent).toEqual([['dispute.evidence', about]]);
    },
  );

  const opened = { dispute_stage: 'dispute', dispute_status: 'dispute_opened' };
  const form = { dispute_id: 'dp_1', evidence_type: 'receipt' };

  it('is attached as one type, once its dispute takes files', async () => {
    const { attach, sent, deleted } = evidence({ 'dispute.get': opened, 'dispute.attach_evidence': opened }, form);
    expect(await attach()).toEqual({ file_id: 'file_1' });
    expect(sent).toEqual([
      ['dispute.get', about],
      ['dispute.attach_evidence', { ...about, evidenceType: 'receipt', fileId: 'file_1' }],
    ]);
    expect(deleted).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, string>>, unknown, unknown]>([
    ['without a type', { dispute_id: 'dp_1' }, opened, [400, 'IR_04', 'Missing required param: evidence_type']],
    ['without a dispute', { evidence_type: 'receipt' }, opened, [400, 'IR_34', 'Dispute id not found in the request']],
    ['of an unknown dispute', form, refuse('dispute_not_found'), noDispute],
    ['of no dispute', { ...form, dispute_id: '../x' }, opened, noDispute],
    ['of a lost dispute', form, { ...opened, dispute_status: 'dispute_lost' }, wrongStatus],
    ['of a challenged dispute', form, { ...opened, dispute_status: 'dispute_challenged' }, wrongStatus],
    ['of an inquiry', form, { ...opened, dispute_stage: 'pre_dispute' }, wrongStatus],
  ])('%s is refused before a file is stored', async (_, sentForm, dispute, expected) => {
    const { attach, sent } = evidence({ 'dispute.get': dispute }, sentForm);
    expect(shown(await attach())).toEqual(expected);
    expect(sent.map(([type]) => type)).not.toContain('dispute.attach_evidence');
  });

  it.each<[string, unknown, unknown, readonly string[]]>([
    ['that the owner refuses is deleted', refuse('dispute_status_invalid'), wrongStatus, ['file_1']],
    ['stays where its attachment is unknown', undefined, [503, 'HE_00', 'Something went wrong'], []],
  ])('a file %s', async (_, reply, expected, gone) => {
    const { attach, deleted } = evidence({ 'dispute.get': opened, 'dispute.attach_evidence': reply }, form);
    expect(shown(await attach())).toEqual(expected);
    expect(deleted).toEqual(gone);
  });

  it('is detached by its type, and the file stays', async () => {
    const { service, sent, deleted } = evidence({ 'dispute.delete_evidence': {} });
    const reply = await service.detach({ dispute_id: 'dp_1', evidence_type: 'receipt' }, senderOf());
    expect(reply).toEqual(Buffer.alloc(0));
    expect(sent).toEqual([['dispute.delete_evidence', { merchantId, disputeId: 'dp_1', evidenceType: 'receipt' }]]);
    expect(deleted).toEqual([]);
  });

  it('is listed with what is known of each file, also of a deleted one', async () => {
    const { service } = evidence({ 'dispute.evidence': { receipt: 'file_9', refund_policy: 'file_1' } });
    expect(await service.list('dp_1', senderOf())).toEqual([
      {
        evidence_type: 'receipt',
        file_metadata_response: {
          file_id: 'file_9',
          file_name: null,
          file_size: 0,
          file_type: 'application/octet-stream',
          available: false,
        },
      },
      {
        evidence_type: 'refund_policy',
        file_metadata_response: {
          file_id: 'file_1',
          file_name: 'a.pdf',
          file_size: 9,
          file_type: 'application/pdf',
          available: true,
        },
      },
    ]);
  });
});

describe('the disputes of a processor', () => {
  const period = { fetch_from: '2026-01-01T00:00:00', fetch_till: '2026-01-31T00:00:00' };
  const account = { merchantConnectorId: 'mca_1' as MerchantConnectorId, connectorName: 'stripe', profileId: 'pro_1' };
  const dispute = {
    reference: 'du_1',
    stage: 'dispute',
    status: 'dispute_opened',
    money: { amount: 500, currency: 'USD' },
    refundable: false,
    connectorStatus: 'needs_response',
    reason: 'fraudulent',
    reasonCode: '10.4',
    challengeBy: '2026-02-01T00:00:00.000Z',
    openedAt: '2026-01-02T00:00:00.000Z',
    updatedAt: null,
    disputeId: 'dp_1' as DisputeId,
    paymentId: null,
    attemptId: null,
  };

  function fetches(reply: unknown, isOver = false) {
    const { owner, sent, options } = served({ 'connector.disputes_fetch': reply });
    const asked: unknown[] = [];
    const service = new DisputeFetches(
      {
        retrieve: async (of, id) => {
          asked.push([of, id]);
          return of === merchantId && id === 'mca_1'
            ? (account as ConnectorAccount)
            : refuse('connector_account_not_found', { reason: id });
        },
      },
      { laneOf: async ({ merchantConnectorId }) => `lane of ${merchantConnectorId}` },
      { disputeFetch: async () => (isOver ? tooMany(7) : undefined) },
      owner,
    );
    return { service, sent, options };
  }

  it('are asked for in the lane of the account, and shown in the words of the interface', async () => {
    const { service, sent, options } = fetches({ kind: 'fetched', disputes: [dispute] });
    expect(await service.fetch('mca_1', period, senderOf())).toEqual([
      {
        dispute_id: 'dp_1',
        payment_id: null,
        attempt_id: null,
        amount: '500',
        currency: 'USD',
        dispute_stage: 'dispute',
        dispute_status: 'dispute_opened',
        connector: 'stripe',
        connector_status: 'needs_response',
        connector_dispute_id: 'du_1',
        connector_reason: 'fraudulent',
        connector_reason_code: '10.4',
        challenge_required_by: '2026-02-01T00:00:00.000Z',
        connector_created_at: '2026-01-02T00:00:00.000Z',
        connector_updated_at: null,
        merchant_connector_id: 'mca_1',
      },
    ]);
    expect(options).toMatchObject([{ lane: 'lane of mca_1' }]);
    expect(sent).toEqual([
      [
        'connector.disputes_fetch',
        {
          merchantId,
          account: { merchantConnectorId: 'mca_1', connector: 'stripe' },
          from: '2026-01-01T00:00:00.000Z',
          till: '2026-01-31T00:00:00.000Z',
        },
      ],
    ]);
  });

  it.each<[string, { id?: string; profileId?: string; isOver?: boolean; till?: string }, readonly [number, string]]>([
    ['of an unknown account', { id: 'mca_2' }, [404, 'HE_02']],
    ['of an account of another profile', { profileId: 'pro_2' }, [404, 'HE_02']],
    ['too often', { isOver: true }, [429, 'IR_16']],
    ['of a long period', { till: '2027-01-01T00:00:00' }, [422, 'IR_06']],
  ])('%s are not asked for', async (_, { id = 'mca_1', profileId, isOver, till }, expected) => {
    const { service, sent } = fetches({ kind: 'fetched', disputes: [] }, isOver);
    const asked = { ...period, ...(till && { fetch_till: till }) };
    const refused = await service.fetch(id, asked, senderOf(profileId));
    expect(shown(refused)).toEqual([...expected, expect.any(String)]);
    expect(sent).toEqual([]);
  });

  it('that the processor does not list are a refusal of the connector', async () => {
    const { service } = fetches({ kind: 'failed', code: 'no_list', message: 'no such list' });
    const refused = (await service.fetch('mca_1', period, senderOf('pro_1'))) as Refusal;
    expect(errorBody(refused)).toMatchObject({
      status: 400,
      body: { error: { type: 'connector', code: 'CE_00', message: 'no_list: no such list', connector: 'stripe' } },
    });
  });
});
