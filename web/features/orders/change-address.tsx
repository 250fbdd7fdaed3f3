import { useState } from 'react'
import { fulfilmentRefusals } from '../../../shared/fulfilment/messages.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { failureOf } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { AddressForm } from './address-form.tsx'
import { useChangePartAddressMutation } from './buyer-acts-api.ts'

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
    <ChangeForm orderId={orderId} part={part} address={address} onClose={() => setOpen(false)} />
  ) : (
    <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
      {trackingMessages.changeAddress}
    </Button>
  )
}

function ChangeForm({
  orderId,
  part,
  address,
  onClose,
}: ChangeAddressProps & { address: ShippingInfo; onClose: () => void }) {
  const { number, revision } = part
  const [change] = useChangePartAddressMutation()
  return (
    <div className="w-full pt-2">
      <AddressForm
        id={part.seller_order_id}
        heading={trackingMessages.changeAddressOf(part.seller.name)}
        level={3}
        address={address}
        failedToast={trackingMessages.addressFailedToast}
        onClose={onClose}
        send={async (values) => {
          const { error } = await change({ orderId, number, revision, address: { ...values, revision } })
          if (error) return failureOf(error, fulfilmentRefusals, trackingMessages.addressFailed)
          showSuccess(trackingMessages.addressChanged)
          onClose()
          return null
        }}
      />
    </div>
  )
}
