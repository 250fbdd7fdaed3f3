import { formatNumber, isolated } from '../kernel/locale.ts'
import { unexpectedErrorMessage } from '../kernel/messages.ts'
import { plural } from '../kernel/plural.ts'
import { catalogMessages } from './messages.ts'

const productDeleted = 'Product deleted successfully'

export const productListMessages = {
  products: 'Products',
  serialNumber: 'S.No',
  id: 'ID',
  name: 'Name',
  price: 'Price',
  totalOrders: 'Total Orders',
  totalSales: 'Total Sales',
  reversedUnits: (units: number) => `${formatNumber(units)} cancelled or returned`,
  sellerId: 'Seller ID',
  view: 'View',
  viewProduct: (name: string) => `View ${isolated(name)}`,
  edit: 'Edit',
  editProduct: (name: string) => `Edit ${isolated(name)}`,
  delete: 'Delete',
  deleteProduct: (name: string) => `Delete ${isolated(name)}`,
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
  confirmDeleteOf: (count: number): string =>
    plural(count, {
      one: 'Are you sure you want to delete this product?',
      other: (n) => `Delete these ${n} products?`,
    }),
  productsFailedBecause: (reason: string) => `Error fetching products: ${reason}`,
  deleteFailedBecause: (reason: string) => `Failed to delete product: ${reason}`,
  productIdRequired: 'Product ID is required',
  deletedSuccessfully: (count: number) =>
    plural(count, { one: productDeleted, other: (n) => `${n} products deleted successfully` }),
  deleted: (count: number) => plural(count, { one: '1 product deleted', other: (n) => `${n} products deleted` }),
  restored: (count: number) =>
    plural(count, { one: '1 product is back in the shop', other: (n) => `${n} products are back in the shop` }),
  undoFailed: "This couldn't be undone.",
  selectedProducts: 'Selected products',
  selected: (count: number) => `${formatNumber(count)} selected`,
  deleteSelected: 'Delete selected',

  flashSale: 'Flash Sale',
  active: 'Active',
  inactive: 'Inactive',
  activeFor: (name: string) => `Active, flash sale of ${isolated(name)}`,
  inactiveFor: (name: string) => `Inactive, flash sale of ${isolated(name)}`,
  turnFlashSaleOn: 'Turn the flash sale on',
  turnFlashSaleOff: 'Turn the flash sale off',
  flashSalesOn: 'Flash sale on',
  flashSalesOff: 'Flash sale off',
  turnedOnFor: (count: number) =>
    plural(count, { one: 'Flash sale on for 1 product', other: (n) => `Flash sale on for ${n} products` }),
  turnedOffFor: (count: number) =>
    plural(count, { one: 'Flash sale off for 1 product', other: (n) => `Flash sale off for ${n} products` }),
  flashSaleOn: 'Flash sale enabled successfully',
  flashSaleOff: 'Flash sale disabled successfully',
  flashSaleFailed: (reason: string) => `Failed to update flash sale status: ${reason}`,

  unknownReason: unexpectedErrorMessage,
} as const

export const productListTexts = {
  search: 'Search products...',
  count: (total: number, isExact: boolean) =>
    isExact ? catalogMessages.productsFound(total) : catalogMessages.productsFoundAtLeast(total),
  pages: 'Pages of products',
  nothingFound: 'No products found',
  showAll: 'Show all products',
} as const

export const ownProductListTexts = { ...productListTexts, nothingFound: 'No products match.' } as const
