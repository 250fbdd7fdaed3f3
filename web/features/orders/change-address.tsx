import { useState } from 'react'
import { fulfilmentRefusals } from '../../../shared/fulfilment/messages.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { failureOf } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { AddressForm } from './address-form.tsx'
import { useChangeSellerOrderAddressMutation } from './buyer-actions-api.ts'

interface ChangeAddressProps {
  orderId: string
  sellerOrder: BuyerSellerOrder
}

/** Changes where a seller order is sent to, while that is possible. One without an address gets it for the whole order. */
export function ChangeAddress({ orderId, sellerOrder }: ChangeAddressProps) {
  const [open, setOpen] = useState(false)
  const address = readShippingAddress(sellerOrder.shipping_address)
  if (!sellerOrder.can_change_address || !address || addressLines(address).length === 0) return null
  return open ? (
    <ChangeForm orderId={orderId} sellerOrder={sellerOrder} address={address} onClose={() => setOpen(false)} />
  ) : (
    <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
      {trackingMessages.changeAddress}
    </Button>
  )
}

function ChangeForm({
  orderId,
  sellerOrder,
  address,
  onClose,
}: ChangeAddressProps & { address: ShippingInfo; onClose: () => void }) {
  const { number, revision } = sellerOrder
  const [change] = useChangeSellerOrderAddressMutation()
  return (
    <div className="w-full pt-2">
      <AddressForm
        id={sellerOrder.seller_order_id}
        heading={trackingMessages.changeAddressOf(sellerOrder.seller.name)}
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
