import type { Tx } from '../../../db/tables.ts'
import type { AuthDeps } from '../auth-deps.ts'
import { emailExists, phoneExists } from '../errors.ts'
import type { UsedCode } from '../one-time-codes.ts'
import {
  type Account,
  acceptEmailChange,
  changeEmail,
  changePhone,
  confirmEmail,
  confirmPhone,
  isTaken,
} from './queries.ts'

/**
 * Does what a used code stands for. `half`: a change of address that still waits for the other address; `void`: what
 * was asked for is no longer wanted. Throws AppError 422 when the new address became somebody else's meanwhile.
 */
export async function applyCode(
  tx: Tx,
  deps: AuthDeps,
  { used, account, now }: { used: UsedCode; account: Account; now: Date },
): Promise<'done' | 'half' | 'void'> {
  switch (used.purpose) {
    case 'signup':
    case 'recovery':
      // Sent to an address that the account has left meanwhile.
      if (used.address !== account.email) return 'void'
      if (!account.email_confirmed_at) await confirmEmail(tx, account.id, now)
      return 'done'
    case 'email_change_current':
      if (used.address !== account.email) return 'void'
      return agreeToEmailChange(tx, deps, { account, by: 'current', now })
    case 'email_change_new':
      if (used.address !== account.new_email) return 'void'
      return agreeToEmailChange(tx, deps, { account, by: 'new', now })
    case 'sms':
      if (used.address !== account.phone) return 'void'
      if (!account.phone_confirmed_at) await confirmPhone(tx, account.id, now)
      return 'done'
    case 'phone_change':
      if (used.address !== account.new_phone) return 'void'
      if (await isTaken(tx, { phone: used.address }, account.id)) throw phoneExists()
      await changePhone(tx, account.id, used.address, now)
      return 'done'
    default:
      return 'void'
  }
}

async function agreeToEmailChange(
  tx: Tx,
  { config, messages }: AuthDeps,
  { account, by, now }: { account: Account; by: 'current' | 'new'; now: Date },
): Promise<'done' | 'half' | 'void'> {
  const { id, email: current, new_email, email_change_accepted } = account
  if (!new_email) return 'void'
  const needsBoth = config.emailConfirm && config.secureEmailChange && current !== null
  if (needsBoth && (!email_change_accepted || email_change_accepted === by)) {
    await acceptEmailChange(tx, id, by)
    return 'half'
  }
  if (await isTaken(tx, { email: new_email }, id)) throw emailExists()
  await changeEmail(tx, id, new_email, now)
  if (current) await messages.queueMail(tx, { template: 'email_changed', to: current, data: { new_email } })
  return 'done'
}
