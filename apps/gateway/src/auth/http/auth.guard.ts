import {
  applyDecorators,
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ClientSessions, type Refusal } from '@payorch/contracts';
import { InvariantError, Secret } from '@payorch/kernel';
import type { FastifyRequest } from 'fastify';
import { RefusalError } from '../../errors';
import { Limits, tooMany } from '../../limits';
import { orUnavailable } from '../../persistence';
import { clientRouteConfig } from '../../server';
import { AccountCache } from '../account-cache';
import { authenticate, type Authenticated } from '../authenticate';
import { type AlsoAllowed, type AuthKind, type AuthRule, type Credentials, isForClients } from '../domain/credentials';
import { readSdkAuthorization } from '../domain/sdk-authorization';
import { FindEphemeralKey } from '../find-ephemeral-key';
import { attachCaller } from './caller-of';

const authKey = 'payorch:auth';

/** A check of the body that runs before authentication. */
export type BodyCheck = (body: unknown) => Refusal | undefined;

interface Rule extends AuthRule {
  readonly bodyCheck: BodyCheck | undefined;
}

/** Names the connected account for which a platform's key acts. */
const connectedMerchantHeader = 'x-connected-merchant-id';

export const adminKeyToken = Symbol('admin key');

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A repeated header counts as one that is present and names no account. */
const connectedIn = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value.join(', ') : value;

function credentialsOf(kind: AuthKind, { headers, body, query, params, method }: FastifyRequest): Credentials {
  const fields = (method === 'GET' ? query : body) as Record<string, unknown> | null | undefined;
  const path = params as Record<string, string>;
  const apiKey = textOf(headers['api-key']);
  const credentials = {
    apiKey,
    clientSecret: textOf(fields?.['client_secret']),
    profileId: textOf(headers['x-profile-id']),
    merchantInPath: path['merchant_id'] ?? path['account_id'],
    organizationInPath: path['organization_id'],
    customerInPath: path['customer_id'],
    connectedMerchantId: connectedIn(headers[connectedMerchantHeader]),
    isSdk: false,
  };
  const { authorization } = headers;
  // A server may send an `Authorization` header of its own beside its secret key.
  if (!isForClients(kind) || authorization === undefined || !(apiKey ?? 'pk_').startsWith('pk_')) return credentials;
  const sdk = readSdkAuthorization(authorization);
  if (!sdk) return { ...credentials, apiKey: '', clientSecret: undefined, isSdk: true };
  const { publishableKey, clientSecret, profileId, clientSessionId } = sdk;
  return { ...credentials, apiKey: publishableKey, clientSecret, profileId, clientSessionId, isSdk: true };
}

/** Authenticates the caller, after the body was validated and before the handler runs. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(AccountCache) private readonly cache: AccountCache,
    @Inject(FindEphemeralKey) private readonly ephemeralKeys: FindEphemeralKey,
    @Inject(adminKeyToken) private readonly adminKey: Secret,
    @Inject(ClientSessions) private readonly clientSessions: Pick<ClientSessions, 'isOf'>,
    @Inject(Limits) private readonly limits: Limits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<Rule | undefined>(authKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule === undefined) throw new InvariantError('a guarded route declares no kind of authentication');
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const found = rule.bodyCheck?.(request.body) ?? (await this.callerOf(rule, request));
    if (found.kind === 'refused') throw new RefusalError(found);
    attachCaller(request, found);
    return true;
  }

  private async callerOf(rule: Rule, request: FastifyRequest): Promise<Authenticated | Refusal> {
    const credentials = credentialsOf(rule.kind, request);
    const found = await this.lookup(rule, credentials, request.ip);
    const { apiKey } = credentials;
    if (!found) return tooMany(1);
    if (apiKey === undefined || found.kind === 'admin') return found;
    if (found.kind !== 'refused') return (await this.limits.request(apiKey, request.ip)) ?? found;
    const isWrongKey = found.code === 'unauthorized';
    return (isWrongKey ? await this.limits.wrongKey(request.ip) : undefined) ?? found;
  }

  /** An address with too many wrong keys gets few lookups at a time. Undefined: too many lookups already wait. */
  private lookup(rule: Rule, credentials: Credentials, ip: string): Promise<Authenticated | Refusal | undefined> {
    const { cache, ephemeralKeys, clientSessions, adminKey } = this;
    const known = { cache, ephemeralKeys, clientSessions, adminKey, now: new Date() };
    const find = () => orUnavailable(authenticate(rule, credentials, known));
    const isFree = !this.limits.isOverWrongKeys(ip) || this.cache.hasKey(credentials.apiKey ?? '');
    return isFree ? find() : this.limits.lookups.run(find);
  }
}

/** Declares the kind of authentication of a controller or a route, and what it accepts besides. */
export function AllowOnly(kind: AuthKind, ...more: readonly (AlsoAllowed | BodyCheck)[]) {
  const also = more.filter((one) => typeof one === 'string');
  const bodyCheck = more.find((one) => typeof one === 'function');
  const isForBrowsers = isForClients(kind) || also.includes('ephemeral_key');
  return applyDecorators(
    SetMetadata(authKey, { kind, also, bodyCheck } satisfies Rule),
    UseGuards(AuthGuard),
    ...(isForBrowsers ? [openToPages] : []),
  );
}

const clientRoute = RouteConfig(clientRouteConfig);

/** Opens a route, or the routes of a controller without a rule of their own, to pages of other sites. Fastify reads routes alone. */
const openToPages: ClassDecorator & MethodDecorator = (
  target: object,
  key?: string | symbol,
  descriptor?: PropertyDescriptor,
) => {
  if (key !== undefined && descriptor) {
    clientRoute(target, key, descriptor);
    return;
  }
  const { prototype } = target as { readonly prototype: Readonly<Record<string, object>> };
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const handler = prototype[name]!;
    const isRoute = Reflect.hasMetadata(METHOD_METADATA, handler) && !Reflect.hasMetadata(authKey, handler);
    if (isRoute) clientRoute(handler as () => void);
  }
};

const ruleAt = (target: object) => Reflect.getMetadata(authKey, target) as Rule | undefined;
const isOfPlatforms = (also: AlsoAllowed): boolean => also !== 'ephemeral_key' && also !== 'admin';

/** The kind of authentication of a controller or a route, for the test that lists them. */
export function authKindOf(target: object): string | undefined {
  const rule = ruleAt(target);
  return rule && [rule.kind, ...rule.also.filter((also) => !isOfPlatforms(also))].join(' or ');
}

/** What a controller or a route accepts of platforms, for the test that lists them; undefined where it declares no rule. */
export const platformUseOf = (target: object): string | undefined =>
  ruleAt(target)?.also.filter(isOfPlatforms).join(' and ');
