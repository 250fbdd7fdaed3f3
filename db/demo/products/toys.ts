import type { Shelf } from './product.ts'

export const toys: Shelf = {
  category: 'Toys',
  seller: 'tinker-yard',
  note: 'Tested for safety to EN 71; single lost pieces are replaced for the price of a stamp.',
  products: [
    {
      name: 'Barnaby Classic Teddy Bear, 40 cm',
      price: 34.99,
      lead: 'Listens well and keeps secrets.',
      story:
        'Soft plush, embroidered eyes that cannot come off, and joints that let him sit at table. He goes into the machine at thirty degrees and comes out forgiving.',
      points: ['40 cm tall', 'Embroidered eyes and nose', 'Washable', 'From the first day of life'],
      box: 'one bear',
      flash: true,
    },
    {
      name: 'Tumble Town Wooden Blocks, 100 Pieces',
      price: 39.95,
      lead: 'The toy that is never finished.',
      story:
        'Beech with rounded edges and colours that do not come off when chewed. Exact enough for towers taller than their builder.',
      points: ['100 blocks in nine shapes', 'Water-based colours', 'Box with wheels', 'From 12 months'],
      box: '100 blocks, wooden box',
    },
    {
      name: 'Clickety Express Wooden Train Set',
      price: 59.9,
      lead: 'Round the table leg, over the bridge, under the sofa.',
      story: 'Forty tracks that fit those of all known makers. The engine is driven by hand, as engines should be.',
      points: ['40 tracks, 12 wagons and figures', 'Fits common wooden railways', 'Bridge and tunnel', 'From 3 years'],
      box: 'tracks, engine, wagons, figures, bag',
    },
    {
      name: 'Robo Buddy Coding Robot',
      price: 79,
      lead: 'Learns to walk because your child explained how.',
      story:
        'Put cards in a row, press, watch what you said and not what you meant. When the cards are too easy there is a keyboard.',
      points: ['Programmed by cards or by blocks on a screen', '60 tasks', 'Needs no internet', 'From 6 years'],
      box: 'robot, 48 cards, mat, USB cable',
      also: ['Computers'],
    },
    {
      name: 'Skydancer Kite with Tail',
      price: 19.49,
      lead: 'Up in a breeze, steady in a wind.',
      story:
        'Built in a minute, flown by anyone who can run a little. The cloth does not tear and the rods are replaceable.',
      points: ['120 × 70 cm', 'From wind force 2', 'Line of 40 m on a reel', 'From 5 years'],
      box: 'kite, tail, reel with line',
    },
    {
      name: 'Thousand Harbours Jigsaw Puzzle, 1,000 Pieces',
      price: 17.95,
      lead: 'Rain outside, harbour on the table.',
      story:
        'Thick board, no dust, no two pieces alike. The sky is large, but it has clouds, and we are sorry about the water.',
      points: ['68 × 48 cm', 'Recycled board', 'Matte print without glare', 'Poster as a guide'],
      box: '1,000 pieces, poster',
    },
    {
      name: 'Rainbow Workshop Art Case',
      price: 29.99,
      lead: 'Everything for a wet afternoon and the kitchen table.',
      story:
        'Paints, crayons, pencils, a real brush and paper that does not buckle. All of it washes out, also of sofas.',
      points: ['92 pieces', 'Washable colours', 'Case that stands as an easel', 'From 4 years'],
      box: 'case with paints, pencils, crayons, brushes, pad',
    },
    {
      name: 'Spin Class Wooden Yo-Yo',
      price: 12.9,
      lead: 'Walks the dog from the third day on.',
      story: 'Maple with a steel bearing, so that it sleeps long enough to learn. Ten tricks are drawn on a card.',
      points: ['Ball bearing', 'Three strings', 'Card with ten tricks', 'From 7 years'],
      box: 'yo-yo, strings, card',
    },
    {
      name: 'Dino Dig Excavation Kit',
      price: 22.5,
      lead: 'An afternoon of science and a lot of dust.',
      story:
        'Chisel, brush and patience free twelve bones from their stone, and then they want to be put together. Do it outdoors.',
      points: ['12 bones, skeleton of 35 cm', 'Tools of wood', 'Booklet about dinosaurs', 'From 6 years'],
      box: 'stone block, tools, goggles, booklet',
    },
    {
      name: 'Moonshot Foam Rocket Launcher',
      price: 27.49,
      lead: 'Stamp on it, and count down first.',
      story:
        "No battery, no powder: only air and a running start. Three rockets reach the neighbour's garden, so talk to the neighbour.",
      points: ['Flies up to 30 m high', 'Soft tips', 'Three rockets', 'From 5 years'],
      box: 'launcher, hose, three rockets',
    },
    {
      name: 'Kickabout Football, Size 5',
      price: 24.95,
      lead: 'Round, fair and good for grass, gravel and garage doors.',
      story: 'Stitched by hand in a workshop that pays for it. Holds its air for weeks and its shape for seasons.',
      points: ['Size 5, 430 g', '32 panels, hand-stitched', 'Butyl bladder', 'Fairly traded'],
      box: 'football, needle for the pump',
      also: ['Fashion'],
    },
  ],
}
