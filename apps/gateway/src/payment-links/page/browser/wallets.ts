import { dataBody } from '../script/confirm-body';
import type { Json } from '../script/json';
import type { OfferedMethod } from '../script/method-list';
import type { PageData } from '../script/page-data';
import { applePaySession, walletData, walletRequests, type WalletRequest } from '../script/wallets';
import type { Api } from './api';
import { methodOption, type Approval, type Option } from './options';

/** A slow answer about wallets must not keep a customer from paying otherwise. */
const sessionsTimeoutMs = 3_000;

/** Apple's event, which the types of browsers leave out. */
interface MerchantValidationEvent extends Event {
  readonly complete: (session: Promise<Json>) => void;
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const paymentRequestOf = ({ method, total }: WalletRequest): PaymentRequest => new PaymentRequest([method], { total });

/** Whether this browser can open the wallet: it knows the wallet, and the policy of a frame permits it. */
async function canOpen(request: WalletRequest): Promise<boolean> {
  try {
    return await paymentRequestOf(request).canMakePayment();
  } catch {
    return false;
  }
}

/** Opens the wallet, at once: browsers permit it only in answer to a press. */
async function approvalOf(request: WalletRequest, newSession: () => Promise<Json>): Promise<Approval> {
  try {
    const opened = paymentRequestOf(request);
    opened.addEventListener('merchantvalidation', (event) => (event as MerchantValidationEvent).complete(newSession()));
    const response = await opened.show();
    return {
      kind: 'approved',
      total: `${request.total.amount.currency} ${request.total.amount.value}`,
      data: walletData(request.wallet, response.details),
      close: (outcome) => void response.complete(outcome).catch(() => undefined),
    };
  } catch (error) {
    return { kind: isAbort(error) ? 'closed' : 'failed' };
  }
}

/** The wallets of the listing that this browser opens itself, without a script of another company. */
export async function walletOptions(
  methods: readonly OfferedMethod[],
  data: PageData,
  api: Api,
): Promise<readonly Option[]> {
  if (methods.length === 0 || !('PaymentRequest' in window)) return [];
  const sessionsOf = async (wallets: readonly string[], timeoutMs?: number): Promise<Json> =>
    (await api.walletSessions(wallets, timeoutMs)).body;
  const sessions = await sessionsOf(
    methods.map(({ paymentMethodType }) => paymentMethodType),
    sessionsTimeoutMs,
  );
  const page = { ...data, host: location.hostname };
  const requests = walletRequests(sessions, page);
  const openable = await Promise.all(requests.map(async (one) => ((await canOpen(one)) ? [one] : [])));
  // Apple accepts a session once, and for five minutes.
  const newSession = async (): Promise<Json> => applePaySession(await sessionsOf(['apple_pay']));
  return openable.flat().flatMap((request) => {
    const method = methods.find(({ paymentMethodType }) => paymentMethodType === request.wallet);
    if (!method) return [];
    const option = methodOption(method, data, (_, values, context, approved) =>
      dataBody(method, approved, values, context),
    );
    let present = request;
    const renew = async (): Promise<void> => {
      const again = walletRequests(await sessionsOf([request.wallet]), page);
      // Without an answer the wallet shows the earlier total, for which the payment is refused.
      present = again.find(({ wallet }) => wallet === request.wallet) ?? present;
    };
    return [{ ...option, renew, approve: () => approvalOf(present, newSession) }];
  });
}
