/** The version of Stripe's API that types, requests and events follow. */
export const STRIPE_API_VERSION = '2026-10-28.endive'
