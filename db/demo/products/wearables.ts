import type { Shelf } from './product.ts'

export const wearables: Shelf = {
  category: 'Wearables',
  seller: 'harbor-tech',
  note: 'What is measured stays on your devices; an account is never needed.',
  products: [
    {
      name: 'Tempo S3 Smartwatch',
      price: 199.99,
      lead: 'Time, pulse and the next appointment, at a glance.',
      story:
        'It lasts five days and is full again after a shower. Messages can be answered with a nod of three ready sentences, or not at all.',
      points: ['1.4-inch always-on display', 'Pulse, oxygen, sleep', 'GPS for 18 hours', 'Swimming to 50 m'],
      box: 'watch, strap in two lengths, charging cradle',
      also: ['Phones'],
      flash: true,
    },
    {
      name: 'Tempo Band Fitness Tracker',
      price: 49.95,
      lead: 'Counts steps, forgives rest days.',
      story: 'Light enough to sleep in. Instead of goals for everyone it learns your week and asks for a little more.',
      points: ['14 days on one charge', '23 g', 'Reminds you to stand up', 'Shows who is calling'],
      box: 'tracker, strap, charging clip',
    },
    {
      name: 'Harrier Field Watch, Steel and Canvas',
      price: 129,
      lead: 'Three hands, twelve figures, no updates.',
      story:
        'Wound by your wrist, readable at night, on a canvas strap that dries quickly. It may become an heirloom if you let it.',
      points: ['Automatic movement, 41 hours', 'Sapphire glass', 'Steel case of 38 mm', 'Waterproof to 100 m'],
      box: 'watch, spare strap, travel roll',
      also: ['Fashion'],
    },
    {
      name: 'Lucent Smart Ring, Size 9',
      price: 249,
      lead: 'Measures your nights and does not shine on them.',
      story:
        'A band of titanium, three grams, no screen. In the morning one sentence tells you how you slept, and the figures are there for those who want them.',
      points: [
        'Sleep, pulse, temperature',
        'Six days on one charge',
        'Waterproof to 100 m',
        'Sizing set sent ahead if you ask',
      ],
      box: 'ring, charging stand, USB-C cable',
      also: ['Fashion'],
    },
    {
      name: 'Clearbud Go True Wireless Earbuds',
      price: 69.99,
      lead: 'Small, secure, and quickly back in their case.',
      story:
        'Three sizes of tips and a wing that holds on stairs and slopes. Calls are clear because a sensor feels your jaw and knows when it is you who speaks.',
      points: ['7 hours, 28 with the case', 'Noise cancelling', 'Sweat-proof (IPX5)', 'Two devices at once'],
      box: 'earbuds, charging case, three pairs of tips, USB-C cable',
      also: ['Audio'],
    },
    {
      name: 'Sunline Audio Glasses',
      price: 149.5,
      lead: 'Music and directions while your ears stay open to the street.',
      story:
        'Speakers in the arms play towards your ear and hardly to your neighbour. Opticians can fit them with your lenses.',
      points: ['Polarised lenses, UV 400', '6 hours of music', 'Ready for prescription lenses', '38 g'],
      box: 'glasses, case, cloth, charging cable',
      also: ['Fashion', 'Audio'],
    },
    {
      name: 'Beacon Running Vest with Lights',
      price: 44.9,
      lead: 'Seen from all sides, felt from none.',
      story: 'White in front, red behind, charged by USB. Two pockets hold key and phone without bouncing.',
      points: ['Visible from 400 m', 'Five hours of light', 'Fits from S to XL', 'Washable, lights come off'],
      box: 'vest, light module, USB cable',
      also: ['Fashion'],
    },
    {
      name: 'Little Compass GPS Watch for Children',
      price: 79,
      lead: 'Calls home and finds the way there.',
      story:
        'Up to six numbers, no strangers, no games in school hours. Parents see the place only when the child knows it, too.',
      points: ['Calls and short voice messages', 'School mode', 'Waterproof', 'Three days on one charge'],
      box: 'watch, charging cable, stickers',
      also: ['Toys'],
    },
    {
      name: 'Warmwear Heated Gloves',
      price: 99.95,
      lead: 'Warm fingers from the first lift to the last.',
      story:
        'The heating reaches the finger tips, which is where the cold begins. Three steps, and a leather palm that grips poles and handlebars.',
      points: [
        'Up to six hours of warmth',
        'Windproof and water-repellent',
        'Fingertips work on screens',
        'Two batteries',
      ],
      box: 'pair of gloves, two batteries, double charger',
      also: ['Fashion'],
    },
    {
      name: 'Posture Pal Back Trainer',
      price: 34.99,
      lead: 'A gentle nudge whenever you turn into a question mark.',
      story:
        'Sticks between the shoulder blades and hums when you slump for longer than a minute. After three weeks most people need it only on Mondays.',
      points: ['12 g', 'Sensitivity in five steps', 'Eight days on one charge', '20 skin-friendly pads'],
      box: 'trainer, pads, charging case',
    },
    {
      name: 'Nightowl Rechargeable Head Torch',
      price: 29.49,
      lead: 'Both hands free and 400 lumens in front.',
      story:
        'Wave in front of it to switch, even with gloves on. The red light lets you read the map without waking the hut.',
      points: ['400 lumens, reaches 90 m', 'Red light', 'Rain-proof (IPX4)', '74 g'],
      box: 'torch, head band, USB-C cable',
      also: ['Tools & Hardware', 'Home & Lighting'],
    },
  ],
}
