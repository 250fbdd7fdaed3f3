import type { Shelf } from './product.ts'

export const speakers: Shelf = {
  category: 'Speakers',
  seller: 'north-audio',
  note: 'Every loudspeaker is measured before it is packed; the sheet with its curve lies in the carton.',
  products: [
    {
      name: 'Boulder Roam Waterproof Bluetooth Speaker',
      price: 59.99,
      lead: 'A small speaker with a big low end that may fall into the lake.',
      story: 'It floats, so you get it back. A second one makes stereo by holding both buttons for a moment.',
      points: ['Waterproof to one metre (IP67)', '16 hours of music', 'Pairs to stereo', 'Loop for a rucksack'],
      box: 'speaker, USB-C cable, carrying loop',
      also: ['Audio'],
      flash: true,
    },
    {
      name: 'Northfield Shelf 5 Bookshelf Speakers, Pair',
      price: 279,
      lead: 'Two speakers that make a living room out of a room.',
      story:
        'A soft-dome tweeter and a woven five-inch woofer in a cabinet of real oak veneer. They sound best a hand away from the wall and are not fussy otherwise.',
      points: [
        '52 Hz to 22 kHz',
        '6 ohms, for amplifiers from 20 W',
        'Oak veneer on all six sides',
        'Fabric covers on magnets',
      ],
      box: 'two speakers, covers, rubber feet',
    },
    {
      name: 'Northfield Sub 8 Active Subwoofer',
      price: 219.95,
      lead: 'The octave that was missing, without the boom.',
      story:
        'Turn it up until you notice it, then back a little: that is where it belongs. It wakes up with the music and sleeps when the film is over.',
      points: [
        '8-inch driver, 120 W',
        'Crossover from 40 to 150 Hz',
        'Phase switch',
        'Automatic standby below half a watt',
      ],
      box: 'subwoofer, mains cable, four spikes',
      also: ['TVs'],
    },
    {
      name: 'Ledge Cinema Soundbar 2.1',
      price: 189.99,
      lead: 'You understand what they say in films again.',
      story:
        'One cable to the television, and the television remote does the rest. Voice mode lifts the words out of the noise; night mode keeps the explosions in the room.',
      points: [
        'HDMI ARC and optical input',
        'Wireless subwoofer',
        'Voice and night modes',
        '80 cm wide, fits under most screens',
      ],
      box: 'soundbar, subwoofer, HDMI cable, wall brackets',
      also: ['TVs'],
    },
    {
      name: 'Kinder Moon Bedtime Speaker',
      price: 34.9,
      lead: 'A glowing moon that tells stories and then dims itself.',
      story:
        'Children choose with one turn and parents set the loudest it may become. No screen, no microphone, no account.',
      points: [
        'Room for 60 hours of stories',
        'Sleep light in seven colours',
        'Highest volume set by parents',
        'Runs a week of evenings',
      ],
      box: 'speaker, USB-C cable, ten ready stories',
      also: ['Toys', 'Home & Lighting'],
    },
    {
      name: 'Harrow Party Tower 300',
      price: 249.5,
      lead: 'Everything a garden party needs, on two wheels.',
      story:
        'Plug in a microphone or a guitar, let the light follow the beat and be kind to your neighbours. The battery outlasts most guests.',
      points: [
        '300 W at the peak',
        'Two inputs with their own volume',
        '12 hours at half loudness',
        'Telescopic handle and wheels',
      ],
      box: 'speaker, mains cable, microphone with 3 m cable',
      also: ['Audio'],
    },
    {
      name: 'Harrow Shout Handheld Megaphone',
      price: 27.95,
      lead: 'For coaches, stewards and the last lap of the school run.',
      story:
        'Press and speak; a second button plays the siren. The strap is long enough to hang it over the shoulder with a jacket on.',
      points: ['Carries 300 m', 'Siren and voice', 'Adjustable loudness', 'Runs on four C cells'],
      box: 'megaphone, shoulder strap',
    },
    {
      name: 'Desk Duo Powered Monitor Speakers',
      price: 98,
      lead: 'Proper sound on both sides of the screen, from a single USB cable.',
      story:
        'The feet tilt them towards your ears, and the knob sits in front where the hand is. Plug in headphones and the desk falls silent.',
      points: ['2 × 15 W', 'USB-C audio and line input', 'Headphone socket in front', 'Tilted rubber feet'],
      box: 'two speakers, connecting cable, USB-C cable',
      also: ['Computers'],
    },
    {
      name: 'Shower Drop Suction Speaker',
      price: 19.99,
      lead: 'Sings along where you sing best.',
      story:
        'The suction cup holds on tiles, glass and the car window. Rinse it, leave it, forget it: it charges once a fortnight.',
      points: ['Waterproof (IPX7)', '8 hours of music', 'Answers calls', 'Suction cup of soft silicone'],
      box: 'speaker, suction cup, USB cable',
      also: ['Home & Furniture'],
    },
    {
      name: 'Atlas Ceiling Speaker, White',
      price: 69,
      lead: 'Music without a box: flush with the ceiling, quiet to the eye.',
      story:
        'Cut the hole with the template, turn three clamps and push on the grille, which may be painted. Built for kitchens and bathrooms too.',
      points: ['6.5-inch driver, swivelling tweeter', '8 ohms, 60 W', 'Cut-out 194 mm', 'Moisture-proof'],
      box: 'speaker, paintable grille, cutting template',
      also: ['Home & Furniture'],
    },
    {
      name: 'Chime Hall Wireless Doorbell Speaker',
      price: 29.49,
      lead: 'A bell you hear in the garden, with a button that makes its own power.',
      story:
        'Pressing the button is all the energy it needs, so no battery ever dies in the rain. Choose among thirty tones, most of them pleasant.',
      points: [
        'Reaches 120 m',
        'Button without battery',
        '30 tones, four steps of loudness',
        'Flashes for those who hear little',
      ],
      box: 'speaker, push button, tape and screws',
      also: ['Home & Lighting', 'Tools & Hardware'],
    },
  ],
}
