import { defineMessages } from '../kernel/define-messages.ts'
import { formatNumber, isolated } from '../kernel/locale.ts'
import { unexpectedErrorMessage } from '../kernel/messages.ts'
import { plural } from '../kernel/plural.ts'
import { catalogMessages } from './messages.ts'

const productDeleted = 'Product deleted successfully'

export const productListMessages = defineMessages('productList', {
  products: 'Products',
  serialNumber: 'S.No',
  id: 'ID',
  name: 'Name',
  price: 'Price',
  totalOrders: 'Total Orders',
  totalSales: 'Total Sales',
  reversedUnits: '{units, number} cancelled or returned',
  sellerId: 'Seller ID',
  view: 'View',
  viewProduct: 'View {name}',
  edit: 'Edit',
  editProduct: 'Edit {name}',
  delete: 'Delete',
  deleteProduct: 'Delete {name}',
  deleteExplained: 'You can undo this for about a minute. Past orders are not affected.',

  addNew: 'Add New',
  productsFailed: 'Failed to fetch total products',
  noProductsYet: "You don't have any products yet",
  noProductsYetText: 'Add a product to start selling right away.',
  addFirstProduct: 'Add your first product',
  confirmDelete: 'Are you sure you want to delete this product?',
  deleteFailed: 'Failed to delete the product. Please try again.',

  nothingYetText: 'Sellers sign up in the shop and add their products.',
  findSeller: "Seller's name, email or ID...",
  confirmDeleteOf: '{count, plural, one {Are you sure you want to delete this product?} other {Delete these # products?}}',
  productsFailedBecause: 'Error fetching products: {reason}',
  deleteFailedBecause: 'Failed to delete product: {reason}',
  productIdRequired: 'Product ID is required',
  deletedSuccessfully: (count: number) =>
    plural(count, { one: productDeleted, other: (n) => `${n} products deleted successfully` }),
  deleted: '{count, plural, one {1 product deleted} other {# products deleted}}',
  restored: '{count, plural, one {1 product is back in the shop} other {# products are back in the shop}}',
  undoFailed: "This couldn't be undone.",
  selectedProducts: 'Selected products',
  selected: '{count, number} selected',
  deleteSelected: 'Delete selected',

  flashSale: 'Flash Sale',
  active: 'Active',
  inactive: 'Inactive',
  activeFor: 'Active, flash sale of {name}',
  inactiveFor: 'Inactive, flash sale of {name}',
  turnFlashSaleOn: 'Turn the flash sale on',
  turnFlashSaleOff: 'Turn the flash sale off',
  flashSalesOn: 'Flash sale on',
  flashSalesOff: 'Flash sale off',
  turnedOnFor: '{count, plural, one {Flash sale on for 1 product} other {Flash sale on for # products}}',
  turnedOffFor: '{count, plural, one {Flash sale off for 1 product} other {Flash sale off for # products}}',
  flashSaleOn: 'Flash sale enabled successfully',
  flashSaleOff: 'Flash sale disabled successfully',
  flashSaleFailed: 'Failed to update flash sale status: {reason}',

  unknownReason: unexpectedErrorMessage,
})

export const productListTexts = defineMessages('productListTexts', {
  search: 'Search products...',
  count: (total: number, isExact: boolean) =>
    isExact ? catalogMessages.productsFound({ total }) : catalogMessages.productsFoundAtLeast({ total }),
  pages: 'Pages of products',
  nothingFound: 'No products found',
  showAll: 'Show all products',
})

export const ownProductListTexts = defineMessages('ownProductListTexts', { ...productListTexts, nothingFound: 'No products match.' })
