import { plural } from '../kernel/plural.ts'

/** The forms that add and edit a product. */
export const productFormMessages = {
  nameNeeded: 'Please enter a name.',
  priceMalformed: 'Please enter a price with at most two decimals, from 0 to 9,999,999.99.',
  detailsNeeded: 'Please describe the product.',
  linkMalformed: 'Please enter an address like https://example.com',
  featuredImageNeeded: 'Please select a featured image.',
  tooManyImages: 'You can only upload up to 3 additional images.',
  tooManyCategories: 'You can select up to 3 categories.',
  productAdded: 'Product added successfully!',
  productUpdated: 'Product updated successfully!',
  addFailed: 'Failed to add product. Please try again.',
  updateFailed: 'Failed to update product. Please try again.',
  imagesUnreadable: 'Error parsing product images. Please try refreshing the page.',
  imagesMalformed: 'Invalid product image format. Please try refreshing the page.',
  compressFailed: (message: string) => `Error compressing image: ${message}`,
  // The step of adding or editing a product that failed on the server.
  featuredImageFailed: 'Failed to upload featured image',
  otherImagesFailed: 'Failed to upload other images',
  insertFailed: 'Failed to insert new product',
  productNumberFailed: 'Failed to fetch last product ID',

  addHeading: 'Add Product',
  editHeading: 'Edit Product',
  update: 'Update Product',
  notFoundText: 'It may have been deleted, or it belongs to another seller.',
  toYourProducts: 'Go to your products',
  name: 'Name',
  price: 'Price',
  dollarSign: '$',
  details: 'Details',
  sending: 'Sending',
  categories: 'Categories',
  findCategory: 'Find a category',
  noSuchCategory: 'No category matches.',
  removeCategory: 'Remove',
  categoriesChosen: (count: number, most: number) => `${count} of ${most}`,

  // The bar that saves.
  picturesCounted: (count: number) => plural(count, { one: '1 picture', other: (n) => `${n} pictures` }),
  /** E.g. `Price, 2 pictures changed`. */
  changed: (names: readonly string[]) => `${names.join(', ')} changed`,
  nothingChanged: 'No changes yet',

  // What was written earlier and not saved.
  draftWithoutPictures: 'Some pictures could not be restored. Please add them again.',

  // The product was changed by another edit since the form was opened.
  changedMeanwhile: 'This product has changed in the meantime',
  changedFields: 'These fields differ:',
  field: 'Field',
  mine: 'Mine',
  theirs: 'Theirs',
  loadTheirs: 'Load theirs',
  keepMine: 'Keep mine',
  pictures: 'Pictures',
  pictureTexts: 'Text for pictures',
  pictureTextsHint: 'Optional: what a picture shows, for buyers who cannot see it. Without it the name stands for it.',
  featuredText: 'Featured picture shows',
  otherText: (number: number) => `Picture ${number} shows`,
  noPictures: 'None',

  // The editor of the details.
  formatting: 'Formatting',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strikethrough: 'Strikethrough',
  heading: 'Heading',
  smallerHeading: 'Smaller heading',
  list: 'List',
  numberedList: 'Numbered list',
  quote: 'Quote',
  undo: 'Undo',
  redo: 'Redo',
  link: 'Link',
  addLinkHeading: 'Add a link',
  linkAddress: 'Address',
  addLink: 'Add link',

  // The pictures.
  featuredImage: 'Featured image',
  featuredImagePreview: 'Preview of the featured image',
  chooseFeaturedImage: 'Choose featured image',
  replaceFeaturedImage: 'Replace featured image',
  featuredImageHint:
    "Shown in lists and first on the product's page. Choose, drop, or paste a JPEG, PNG, WebP, AVIF, or GIF",
  otherImages: 'Additional images',
  addOtherImages: 'Add additional images',
  otherImagesHint: (most: number) => `Up to ${most}; drag them to change their order`,
  noRoomForImages: (most: number) =>
    plural(most, {
      one: "You've added the only additional image",
      other: (n) => `You've added all ${n} additional images`,
    }),
  preparing: 'Preparing…',
  otherImagesInOrder: 'Additional images in order',
  otherImage: (number: number) => `Additional image ${number}`,
  imageMoved: (number: number, count: number) => `Now image ${number} of ${count}`,
  moveImageEarlier: (number: number) => `Move image ${number} earlier`,
  moveImageLater: (number: number) => `Move image ${number} later`,
  featureImage: (number: number) => `Make image ${number} the featured one`,
  removeImage: (number: number) => `Remove image ${number}`,
} as const
