import { useState } from 'react'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { hasAddress, readShippingAddress } from '../../../shared/orders/rules.ts'
import { failureOf } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { AddressForm } from './address-form.tsx'
import { useChangeSellerOrderAddressMutation } from './buyer-actions-api.ts'

/** Changes the address of a seller order while that is possible; an order without an address gets one by `AddAddress`. */
export function ChangeAddress({ orderId, sellerOrder }: { orderId: string; sellerOrder: BuyerSellerOrder }) {
  const [open, setOpen] = useState(false)
  const [change] = useChangeSellerOrderAddressMutation()
  const { number, revision, can_change_address, shipping_address } = sellerOrder
  const address = readShippingAddress(shipping_address)
  if (!can_change_address || !address || !hasAddress(address)) return null
  if (!open) {
    return (
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {trackingMessages.changeAddress}
      </Button>
    )
  }
  return (
    <div className="w-full pt-2">
      <AddressForm
        id={sellerOrder.seller_order_id}
        heading={trackingMessages.changeAddressOf({ seller: sellerOrder.seller.name })}
        level={3}
        address={address}
        failedToast={trackingMessages.addressFailedToast}
        onClose={() => setOpen(false)}
        send={async (values) => {
          const { error } = await change({ orderId, number, revision, address: { ...values, revision } })
          if (error) return failureOf(error, fulfilmentErrors, trackingMessages.addressFailed)
          showSuccess(trackingMessages.addressChanged)
          setOpen(false)
          return null
        }}
      />
    </div>
  )
}
