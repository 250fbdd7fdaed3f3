/** Carriers with the addresses of their tracking pages; `{number}` stands for the tracking number. */
const TRACKING_PAGES = {
  DHL: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
  UPS: 'https://www.ups.com/track?tracknum={number}',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr={number}',
  DPD: 'https://tracking.dpd.de/status/en_US/parcel/{number}',
  GLS: 'https://gls-group.com/EU/en/parcel-tracking?match={number}',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/{number}',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}',
  'La Poste': 'https://www.laposte.fr/outils/suivre-vos-envois?code={number}',
  PostNL: 'https://jouw.postnl.nl/track-and-trace/{number}',
  Correos: 'https://www.correos.es/es/en/tools/tracker/items/details?tracking-number={number}',
  'Poste Italiane': 'https://www.poste.it/cerca/#/risultati-spedizioni/{number}',
  'Austrian Post': 'https://www.post.at/en/s/item-details?snr={number}',
  'Swiss Post': 'https://service.post.ch/ekp-web/ui/entry/search/{number}',
} as const

/** The names of carriers to choose from. */
export const CARRIERS = Object.keys(TRACKING_PAGES)

/** Returns the address of a carrier's page about a shipment; null for other carriers, and without a number. */
export function trackingUrl(carrier: string, trackingNumber: string | null | undefined): string | null {
  if (!trackingNumber || !Object.hasOwn(TRACKING_PAGES, carrier)) return null
  const page = TRACKING_PAGES[carrier as keyof typeof TRACKING_PAGES]
  return page.replace('{number}', encodeURIComponent(trackingNumber))
}
