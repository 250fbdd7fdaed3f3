import { defineMessages } from './define-messages.ts'
import { isolated } from './locale.ts'

const FORMATS = 'JPEG, PNG, WebP, AVIF, or GIF'
const heicPicture = `HEIC pictures cannot be read here. Please choose a ${FORMATS} file.`

/** Texts of picture uploads, which no page of the shop needs at first. */
export const pictureMessages = defineMessages('picture', {
  heicPicture,
  heicFile: (fileName: string) => `${isolated(fileName)}: ${heicPicture}`,
  notAPicture: (fileName: string) =>
    `${isolated(fileName)} can't be read as a picture. Please choose a ${FORMATS} file.`,
  notComplete: '{fileName} is damaged or not complete. Please choose another file.',
  tooLarge: '{fileName} is too large. A picture may have up to {mb} MB.',
})
