import { defineMessages } from '../kernel/define-messages.ts'

export const sellerOrderMessages = defineMessages('sellerOrder', {
  packingSlip: 'Packing slip',
  packingSlips: 'Packing slips',
  packingSlipOf: 'Packing slip {orderId}',
  items: 'Items',
  toYourOrders: 'Go to your orders',
  backToOrders: 'Back to orders',
  orderedAt: 'Ordered {time}',
  shipTo: 'Ship to',
  from: 'From',
  productsInParcel: 'Products in this package',
  unitsInParcel: '{units, plural, one {1 unit in this package} other {# units in this package}}',
  itemAndOthers: '{item} and {count, plural, one {1 other} other {# others}}',
  yourProductsIn: 'Your products in {orderId}',
  product: 'Product',
  unitPrice: 'Unit price',
  total: 'Total',
  unitsSold: 'Units',
  headings: { order: 'Order', ordered: 'Ordered', shipBy: 'Ship by', name: 'Name', productId: 'Product ID' },
  amounts: { sold: 'Sold', reversed: 'Cancelled and returned', net: 'Net' },
})
