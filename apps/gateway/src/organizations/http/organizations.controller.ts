import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { OrganizationCreateRequest, OrganizationUpdateRequest } from '@payorch/rest';
import { AllowOnly } from '../../auth/http/auth.guard';
import { changeAndView } from '../../idempotency/change-with-response';
import { Trace, type RequestTrace } from '../../request/request-trace';
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

  @Get(':id')
  async retrieve(@Param('id') id: string): Promise<object> {
    return organizationView(await this.organizations.retrieve(id));
  }

  @Put(':id')
  async update(@Param('id') id: string, @Body() sent: OrganizationUpdateRequest): Promise<object> {
    return organizationView(await this.organizations.update(id, sent));
  }
}
