import { AppError } from '../../platform/http/errors.ts'

// Refused values of accounts, in the codes and texts of the sign-in protocol.

/** Returns the 400 for a value that an account cannot have. */
export function validationFailed(message: string): AppError {
  return new AppError(400, 'validation_failed', message)
}

export const emailExists = () =>
  new AppError(422, 'email_exists', 'A user with this email address has already been registered')
export const phoneExists = () =>
  new AppError(422, 'phone_exists', 'A user with this phone number has already been registered')
export const metadataTooLarge = () => new AppError(413, 'request_entity_too_large', 'User metadata is too large')
export const ssoManaged = () =>
  new AppError(422, 'user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO')
