import { type JsonObject, refuse, type Refusal } from '@payorch/contracts';
import type { MerchantId, OrganizationId } from '@payorch/kernel';
import { checkNames, orNull, sentOr } from '../../fields';

/** A `platform` organization has one platform account, which acts for the connected accounts. */
export type OrganizationType = 'standard' | 'platform';

export interface Organization {
  readonly organizationId: OrganizationId;
  readonly organizationType: OrganizationType;
  /** The account of the platform; null where none was created. It never changes. */
  readonly platformMerchantId: MerchantId | null;
  readonly organizationName: string | null;
  readonly organizationDetails: JsonObject | null;
  readonly metadata: JsonObject | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

/** The fields of a create or update request that the gateway reads. */
export interface OrganizationRequest {
  readonly organization_name?: string | null;
  readonly organization_details?: object | null;
  readonly metadata?: object | null;
}

export const checkOrganizationRequest = ({ organization_name }: OrganizationRequest): Refusal | undefined =>
  checkNames({ organization_name });

export const newOrganization = (
  sent: OrganizationRequest,
  organizationId: OrganizationId,
  now: Date,
  organizationType: OrganizationType = 'standard',
): Organization => ({
  organizationId,
  organizationType,
  platformMerchantId: null,
  organizationName: orNull(sent.organization_name),
  organizationDetails: orNull(sent.organization_details) as JsonObject | null,
  metadata: orNull(sent.metadata) as JsonObject | null,
  createdAt: now,
  modifiedAt: now,
});

/** The platform of an organization is named for ever: an update may only repeat it. A standard organization has none, and the field, which the interface requires, says nothing. */
export const checkPlatform = (
  { organizationType, platformMerchantId }: Pick<Organization, 'organizationType' | 'platformMerchantId'>,
  { platform_merchant_id: sent }: { readonly platform_merchant_id: string },
): Refusal | undefined =>
  organizationType === 'standard' || sent === platformMerchantId
    ? undefined
    : refuse('invalid_value', { field: 'platform_merchant_id' });

/** The updated organization: fields that the request lacks stay. */
export const updatedOrganization = (stored: Organization, sent: OrganizationRequest, now: Date): Organization => ({
  ...stored,
  organizationName: sentOr(sent.organization_name, stored.organizationName),
  organizationDetails: sentOr(sent.organization_details, stored.organizationDetails) as JsonObject | null,
  metadata: sentOr(sent.metadata, stored.metadata) as JsonObject | null,
  modifiedAt: now,
});

export const organizationView = (organization: Organization): object => ({
  organization_id: organization.organizationId,
  organization_name: organization.organizationName,
  organization_details: organization.organizationDetails,
  metadata: organization.metadata,
  modified_at: organization.modifiedAt.toISOString(),
  created_at: organization.createdAt.toISOString(),
  organization_type: organization.organizationType,
});
