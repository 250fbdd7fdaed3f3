import type { Shelf } from './product.ts'

export const audio: Shelf = {
  category: 'Audio',
  seller: 'north-audio',
  note: 'Listen at home for thirty days; what does not sound right goes back free of charge.',
  products: [
    {
      name: 'Larkfield Quiet 70 Noise-Cancelling Headphones',
      price: 179.99,
      lead: 'Over-ear headphones that turn a loud train into a reading room.',
      story:
        'Four microphones listen to what is around you and take it away, without the pressure some people feel in their ears. The cushions are soft enough for a whole working day.',
      points: [
        'Up to 38 hours on one charge',
        'Ten minutes at the plug give four hours',
        'Folds flat into its case',
        'Wired listening when the battery is empty',
      ],
      box: 'headphones, hard case, USB-C cable, audio cable',
      also: ['Wearables'],
      flash: true,
    },
    {
      name: 'Larkfield Studio One Closed-Back Headphones',
      price: 119,
      lead: 'Honest headphones for recording, mixing and anyone who wants to hear the breath before the line.',
      story:
        'Nothing is sweetened: what is too loud in your mix is too loud here. Every part that wears can be replaced with a coin and five minutes.',
      points: [
        '50 mm drivers, 48 ohms',
        'Coiled cable of three metres, detachable',
        'Replaceable velour cushions',
        'Weighs 265 g',
      ],
      box: 'headphones, coiled cable, 6.3 mm adapter',
    },
    {
      name: 'Pebble Tone Mini Clip-On Player 16 GB',
      price: 39.95,
      lead: 'A music player the size of a postage stamp, for runs on which the phone stays at home.',
      story:
        'Drag songs over from any computer, clip it to your shirt and go. Five buttons you find without looking do all there is to do.',
      points: [
        'Room for about 4,000 songs',
        '14 hours of playing time',
        'Splash-proof',
        'Plays MP3, FLAC and audio books from where you stopped',
      ],
      box: 'player, clip, short USB-C cable',
      also: ['Wearables'],
    },
    {
      name: 'Hollins Stage 58 Vocal Microphone',
      price: 89.5,
      lead: 'The microphone for the rehearsal room, the wedding band and the village stage.',
      story:
        'It forgives being dropped, shouted into and left in the van overnight. The voice stands in front; the drummer behind you stays behind you.',
      points: [
        'Dynamic capsule with cardioid pattern',
        'Steel grille that can be bent back',
        'Shock-mounted: little handling noise',
        'Silent on-off switch',
      ],
      box: 'microphone, stand clip, zip pouch',
    },
    {
      name: 'Hollins Desk Cast USB Microphone',
      price: 74.99,
      lead: 'Sound like yourself in calls, lectures and podcasts, with one cable and no driver.',
      story:
        'A tap on top mutes it and a ring of light shows that it did. The foot is heavy enough to keep typing out of your recording.',
      points: ['24 bit, 96 kHz', 'Headphone socket without delay', 'Tap to mute', 'Fits every common boom arm'],
      box: 'microphone, weighted foot, USB-C cable of two metres',
      also: ['Computers'],
    },
    {
      name: 'Meadow FM Kitchen Radio with Bluetooth',
      price: 64.9,
      lead: 'One knob, five stations, warm sound: a radio as radios should be.',
      story:
        'It stands between the coffee and the bread and is understood by everyone from four to ninety-four. For your own music there is Bluetooth.',
      points: [
        'FM and DAB+ with stored stations',
        'Real wood front',
        'Sleep timer and alarm',
        'Runs on the mains or six AA cells',
      ],
      box: 'radio, mains cable, quick guide on one page',
      also: ['Speakers', 'Home & Furniture'],
    },
    {
      name: 'Trawick 61 Touch Keyboard',
      price: 229,
      lead: 'A first keyboard whose keys answer like those of a piano.',
      story:
        'Play softly and it is soft. Two headphone sockets let teacher and pupil, or two sisters, practise while the house sleeps.',
      points: [
        '61 keys with touch response',
        '128 voices, 40 rhythms',
        'Records what you play',
        'USB connection for learning apps',
      ],
      box: 'keyboard, music stand, mains adapter',
      also: ['Toys'],
    },
    {
      name: 'Trawick Dreadnought Acoustic Guitar',
      price: 189.95,
      lead: 'A full-voiced guitar that is easy on the fingers of beginners.',
      story:
        'Solid spruce on top, so it opens up over the years. We set up the strings by hand before it leaves the workshop.',
      points: [
        'Solid spruce top, mahogany body',
        'Low action, bone saddle',
        'Chrome tuners that stay in tune',
        'Strap pin at the neck',
      ],
      box: 'guitar, padded bag, two picks, spare strings',
    },
    {
      name: 'Brass Lane Student Trumpet in B Flat',
      price: 249,
      lead: 'A trumpet that lets a beginner sound good by the second week.',
      story:
        'Light valves, an easy first octave and lacquer that survives the school bus. Bands order it by the dozen.',
      points: [
        'Yellow brass bell',
        'Stainless valves',
        'Adjustable third-slide ring',
        'Free check-up in the first year',
      ],
      box: 'trumpet, mouthpiece 7C, valve oil, backpack case',
    },
    {
      name: 'Copperline Braided Audio Cable 3.5 mm, 2 m',
      price: 12.49,
      lead: 'The cable that is still fine when the headphones are not.',
      story:
        'Braided over copper, with plugs slim enough to fit through a phone case. Bent twenty thousand times in our test, and it still plays.',
      points: ['Oxygen-free copper', 'Gold-plated plugs', 'Strain relief at both ends', 'Length 2 m'],
      box: 'cable, leather tie',
      also: ['Phones'],
    },
    {
      name: 'Groovehouse Belt-Drive Turntable',
      price: 159.99,
      lead: 'For the records in the cellar, and for the ones you will buy now.',
      story:
        'Put the needle down and sit down. A preamp is built in, so any amplifier or active speaker will do, and a switch takes it out when you own a better one.',
      points: [
        '33 and 45 turns a minute',
        'Replaceable moving-magnet needle',
        'Automatic stop that can be turned off',
        'USB output to digitise records',
      ],
      box: 'turntable, felt mat, dust cover, audio cable',
      also: ['Home & Furniture'],
    },
  ],
}
