import { defineMessages } from '../kernel/define-messages.ts'
import { MAX_CONTACT_LINE, MAX_CONTACT_LINES } from './constants.ts'

/** The page of the marketplace's settings. */
export const marketMessages = defineMessages(
  'market',
  {
    heading: 'Market',
    nameAndFooter: 'Name, footer and colors',
    fields: {
      name: 'Name',
      about: 'About us',
      contact: 'Contact',
      facebook: 'Facebook',
      twitter: 'Twitter',
      github: 'GitHub',
      linkedin: 'Linkedin',
      products_link: 'The link "Products"',
      country: 'Country',
      currency: 'Currency',
      locale: 'Dates and numbers as in',
      time_zone: 'Time zone',
      brand_color: 'Brand color',
      accent_color: 'Accent color',
      logo: 'Logo',
      icon: 'Icon',
      opening: 'Before you open',
    },
    nameHint: 'Shown at the top of every page, in window titles, and in emails.',
    aboutHint: 'A sentence or two for the footer. Leave it empty for the standard text.',
    contactHint: 'Up to {maxLines} lines, such as address, phone and email. Leave it empty for the standard text.',
    social: 'Social networks',
    socialHint: 'Addresses that begin with https://. A network without an address is not shown once you save.',
    productsLinkNone: 'Leads to "page not found"',
    productsLinkAll: 'Leads to all products',
    colors: 'Colors',
    colorsHint:
      'Write each as # and six digits or letters from a to f. Leave it empty for the standard color. Each theme adjusts its lightness to keep texts readable.',
    brandHint: 'Links, and what is selected',
    accentHint: 'The main action of a page, such as "Add to Cart"',
    usedColors: 'Used: {light} in the light theme, {dark} in the dark one.',
    darkened: 'Darkened so that text can be read.',
    region: 'Country and currency',
    noCountry: 'None',
    countryHint: 'Filled in for buyers who enter an address.',
    currencyHint: 'For all prices and payments. It can be changed until there is a product or a delivery price.',
    currencyOfOwners: 'Only owners can change the currency.',
    localeHint: 'In English texts. Other languages have their own.',
    timeZoneHint: 'For dates on pages and in emails, dispatch deadlines, and figures.',
    logoAndIcon: 'Logo and icon',
    logoHint: 'A wide picture in place of the name, shown 32 pixels high on a light and on a dark page.',
    iconHint: 'A square picture of at least 512 pixels, for tabs, bookmarks and home screens.',
    pictureLimits: 'PNG, JPEG, WebP, or AVIF, up to 1 MB.',
    choosePicture: 'Choose a picture',
    choosePictureOf: '{name}: choose a picture',
    removePicture: 'Remove',
    removePictureOf: '{name}: remove',
    standardPicture: 'The standard one is shown.',
    save: 'Save',
    saved: 'Saved. The shop shows it now.',
    saveFailed: 'The settings could not be saved.',
    loadFailed: "We couldn't load the settings.",

    changedMeanwhile: 'Another admin has changed these settings in the meantime',
    nameNeeded: 'Please enter a name.',
    contactTooLong: 'Use up to {maxLines} lines of up to {maxLine} characters.',
    colorMalformed: 'Enter # and six digits or letters from a to f, or leave the field empty.',
    linkMalformed: 'Enter an address that begins with https://, or leave the field empty.',
  },
  { maxLines: MAX_CONTACT_LINES, maxLine: MAX_CONTACT_LINE },
)

/** The footer's texts; pages get them with their state. */
export const footerMessages = defineMessages('footer', {
  about:
    'We bring you high-quality products from independent sellers, with excellent customer service before and after you buy.',
  links: { home: 'Home', products: 'Products', about: 'About', contact: 'Contact' },
  contact: {
    address: '123 Market Street, Anytown 12345',
    phone: 'Phone: (123) 456-7890',
    email: 'Email: info@example.com',
  },
  networks: { facebook: 'Facebook', twitter: 'Twitter', github: 'GitHub', linkedin: 'Linkedin' },
})
