import type { Shelf } from './product.ts'

export const furniture: Shelf = {
  category: 'Home & Furniture',
  seller: 'fern-home',
  note: 'Wood from managed forests; large pieces are carried to the room by two people.',
  products: [
    {
      name: 'Marlow Two-Seat Sofa, Ochre',
      price: 649,
      lead: 'Deep enough for a nap, upright enough for a conversation.',
      story:
        'A beech frame, springs instead of straps and covers that come off for washing. It passes through every door of 75 cm.',
      points: ['168 × 88 × 82 cm', 'Removable covers', 'Ten years on the frame', 'Feet of oiled oak'],
      box: 'sofa, feet, two cushions',
    },
    {
      name: 'Linden Dining Chair, Oak',
      price: 119.95,
      lead: 'A chair you can sit in after dinner, too.',
      story: 'The back is steamed and bent from one piece. It weighs four kilograms and carries whoever comes.',
      points: ['Solid oak, oiled', 'Seat height 46 cm', 'Can be stacked three high', 'Felt glides'],
      box: 'one chair, assembled',
    },
    {
      name: 'Drift Platform Bed 160 × 200 cm',
      price: 489,
      lead: 'Low, quiet, without a single squeak.',
      story:
        'Joints that lock like those of a ship, so there is nothing to retighten. The headboard leans at the angle of a good book.',
      points: ['Ash, white-oiled', 'Slats included', 'Room for drawers below', 'Built by two people in 40 minutes'],
      box: 'bed in parts, slats, tools',
    },
    {
      name: 'Hallway Oval Mirror with Brass Frame',
      price: 89.9,
      lead: 'One last look before you leave.',
      story:
        'A narrow frame of brushed brass and glass without a green tint. Hangs upright or lying on the same two hooks.',
      points: ['50 × 80 cm', 'Polished edge', 'Hooks for both directions', '6.5 kg'],
      box: 'mirror, hooks, screws and plugs',
    },
    {
      name: 'Fern & Oak Monstera in Clay Pot',
      price: 36.5,
      lead: 'A bit of jungle for bright corners.',
      story:
        'Grown slowly and sent well wrapped. Water it when the soil feels dry, turn it now and then, forgive it one yellow leaf.',
      points: ['About 60 cm tall', 'Pot of 21 cm with saucer', 'Bright, no midday sun', 'Card with care advice'],
      box: 'plant, pot, saucer',
    },
    {
      name: 'Basin & Stone Cast-Iron Pan, 28 cm',
      price: 54.99,
      lead: 'For the next hundred years of fried eggs.',
      story: 'Heavy, even and already seasoned with linseed oil. Wipe it, dry it, never put it away wet.',
      points: ['28 cm, 2.9 kg', 'All hobs, also induction and fire', 'Pre-seasoned', 'Two spouts'],
      box: 'pan, small scraper',
    },
    {
      name: "Chef's Corner Knife Set with Block",
      price: 79.99,
      lead: 'Five knives, of which you will use all five.',
      story: 'Forged, full-tang and balanced at the bolster. They arrive sharp and can be resharpened on any stone.',
      points: [
        "Chef's, bread, carving, utility and paring knife",
        'Steel of 56 HRC',
        'Walnut block',
        'Not for the dishwasher',
      ],
      box: 'five knives, block, care card',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Cloudrest Linen Bedding, 135 × 200 cm',
      price: 98.95,
      lead: 'Cool in July, warm in January, softer every year.',
      story: 'Washed with stones so that it needs no ironing. Wooden buttons, hidden, so that they do not press.',
      points: ['100 % European flax', 'Cover and pillowcase', 'Wash at 60 °C', 'Eight colours, here: chalk'],
      box: 'duvet cover, pillowcase, bag of the same cloth',
    },
    {
      name: 'Willow Laundry Basket with Lid',
      price: 42,
      lead: 'Too good for the cellar.',
      story:
        'Woven by hand over a frame and lined with cotton that comes out for washing. It carries a week of shirts.',
      points: ['60 litres', 'Removable cotton lining', 'Leather hinges', '38 × 38 × 58 cm'],
      box: 'basket, lining',
    },
    {
      name: "Potter's Table Stoneware Bowls, Set of Four",
      price: 46.9,
      lead: 'For soup, porridge and the last of the ice cream.',
      story:
        'Turned by hand in one workshop and glazed in four tones of the same sea. No two are the same, all of them stack.',
      points: ['15 cm, 600 ml', 'Dishwasher and oven', 'Glaze without lead', 'Four tones of blue'],
      box: 'four bowls',
    },
    {
      name: 'Steamer Home Garment Brush',
      price: 38.49,
      lead: 'Out go creases, crumbs and cat.',
      story: 'Hot in half a minute, light enough for curtains. The bristles lift what the steam has loosened.',
      points: ['Ready after 30 seconds', 'Tank for 12 minutes', 'Turns itself off', 'Cable of 2.5 m'],
      box: 'steamer, brush, measuring cup',
    },
  ],
}
