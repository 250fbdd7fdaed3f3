import type { Role } from '../../../shared/accounts/constants.ts'
import { optionalMailMessages } from '../../../shared/mail/messages.ts'
import type { MailParts } from './layout.ts'

const SETTINGS_PATHS: Record<Role, string> = {
  buyer: '/dashboard?tab=profile',
  seller: '/seller/settings',
  admin: '/admin/settings',
}

/** Returns the link to the settings in which a user turns such mails off. */
export function howToSwitchOff(role: Role, siteUrl: string): NonNullable<MailParts['settings']> {
  return { text: optionalMailMessages.howToSwitchOff, link: siteUrl + SETTINGS_PATHS[role] }
}
