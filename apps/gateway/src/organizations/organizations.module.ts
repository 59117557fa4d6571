import { Module } from '@nestjs/common';
import { AuthModule } from '../auth';
import { OrganizationsController } from './http/organizations.controller';
import { Organizations } from './organizations';
import { OrganizationRepository } from './persistence/organization.repository';

@Module({
  imports: [AuthModule],
  controllers: [OrganizationsController],
  providers: [Organizations, OrganizationRepository],
  exports: [OrganizationRepository],
})
export class OrganizationsModule {}
