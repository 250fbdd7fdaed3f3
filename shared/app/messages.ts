import { defineMessages } from '../kernel/define-messages.ts'

/** Texts of documents, which only the server writes. */
export const documentMessages = defineMessages('document', {
  appDescription: 'An open marketplace of independent sellers.',
  scriptsFailed: 'This page could not be loaded completely. Please reload it.',
  pageNotShown: "We couldn't show this page. Please try again in a moment.",
})

export const appMessages = defineMessages('app', {
  skipToContent: 'Skip to content',
  home: 'Home',
  search: 'Search',
  searchProducts: 'Search for products',
  dashboard: 'Dashboard',
  orderTracking: 'Order Tracking',
  cart: 'Cart',
  cartWithItems: '{count, plural, one {Cart, 1 item} other {Cart, # items}}',
  signIn: 'Sign In',
  logout: 'Logout',
  menu: 'Menu',
  openMenu: 'Open menu',
  accountMenu: 'Account menu',

  languages: 'Languages',

  aboutUs: 'About Us',
  quickLinks: 'Quick Links',
  contactUs: 'Contact Us',
  followUs: 'Follow Us',

  pageNotFoundTitle: 'Oops! Something went wrong.',
  pageNotFound: "We're sorry, but we couldn't find the page you were looking for.",
  goHome: 'Go back to homepage',
  unexpectedError: 'Unexpected Application Error!',
  pageBroke: 'Something went wrong on this page. Reloading it often helps.',
  reload: 'Reload page',
  pageIncomplete: 'This page could not be loaded completely',
  codeMissing:
    'The marketplace may have been updated, or is restarting. Wait a moment, then reload the page. Your drafts are still there.',
})
