import { useState } from 'react'
import type { AdminUser } from '../../../shared/accounts/schema.ts'
import { userListMessages, userListRefusals } from '../../../shared/accounts/user-list-messages.ts'
import { auditMessages } from '../../../shared/audit/messages.ts'
import { failureText } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useReinstateUserMutation, useSuspendUserMutation } from './admin-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

/** Suspends an account after a confirmation, or reinstates it; admins cannot suspend themselves. */
export function SuspensionButton({ user }: { user: AdminUser }) {
  const { user_id, name, role, state } = user
  const { userId } = useSession()
  const [confirming, setConfirming] = useState(false)
  const [suspend, { isLoading: suspending }] = useSuspendUserMutation()
  const [reinstate, { isLoading: reinstating }] = useReinstateUserMutation()
  const isSuspended = state === 'suspended'

  async function suspendAccount(reason: string): Promise<boolean> {
    const { error } = await suspend({ user_id, reason })
    setConfirming(false)
    if (error) showError(userListMessages.suspendFailed(reasonOf(error)))
    else showSuccess(userListMessages.accountSuspended)
    return !error
  }

  async function reinstateAccount() {
    const { error } = await reinstate(user_id)
    if (error) showError(userListMessages.reinstateFailed(reasonOf(error)))
    else showSuccess(userListMessages.accountReinstated)
  }

  if (user_id === userId) return <span className="text-sm text-muted">{userListMessages.you}</span>
  return (
    <>
      <Button
        size="small"
        variant={isSuspended ? 'secondary' : 'danger'}
        busy={reinstating}
        aria-label={isSuspended ? userListMessages.reinstateUser(name) : userListMessages.suspendUser(name)}
        onClick={() => (isSuspended ? reinstateAccount() : setConfirming(true))}
      >
        {isSuspended ? userListMessages.reinstate : userListMessages.suspend}
      </Button>
      <ReasonDialog
        open={confirming}
        name={`suspend-${user_id}`}
        title={userListMessages.confirmSuspend}
        text={userListMessages.suspendExplained(name)}
        confirm={userListMessages.suspend}
        hint={role === 'seller' ? auditMessages.reasonSeenLater : auditMessages.reasonRecorded}
        busy={suspending}
        onConfirm={suspendAccount}
        onCancel={() => setConfirming(false)}
      />
    </>
  )
}

const reasonOf = (error: unknown) => failureText(error, userListRefusals, userListMessages.unknownReason)
