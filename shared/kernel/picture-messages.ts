import { defineMessages } from './define-messages.ts'

/** Texts of picture uploads, which load on demand. */
export const pictureMessages = defineMessages('picture', {
  heicFile: '{fileName}: HEIC pictures cannot be read here. Please choose a JPEG, PNG, WebP, AVIF, or GIF file.',
  notAPicture: "{fileName} can't be read as a picture. Please choose a JPEG, PNG, WebP, AVIF, or GIF file.",
  notComplete: '{fileName} is damaged or not complete. Please choose another file.',
  tooLarge: '{fileName} is too large. A picture may have up to {mb} MB.',
})
