import type { Shelf } from './product.ts'

export const automotive: Shelf = {
  category: 'Automotive',
  seller: 'tinker-yard',
  note: 'Not sure whether it fits? Write us the model and year, and we check before it is sent.',
  products: [
    {
      name: 'Jumpstart Pro 2000 A Booster Pack',
      price: 89.99,
      lead: 'Starts the car when nobody else is in the car park.',
      story:
        'Clamps that cannot be connected wrongly and power for twenty starts. In between it charges phones and lights the engine bay.',
      points: [
        '2,000 A at the peak',
        'Petrol to 8 l, diesel to 6 l',
        'Torch with warning light',
        'Holds its charge for a year',
      ],
      box: 'booster, clamps, USB-C cable, case',
    },
    {
      name: 'Grippa All-Season Tyre 205/55 R16',
      price: 84.5,
      lead: 'One tyre for the whole year in mild regions.',
      story:
        'Short braking in the wet, marked for snow, quiet on the motorway. Sold singly; a garage near you mounts it.',
      points: ['205/55 R16 91H', 'Snowflake mark (3PMSF)', 'Wet grip B', '70 decibels'],
      box: 'one tyre',
    },
    {
      name: 'Sparkwell Iridium Spark Plugs, Set of Four',
      price: 32.9,
      lead: 'Starts better, runs smoother, lasts 100,000 km.',
      story: 'A tip as fine as a hair needs less voltage. Gap set at the factory: screw in, tighten, done.',
      points: ['Iridium tip of 0.6 mm', 'M14 × 1.25, 16 mm hex', 'Ready gapped', 'Up to 100,000 km'],
      box: 'four spark plugs',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Silkshine Car Wash and Wax Set',
      price: 36.95,
      lead: 'An hour in the sun that shows for months.',
      story:
        'Shampoo that is kind to wax, a mitt that picks up grit and a paste that goes on easily and comes off the same way.',
      points: [
        'Shampoo 1 l, pH-neutral',
        'Carnauba wax 200 g',
        'Mitt and two cloths',
        'Bucket insert that holds the grit',
      ],
      box: 'shampoo, wax, mitt, cloths, insert',
    },
    {
      name: 'Roadview Dash Cam 1440p',
      price: 99,
      lead: 'A witness that never looks away.',
      story: 'Films in loops and keeps the minute before and after a jolt. The screen goes dark while you drive.',
      points: [
        '1440p, angle of 140 degrees',
        'Jolt sensor',
        'Parking guard',
        'Capacitor instead of battery: no trouble with heat',
      ],
      box: 'dash cam, holder, cable of 3.5 m, card with 64 GB',
      also: ['Cameras'],
    },
    {
      name: 'Littleway Child Car Seat, 100–150 cm',
      price: 159.95,
      lead: 'Grows from the first school day to the last booster.',
      story:
        'The headrest takes the shoulder part with it, so that the belt always lies right. The cover comes off without taking the seat out.',
      points: ['UN R129 (i-Size)', 'ISOFIX', 'Side protection that folds out', 'Washable cover'],
      box: 'seat, cover, manual',
    },
    {
      name: 'Pitlane Hydraulic Trolley Jack, 2 t',
      price: 74.99,
      lead: 'Goes under low cars and up without a fight.',
      story: 'Steel, with a rubber saddle that spares the sill. Always put stands under before you go under.',
      points: ['Lifts 2 t from 8.5 to 38 cm', 'Rubber saddle', 'Overload valve', '9.8 kg'],
      box: 'jack, handle in two parts',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Commuter Open-Face Scooter Helmet',
      price: 94.9,
      lead: 'Light, airy and safe on the way to work.',
      story:
        'A visor that clicks where you leave it and a lining that goes into the wash. Glasses slide in without bending.',
      points: ['ECE 22.06', '1,050 g', 'Visor with scratch guard', 'Sizes XS to XL'],
      box: 'helmet, visor, bag',
      also: ['Fashion'],
    },
    {
      name: 'Citybreeze Electric Kick Scooter',
      price: 399,
      lead: 'The last three kilometres, without sweat.',
      story: 'Folds in three seconds and goes up the stairs in one hand. Two brakes, two lights, real tyres.',
      points: ['20 km/h, about 30 km of range', 'Air tyres of 10 inches', 'Disc and motor brake', '14.5 kg'],
      box: 'scooter, charger, tool, manual',
      also: ['Toys'],
    },
    {
      name: 'Fuelguard Steel Jerrycan, 10 l',
      price: 28.95,
      lead: 'For the mower, the boat and the optimist.',
      story:
        'Welded, lacquered inside and out, with a cap that locks. The spout pours to the last drop and not beside.',
      points: ['10 litres, UN-approved', 'Locking cap', 'Flexible spout', '2.9 kg'],
      box: 'jerrycan, spout',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Roadside Emergency Kit with Triangle',
      price: 33.49,
      lead: 'Everything the law wants, and what one really needs.',
      story:
        'Triangle, vests and first aid, plus gloves, torch and tow rope. It sticks to the boot carpet and does not rattle.',
      points: ['Triangle ECE R27', 'Two vests', 'First aid to DIN 13164', 'Tow rope for 3 t'],
      box: 'bag with triangle, vests, first-aid kit, gloves, torch, tow rope',
    },
  ],
}
