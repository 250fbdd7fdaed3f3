import { unexpectedErrorMessage } from '../kernel/errors.ts'

export const sellerMessages = {
  // The product list and the two forms.
  confirmDelete: 'Are you sure you want to delete this product?',
  detailsNeeded: 'Please describe the product.',
  linkMalformed: 'Please enter an address like https://example.com',
  featuredImageNeeded: 'Please select a featured image.',
  tooManyImages: 'You can only upload up to 3 additional images.',
  tooManyCategories: 'You can select up to 3 categories.',
  productAdded: 'Product added successfully!',
  productUpdated: 'Product updated successfully!',
  addFailed: 'Failed to add product. Please try again.',
  updateFailed: 'Failed to update product. Please try again.',
  deleteFailed: 'Failed to delete the product. Please try again.',
  imagesUnreadable: 'Error parsing product images. Please try refreshing the page.',
  imagesMalformed: 'Invalid product image format. Please try refreshing the page.',
  // Which step of adding or editing a product failed on the server.
  featuredImageFailed: 'Failed to upload featured image',
  otherImagesFailed: 'Failed to upload other images',
  insertFailed: 'Failed to insert new product',
  productNumberFailed: 'Failed to fetch last product ID',
  compressFailed: (message: string) => `Error compressing image: ${message}`,

  // What could not be loaded.
  productsFailed: 'Failed to fetch total products',
  statsFailed: unexpectedErrorMessage,

  settingsHeading: 'Seller Settings',
} as const
