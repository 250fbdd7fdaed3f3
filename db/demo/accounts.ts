import { createHash } from 'node:crypto'
import type { Role } from '../../shared/accounts/constants.ts'
import type { ShippingInfo } from '../../shared/orders/schema.ts'
import type { SellerKey } from './products/product.ts'

/** The password of all demo accounts while only this machine reaches the marketplace: every start there prints it. */
export const DEMO_PASSWORD = 'open-the-stall'

/** A domain reserved for examples (RFC 2606): email to it is never delivered. */
const DOMAIN = 'demo.openstall.example'

export interface DemoAccount {
  user_id: string
  role: Role
  email: string
  display_name: string
}

export type DemoBuyer = DemoAccount & { shipping_address: ShippingInfo }

/** Returns an id with the form of a random one that is the same in every demo marketplace. */
export function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function account(role: Role, name: string, display_name: string): DemoAccount {
  const email = `${name}@${DOMAIN}`
  return { user_id: idOf(email), role, email, display_name }
}

const sellerNames: Record<SellerKey, string> = {
  'north-audio': 'Northwind Sound & Screen',
  'harbor-tech': 'Harbor Street Tech',
  'fern-home': 'Fern & Oak Home',
  'corner-pantry': 'The Corner Pantry',
  'ridge-outfit': 'Ridgeway Outfitters',
  'tinker-yard': 'Tinker Yard',
}

/** What the sellers write about themselves on their pages, as HTML. */
export const sellerTexts: Record<SellerKey, string> = {
  'north-audio':
    '<p>Six people, two listening rooms, and a workbench in the back. We sell what we would keep: sound and screens that are still good in ten years.</p><p>Every device is unpacked, tested, and packed again before it leaves.</p>',
  'harbor-tech':
    '<p>Phones, computers, and games from a corner shop by the water. Ask us anything before you buy: most of us have repaired more of these than we have sold.</p>',
  'fern-home':
    '<p>Furniture, light, and the small things of a kitchen, from workshops that we visit. We like oak, linen, and lamps that do not glare.</p><p>Spare parts are kept for ten years.</p>',
  'corner-pantry': '<p>Staples and treats from growers we know by name. Packed on the day they are sent, in paper.</p>',
  'ridge-outfit':
    '<p>Clothes and watches for days outside. We wear them first; what does not last a winter does not come into the shop.</p>',
  'tinker-yard':
    '<p>Tools, toys, and parts for cars, sorted by people who use them. If something arrives broken, we want to know how.</p>',
}

/** The accounts of the sellers. The one printed at the start sells phones, computers and games. */
export const demoSellers: Record<SellerKey, DemoAccount> = {
  'north-audio': account('seller', 'north-audio', sellerNames['north-audio']),
  'harbor-tech': account('seller', 'seller', sellerNames['harbor-tech']),
  'fern-home': account('seller', 'fern-home', sellerNames['fern-home']),
  'corner-pantry': account('seller', 'corner-pantry', sellerNames['corner-pantry']),
  'ridge-outfit': account('seller', 'ridge-outfit', sellerNames['ridge-outfit']),
  'tinker-yard': account('seller', 'tinker-yard', sellerNames['tinker-yard']),
}

const buyerNames = [
  'Robin Sample',
  'Alex Specimen',
  'Sam Placeholder',
  'Jo Template',
  'Kim Fictional',
  'Pat Example',
  'Toni Instance',
  'Lee Prototype',
  'Chris Mockup',
  'Dana Draft',
  'Max Pattern',
  'Nico Sketch',
  'Sasha Outline',
  'Charlie Model',
  'Jamie Replica',
  'Morgan Facsimile',
  'Riley Stencil',
  'Quinn Blueprint',
  'Avery Dummy',
  'Casey Invented',
  'Jules Imaginary',
  'Marlo Pretend',
  'Noa Makebelieve',
  'Billie Storybook',
]

const places = [
  { city: 'Exampleton', postalCode: '10001', country: 'United States' },
  { city: 'Sample Springs', postalCode: '20450', country: 'United States' },
  { city: 'Port Placeholder', postalCode: 'EX1 2MP', country: 'United Kingdom' },
  { city: 'Musterstadt', postalCode: '12345', country: 'Germany' },
  { city: 'Villexemple', postalCode: '75000', country: 'France' },
  { city: 'Voorbeeldhoven', postalCode: '1234 AB', country: 'Netherlands' },
]
const streets = ['Model Street', 'Template Avenue', 'Specimen Lane', 'Draft Road', 'Fictional Square']

/** Buyers with invented names and addresses; the first one is printed at the start. */
export const demoBuyers: readonly DemoBuyer[] = buyerNames.map((fullName, index) => {
  const name = index === 0 ? 'buyer' : fullName.toLowerCase().replace(' ', '.')
  const { city, postalCode, country } = places[(index * 5) % places.length] ?? { city: '', postalCode: '', country: '' }
  const address = `${3 + ((index * 37) % 180)} ${streets[index % streets.length]}`
  return { ...account('buyer', name, fullName), shipping_address: { fullName, address, city, postalCode, country } }
})

const demoAdmin = account('admin', 'admin', 'Market Office')

/** All accounts of the demo marketplace. */
export const allDemoAccounts: readonly DemoAccount[] = [demoAdmin, ...Object.values(demoSellers), ...demoBuyers]

/** An account of each role, to print at the start. */
export const demoAccounts: readonly { role: Role; email: string; password: string }[] = [
  demoBuyers[0],
  demoSellers['harbor-tech'],
  demoAdmin,
].flatMap((shown) => (shown ? [{ role: shown.role, email: shown.email, password: DEMO_PASSWORD }] : []))
