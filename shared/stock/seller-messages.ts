import { defineMessages } from '../kernel/define-messages.ts'
import { MAX_LOW_AT, MAX_ON_HAND, MAX_PER_ORDER } from './constants.ts'

export const stockFormMessages = defineMessages(
  'stockForm',
  {
    stock: 'Stock',
    dontTrack: "Don't track stock",
    dontTrackHint: 'Sold without limit',
    track: 'Track stock',
    trackHint: 'Sells while stock lasts',
    onHand: 'Quantity on hand',
    onHandMalformed: 'Please enter a whole number from 0 to {maxOnHand, number}.',
    reserved: '{units, number} reserved for buyers who are checking out',
    lowAt: 'Low stock at',
    lowAtHint: 'Buyers see how many are left',
    lowAtMalformed: 'Please enter a whole number from 0 to {maxLowAt, number}.',
    backorder: 'Keep selling when out of stock (backorder)',
    backorderShort: 'Backorder',
    maxPerOrder: 'Maximum per order',
    maxPerOrderHint: 'Empty for no maximum',
    maxPerOrderMalformed: 'Please enter a whole number from 1 to {mostPerOrder, number}, or nothing.',

    history: 'Stock history',
    historyFailed: 'The stock history could not be loaded.',
    noHistory: 'Nothing has changed yet.',
    after: '{onHand, number} on hand',
    reasons: {
      counted: 'Counted',
      correction: 'Correction',
      sold: 'Sold',
      cancelled: 'Cancelled',
      returned: 'Returned',
      imported: 'Imported',
    },
    more: '+{units, number}',
    fewer: '−{units, number}',
    pageOf: 'Page {page, number} of {pages, number}',
  },
  { maxOnHand: MAX_ON_HAND, maxLowAt: MAX_LOW_AT, mostPerOrder: MAX_PER_ORDER },
)

export const stockListMessages = defineMessages('stockList', {
  stock: 'Stock',
  low: 'Low',
  reserved: '{units, number} reserved',
  changeOf: 'Change the stock of {name}',
  onHandOf: 'Quantity on hand of {name}',
  save: 'Save',
  changed: '{name}: {onHand, number} in stock',
  changeFailed: 'Failed to change the stock. Please try again.',

  lowStock: 'Low stock',
  scarceFailed: 'Failed to load the products that are low in stock',
  allScarce: 'All',
  lowOnly: 'Low',
  outOnly: 'Sold out',
  show: 'Show',
  noneLow: 'Plenty of everything',
  noneLowText: 'Products whose stock you track appear here once they are low or sold out.',
  toProducts: 'Go to your products',
})
