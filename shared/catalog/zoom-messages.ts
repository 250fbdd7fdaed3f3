import { defineMessages } from '../kernel/define-messages.ts'

/** Texts of the dialog with a product's pictures, whose code loads after the page. */
export const zoomMessages = defineMessages('zoom', {
  previousPicture: 'Previous picture',
  nextPicture: 'Next picture',
})
