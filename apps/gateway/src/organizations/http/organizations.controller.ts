import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { OrganizationCreateRequest, OrganizationUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth';
import { viewOf } from '../../errors';
import { changeAndView } from '../../idempotency';
import { type RequestTrace, Trace } from '../../request';
import { organizationView } from '../domain/organization';
import { Organizations } from '../organizations';

@Controller('organization')
@AllowOnly('admin')
export class OrganizationsController {
  constructor(@Inject(Organizations) private readonly organizations: Organizations) {}

  @Post()
  @HttpCode(200)
  create(@Body() sent: OrganizationCreateRequest, @Trace() trace: RequestTrace): Promise<object> {
    return changeAndView(trace, organizationView, (change) => this.organizations.create(sent, change));
  }

  @Get(':organization_id')
  @AllowOnly('admin', 'organization')
  async retrieve(@Param('organization_id') id: string): Promise<object> {
    return viewOf(await this.organizations.retrieve(id), organizationView);
  }

  @Put(':organization_id')
  @AllowOnly('admin', 'organization')
  async update(@Param('organization_id') id: string, @Body() sent: OrganizationUpdateRequest): Promise<object> {
    return viewOf(await this.organizations.update(id, sent), organizationView);
  }
}
