import { useId, useState } from 'react'
import { MAX_EMAIL_LENGTH } from '../../../../shared/accounts/constants.ts'
import { accountFieldMessages } from '../../../../shared/accounts/form-messages.ts'
import { rightMessages } from '../../../../shared/accounts/right-messages.ts'
import { ADMIN_RIGHTS, type AdminRight } from '../../../../shared/accounts/rights.ts'
import { staffErrors } from '../../../../shared/staff/errors.ts'
import { staffMessages } from '../../../../shared/staff/messages.ts'
import type { StaffMember } from '../../../../shared/staff/schema.ts'
import { RadioGroup } from '../../../ui/form/radio-group.tsx'
import { FieldError } from '../../../ui/form/text-field.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { DialogField, useProblemOf } from '../../fulfilment/dialog-fields.tsx'
import { useChangeRightsMutation, useInviteStaffMutation } from './staff-api.ts'

const KINDS = [
  { value: 'staff', label: staffMessages.kindStaff },
  { value: 'owner', label: staffMessages.kindOwner },
] as const
type Kind = (typeof KINDS)[number]['value']

/** Invites an address; with `member`, changes the rights of an admin. */
export function RightsDialog({ member, onClose }: { member?: StaffMember | undefined; onClose: () => void }) {
  const [invite] = useInviteStaffMutation()
  const [change] = useChangeRightsMutation()
  const [email, setEmail] = useState('')
  const [kind, setKind] = useState<Kind>(member?.rights === null ? 'owner' : 'staff')
  const [chosen, setChosen] = useState<readonly AdminRight[]>(member?.rights ?? [])
  const rights = kind === 'owner' ? null : [...chosen]
  const texts = member
    ? { title: staffMessages.changeTitle({ name: member.name }), confirm: staffMessages.save }
    : { title: staffMessages.inviteTitle, text: staffMessages.inviteText(), confirm: staffMessages.sendInvitation }
  return (
    <ActionDialog
      {...texts}
      refusals={staffErrors}
      fieldOf={{ already_staff: 'email', account_suspended: 'email', invalid_request: 'email' }}
      check={() => ({
        email: member || email.includes('@') ? undefined : accountFieldMessages.emailMalformed,
        rights: rights?.length === 0 ? staffMessages.chooseOne : undefined,
      })}
      success={member ? staffMessages.saved : staffMessages.invited}
      onSubmit={() => (member ? change({ user_id: member.user_id, rights }) : invite({ email, rights }))}
      onClose={onClose}
    >
      {!member && (
        <DialogField
          name="email"
          label={staffMessages.email}
          type="email"
          autoComplete="off"
          maxLength={MAX_EMAIL_LENGTH}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
        />
      )}
      <RadioGroup legend={staffMessages.kind} name="kind" options={KINDS} value={kind} onChange={setKind} />
      {kind === 'staff' && <RightChoices chosen={chosen} onChange={setChosen} />}
    </ActionDialog>
  )
}

interface RightChoicesProps {
  chosen: readonly AdminRight[]
  onChange: (chosen: readonly AdminRight[]) => void
}

function RightChoices({ chosen, onChange }: RightChoicesProps) {
  const error = useProblemOf('rights')
  const id = useId()
  return (
    <fieldset className="grid gap-1" aria-describedby={error && id}>
      <legend className="mb-1.5 text-sm font-medium">{staffMessages.allowed}</legend>
      {ADMIN_RIGHTS.map((right) => (
        <label key={right} className="flex min-h-10 items-center gap-3">
          <input
            type="checkbox"
            name="rights"
            aria-invalid={error ? true : undefined}
            checked={chosen.includes(right)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, right] : chosen.filter((one) => one !== right))
            }
            className="size-5 shrink-0 accent-brand"
          />
          <span className="min-w-0">
            {rightMessages.rights[right]} <span className="text-sm text-muted">({staffMessages.about[right]})</span>
          </span>
        </label>
      ))}
      <FieldError id={id} text={error} />
    </fieldset>
  )
}
