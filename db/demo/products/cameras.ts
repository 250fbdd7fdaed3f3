import type { Shelf } from './product.ts'

export const cameras: Shelf = {
  category: 'Cameras',
  seller: 'north-audio',
  note: 'Sensors are cleaned and firmware is current when a camera leaves us.',
  products: [
    {
      name: 'Aperto M5 Mirrorless Camera with 18-50 mm Lens',
      price: 849,
      lead: 'A serious camera that does not look like one.',
      story:
        'Dials where the fingers are, a finder as large as a window and a focus that holds the eye of a running child. The lens goes with it everywhere.',
      points: [
        '24 megapixels, APS-C',
        'Stabilised by five stops',
        '4K film with 10 bits',
        'Sealed against dust and drizzle',
      ],
      box: 'camera, lens, battery, charger, strap',
    },
    {
      name: 'Aperto Pocket 20 Compact Camera',
      price: 319.99,
      lead: 'Zooms to where the phone gives up.',
      story:
        'Twenty times closer, from a jacket pocket, with a flash that can look at the ceiling. Photos go to your phone while you walk on.',
      points: ['20 × optical zoom', 'Screen that flips up', 'Film in 4K', '280 g with battery'],
      box: 'camera, battery, USB-C cable, wrist strap',
      flash: true,
    },
    {
      name: 'Reelhouse Handycam 4K',
      price: 429.95,
      lead: 'Two hours of school theatre without a shaking picture.',
      story:
        'Hold it, press, look at the stage. The stabiliser takes care of your hands and the microphone of the third row.',
      points: [
        '4K, 30 × optical zoom',
        'Records three hours on one battery',
        'Input for a microphone',
        'Light for dark rooms',
      ],
      box: 'camcorder, battery, mains adapter, HDMI cable',
    },
    {
      name: 'Reelhouse Cine Film Camera Kit',
      price: 1249,
      lead: 'For the first short film, and the second.',
      story:
        'A large sensor, interchangeable lenses and files that can take grading. Cage, handle and follow focus are part of the kit.',
      points: ['Super 35 sensor', '12 stops of dynamic range', 'Raw and 10-bit recording', 'Two XLR inputs'],
      box: 'camera, 35 mm lens, cage, top handle, two batteries, charger',
    },
    {
      name: 'Snapbox Instant Camera, Mint',
      price: 89.9,
      lead: 'The picture is in your hand before the moment is over.',
      story: 'One button, two distances, a mirror for selfies. The guest book at a party writes itself.',
      points: [
        'Credit-card-sized pictures',
        'Automatic exposure',
        'Built-in flash',
        'Two AA cells last for 100 pictures',
      ],
      box: 'camera, batteries, strap, film for ten pictures',
      also: ['Toys'],
    },
    {
      name: 'Take One Acrylic Clapperboard',
      price: 24.9,
      lead: 'Picture and sound meet at the clap.',
      story:
        'Written on with a marker and wiped with the sleeve. The sticks close with magnets, so that the frame they meet in is never in doubt.',
      points: ['30 × 24 cm, acrylic', 'Magnets in the sticks', 'Colour bars printed on', '410 g'],
      box: 'clapperboard, two markers, cloth, bag',
      also: ['TVs'],
    },
    {
      name: 'Wideawake Trail Camera with Night Vision',
      price: 99.95,
      lead: 'Find out who visits the garden at three in the morning.',
      story:
        'It wakes in a fifth of a second and lights with infrared nobody sees. One set of cells lasts half a year of foxes.',
      points: [
        '24 megapixels, film with sound',
        'Infrared to 20 m',
        'Weatherproof (IP66)',
        'Time, moon and temperature on each picture',
      ],
      box: 'camera, belt, wall mount, card with 32 GB',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Closefield 3× Macro Magnifier',
      price: 45,
      lead: 'Count the hairs on a bee.',
      story:
        'In front of the eye or clipped before a phone or camera lens, it is sharp to the edge and lights what it looks at.',
      points: [
        'Glass of 60 mm, coated',
        'Ring of LED light',
        'Clip for phones and filter thread of 58 mm',
        'Leather pouch',
      ],
      box: 'magnifier, clip, adapter ring, pouch',
      also: ['Phones'],
    },
    {
      name: 'Stargazer 90 Refractor Telescope',
      price: 219.5,
      lead: 'The rings of Saturn, from the balcony.',
      story:
        'Set up in a quarter of an hour, without a tool. The book that comes with it finds something for every clear evening of the year.',
      points: [
        '90 mm lens, 900 mm focal length',
        'Up to 180 times closer',
        'Red-dot finder',
        'Tripod with fine adjustment',
      ],
      box: 'telescope, two eyepieces, tripod, sky guide',
      also: ['Toys'],
    },
    {
      name: 'Doorwatch Outdoor Security Camera',
      price: 79.99,
      lead: 'Sees the parcel, ignores the cat.',
      story:
        'Recordings stay on the card in your house; no subscription, no cloud. A green lamp is lit whenever it films.',
      points: [
        '2K with night colours',
        'Tells people from animals',
        'Stores on a card up to 256 GB',
        'Runs half a year on a charge',
      ],
      box: 'camera, wall mount, screws, USB-C cable',
      also: ['Home & Furniture'],
    },
    {
      name: 'Silvergrain 400 Film, Pack of Three',
      price: 27.49,
      lead: 'Thirty-six chances to look before you press.',
      story: 'Warm skin, fine grain, forgiving in the shade. Keep it in the fridge and take it out an hour before use.',
      points: [
        '35 mm, ISO 400, colour',
        'Three rolls of 36 exposures',
        'Standard C-41 process',
        'Fresh: at least 18 months',
      ],
      box: 'three rolls of film in canisters',
    },
  ],
}
