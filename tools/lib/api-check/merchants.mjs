import { randomBytes } from 'node:crypto';
import { apiAt } from '../api.mjs';
import { connectorAccount, sandboxKeys } from '../demo.mjs';

const processors = ['stripe_test', 'adyen_test', 'stripe'];

/** Methods besides cards, so that customers have saved ones of other kinds. */
const otherMethods = [
  { payment_method: 'bank_debit', payment_method_types: [{ payment_method_type: 'sepa' }] },
  { payment_method: 'wallet', payment_method_types: [{ payment_method_type: 'revolut_pay' }] },
];

function accountBody(name, profileId, processorKey, merchant_secret) {
  const body = connectorAccount(name, profileId, sandboxKeys[name] ?? processorKey);
  const isReal = name in sandboxKeys;
  return {
    ...body,
    connector_webhook_details: { merchant_secret },
    payment_methods_enabled: [...body.payment_methods_enabled, ...(isReal ? otherMethods : [])],
  };
}

/** An API that records its answers, from which the reached statuses are read. */
function recordingApi(baseUrl, key, answers, headers) {
  const api = apiAt(baseUrl, key, headers);
  const recorded = async (method, path, answer) => {
    const { status, body } = await answer;
    answers.push({ method, path, status, body });
    return { status, body };
  };
  return {
    get: (path) => recorded('get', path, api.get(path)),
    post: (path, body) => recorded('post', path, api.post(path, body)),
    async must(method, path, body) {
      const answer = await api.must(method, path, body);
      answers.push({ method: method.toLowerCase(), path, status: 200, body: answer });
      return answer;
    },
  };
}

/** Creates a merchant with a key and connector accounts; returns its ids, keys and clients, and the list of answers that these got. */
export async function newMerchant({ baseUrl, adminKey, sandboxUrl }, merchantId) {
  const admin = apiAt(baseUrl, adminKey);
  const account = await admin.must('POST', '/accounts', { merchant_id: merchantId, return_url: `${baseUrl}/health` });
  const key = await admin.must('POST', `/api_keys/${merchantId}`, { name: 'check', expiration: 'never' });
  const answers = [];
  const api = recordingApi(baseUrl, key.api_key, answers);
  // The processor signs the webhooks of this account alone: the accounts of others keep their secret.
  const processorKey = `sk_check_${randomBytes(6).toString('hex')}`;
  const merchant_secret = `whsec_${randomBytes(12).toString('hex')}`;
  const sandbox = apiAt(sandboxUrl, processorKey);
  await sandbox.must('POST', '/control/webhooks', { api_key: processorKey, secret: merchant_secret });
  const connectors = [];
  for (const name of processors) {
    const body = accountBody(name, account.default_profile, processorKey, merchant_secret);
    connectors.push(await api.must('POST', `/account/${merchantId}/connectors`, body));
  }
  return {
    merchantId,
    api,
    apiKey: key.api_key,
    keyId: key.key_id,
    publishableKey: account.publishable_key,
    profileId: account.default_profile,
    connectorIds: connectors.map((one) => one.merchant_connector_id),
    client: recordingApi(baseUrl, account.publishable_key, answers),
    sandbox,
    answers,
    ofProfile: recordingApi(baseUrl, key.api_key, answers, { 'x-profile-id': account.default_profile }),
  };
}

/** Adds an account at the simulated 3DS server, for authentications outside the processor. */
export async function addAuthenticationServer({ api, merchantId, profileId }) {
  const account = await api.must('POST', `/account/${merchantId}/connectors`, {
    connector_type: 'authentication_processor',
    connector_name: 'threedsecureio',
    profile_id: profileId,
    connector_account_details: { auth_type: 'HeaderKey', api_key: 'key_of_the_requestor' },
    metadata: {
      mcc: '5411',
      merchant_country_code: '840',
      merchant_name: 'Acme',
      acquirer_bin: '400000',
      acquirer_merchant_id: 'acme_1',
    },
  });
  await api.must('POST', `/account/${merchantId}/business_profile/${profileId}`, {
    authentication_connector_details: {
      authentication_connectors: ['threedsecureio'],
      three_ds_requestor_url: 'https://shop.example',
      three_ds_requestor_app_url: null,
    },
  });
  return account.merchant_connector_id;
}
