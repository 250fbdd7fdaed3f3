import type { Db } from '../../../../db/tables.ts'
import { changeAsOperator } from '../../accounts/change-as-operator.ts'
import { updateUser } from '../../accounts/queries.ts'
import { requireSelfManaged } from '../../accounts/require-self-managed.ts'
import { endAllSessions } from '../codes/end-sessions.ts'
import { voidCodes } from '../codes/queries.ts'
import { checkNewPassword } from './new-password.ts'
import type { Passwords } from './passwords.ts'

/** Gives an account a new password, for the operator: sessions end, codes become void. Throws AppError 404, 422. */
export async function resetPassword(
  { db, passwords }: { db: Db; passwords: Passwords },
  email: string,
  password: string,
): Promise<void> {
  checkNewPassword(passwords, password)
  const password_hash = await passwords.hash(password)
  await changeAsOperator(db, email, async (tx, { account }) => {
    await requireSelfManaged(tx, account.id)
    await updateUser(tx, account.id, { password_hash })
    await voidCodes(tx, account.id)
    await endAllSessions(tx, account.id)
  })
}
