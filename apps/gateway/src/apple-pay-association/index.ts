export { addDomainAssociation, applePayDomainAssociation } from './domain-association';
