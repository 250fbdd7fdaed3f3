import type { GoodsKind } from '../delivery/constants.ts'
import { defineMessages } from '../kernel/define-messages.ts'

export const productFormMessages = defineMessages('productForm', {
  nameNeeded: 'Please enter a name.',
  priceMalformed: 'Please enter a price with at most two decimals, from 0 to 9,999,999.99.',
  detailsNeeded: 'Please describe the product.',
  featuredImageNeeded: 'Please select a featured image.',
  tooManyImages: 'You can only upload up to 3 additional images.',
  tooManyCategories: 'You can select up to 3 categories.',
  productAdded: 'Product added successfully!',
  productUpdated: 'Product updated successfully!',
  addFailed: 'Failed to add product. Please try again.',
  updateFailed: 'Failed to update product. Please try again.',
  imagesUnreadable: 'Error parsing product images. Please try refreshing the page.',
  imagesMalformed: 'Invalid product image format. Please try refreshing the page.',
  compressFailed: 'Error compressing image: {message}',

  addHeading: 'Add Product',
  editHeading: 'Edit Product',
  update: 'Update Product',
  notFoundText: 'It may have been deleted, or it belongs to another seller.',
  toYourProducts: 'Go to your products',
  name: 'Name',
  price: 'Price',
  details: 'Details',
  weight: 'Weight',
  weightHint: 'Optional, such as 250 g or 1.5 kg.',
  weightMalformed: 'Please enter a weight from 1 g to 1000 kg with its unit, such as 250 g or 1.5 kg.',
  delivery: 'Delivery',
  deliveryKinds: { parcel: 'Needs delivery', none: 'Digital or a service' } satisfies Record<GoodsKind, string>,
  sending: 'Sending',
  categories: 'Categories',
  findCategory: 'Find a category',
  noSuchCategory: 'No category matches.',
  removeCategory: 'Remove',
  categoriesChosen: '{count} of {most}',

  checklist: 'Checklist',
  viewInShop: 'View in shop',
  checks: { picture: 'Picture', price: 'Price', category: 'Category', stock: 'Stock', description: 'Description' },
  done: 'done',
  missing: 'missing',

  picturesCounted: '{count, plural, one {1 picture} other {# pictures}}',
  /** E.g. `Price, 2 pictures changed`. */
  changed: '{names} changed',
  nothingChanged: 'No changes yet',

  // The draft that a page restores.
  draftWithoutPictures: 'Some pictures could not be restored. Please add them again.',

  // Shown when another edit was saved since the form was opened.
  changedMeanwhile: 'This product has changed in the meantime',
  changedFields: 'These fields differ:',
  pictures: 'Pictures',
  pictureTexts: 'Text for pictures',
  pictureTextsHint: 'Optional, for buyers who cannot see the pictures. Without one, the product name is used.',
  featuredText: 'Featured picture shows',
  otherText: 'Picture {number} shows',
  noPictures: 'None',

  featuredImage: 'Featured image',
  featuredImagePreview: 'Preview of the featured image',
  chooseFeaturedImage: 'Choose featured image',
  replaceFeaturedImage: 'Replace featured image',
  featuredImageHint:
    "Shown in lists and first on the product's page. Choose, drop, or paste a JPEG, PNG, WebP, AVIF, or GIF",
  otherImages: 'Additional images',
  addOtherImages: 'Add additional images',
  otherImagesHint: 'Up to {most}; drag them to change their order',
  noRoomForImages:
    "{most, plural, one {You've added the only additional image} other {You've added all # additional images}}",
  preparing: 'Preparing…',
  otherImagesInOrder: 'Additional images in order',
  otherImage: 'Additional image {number}',
  imageMoved: 'Now image {number} of {count}',
  moveImageEarlier: 'Move image {number} earlier',
  moveImageLater: 'Move image {number} later',
  featureImage: 'Make image {number} the featured one',
  removeImage: 'Remove image {number}',
})
