import { AppError } from '../../platform/errors.ts'
import { validationFailed } from '../errors.ts'

// Words and codes of sign-in by an organisation's own provider.
export const samlDisabled = () => new AppError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
export const onlyOneOfProviderAndDomain = () => validationFailed('Only one of provider_id or domain supported')
export const providerOrDomainNeeded = () => validationFailed('A provider_id or domain needs to be provided')
export const ssoProviderNotFound = () => new AppError(404, 'sso_provider_not_found', 'No such SSO provider')
export const ssoDomainNotFound = () =>
  new AppError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
export const ssoManaged = () =>
  new AppError(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO')
