import { defineMessages } from '../kernel/define-messages.ts'
import { FORMER_CATEGORY_DAYS } from './constants.ts'

/** The page on which admins edit the categories. */
export const categoryAdminMessages = defineMessages(
  'categoryAdmin',
  {
    heading: 'Categories',
    intro: 'The tiles of the home page, the menu, and what sellers choose from, in this order.',
    loadFailed: "We couldn't load the categories.",
    category: 'Category',
    state: 'State',
    products: 'Products',
    picture: 'Picture',
    shown: 'Shown',
    hidden: 'Hidden',
    filling: 'Products are being moved here',
    view: 'View in the shop',
    edit: 'Edit',
    hide: 'Hide',
    show: 'Show',
    merge: 'Merge and remove',
    changeFailed: "We couldn't change this. Please try again.",

    add: 'Add category',
    addTitle: 'Add a category',
    editTitle: 'Edit {name}',
    name: 'Name',
    nameHint: 'The address of its page is its name in lower case. A former name redirects there for {days} days.',
    slug: 'Short name',
    slugHint: 'Used in data and searches: its words find the products. Lower-case letters, digits, and hyphens.',
    isHidden: 'Hide from tiles, menus, filters, and forms',
    containsOthers: 'The page of "{name}" also lists {others}, as these names contain it.',
    isContained: '"{name}" is also listed on the page of {others}.',
    save: 'Save',
    added: 'Category added',
    saved: 'Saved. The shop shows it now.',
    nameNeeded: 'Please enter a name with a letter or a digit.',
    nameSeparates: 'Please leave out / and commas.',
    nameIsAll: '"All" is the name of the list of all products.',
    slugMalformed: 'Please use up to 40 lower-case letters, digits, and hyphens.',
    slugReserved: 'This short name is reserved. Please choose another.',

    pictureHint: 'A square shows best. PNG, JPEG, WebP, or AVIF, up to 1 MB.',
    pictureOf: 'Picture of {name}',

    mergeTitle: 'Merge {name} into another category?',
    mergeText:
      'Its products move to the other category, where visitors find them at once, and it is removed. Its name leads there for {days} days. This cannot be undone.',
    mergeInto: 'Into',
    mergePrompt: 'Choose a category',
    merged: '{name} is now part of {into}.',
    targetNeeded: 'Please choose a category.',

    /** The fields that the journal records. */
    fields: {
      categories: 'Categories',
      slug: 'Short name',
      is_hidden: 'Hidden',
      picture: 'Picture',
      merged_into: 'Merged into',
    },
  },
  { days: FORMER_CATEGORY_DAYS },
)
