import { useState } from 'react'
import { commonErrors } from '../../../shared/kernel/errors.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { hasAddress, readShippingAddress } from '../../../shared/orders/rules.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { MapPinPlus } from '../../ui/area-icons.ts'
import { Button } from '../../ui/button.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { AddressForm } from './address-form.tsx'
import { type OrderWithSellerOrders, ordersApi, orderTexts } from './orders-api.ts'
import { isAddressed } from './payment-fact.tsx'

/** Lets the buyer of a pending order without an address add one; renders nothing for other users and orders. */
export function AddAddress({ order }: { order: OrderWithSellerOrders }) {
  const { userId } = useSession()
  const dispatch = useAppDispatch()
  const [open, setOpen] = useState(false)
  const { order_id: orderId, buyer_id, order_state, shipping_address } = order
  const address = readShippingAddress(shipping_address)
  const isLacking = address !== null && !hasAddress(address)
  if (buyer_id !== userId || order_state !== 'pending' || !isLacking || !isAddressed(order)) return null
  return (
    <div className="w-full print:hidden">
      {open ? (
        <div className="border-t border-line pt-6">
          <AddressForm
            id={orderId}
            heading={orderMessages.addAddress}
            level={2}
            failedToast={orderMessages.addressFailedToast}
            onClose={() => setOpen(false)}
            send={async (values) => {
              const call = ordersApi.endpoints.addAddress.initiate({ orderId, address: values }, { track: false })
              const { data, error } = await dispatch(call)
              if (!data) return failureOf(error, { ...commonErrors, ...orderTexts }, orderMessages.addressFailed)
              showSuccess(orderMessages.addressAdded)
              return null
            }}
          />
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)} className="max-sm:w-full">
          <MapPinPlus aria-hidden className="size-5" />
          {orderMessages.addAddress}
        </Button>
      )}
    </div>
  )
}
