export const sellerMessages = {
  loggedOut: 'Logged out successfully!',

  // The product list and the two forms.
  confirmDelete: 'Are you sure you want to delete this product?',
  featuredImageNeeded: 'Please select a featured image.',
  tooManyImages: 'You can only upload up to 3 additional images.',
  tooManyCategories: 'You can select up to 3 categories.',
  productAdded: 'Product added successfully!',
  productUpdated: 'Product updated successfully!',
  productDeleted: 'Product deleted successfully',
  addFailed: 'Failed to add product. Please try again.',
  updateFailed: 'Failed to update product. Please try again.',
  deleteFailed: 'Failed to delete the product. Please try again.',
  imagesUnreadable: 'Error parsing product images. Please try refreshing the page.',
  imagesMalformed: 'Invalid product image format. Please try refreshing the page.',
  compressFailed: (message: string) => `Error compressing image: ${message}`,

  // What a call says.
  featuredUploadFailed: 'Failed to upload featured image',
  otherUploadFailed: 'Failed to upload other images',
  insertFailed: 'Failed to insert new product',
  productIdFailed: 'Failed to fetch last product ID',
  sellerInfoFailed: 'Failed to fetch seller info',
  totalProductsFailed: 'Failed to fetch total products',
  productsFailed: 'Failed to fetch product details',

  // Settings.
  settingsHeading: 'Seller Settings',
  profileUpdated: 'Profile updated successfully!',
  profileFailed: 'Failed to update profile. Please try again.',
  pictureUpdated: 'Profile picture updated successfully!',
  pictureFailed: 'Failed to update profile picture. Please try again.',
  updatePassword: 'Update Password',
  passwordUpdated: 'Password updated successfully',
  passwordFailed: (message: string) => `Error updating password: ${message}`,
} as const
