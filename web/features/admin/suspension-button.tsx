import { useState } from 'react'
import { adminMessages } from '../../../shared/admin/messages.ts'
import type { AdminUser } from '../../../shared/admin/schema.ts'
import { apiErrorOf } from '../../api/api.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showError, showSuccess } from '../../ui/toasts.tsx'
import { useReinstateUserMutation, useSuspendUserMutation } from './admin-api.ts'

/** Keeps an account out, after asking, or lets it in again. Nobody keeps themself out. */
export function SuspensionButton({ user }: { user: AdminUser }) {
  const { user_id, name, state } = user
  const { userId } = useSession()
  const [asking, setAsking] = useState(false)
  const [suspend, { isLoading: suspending }] = useSuspendUserMutation()
  const [reinstate, { isLoading: reinstating }] = useReinstateUserMutation()
  const isSuspended = state === 'suspended'

  async function keepOut() {
    const { error } = await suspend(user_id)
    setAsking(false)
    if (error) showError(adminMessages.suspendFailed(apiErrorOf(error)?.message))
    else showSuccess(adminMessages.suspended)
  }

  async function letIn() {
    const { error } = await reinstate(user_id)
    if (error) showError(adminMessages.reinstateFailed(apiErrorOf(error)?.message))
    else showSuccess(adminMessages.reinstated)
  }

  if (user_id === userId) return <span className="text-sm text-muted">You</span>
  return (
    <>
      <Button
        size="small"
        variant={isSuspended ? 'secondary' : 'danger'}
        busy={reinstating}
        onClick={() => (isSuspended ? letIn() : setAsking(true))}
      >
        {isSuspended ? 'Reinstate' : 'Suspend'}
        <span className="sr-only"> {name}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        title="Suspend this account?"
        text={`“${name}” is signed out at once and cannot sign in. Products of a suspended seller leave the shop until the account is reinstated.`}
        confirm="Suspend"
        busy={suspending}
        onConfirm={keepOut}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
