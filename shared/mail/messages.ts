import { shopName } from '../app/name.ts'
import { defineMessages } from '../kernel/define-messages.ts'

export const mailMessages = defineMessages('mail', {
  /** Advice for a reader who did not request the mail. */
  ignore: "If you didn't request this, you can ignore this email. Nothing will change.",
  /** The same for a change that requires the password, which someone else must know. */
  protect: "If this wasn't you, change your password right away and sign out on all other devices.",

  confirm: {
    subject: 'Confirm your email address',
    lead: 'Welcome! Please confirm that this is your email address. The link and the code work once and expire in {minutes, plural, one {1 minute} other {# minutes}}.',
    button: 'Confirm email address',
  },
  magic_link: {
    subject: 'Your sign-in link',
    lead: 'Open the link to sign in, or enter the code where you were asked for it. The link and the code work once and expire in {minutes, plural, one {1 minute} other {# minutes}}.',
    button: 'Sign in',
  },
  recovery: {
    subject: 'Reset your password',
    lead: 'Open the link to choose a new password. The link and the code work once and expire in {minutes, plural, one {1 minute} other {# minutes}}.',
    button: 'Choose a new password',
  },
  email_change: {
    subject: 'Confirm your new email address',
    lead: 'You asked to change the email address of your account to {newEmail}. Please confirm the change. The link and the code work once and expire in {minutes, plural, one {1 minute} other {# minutes}}.',
    button: 'Confirm the change',
    otherwise:
      "If you didn't request this, don't confirm it. If this wasn't you, change your password right away and sign out on all other devices.",
  },
  reauthentication: {
    subject: 'Your confirmation code',
    lead: "Enter this code to confirm that it's you. It works once and expires in {minutes, plural, one {1 minute} other {# minutes}}.",
  },
  password_changed: {
    subject: 'Your password was changed',
    lead: 'The password of your account was changed. All other devices have been signed out.',
  },
  email_changed: {
    subject: 'Your email address was changed',
    lead: 'The email address of your account is now {newEmail}. This address no longer belongs to your account.',
    otherwise: "If this wasn't you, please contact the marketplace.",
  },
  factor_added: {
    subject: 'Two-step verification: method added',
    lead: 'From now on, you can confirm sign-ins to your account with: {factor}.',
  },
  factor_removed: {
    subject: 'Two-step verification: method removed',
    lead: 'You can no longer confirm sign-ins to your account with: {factor}.',
  },

  order_placed: {
    subject: 'Your order {orderId}',
    heading: 'Thank you for your order',
    lead: 'We have received your order {orderId}. The sellers will get it ready for you.',
    /** The heading of a seller's lines. */
    sellerOrder: 'From {seller} ({sellerOrderId})',
    sellerOrderDue:
      'From {seller} ({sellerOrderId}), {kind, select, pickup {ready by {day}} none {due by {day}} other {ships by {day}}}',
    /** The same for a seller without a name. */
    unnamedOrderDue:
      '{sellerOrderId}, {kind, select, pickup {ready by {day}} none {due by {day}} other {ships by {day}}}',
    quantity: '{quantity, number} × {price}',
    button: 'Track your order',
    terms: 'The terms of your order',
    privacy: 'The privacy policy at that time',
  },

  code: 'Code: {code}',
  /** Precedes the link in the plain text. */
  link: '{label}:',

  authenticatorApp: 'authenticator app',
  textMessage: 'text message',
  textMessageTo: 'text message to …{lastDigits}',
  namedFactor: '{name} ({kind})',
})

export const textMessages = defineMessages('text', {
  code: 'Your code is {code}',
  signInCode: 'Your sign-in code is {code}',
})

/** Texts of the outbox pages, which show unsent mails and text messages. */
export const outboxMessages = defineMessages(
  'outbox',
  {
    title: 'Outbox',
    pageTitle: '{title} · {shop} outbox',
    empty: 'No messages yet. Emails and text messages appear here because no mail server is configured.',
    textMessage: 'Text message',
    sentTo: 'To {address}',
    asHtml: 'Show as HTML',
    all: 'All messages',
  },
  { shop: shopName },
)

/** Texts of the pages that links in mails open. */
export const linkPageMessages = defineMessages(
  'linkPage',
  {
    pageTitle: '{title} · {shop}',
    heading: 'Open your link',
    lead: 'Press the button to continue. The link works once.',
    over: 'This link was used already, has expired, or is incomplete.',
    requestNew: 'Request a new link',
    openAccount: 'Go to your account',
    goBack: 'Go back to where you requested it',
  },
  { shop: shopName },
)

/** The footer of optional mails. */
export const optionalMailMessages = defineMessages('optionalMail', {
  howToSwitchOff: 'You can switch off this email in your settings.',
})
