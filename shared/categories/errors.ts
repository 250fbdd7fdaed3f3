import { rightErrors } from '../accounts/right-messages.ts'
import { defineErrors } from '../kernel/define-messages.ts'
import { commonErrors } from '../kernel/errors.ts'
import { roomErrors } from '../site-pages/room-errors.ts'

export const categoryErrors = defineErrors('categoryErrors', {
  ...commonErrors,
  ...rightErrors,
  ...roomErrors,
  category_not_found: { status: 404, text: 'This category does not exist.' },
  newer_revision: {
    status: 409,
    text: 'The categories have changed in the meantime. Please try again with the current list.',
  },
  name_taken: { status: 409, text: 'Another category has this name.' },
  slug_taken: { status: 409, text: 'Another category has this short name, or its products are still being moved.' },
  too_many_categories: { status: 409, text: 'There are 40 categories already. Merge some before you add another.' },
  merged_into_itself: { status: 409, text: 'A category cannot be merged into itself.' },
  category_moves: { status: 409, text: 'This category is being merged itself. Please choose another.' },
  picture_too_large: { status: 413, text: 'The picture may have up to 1 MB and 40 megapixels.' },
  not_a_picture: { status: 415, text: 'Please choose a PNG, JPEG, WebP, or AVIF file that does not move.' },
})
