import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { withTextOf } from '../kernel/error-definition.ts'
import { commonErrors } from '../kernel/errors.ts'
import { pageMessages } from './admin-messages.ts'
import { roomErrors } from './room-errors.ts'

export const sitePageErrors = defineErrors('sitePageErrors', {
  ...commonErrors,
  ...rightErrors,
  ...roomErrors,
  page_not_found: { status: 404, text: 'This page does not exist.' },
  newer_revision: { status: 409, text: 'This page has changed in the meantime. Please reload it.' },
  slug_taken: { status: 409, text: 'Another page has this address.' },
  too_many_pages: { status: 409, text: 'There are 10 pages of your own already. Delete one before you add another.' },
  page_too_long: withTextOf(400, () => pageMessages.tooLong),
  page_empty: { status: 409, text: 'There is nothing new to publish. Write the page and save it first.' },
  page_stays: {
    status: 409,
    text: 'Only pages that you have added yourself, and that are not published, can be deleted.',
  },
})
