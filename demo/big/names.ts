import type { CategorySlug } from '../../shared/catalog/standard-categories.ts'
import type { Random } from '../random.ts'

/** Few frequent words and many rare ones, so that searches find from a handful to tens of thousands of products. */
const BRAND_STARTS =
  'Al Bar Cor Del El Fen Gar Hal Il Jor Kel Lor Mar Nor Or Pel Quin Ral Sel Tor Ul Ver Wil Yar Zan'.split(' ')
const BRAND_ENDS =
  'ando bridge croft dale era field gate haven ica la mere nova os port quist ridge stad tona una vik'.split(' ')
const ADJECTIVES =
  'Classic Compact Premium Essential Travel Quiet Bright Everyday Solid Smart Light Heavy-Duty Foldable Wireless Vintage Studio Junior Pocket Outdoor Eco'.split(
    ' ',
  )
const COLORS = 'Black White Sand Sky Forest Coral Graphite Plum Copper Ivory'.split(' ')

const NOUNS: Record<CategorySlug, readonly string[]> = {
  audio: [
    'Headphones',
    'Microphone',
    'Record Player',
    'Audio Cable',
    'Keyboard Piano',
    'Radio',
    'Earphones',
    'Ukulele',
  ],
  automotive: ['Car Charger', 'Tyre', 'Floor Mats', 'Wiper Blades', 'Roof Box', 'Helmet', 'Car Wax', 'Dash Camera'],
  cameras: ['Camera', 'Lens 50 mm', 'Tripod', 'Camera Bag', 'Binoculars', 'Film Pack', 'Memory Card', 'Flash'],
  computers: ['Laptop', 'Keyboard', 'Mouse', 'Monitor', 'SSD 1 TB', 'USB Hub', 'Printer', 'Webcam', 'Router'],
  fashion: ['Jacket', 'T-Shirt', 'Jeans', 'Trainers', 'Scarf', 'Handbag', 'Sun Hat', 'Socks', 'Belt'],
  gaming: ['Controller', 'Game Console', 'Gaming Headset', 'Gaming Chair', 'Board Game', 'Joystick', 'Desk Mat'],
  groceries: ['Coffee Beans', 'Green Tea', 'Honey', 'Olive Oil', 'Chocolate', 'Pasta', 'Nut Mix', 'Spice Set'],
  'home-furniture': ['Chair', 'Sofa', 'Bookshelf', 'Dining Table', 'Mirror', 'Bedding', 'Bowl Set', 'Rug'],
  'home-lighting': ['Desk Lamp', 'LED Bulb', 'Lantern', 'Fairy Lights', 'Pendant Light', 'Candle Set', 'Night Light'],
  phones: ['Smartphone', 'Phone Case', 'Power Bank', 'Wall Charger', 'Phone Holder', 'Screen Protector', 'Flip Phone'],
  speakers: ['Bluetooth Speaker', 'Soundbar', 'Bookshelf Speakers', 'Subwoofer', 'Megaphone', 'Party Speaker'],
  'tools-hardware': ['Hammer', 'Drill', 'Wrench Set', 'Saw', 'Ladder', 'Tool Box', 'Screw Set', 'Tape Measure'],
  toys: ['Teddy Bear', 'Building Blocks', 'Train Set', 'Puzzle', 'Kite', 'Robot', 'Yo-Yo', 'Art Case'],
  tvs: ['Television 43 Inches', 'Television 55 Inches', 'Projector', 'TV Wall Mount', 'TV Stick', 'Antenna'],
  wearables: ['Smartwatch', 'Fitness Band', 'Smart Ring', 'Earbuds', 'Head Torch', 'Audio Glasses', 'Heated Gloves'],
}

/** Invents a product name: `Halcroft Compact Desk Lamp K482, Sand`. */
export function inventName(random: Random, category: CategorySlug): string {
  const brand = random.pick(BRAND_STARTS) + random.pick(BRAND_ENDS)
  const model = `${random.pick([...'ACEHKMNRSTVX'])}${random.whole(10, 999)}`
  // Favors the first words of the list.
  const adjective = ADJECTIVES[Math.floor(random.next() ** 2 * ADJECTIVES.length)]
  const ending = random.next() < 0.4 ? `, ${random.pick(COLORS)}` : ''
  return `${brand} ${adjective} ${random.pick(NOUNS[category])} ${model}${ending}`
}

/** Cents. */
const PRICE_ENDINGS = [99, 95, 90, 50, 49, 0]
const MIN_DOLLARS = 2
const MAX_DOLLARS = 2_000

/** Invents a price in cents; 2 to 20 dollars are as likely as 20 to 200. */
export function inventPriceCents(random: Random): number {
  const dollars = MIN_DOLLARS * (MAX_DOLLARS / MIN_DOLLARS) ** random.next()
  return Math.floor(dollars) * 100 + random.pick(PRICE_ENDINGS)
}
