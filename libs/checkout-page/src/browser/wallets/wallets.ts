import { dataBody } from '../../script/confirm-body';
import type { Json } from '../../script/json';
import type { OfferedMethod } from '../../script/methods/method-list';
import type { PageData } from '../../script/page-data';
import {
  applePaySession,
  browserWallets,
  probeOf,
  walletData,
  walletRequests,
  withTotal,
  type BrowserWallet,
  type WalletRequest,
} from '../../script/methods/wallets';
import type { Api } from '../api';
import { methodOption, type Approval, type Option } from '../fields/options';
import type { ShownTotal } from '../screens/shown-total';

/** A slow answer about wallets must not keep a customer from paying otherwise. */
const sessionsTimeoutMs = 3_000;

/** How long the form waits for a browser that says whether it knows a wallet; after that the wallet's place is there. */
const probeTimeoutMs = 100;

/** Apple's event, which the types of browsers leave out. */
interface MerchantValidationEvent extends Event {
  readonly complete: (session: Promise<Json>) => void;
}

type Opened = Pick<WalletRequest, 'method' | 'total'>;

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const paymentRequestOf = ({ method, total }: Opened): PaymentRequest => new PaymentRequest([method], { total });

/** Whether this browser can open the wallet: it knows the wallet, and the policy of a frame permits it. */
async function canOpen(request: Opened): Promise<boolean> {
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

/** Other browsers would ask Apple whether there is an app for its wallet, which the policy of the page forbids. */
const isForeign = (wallet: BrowserWallet): boolean => wallet === 'apple_pay' && !('ApplePaySession' in window);

interface Listed {
  readonly wallet: BrowserWallet;
  readonly method: OfferedMethod;
  /** What the page itself has of the wallet; undefined: the sessions say. */
  readonly known: WalletRequest | undefined;
}

/** False only if the browser says at once that it does not know the wallet. */
const mayOpen = ({ wallet, known }: Listed, total: WalletRequest['total']): Promise<boolean> =>
  Promise.race([
    canOpen(known ?? { method: probeOf(wallet), total }),
    new Promise<true>((resolve) => setTimeout(() => resolve(true), probeTimeoutMs)),
  ]);

/**
 * The wallets of the listing that this browser may open itself, without a script of another company. Each has its place in the form
 * at once, and says when it can be used.
 */
export async function walletOptions(
  methods: readonly OfferedMethod[],
  data: PageData,
  { api, total }: { readonly api: Api; readonly total: ShownTotal },
): Promise<readonly Option[]> {
  if (methods.length === 0 || !('PaymentRequest' in window)) return [];
  const page = { ...data, host: location.hostname };
  const requestIn = (sessions: Json, wallet: BrowserWallet) =>
    walletRequests(sessions, page).find((one) => one.wallet === wallet);
  const listed = browserWallets.flatMap((wallet): Listed[] => {
    const method = methods.find(({ paymentMethodType }) => paymentMethodType === wallet);
    const known = requestIn(data.known.wallets, wallet);
    // The server knows the account's settings of Google Pay: without a session there are none.
    const isOff = wallet === 'google_pay' && data.known.wallets !== null && !known;
    return method && !isOff && !isForeign(wallet) ? [{ wallet, method, known }] : [];
  });
  const sum = { label: data.totalLabel, amount: { currency: data.currency, value: total.fullMajor } };
  const possible = await Promise.all(listed.map(async (one) => ((await mayOpen(one, sum)) ? [one] : [])));
  const offered = possible.flat();
  const asked = offered.filter(({ known }) => !known).map(({ wallet }) => wallet);
  const sessions = asked.length > 0 ? api.walletSessions(asked, sessionsTimeoutMs) : null;
  // Apple accepts a session once, and for five minutes.
  const newSession = async (): Promise<Json> => applePaySession((await api.walletSessions(['apple_pay'])).body);

  return offered.map(({ wallet, method, known }): Option => {
    let present: WalletRequest | undefined;
    const ready = async (): Promise<boolean> => {
      const request = known ?? requestIn((await sessions)?.body, wallet);
      if (!request || !(await canOpen(request))) return false;
      present = request;
      return true;
    };
    const approve = async (): Promise<Approval> =>
      present
        ? approvalOf(withTotal(present, { currency: data.currency, value: total.fullMajor }), newSession)
        : { kind: 'failed' };
    const option = methodOption(method, data, (_, values, context, approved) =>
      dataBody(method, approved, values, context),
    );
    return { ...option, ready: ready(), approve };
  });
}
