import type { Shelf } from './product.ts'

export const gaming: Shelf = {
  category: 'Gaming',
  seller: 'harbor-tech',
  note: 'Unopened games and all devices may be sent back within thirty days.',
  products: [
    {
      name: 'Orbit One Game Console 1 TB',
      price: 449,
      lead: 'Quiet, quick and ready for the evening with friends.',
      story:
        'Games start where you left them, within seconds. Four players on one sofa is not a mode here, it is the idea.',
      points: [
        '4K with up to 120 pictures a second',
        '1 TB of storage, slot for more',
        'Plays discs and downloads',
        'Under 35 decibels',
      ],
      box: 'console, one controller, HDMI cable, mains cable',
    },
    {
      name: 'Orbit Wireless Controller, Coral',
      price: 59.99,
      lead: 'Fits the hand, not the shelf.',
      story:
        'Sticks that read magnets instead of rubbing do not drift. The triggers can be shortened for racing with a switch on the back.',
      points: [
        'Sticks without drift',
        '30 hours on one charge',
        'Two keys on the back',
        'Works with console, PC and phone',
      ],
      box: 'controller, USB-C cable of three metres',
      flash: true,
    },
    {
      name: 'Retro Stick Arcade Joystick',
      price: 84.9,
      lead: 'Clicks like 1986 and connects like today.',
      story:
        'Eight ways, six buttons, a steel plate underneath. Small brothers can lean on it with their whole weight.',
      points: [
        'Microswitches, exchangeable',
        'Steel base with rubber feet',
        'USB-C, no driver',
        '120 classic games by download',
      ],
      box: 'joystick, USB cable, download code',
      also: ['Toys'],
    },
    {
      name: 'Pocket Quest Handheld Console',
      price: 129.95,
      lead: 'A thousand small adventures for the back seat.',
      story:
        'A sharp screen, real buttons, no advertising and no account. It saves by itself when somebody calls you to dinner.',
      points: ['3.5-inch display', 'Battery for eight hours', '40 games installed', 'Card slot for your own'],
      box: 'console, card with 32 GB, USB-C cable',
      also: ['Toys'],
    },
    {
      name: 'Farsight VR Headset',
      price: 379,
      lead: 'Step into it: no cable, no computer, no sensors on the wall.',
      story:
        'The lenses adjust to your eyes with a wheel, and glasses fit underneath. A line on the floor keeps you away from the shelf.',
      points: ['2,064 × 2,208 points an eye', 'Sees your hands without controllers', '2.5 hours of play', '480 g'],
      box: 'headset, two controllers, spacer for glasses, charger',
      also: ['Wearables'],
    },
    {
      name: 'Throne Five Gaming Chair',
      price: 239.99,
      lead: 'A chair for the long campaign, and for Monday morning.',
      story:
        'The back follows yours, the armrests move in four directions and the fabric breathes. It takes two people half an hour to build.',
      points: ['For people of 1.60 to 1.95 m', 'Carries 140 kg', 'Leans back to 155 degrees', 'Cold-foam cushions'],
      box: 'chair in parts, tools, lumbar cushion',
      also: ['Home & Furniture'],
    },
    {
      name: 'Dice Harbor Strategy Board Game',
      price: 42.5,
      lead: 'Trade, sail and be nice to your neighbour until the last round.',
      story: 'Explained in ten minutes, different every evening. Wooden ships, thick cards and a board that lies flat.',
      points: [
        'For 2 to 5 players from 10 years',
        '60 to 90 minutes',
        '124 wooden pieces',
        'Variant for playing alone',
      ],
      box: 'board, 124 pieces, 96 cards, rules in six languages',
      also: ['Toys'],
    },
    {
      name: 'Kingsway Walnut Chess Set',
      price: 69,
      lead: 'Heavy pieces, quiet felt, a board that folds into its own box.',
      story:
        'The king is nine and a half centimetres tall and falls with dignity. Two spare queens are included for optimists.',
      points: ['Board of 42 × 42 cm, walnut and maple', 'Weighted pieces', 'Two additional queens', 'Folds to a case'],
      box: 'board, 34 pieces',
      also: ['Toys', 'Home & Furniture'],
    },
    {
      name: 'Bullseye Electronic Dartboard',
      price: 74.95,
      lead: 'Does the sums so that you can concentrate on missing.',
      story: 'Soft tips, loud applause and a ring around the board that saves the wallpaper.',
      points: [
        '32 games, up to 8 players',
        'Ring that protects the wall',
        'Voice that can be turned off',
        'Mains or batteries',
      ],
      box: 'board, twelve darts, 40 tips, adapter',
      also: ['Toys'],
    },
    {
      name: 'Cue Corner Tabletop Pool',
      price: 99,
      lead: 'Real felt and real pockets, on any dining table.',
      story:
        'Levelled by four small feet and cleared away in two minutes. Aim matters more than strength, so the youngest may win.',
      points: ['102 × 56 cm', 'Adjustable feet', 'Balls that are collected by themselves', 'Two cues of 91 cm'],
      box: 'table, two cues, 16 balls, triangle, chalk, brush',
      also: ['Toys'],
    },
    {
      name: 'Longnight Desk Mat XL, Galaxy',
      price: 22.99,
      lead: 'Room for keyboard, mouse and both elbows.',
      story:
        'The cloth is woven finely enough for slow aim and fast panic. Stitched edges do not fray; it goes into the washing machine.',
      points: ['90 × 40 cm, 4 mm thick', 'Stitched edge', 'Rubber underneath', 'Washable at 30 °C'],
      box: 'desk mat, rolled',
      also: ['Computers'],
    },
  ],
}
