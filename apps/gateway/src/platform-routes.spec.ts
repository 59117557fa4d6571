import 'reflect-metadata';
import { METHOD_METADATA } from '@nestjs/common/constants';
import { type Controller, controllers, methodNames } from '../test/controllers';
import { platformUseOf } from './auth/http/auth.guard';

/** What each handler accepts of platforms, without those that accept nothing. */
function usesOf(controller: Controller): Record<string, string> {
  const methods = controller.prototype as Record<string, object>;
  const handlers = methodNames(methods).filter((name) => Reflect.hasMetadata(METHOD_METADATA, methods[name]!));
  const uses = handlers.map((name) => [name, platformUseOf(methods[name]!) ?? platformUseOf(controller)] as const);
  return Object.fromEntries(uses.filter((use): use is readonly [string, string] => Boolean(use[1])));
}

const each = (use: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, use]));

it('a platform uses these routes, and no others', () =>
  expect(
    Object.fromEntries(
      controllers
        .map((controller) => [controller.name, usesOf(controller)] as const)
        .filter(([, uses]) => Object.keys(uses).length > 0),
    ),
  ).toEqual({
    OrganizationsController: each('organization', 'retrieve update'),
    MerchantAccountsController: each('organization', 'create list retrieve update'),
    ApiKeysController: each('organization', 'create retrieve update revoke list'),
    CustomersController: each('platform and connected', 'create list listWithCount retrieve update delete'),
    ProfilesController: each('platform and connected', 'create list retrieve update toggleConnectorAgnosticMit'),
    ProfileListsController: each('platform and connected', 'list listConnectors'),
    ConnectorAccountsController: each('connected', 'create list retrieve update'),
    PaymentsController: each(
      'connected',
      'create sync update confirm retrieve routing capture extend approve reject completeAuthorize increment updateMetadata cancel cancelPostCapture syncPostCaptureVoid',
    ),
    PaymentListsController: each('connected', 'list filter filterOptions filterValues aggregate'),
    RefundsController: each('connected', 'create retrieve sync update'),
    RefundListsController: each('connected', 'list filterOptions filterValues aggregate'),
  }));
