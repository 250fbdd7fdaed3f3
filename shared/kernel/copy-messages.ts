import { defineMessages } from './define-messages.ts'
/** A separate file, as pages of the shop have no Copy button. */
export const copyMessages = defineMessages('copy', {
  copy: 'Copy',
  copyId: 'Copy {id}',
  copied: 'Copied',
  failed: 'This could not be copied. Please select and copy it yourself.',
})
