import { validationFailed } from '../../../accounts/errors.ts'
import { AppError } from '../../../http/errors.ts'

// Codes and texts of sign-in by an organization's own provider.
export const samlDisabled = () => new AppError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled')
export const onlyOneOfProviderAndDomain = () => validationFailed('Only one of provider_id or domain supported')
export const providerOrDomainNeeded = () => validationFailed('A provider_id or domain needs to be provided')
export const ssoProviderNotFound = () => new AppError(404, 'sso_provider_not_found', 'No such SSO provider')
export const ssoDomainNotFound = () =>
  new AppError(404, 'sso_provider_not_found', 'No SSO provider assigned for this domain')
