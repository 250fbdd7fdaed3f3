import { formatNumber, isolated } from './locale.ts'
import { plural } from './plural.ts'

export const listMessages = {
  clearSearch: 'Clear search',
  sortBy: 'Sort by',
  sorted: {
    asc: (column: string) => `${column}, ascending`,
    desc: (column: string) => `${column}, descending`,
  },
  sortedNow: { asc: 'ascending', desc: 'descending' },
  actions: 'Actions',
  moreAbout: (name: string) => `More about ${isolated(name)}`,
  selection: 'Selection',
  selectAll: 'Select all on this page',
  selectRow: (name: string) => `Select ${isolated(name)}`,
  rowsPerPage: 'Rows per page',
  daysIn: (zone: string) => `Days in ${zone}`,
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
  exported: (rows: number) => plural(rows, { one: '1 row', other: (count) => `${count} rows` }),
  exportedOf: (rows: number, total: number) =>
    plural(total, { other: (count) => `${formatNumber(rows)} of ${count} rows` }),
  exportFailed: "We couldn't create the file. Please try again.",
} as const
