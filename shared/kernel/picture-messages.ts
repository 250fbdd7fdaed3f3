/** What every upload of a picture says; of the pages in the shop none needs it at first. */
export const pictureMessages = {
  heicPicture: 'HEIC pictures cannot be read here. Please choose a JPEG, PNG, WebP, AVIF, or GIF file.',
} as const
