import { plural } from '../kernel/plural.ts'

export const sellerOrderMessages = {
  packingSlip: 'Packing slip',
  packingSlips: 'Packing slips',
  packingSlipOf: (orderId: string) => `Packing slip ${orderId}`,
  packingSlipFor: (orderId: string) => `Packing slip for ${orderId}`,
  toYourOrders: 'Go to your orders',
  backToOrders: 'Back to orders',
  orderedAt: 'Ordered {time}',
  shipTo: 'Ship to',
  from: 'From',
  productsInParcel: 'Products in this package',
  unitsInParcel: (units: number) =>
    plural(units, { one: '1 unit in this package', other: (n) => `${n} units in this package` }),
  units: (units: number) => plural(units, { one: '1 unit', other: (n) => `${n} units` }),
  yourProductsIn: (orderId: string) => `Your products in ${orderId}`,
  product: 'Product',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  total: 'Total',
  unitsSold: 'Units',
} as const
