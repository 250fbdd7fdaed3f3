import { defineMessages } from '../kernel/define-messages.ts'
import { MAX_MESSAGE_LENGTH } from './constants.ts'

export const conversationMailMessages = defineMessages('conversationMail', {
  /** Also the title of the notification. */
  newMessages:
    '{count, plural, one {New message from {from} about {sellerOrderId}} other {# new messages about {sellerOrderId}}}',
  lead: 'You have new messages about {sellerOrderId}.',
  buyer: 'the buyer',
  marketplace: 'the marketplace',
  writers: { buyer: 'The buyer', admin: 'The marketplace' },
  more: '{count, plural, one {And 1 more.} other {And # more.}}',
  button: 'Read and reply',
})

export const conversationMessages = defineMessages(
  'conversation',
  {
    messages: 'Messages',
    messageSeller: 'Message seller',
    messageSellerOf: 'Message seller: {seller}',
    messageBuyer: 'Message buyer',
    readMessagesOf: 'Messages of {sellerOrderId}',
    title: 'Messages about {sellerOrderId}',
    withSeller: 'With {seller}',
    withBuyer: 'With the buyer',
    withBoth: 'Between the buyer and {seller}',
    close: 'Close messages',
    choose: 'Choose a conversation to read it.',

    log: 'Messages of this conversation',
    you: 'You',
    buyer: 'Buyer',
    marketplace: 'Marketplace',
    noneYet: 'No messages yet',
    noneYetText: {
      buyer: 'Ask the seller about this part of your order.',
      seller: 'Ask the buyer about this order.',
      admin: 'The buyer and the seller have not written to each other. Your message goes to both, from "Marketplace".',
    },
    notFound: 'There is no such conversation.',
    toOrder: 'Open the order',
    loadFailed: "We couldn't load the messages.",
    refreshFailed: "We couldn't check for new messages.",

    write: 'Your message',
    hint: 'Up to {max, number} characters. Please never write passwords or card numbers.',
    hintAdmin: 'Buyer and seller both get it, from "Marketplace". Recorded in Activity.',
    send: 'Send',
    sending: 'Sending...',
    sent: 'Message sent.',
    sendFailed: 'Your message was not sent. Please try again.',
    empty: 'Write a message first.',
    suspended: {
      buyer: "The buyer's account is suspended, so the buyer cannot read or answer your messages.",
      seller: "The seller's account is suspended, so the seller cannot read or answer your messages.",
    },
    full: 'This conversation has reached its limit of messages.',

    unread: '{count, plural, one {1 unread message} other {# unread messages}}',

    show: 'Show',
    all: 'All',
    unreadOnly: 'Unread',
    openOf: 'Open messages of {sellerOrderId}',
    listFailed: "We couldn't load your messages.",
    nothingYet: 'No messages yet',
    nothingYetText: {
      buyer: 'To write to a seller, open one of your orders and choose "Message seller".',
      seller: 'Messages from buyers about their orders appear here.',
    },
    toOrders: 'View your orders',
    by: '{who}: {text}',
  },
  { max: MAX_MESSAGE_LENGTH },
)

export const conversationListTexts = defineMessages('conversationListTexts', {
  count:
    '{isExact, select, true {{total, plural, one {1 conversation} other {# conversations}}} other {{total, number}+ conversations}}',
  pages: 'Pages of messages',
  nothingFound: 'No conversations found',
  showAll: 'Show all conversations',
})
