import { useState } from 'react'
import { adminSellerMessages } from '../../../../shared/sellers/admin-messages.ts'
import type { SellerDecision } from '../../../../shared/sellers/constants.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import type { AdminSeller } from '../../../../shared/sellers/schema.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { useDraft } from '../../../session/use-draft.tsx'
import { ActionDialog, DialogField } from '../../fulfilment/action-dialog.tsx'
import { NeededReason, reasonProblem } from '../reason-dialog.tsx'
import { sellersApi } from './sellers-api.ts'

/** Returns the decisions that are open about a seller. */
export function decisionsOf({ approval_state, is_suspended }: AdminSeller): readonly SellerDecision[] {
  if (is_suspended) return []
  if (approval_state === 'approved') return ['fix', 'refuse']
  return approval_state === 'asked' || approval_state === 'fix_by' ? ['approve', 'fix', 'refuse'] : ['approve']
}

export type Decisions = ReturnType<typeof useDecisions>

/** Returns the function that decides about a seller, the dialog for its reason, and failures by seller. */
export function useDecisions() {
  const [pending, setPending] = useState<{ seller: AdminSeller; decision: 'refuse' | 'fix' } | null>(null)
  const [send] = sellersApi.useDecideSellerMutation()
  const { call, noteAt } = useCalls(shopErrors)

  const approve = ({ seller_id, revision }: AdminSeller) =>
    call(seller_id, () => send({ seller_id, decision: { decision: 'approve', revision } }), {
      done: adminSellerMessages.approved,
      failed: adminSellerMessages.failed,
    })

  return {
    decide: (seller: AdminSeller, decision: SellerDecision) =>
      decision === 'approve' ? approve(seller) : setPending({ seller, decision }),
    dialog: pending && <DecisionDialog {...pending} onClose={() => setPending(null)} />,
    failureOf: noteAt,
  }
}

interface DecisionDialogProps {
  seller: AdminSeller
  decision: 'refuse' | 'fix'
  onClose: () => void
}

const TEXTS = {
  refuse: {
    title: adminSellerMessages.confirmRefuse,
    text: adminSellerMessages.refuseExplained,
    confirm: adminSellerMessages.refuse,
    done: adminSellerMessages.refused,
  },
  fix: {
    title: adminSellerMessages.confirmFix,
    text: adminSellerMessages.fixExplained,
    confirm: adminSellerMessages.fix,
    done: adminSellerMessages.fixAsked,
  },
} as const

function DecisionDialog({ seller: { seller_id, name, may_sell, revision }, decision, onClose }: DecisionDialogProps) {
  const [send] = sellersApi.useDecideSellerMutation()
  const { values, field, ...draft } = useDraft(`seller-${seller_id}-${decision}`, { reason: '', fix_by: '' })
  const { reason, fix_by } = values
  const isFix = decision === 'fix'
  const { title, text, confirm, done } = TEXTS[decision]
  return (
    <ActionDialog
      title={title}
      text={text({ name, sells: String(may_sell) })}
      confirm={confirm}
      danger={!isFix}
      refusals={shopErrors}
      fieldOf={{ fix_by_out_of_range: 'fix_by' }}
      check={() => ({
        reason: reasonProblem(reason),
        fix_by: isFix && !fix_by ? adminSellerMessages.dayNeeded : undefined,
      })}
      draft={draft}
      success={done}
      onSubmit={() => {
        const given = { reason: reason.trim(), revision }
        return send({ seller_id, decision: isFix ? { decision, fix_by, ...given } : { decision, ...given } })
      }}
      onClose={onClose}
    >
      <NeededReason {...field('reason')} />
      {isFix && <DialogField label={adminSellerMessages.fixByDay} type="date" required {...field('fix_by')} />}
    </ActionDialog>
  )
}
