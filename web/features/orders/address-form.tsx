import { useEffect, useId, useRef } from 'react'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import type { CheckedFormOptions } from '../../ui/form/use-checked-form.ts'
import { loadCode } from '../../ui/load-code.ts'
import { passFocusOn } from '../../ui/page.tsx'
import { AddressFields } from './address-fields.tsx'

interface AddressFormProps {
  /** The id of the order or seller order under which a typed address is stored. */
  id: string
  heading: string
  /** 2 on a page of its own, 3 within a card that has a heading. */
  level: 2 | 3
  address?: ShippingInfo
  failedToast: string
  send: CheckedFormOptions<ShippingInfo>['send']
  onClose: () => void
}

const NO_ADDRESS: ShippingInfo = { fullName: '', address: '', city: '', postalCode: '', country: '' }
const loadRules = async () =>
  (await loadCode(() => import('../../../shared/orders/schema.ts'), true)).addedAddressSchema

/** A buyer's form for the address of an order or a seller order; the input is stored as a draft until it is saved or discarded. */
export function AddressForm({ id, heading, level, address, failedToast, send, onClose }: AddressFormProps) {
  const headingId = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm(`address-${id}`, {
    rules: loadRules,
    defaultValues: address ?? NO_ADDRESS,
    failedToast,
    send,
  })
  const Heading = `h${level}` as const
  return (
    <form {...formProps} ref={passFocusOn} aria-labelledby={headingId} className="grid w-full gap-4">
      <Heading id={headingId} className="text-start text-lg font-bold tracking-tight">
        {heading}
      </Heading>
      <DraftOffer {...offer} />
      <fieldset ref={fields} className="contents">
        <AddressFields field={field} />
      </fieldset>
      <FailureNote {...failure} />
      <FormButtons
        submit={orderMessages.saveAddress}
        busy={busy}
        onCancel={() => {
          discard()
          onClose()
        }}
      />
    </form>
  )
}
