import type { Shelf } from './product.ts'

export const lighting: Shelf = {
  category: 'Home & Lighting',
  seller: 'fern-home',
  note: 'All light sources can be exchanged; spare parts are kept for ten years.',
  products: [
    {
      name: 'Glowworm E27 LED Bulb, Warm White, Four-Pack',
      price: 15.95,
      lead: 'The light of an old bulb for a tenth of its current.',
      story: 'Warm, flicker-free and dimmable down to candlelight. Red looks red under it, and so do you.',
      points: ['8 W, 806 lumens, 2,700 K', 'Dimmable', 'Colour rendering above 95', '25,000 hours'],
      box: 'four bulbs',
      flash: true,
    },
    {
      name: 'Glowworm Smart Bulb, Colour, E27',
      price: 19.9,
      lead: 'Sunrise at six, candle at ten, off when you are.',
      story: 'Speaks the open standards, so it works with what you have. It also simply obeys the light switch.',
      points: [
        'White from 2,200 to 6,500 K, and colours',
        '800 lumens',
        'Matter over Wi-Fi',
        'Remembers its last state',
      ],
      box: 'one bulb',
      also: ['Phones'],
    },
    {
      name: 'Studio Arm Desk Lamp, Graphite',
      price: 74.5,
      lead: 'Light exactly where the work is.',
      story: 'Springs hold it wherever you let go. The head is turned by its rim, which stays cool.',
      points: [
        'Reach of 82 cm',
        'Dimmable in steps of one',
        'Clamp and foot included',
        'Turns off after four hours alone',
      ],
      box: 'lamp, clamp, foot, adapter',
      also: ['Computers'],
    },
    {
      name: 'Paper Moon Pendant Lantern, 45 cm',
      price: 29.99,
      lead: 'A soft globe that makes a room quiet.',
      story:
        'Mulberry paper over bamboo, folded flat for the post. It throws no hard shadow and forgives a bare ceiling.',
      points: ['45 cm, 180 g', 'For E27 up to 12 W', 'Unfolds without tools', 'Dust with a brush'],
      box: 'lantern, frame, hanging cord of 1.5 m',
    },
    {
      name: 'Hearthside Beeswax Candles, Six',
      price: 24.9,
      lead: 'Smells of honey and of winter.',
      story:
        'Poured from pure wax in a small workshop. They burn for a long evening each and do not drip if you leave them out of the draught.',
      points: ['100 % beeswax', 'Nine hours each', 'Cotton wick', '22 × 2.2 cm'],
      box: 'six candles in paper',
      also: ['Groceries'],
    },
    {
      name: 'Ember Clay Lamp with LED Flame',
      price: 34.95,
      lead: 'The oldest lamp there is, with a flame that does not burn.',
      story:
        'Turned by hand from red clay and painted in dots. The flame moves as if there were a draught, and children may touch it.',
      points: [
        'Flickering or steady light',
        '40 hours on one charge',
        'For the table and the balcony',
        'Each one a little different',
      ],
      box: 'lamp, USB-C cable',
      also: ['Home & Furniture'],
    },
    {
      name: 'Starfall Fairy Lights, 10 m',
      price: 16.49,
      lead: 'A hundred small lights for balcony, bed or tree.',
      story:
        'Copper wire that stays in the shape you give it. A timer has them on for six hours each evening until somebody takes pity in March.',
      points: [
        '100 lights, warm white',
        'Indoors and outdoors (IP44)',
        'Timer and eight modes',
        'Runs on USB or three AA cells',
      ],
      box: 'light chain, battery box, remote control',
    },
    {
      name: 'Sundial Solar Path Lights, Set of Six',
      price: 44.99,
      lead: 'They collect the day and spend it along the path.',
      story:
        'Push them into the ground and that was the installation. After a cloudy day they still shine until midnight.',
      points: ['Six stakes of 38 cm', 'Eight hours after a sunny day', 'Replaceable battery', 'Weatherproof (IP65)'],
      box: 'six lights, six stakes',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Lighthouse Night Light for Children',
      price: 22.95,
      lead: 'Keeps an eye on the shelf monsters.',
      story:
        'Soft silicone that may be squeezed, carried and hugged. It fades over half an hour, more slowly than children notice.',
      points: ['Warm light in three steps', 'Fades in 15, 30 or 60 minutes', '20 hours on one charge', 'No blue light'],
      box: 'night light, USB-C cable',
      also: ['Toys'],
    },
    {
      name: 'Aurora Sunrise Alarm Clock',
      price: 59,
      lead: 'Wakes you with morning, whatever the season.',
      story:
        'For half an hour it becomes lighter, then birds, and only then, if you insist, a bell. The display is dark until you touch it.',
      points: ['Light in 20 steps', 'Six sounds and FM radio', 'Two alarms', 'Keeps the time through power cuts'],
      box: 'alarm clock, mains adapter',
      also: ['Home & Furniture'],
    },
    {
      name: 'Dimwit Rotary Dimmer for LED',
      price: 27.5,
      lead: 'Turns without buzz and without flicker.',
      story:
        'Works with nearly every dimmable LED, and tells you by a small lamp if it does not. Fits the frames of the usual makers.',
      points: ['3 to 150 W LED', 'Adjustable minimum', 'For two-way circuits', 'To be installed by an electrician'],
      box: 'dimmer, knob, cover plate',
      also: ['Tools & Hardware'],
    },
  ],
}
