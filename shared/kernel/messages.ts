import { defineMessages } from './define-messages.ts'

export const uiMessages = defineMessages('ui', {
  /** For every failure without its own text. */
  unexpectedError: 'An unexpected error occurred',
  cancel: 'Cancel',
  close: 'Close',
  retry: 'Retry',
  print: 'Print',
  show: 'Show',
  hide: 'Hide',
  undo: 'Undo',
  loading: 'Loading…',
  slow: 'Still loading. The connection seems to be slow.',
  needsScripts: 'This page needs JavaScript.',
  /** For pages that are readable without scripts. */
  buttonsNeedScripts: 'Buttons on this page need JavaScript. Links and the search work without it.',
  offline: "You're offline. We'll continue when you're back online.",
  increaseQuantity: 'Increase quantity',
  decreaseQuantity: 'Decrease quantity',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  percent: '{value}%',

  previousPage: 'Prev',
  nextPage: 'Next',
  pageNumber: 'Page {page}',
  noSuchPage: 'There is no page {page}',
  pageCount: '{count, plural, one {There is only one page.} other {The last page is page #.}}',
  toLastPage: 'Go to the last page',
})

export const formMessages = defineMessages('form', {
  leaveWithoutSaving: 'Leave without saving?',
  logOutWithoutSaving: 'Log out without saving?',
  unsavedChanges: 'You have unsaved changes.',
  leave: 'Leave',
  logOut: 'Log out',
  stay: 'Stay',

  draftRestored: 'We restored your unsaved changes.',
  draftFound: 'You have unsaved changes from {date}.',
  restoreDraft: 'Restore',
  discardDraft: 'Discard',
})
