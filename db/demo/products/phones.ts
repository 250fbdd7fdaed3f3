import type { Shelf } from './product.ts'

export const phones: Shelf = {
  category: 'Phones',
  seller: 'harbor-tech',
  note: 'Two years of warranty; phones come without contract and work with every network.',
  products: [
    {
      name: 'Halden Nova 8 Smartphone 256 GB',
      price: 699,
      lead: 'A phone that will still be quick in its fifth year.',
      story:
        'Six years of updates are promised in writing, and the battery can be changed without a heat gun. The camera sees what you saw, also at dusk.',
      points: [
        '6.1-inch OLED at 120 Hz',
        'Main camera with 50 megapixels',
        'Battery for a day and a half',
        'Waterproof (IP68)',
      ],
      box: 'phone, USB-C cable, SIM pin',
      also: ['Cameras'],
    },
    {
      name: 'Halden Nova 8 Mini 128 GB',
      price: 529.99,
      lead: 'The same camera and speed in a phone that fits every pocket.',
      story: 'Made for one hand. All that was left out is a centimetre and some grams.',
      points: ['5.4-inch OLED', '142 g', 'Same main camera as its big sister', 'Charges without cable'],
      box: 'phone, USB-C cable, SIM pin',
      flash: true,
    },
    {
      name: 'Granby 3310 Senior Flip Phone',
      price: 59.95,
      lead: 'Open to answer, close to hang up.',
      story:
        'Large keys, loud bell, three photos for the three people who matter. An emergency key on the back calls them one after the other.',
      points: ['Keys of 12 mm', 'Works with hearing aids (M4/T4)', 'Emergency key', 'Two weeks on standby'],
      box: 'phone, charging cradle, large-print manual',
    },
    {
      name: 'Ridgeback X Outdoor Smartphone',
      price: 349,
      lead: 'For building sites, boats and people who drop things.',
      story: 'It falls two metres onto concrete and gets up again. The torch lights a tent, the battery a weekend.',
      points: [
        'Shock-proof and waterproof',
        'Battery with 8,000 mAh',
        'Usable with gloves on',
        'Torch with 130 lumens',
      ],
      box: 'phone, USB-C cable, wrist strap, screen film',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Volt Bar 20,000 mAh Power Bank',
      price: 39.99,
      lead: 'Four full charges for the coat pocket.',
      story:
        'A small display shows the percentage to the last digit, and two things charge at once. You may take it on board a plane.',
      points: ['20,000 mAh', '30 W over USB-C', 'Charges itself in three hours', '355 g'],
      box: 'power bank, USB-C cable, felt sleeve',
      also: ['Computers'],
    },
    {
      name: 'Volt Trio 65 W Wall Charger',
      price: 34.5,
      lead: 'One charger for the laptop, the phone and the headphones.',
      story:
        'It shares its power out sensibly and stays cool because it is made with gallium nitride. The plug folds in for travel.',
      points: ['65 W in total', 'Two USB-C, one USB-A', 'Folding plug', '120 g'],
      box: 'charger',
      also: ['Computers'],
    },
    {
      name: 'Slipcover Cork Phone Case',
      price: 17.9,
      lead: 'Grown, not moulded: warm in the hand and light in the pocket.',
      story:
        'Cork gives way a little, which is just what a phone needs when it falls. Each case has a grain of its own.',
      points: [
        'Cork on a soft frame',
        'Edge of 1.2 mm protects the glass',
        'Charges through the case',
        'Fits Halden Nova 8',
      ],
      box: 'case',
      also: ['Fashion'],
    },
    {
      name: 'Swing Arm Phone Holder for Desks',
      price: 21.99,
      lead: 'Holds the phone where your eyes are: in calls, over recipes, above notes.',
      story: 'The arm bends and stays. The clamp fits boards of up to five centimetres and leaves no mark.',
      points: ['Arm of 65 cm', 'For phones of 4 to 7 inches', 'Turns all the way round', 'Clamp with felt'],
      box: 'arm, clamp, phone holder',
      also: ['Home & Furniture'],
    },
    {
      name: 'Parlour Corded Desk Phone, Red',
      price: 45,
      lead: 'It rings with a bell, and it works when the power does not.',
      story:
        'A telephone that is always where you left it. Push buttons hide under the dial, so it understands every telephone menu.',
      points: ['Real bell with two tones', 'Keys for redial and mute', 'Spiral cord of two metres', 'Needs no mains'],
      box: 'telephone, line cable',
      also: ['Home & Furniture'],
    },
    {
      name: 'Tripod Click Selfie Stick',
      price: 25.49,
      lead: 'Everyone in the picture, also the one who takes it.',
      story: 'Stretches to a metre, opens to a tripod and triggers by a button that slides out of its handle.',
      points: ['From 19 to 102 cm', 'Release with 10 m of range', 'Feet that hold on sand', '165 g'],
      box: 'stick with tripod, release with battery, pouch',
      also: ['Cameras'],
    },
    {
      name: 'Roamlink Travel eSIM Voucher 10 GB',
      price: 29,
      lead: 'Online the moment the plane has landed.',
      story:
        'Scan the code on the card, choose when it starts and keep your own number. What is not used stays valid for a year.',
      points: [
        '10 GB in 74 countries',
        'Valid for 30 days from the first use',
        'No contract, ends by itself',
        'Sharing allowed',
      ],
      box: 'card with code, short guide',
    },
  ],
}
