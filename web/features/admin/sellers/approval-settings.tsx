import { useState } from 'react'
import { adminSellerMessages } from '../../../../shared/sellers/admin-messages.ts'
import { SELLER_REQUIREMENTS, type SellerRequirement } from '../../../../shared/sellers/constants.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { factMessages } from '../../../../shared/sellers/messages.ts'
import type { ApprovalSettings } from '../../../../shared/sellers/schema.ts'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { useSaveApprovalSettingsMutation } from './sellers-api.ts'

/** Switches the approval of sellers on or off, and chooses what they must declare. */
export function ApprovalSettingsDialog({ settings, onClose }: { settings: ApprovalSettings; onClose: () => void }) {
  const [save] = useSaveApprovalSettingsMutation()
  const [isOn, setIsOn] = useState(settings.seller_approval)
  const [required, setRequired] = useState(settings.requirements)

  const toggle = (one: SellerRequirement, isRequired: boolean) =>
    setRequired(SELLER_REQUIREMENTS.filter((each) => (each === one ? isRequired : required.includes(each))))

  return (
    <ActionDialog
      title={adminSellerMessages.settings}
      text={adminSellerMessages.onHint}
      confirm={adminSellerMessages.save}
      refusals={shopErrors}
      success={adminSellerMessages.saved}
      onSubmit={() => save({ seller_approval: isOn, requirements: required, revision: settings.revision })}
      onClose={onClose}
    >
      <CheckRow text={adminSellerMessages.on} checked={isOn} onChange={setIsOn} />
      <fieldset className="grid gap-1" disabled={!isOn}>
        <legend className="mb-1.5 text-sm font-medium">{adminSellerMessages.requirements}</legend>
        {SELLER_REQUIREMENTS.map((one) => (
          <CheckRow
            key={one}
            text={factMessages.names[one]}
            checked={required.includes(one)}
            onChange={(isRequired) => toggle(one, isRequired)}
          />
        ))}
      </fieldset>
    </ActionDialog>
  )
}

function CheckRow(props: { text: string; checked: boolean; onChange: (checked: boolean) => void }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-field has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={({ target }) => props.onChange(target.checked)}
        className="size-4.5 shrink-0 accent-brand outline-none"
      />
      <span>{props.text}</span>
    </label>
  )
}
