import { rightMessages } from '../accounts/right-messages.ts'
import { defineMessages } from '../kernel/define-messages.ts'
import { type ApprovalState, MAX_DOCUMENT_MB, type SellerRequirement } from './constants.ts'

/** The names of a seller's declarations. */
export const factMessages = defineMessages('sellerFacts', {
  names: {
    kind: 'Trader or private seller',
    legal_name: 'Full or business name',
    legal_address: 'Address',
    legal_phone: 'Phone',
    legal_email: 'Email',
    register: 'Trade register and number',
    certified: 'Self-certification',
    document: 'Document',
  } satisfies Record<SellerRequirement, string>,
  trader: 'Trader',
  private: 'Private seller',
  certifiedAt: 'Certified on {date}',
  download: 'Download',
  downloadFailed: 'The document could not be downloaded.',
  states: {
    draft: 'Not requested yet',
    asked: 'Waiting for approval',
    approved: 'Approved',
    refused: 'Refused',
    fix_by: 'Correction due',
  } satisfies Record<ApprovalState, string>,
})

/** The seller's page to open the shop. */
export const shopFormMessages = defineMessages(
  'shopForm',
  {
    heading: 'Open your shop',
    loadFailed: 'Your details could not be loaded.',
    facts: 'Your details',
    factsHint:
      "Buyers see on your page and your products whether you are a trader, and a trader's details on your page and on receipts.",
    kind: 'I sell as',
    trader: 'A trader',
    traderHint: 'You sell as part of your trade, business, craft or profession.',
    private: 'A private seller',
    privateHint: 'You sell things of your own now and then.',
    register: 'Trade register',
    registerHint: 'The register that you are entered in, if any',
    number: 'Registration or VAT number',
    certify: 'I only offer products that comply with the rules of the European Union.',
    save: 'Save details',
    saved: 'Your details were saved.',
    saveFailed: 'Your details could not be saved.',
    kindNeeded: 'Please choose one.',
    phoneMalformed: 'Please enter a phone number.',
    emailMalformed: 'Please enter an email address.',

    document: 'Document',
    documentHint:
      'A copy of your identity card or register entry: PDF, JPEG or PNG, up to {maxMb} MB. Only you, owners and admins with the right "{right}" can see it.',
    chooseDocument: 'Choose a file',
    replaceDocument: 'Replace the file',
    removeDocument: 'Remove the file',
    documentStored: '{kind}, sent on {date}',
    documentSaved: 'Your document was saved.',
    documentRemoved: 'Your document was removed.',
    documentFailed: 'Your document could not be saved.',

    approval: 'Approval',
    done: 'Done',
    missing: 'Missing',
    ask: 'Ask for approval',
    askHint: 'You can ask once nothing is missing.',
    required: 'Required details',
    asked: 'You have requested approval.',
    askFailed: 'Your request could not be sent.',
    explained: {
      draft: 'You can add products now. Buyers see them once an admin has approved your shop.',
      asked: 'An admin will check your details. You get an email with the answer.',
      askedSelling: 'An admin will check your correction. Your products stay in the shop.',
      approved: 'Your shop is open.',
      refused: 'Your shop was not approved. You can correct your details and ask again.',
      fix_by:
        'Please correct your details and ask again by {day}. {sells, select, true {Otherwise your products are hidden.} other {Buyers see your products once your shop is approved.}}',
      overdue:
        'The time for your correction has passed, so buyers do not see your products. Correct your details and ask again.',
    },
    reason: 'The admin wrote: {reason}',
  },
  { maxMb: MAX_DOCUMENT_MB, right: () => rightMessages.rights.sellers },
)

/** The steps of a new seller, on the dashboard. */
export const sellerTaskMessages = defineMessages('sellerTasks', {
  heading: 'Open for business',
  page: 'Write about yourself on your page',
  product: 'Add your first product',
  delivery: 'Say where you deliver, and how soon',
  paid: 'Enter your details, so that you can be paid',
  approval: 'Get your shop approved',
  done: 'Done:',
  open: 'To do:',
})

/** Products that an admin has hidden. */
export const hiddenProductMessages = defineMessages('hiddenProducts', {
  heading: 'Hidden by the marketplace',
  explained: 'Buyers do not see these products. Answer here when you have changed them, or if you disagree.',
  hidden: 'Hidden',
  reason: 'Reason: {reason}',
  answered: 'Your answer: {answer}',
  answer: 'Answer',
  answerOf: 'Answer about {name}',
  answerNeeded: 'Please write an answer.',
  send: 'Send answer',
  sent: 'Your answer was sent.',

  list: 'Hidden products',
  toProducts: 'All products',
  product: 'Product',
  why: 'Reason',
  listFailed: "We couldn't load the hidden products.",
  nothingFound: 'No hidden products',
  showAll: 'Show all',
  noneText: 'Products that an admin hides appear here, with the reason and the answer of the seller.',
  count: '{total, plural, one {1 hidden product} other {# hidden products}}',
  pages: 'Pages of hidden products',
  noAnswer: 'No answer yet',
  hide: 'Hide from the shop',
  hideOf: 'Hide from the shop: {name}',
  confirmHide: 'Hide this product?',
  hideExplained:
    'Buyers will not see "{name}" until an admin shows it again. Its seller can read the reason and answer.',
  nowHidden: 'Product hidden',
  show: 'Show again',
  nowShown: 'Product shown again',
  showFailed: 'Failed to show the product: {reason}',
})
