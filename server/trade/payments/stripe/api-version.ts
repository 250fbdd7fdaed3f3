/** The version of Stripe's interface that the code is written for: types, requests and events. */
export const STRIPE_API_VERSION = '2026-10-28.endive'
