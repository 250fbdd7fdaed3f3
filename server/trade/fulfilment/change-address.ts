import type { ChangeAddress } from '../../../shared/fulfilment/schema.ts'
import { readShippingAddress } from '../../../shared/orders/rules.ts'
import { type Act, record, requireRevision, shown } from './act.ts'
import { wrongState } from './errors.ts'
import { canChangeAddress } from './read-seller-orders.ts'

const NO_ADDRESS = { fullName: '', address: '', city: '', postalCode: '', country: '' }

/** Changes where a seller order is sent to, as long as its buyer may. Throws AppError 409. */
export async function changeAddress(act: Act, { revision, ...address }: ChangeAddress): Promise<void> {
  await requireRevision(act, revision)
  const { order, sellerOrder } = act
  const present = readShippingAddress(sellerOrder.shipping_address ?? order.shipping_address) ?? NO_ADDRESS
  if (!canChangeAddress(sellerOrder.state, present)) throw wrongState(await shown(act))
  sellerOrder.previous_address = present
  sellerOrder.shipping_address = address
  await record(act, 'address_changed')
}
