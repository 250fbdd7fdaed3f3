import type { Shelf } from './product.ts'

export const hardware: Shelf = {
  category: 'Tools & Hardware',
  seller: 'tinker-yard',
  note: 'Every tool can be repaired, and the drawings with part numbers are in the box.',
  products: [
    {
      name: 'Ironbark Claw Hammer, 20 oz',
      price: 26.95,
      lead: 'Drives nails and pulls them, both without discussion.',
      story:
        'A forged head on a hickory handle that takes the shock out of your elbow. The balance lies where your hand expects it.',
      points: ['Forged steel, 567 g', 'Hickory handle', 'Magnetic nail start', 'Handle replaceable'],
      box: 'hammer',
    },
    {
      name: 'Ironbark Tool Chest, 108 Pieces',
      price: 119,
      lead: 'The first tool box, and probably the last.',
      story:
        'Sockets, spanners, bits, pliers and a hammer, each in a place with its outline. You see at once what you have left under the car.',
      points: ['108 pieces in chrome-vanadium', 'Two sockets sizes, 1/4 and 1/2 inch', 'Outlined foam', '7.4 kg'],
      box: 'chest with 108 pieces',
      also: ['Automotive'],
      flash: true,
    },
    {
      name: 'Ironbark Adjustable Wrench, 10 Inches',
      price: 18.49,
      lead: 'One spanner for thirty sizes.',
      story: 'The jaw has no play, so corners stay corners. A scale on the side saves trying.',
      points: ['Opens to 34 mm', 'Scale in mm and inches', 'Thin head for tight places', 'Dipped handle'],
      box: 'wrench',
    },
    {
      name: 'Torque Lane 18 V Cordless Drill',
      price: 109.99,
      lead: 'Enough for shelves, decks and most ideas.',
      story: 'Brushless, so it is short, light and lasts. The clutch stops before the screw vanishes into the board.',
      points: ['60 Nm, two gears', 'Chuck of 13 mm', 'Two batteries of 2 Ah', '1.4 kg'],
      box: 'drill, two batteries, charger, case, 20 bits',
    },
    {
      name: 'Torque Lane Folding Hand Saw',
      price: 23.9,
      lead: "Branches, planks and last year's Christmas tree.",
      story: 'Cuts on the pull, which needs less force and makes a cleaner edge. It locks open and shut.',
      points: ['Blade of 240 mm', 'Hardened teeth, replaceable', 'Locks in two positions', '230 g'],
      box: 'saw',
    },
    {
      name: 'Climb Right Aluminium Step Ladder, Five Steps',
      price: 69.95,
      lead: 'Stands still while you do not.',
      story:
        'Wide treads, a rail at the height of the knee and a tray for the screws. It weighs less than a crate of water.',
      points: ['Standing height 1.05 m', 'Carries 150 kg', 'Treads of 80 mm', '5.6 kg'],
      box: 'ladder with tray',
    },
    {
      name: 'Measure Twice Tape and Square Set',
      price: 21.5,
      lead: 'Measure twice, cut once, be right.',
      story:
        'A tape that stays straight over two metres and a square that is one. Both are lasered, not printed, so they stay readable.',
      points: ['Tape of 5 m, class I', 'Square of 25 cm in steel', 'Stop that does not slip', 'Pencil with two leads'],
      box: 'tape, square, pencil',
    },
    {
      name: 'Boltworks Assorted Screws and Plugs, 800 Pieces',
      price: 29.99,
      lead: 'The screw you need is in here.',
      story:
        'Sorted in a case whose compartments do not mix when it falls. All with the same drive, so one bit does for everything.',
      points: [
        '800 pieces in 22 sizes',
        'Torx throughout',
        'Plugs for brick, concrete and plaster',
        'Refills sold singly',
      ],
      box: 'case with 800 pieces',
    },
    {
      name: 'Padwell Laminated Steel Padlock, 50 mm',
      price: 17.95,
      lead: 'For sheds, gates and gym lockers.',
      story: 'Laminated body, hardened shackle, and a cover over the keyhole. Several with the same key on request.',
      points: ['Body of 50 mm', 'Shackle of 8 mm, hardened', 'Weather cover', 'Three keys'],
      box: 'padlock, three keys',
    },
    {
      name: 'Brightside Paint Roller Kit',
      price: 24.49,
      lead: 'A room in a day, including the edges.',
      story: 'A roller that does not spatter, a brush that keeps its hair and a tray that can be peeled clean.',
      points: ['Roller of 25 cm with two covers', 'Edge brush of 6 cm', 'Pole from 70 to 120 cm', 'Tray with liners'],
      box: 'roller, covers, brush, pole, tray, tape',
      also: ['Home & Furniture'],
    },
    {
      name: 'Greenhand Pruning and Planting Set',
      price: 39.9,
      lead: 'For balconies, beds and everything that grows too far.',
      story: 'Secateurs that cut and do not crush, a trowel with a scale and gloves that let you feel the root.',
      points: [
        'Secateurs for branches up to 20 mm',
        'Trowel of stainless steel',
        'Gloves in size M and L',
        'Canvas roll',
      ],
      box: 'secateurs, trowel, fork, gloves, roll',
      also: ['Home & Furniture'],
    },
  ],
}
