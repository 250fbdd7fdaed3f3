import { defineMessages } from './define-messages.ts'
import { formatNumber, isolated } from './locale.ts'
import { plural } from './plural.ts'

export const listMessages = defineMessages('list', {
  clearSearch: 'Clear search',
  sortBy: 'Sort by',
  sorted: {
    asc: '{column}, ascending',
    desc: '{column}, descending',
  },
  sortedNow: { asc: 'ascending', desc: 'descending' },
  actions: 'Actions',
  moreAbout: 'More about {name}',
  selection: 'Selection',
  selectAll: 'Select all on this page',
  selectRow: 'Select {name}',
  rowsPerPage: 'Rows per page',
  daysIn: 'Days in {zone}',
  shortcuts: 'Keyboard shortcuts',
  shortcutSearch: 'Go to the search',
  shortcutNext: 'Next row',
  shortcutPrevious: 'Previous row',
  enterKey: 'Enter',
  shortcutOpen: 'Open the row',
  shortcutHelp: 'Show this list',
  useShortcuts: 'Use shortcuts in this browser',
  filters: 'Filters',
  nothingFoundText: 'Check the spelling, or use fewer words.',
  clearFilters: 'Clear filters',
  amountMalformed: 'Please enter an amount like 12.50.',
  exportCsv: 'Export CSV',
  exported: '{rows, plural, one {1 row} other {# rows}}',
  exportedOf: '{rows, number} of {total, number} rows',
  exportFailed: "We couldn't create the file. Please try again.",
})
