import { useEffect, useId, useRef, useState } from 'react'
import { fulfilmentRefusals } from '../../../shared/fulfilment/messages.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { failureOf } from '../../api/failure-text.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { AddressFields } from './address-fields.tsx'
import { useChangePartAddressMutation } from './buyer-acts-api.ts'

const loadRules = async () => (await import('../../../shared/orders/schema.ts')).addedAddressSchema

interface ChangeAddressProps {
  orderId: string
  part: BuyerSellerOrder
}

/** Changes where a seller sends its part to, while that is possible. One without an address gets it for the whole order. */
export function ChangeAddress({ orderId, part }: ChangeAddressProps) {
  const [open, setOpen] = useState(false)
  const address = readShippingAddress(part.shipping_address)
  if (!part.can_change_address || !address || addressLines(address).length === 0) return null
  return open ? (
    <AddressForm orderId={orderId} part={part} address={address} onClose={() => setOpen(false)} />
  ) : (
    <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
      {trackingMessages.changeAddress}
    </Button>
  )
}

function AddressForm({
  orderId,
  part,
  address,
  onClose,
}: ChangeAddressProps & { address: ShippingInfo; onClose: () => void }) {
  const { number, revision } = part
  const headingId = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const [change] = useChangePartAddressMutation()
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm(`address-${part.seller_order_id}`, {
    rules: loadRules,
    defaultValues: address,
    failedToast: trackingMessages.addressFailedToast,
    async send(values: ShippingInfo) {
      const { error } = await change({ orderId, number, revision, address: { ...values, revision } })
      if (error) return failureOf(error, fulfilmentRefusals, trackingMessages.addressFailed)
      showSuccess(trackingMessages.addressChanged)
      onClose()
      return null
    },
  })
  return (
    <form {...formProps} ref={passFocusOn} aria-labelledby={headingId} className="grid w-full gap-4 pt-2">
      <h3 id={headingId} className="font-bold">
        {trackingMessages.changeAddressOf(part.seller.name)}
      </h3>
      <DraftOffer {...offer} />
      <fieldset ref={fields} className="contents">
        <AddressFields field={field} />
      </fieldset>
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {orderMessages.saveAddress}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            discard()
            onClose()
          }}
        >
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  )
}
