import { defineMessages } from '../kernel/define-messages.ts'

/** The time for which the address of a preview works. */
export const PREVIEW_MINUTES = 15

export const previewMessages = defineMessages(
  'preview',
  {
    preview: 'Preview',
    /** In the bar of a page of a preview. */
    bar: 'Preview. Visitors do not see this yet. The address works for {minutes} minutes.',
    blocked: 'The browser has blocked the window of the preview. Please allow it.',
    failed: 'The preview could not be opened. Please try again.',

    orderNotSaved: 'The new order is not saved.',
    saveOrder: 'Save order',
    pictureNotSaved: 'This change is not saved.',
    savePicture: 'Save picture',
    orderSaved: 'Saved. The shop shows it now.',
  },
  { minutes: PREVIEW_MINUTES },
)
