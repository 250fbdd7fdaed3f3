import type { AdminUser } from '../../../../shared/accounts/schema.ts'
import { userListMessages } from '../../../../shared/accounts/user-list-messages.ts'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button.tsx'
import { MenuItem } from '../../../ui/overlay/menu.tsx'
import type { Suspensions } from './use-suspensions.tsx'

interface SuspensionProps {
  user: AdminUser
  suspensions: Suspensions
}

/** Suspends an account after a confirmation, or reinstates it; admins cannot suspend themselves. */
export function SuspensionButton({ user, suspensions }: SuspensionProps) {
  const { user_id, name, state } = user
  const { userId } = useSession()
  const isSuspended = state === 'suspended'
  if (user_id === userId) return <span className="text-sm text-muted">{userListMessages.you}</span>
  return (
    <Button
      id={`suspend-${user_id}`}
      size="row"
      variant={isSuspended ? 'quiet' : 'quietDanger'}
      aria-label={isSuspended ? userListMessages.reinstateUser(name) : userListMessages.suspendUser(name)}
      onClick={() => (isSuspended ? suspensions.reinstate(user) : suspensions.ask(user))}
    >
      {isSuspended ? userListMessages.reinstate : userListMessages.suspend}
    </Button>
  )
}

/** The same as an entry of a menu; nothing for the own account. */
export function SuspensionItem({ user, suspensions }: SuspensionProps) {
  const { userId } = useSession()
  if (user.user_id === userId) return null
  return user.state === 'suspended' ? (
    <MenuItem onSelect={() => suspensions.reinstate(user)}>{userListMessages.reinstate}</MenuItem>
  ) : (
    <MenuItem onSelect={() => suspensions.ask(user)}>{userListMessages.suspend}</MenuItem>
  )
}
