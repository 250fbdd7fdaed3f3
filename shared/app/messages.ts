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
  aboutText:
    'We bring you high-quality products from independent sellers, with excellent customer service before and after you buy.',
  quickLinks: 'Quick Links',
  products: 'Products',
  about: 'About',
  contact: 'Contact',
  contactUs: 'Contact Us',
  contactLines: {
    address: '123 Market Street, Anytown 12345',
    phone: 'Phone: (123) 456-7890',
    email: 'Email: info@example.com',
  },
  followUs: 'Follow Us',
  socialNetworks: { facebook: 'Facebook', twitter: 'Twitter', gitHub: 'GitHub', linkedin: 'Linkedin' },

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
