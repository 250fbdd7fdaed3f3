import type { Tx } from '../../../../db/tables.ts'
import type { Config } from '../../../platform/config/config.ts'
import { changeEmail, changePhone, confirmAddress, isTaken } from '../../accounts/address-queries.ts'
import { emailExists, phoneExists } from '../../accounts/errors.ts'
import { type Account, updateUser } from '../../accounts/queries.ts'
import type { ProtocolDeps } from '../protocol/deps.ts'
import type { UsedCode } from './code-queries.ts'
import { takeOver } from './take-over.ts'

/**
 * Applies a used code to its account. Returns `partial` for a change of address that the other address still has to confirm,
 * `void` when the account no longer has or requests the code's address. Throws AppError 422 when another account has taken
 * the new address. Adds to `ended` the ids of sessions that a proof of the address ended.
 */
export async function applyCode(
  tx: Tx,
  deps: ProtocolDeps,
  { used, account, now, ended }: { used: UsedCode; account: Account; now: Date; ended: string[] },
): Promise<'done' | 'partial' | 'void'> {
  switch (used.purpose) {
    case 'signup':
    case 'recovery':
      // The account may have changed its address since.
      if (used.address !== account.email) return 'void'
      if (isTakenOver(deps.config, used, account)) {
        ended.push(...(await takeOver(tx, account.id, now)))
        await changeEmail(tx, account.id, { email: account.email, isProved: true, now })
      } else if (!account.email_verified_at) await confirmAddress(tx, account.id, 'email', now)
      return 'done'
    case 'email_change_current':
      if (used.address !== account.email) return 'void'
      return confirmEmailChange(tx, deps, { account, by: 'current', now })
    case 'email_change_new':
      if (used.address !== account.new_email) return 'void'
      return confirmEmailChange(tx, deps, { account, by: 'new', now })
    case 'sms':
      if (used.address !== account.phone) return 'void'
      if (!account.phone_verified_at) await confirmAddress(tx, account.id, 'phone', now)
      return 'done'
    case 'phone_change':
      if (used.address !== account.new_phone) return 'void'
      if (await isTaken(tx, { phone: used.address }, account.id)) throw phoneExists()
      await changePhone(tx, account.id, { phone: used.address, isProved: true, now })
      return 'done'
    default:
      return 'void'
  }
}

/**
 * Returns true when a requested mail is the first proof of the address and a provider may later find the account by it:
 * someone else may have signed up with it and still know the password. The confirmation of a sign-up leaves the password,
 * as the person who chose it requested the mail.
 */
function isTakenOver(
  { authProviders, ssoProviders }: Pick<Config, 'authProviders' | 'ssoProviders'>,
  { purpose }: UsedCode,
  { email_verified_at }: Account,
): boolean {
  return purpose === 'recovery' && !email_verified_at && Boolean(authProviders || ssoProviders)
}

async function confirmEmailChange(
  tx: Tx,
  { config, messages }: ProtocolDeps,
  { account, by, now }: { account: Account; by: 'current' | 'new'; now: Date },
): Promise<'done' | 'partial' | 'void'> {
  const { id, email: current, new_email, email_change_accepted } = account
  if (!new_email) return 'void'
  const needsBoth = config.emailConfirm && config.secureEmailChange && current !== null
  if (needsBoth && (!email_change_accepted || email_change_accepted === by)) {
    await updateUser(tx, id, { email_change_accepted: by })
    return 'partial'
  }
  if (await isTaken(tx, { email: new_email }, id)) throw emailExists()
  // The former address alone may be enough for a change, but proves nothing about the new one.
  await changeEmail(tx, id, { email: new_email, isProved: needsBoth || by === 'new', now })
  if (current) await messages.queueMail(tx, { template: 'email_changed', to: current, data: { new_email } })
  return 'done'
}
