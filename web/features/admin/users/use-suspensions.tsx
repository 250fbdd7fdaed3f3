import { useRef, useState } from 'react'
import { userErrors } from '../../../../shared/accounts/errors.ts'
import type { AdminUser, OpenOrders } from '../../../../shared/accounts/schema.ts'
import { userListMessages } from '../../../../shared/accounts/user-list-messages.ts'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { useSession } from '../../../session/use-session.ts'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import { useGetOpenOrdersQuery, useReinstateUserMutation, useSuspendUserMutation } from '../admin-api.ts'
import { ReasonDialog } from '../reason-dialog.tsx'

type Suspensions = ReturnType<typeof useSuspensions>

/** Returns the functions that suspend and reinstate accounts of a list, their dialog, and failures by user. */
export function useSuspensions() {
  const [user, setUser] = useState<AdminUser | null>(null)
  // The dialog keeps its content while it fades out.
  const shown = useRef<AdminUser>(null)
  if (user) shown.current = user
  const [suspendUser, { isLoading }] = useSuspendUserMutation()
  const [reinstateUser] = useReinstateUserMutation()
  // Set at once, unlike the state of the request, which needs a render.
  const reinstating = useRef('')
  const { call, noteAt } = useCalls(userErrors)

  function suspend(user_id: string, reason: string): Promise<boolean> {
    const send = () => suspendUser({ user_id, reason }).finally(() => setUser(null))
    return call(user_id, send, {
      done: userListMessages.accountSuspended,
      failed: userListMessages.suspendFailed,
    })
  }

  async function reinstate({ user_id }: AdminUser): Promise<void> {
    if (reinstating.current === user_id) return
    reinstating.current = user_id
    await call(user_id, () => reinstateUser(user_id), {
      done: userListMessages.accountReinstated,
      failed: userListMessages.reinstateFailed,
    })
    reinstating.current = ''
  }

  const { user_id = '', name = '' } = shown.current ?? {}
  const { currentData: open, isError } = useGetOpenOrdersQuery(user_id, {
    skip: user === null,
    refetchOnMountOrArgChange: true,
  })
  const noCount = isError ? userListMessages.countFailed : userListMessages.counting
  const openOrders = open ? openOrdersText(open) : noCount
  const dialog = (
    <ReasonDialog
      open={user !== null}
      name={`suspend-${user_id}`}
      title={userListMessages.confirmSuspend}
      text={`${userListMessages.suspendExplained({ name })} ${openOrders}`}
      confirm={userListMessages.suspend}
      hint={auditMessages.reasonMailed}
      busy={isLoading}
      onConfirm={async (reason) => user !== null && suspend(user_id, reason)}
      onCancel={() => setUser(null)}
    />
  )
  return { dialog, ask: setUser, reinstate, failureOf: noteAt }
}

function openOrdersText({ selling, buying }: OpenOrders): string {
  const texts = [
    selling > 0 && userListMessages.openSelling({ count: selling }),
    buying > 0 && userListMessages.openBuying({ count: buying }),
  ]
  return texts.filter((text) => text !== false).join(' ') || userListMessages.noOpenOrders
}

interface SuspensionProps {
  user: AdminUser
  suspensions: Suspensions
}

/** Suspends an account after a confirmation, or reinstates it; renders nothing for the admin's own account. */
export function SuspensionItem({ user, suspensions }: SuspensionProps) {
  const { userId } = useSession()
  if (user.user_id === userId) return null
  return user.state === 'suspended' ? (
    <MenuItem onSelect={() => suspensions.reinstate(user)}>{userListMessages.reinstate}</MenuItem>
  ) : (
    <MenuItem onSelect={() => suspensions.ask(user)}>{userListMessages.suspend}</MenuItem>
  )
}
