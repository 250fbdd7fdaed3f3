import { useState } from 'react'
import { commonErrors } from '../../../shared/kernel/errors.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { MapPinPlus } from '../../ui/icons.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { AddressForm } from './address-form.tsx'
import { ordersApi, orderTexts } from './orders-api.ts'

/** Lets the buyer of a pending order without an address add one; nothing for other users and orders. */
export function AddAddress({ order }: { order: Order }) {
  const { userId } = useSession()
  const [open, setOpen] = useState(false)
  const address = readShippingAddress(order.shipping_address)
  const isLacking = address !== null && addressLines(address).length === 0
  if (order.buyer_id !== userId || order.order_state !== 'pending' || !isLacking) return null
  return (
    <div className="w-full print:hidden">
      {open ? (
        <AddForm orderId={order.order_id} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)} className="max-sm:w-full">
          <MapPinPlus aria-hidden className="size-5" />
          {orderMessages.addAddress}
        </Button>
      )}
    </div>
  )
}

function AddForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const dispatch = useAppDispatch()
  return (
    <div className="border-t border-line pt-6">
      <AddressForm
        id={orderId}
        heading={orderMessages.addAddress}
        level={2}
        failedToast={orderMessages.addressFailedToast}
        onClose={onClose}
        send={async (address) => {
          const added = await dispatch(ordersApi.endpoints.addAddress.initiate({ orderId, address }, { track: false }))
          if (!added.data) return failureOf(added.error, { ...commonErrors, ...orderTexts }, orderMessages.addressFailed)
          showSuccess(orderMessages.addressAdded)
          return null
        }}
      />
    </div>
  )
}
