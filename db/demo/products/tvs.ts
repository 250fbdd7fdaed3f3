import type { Shelf } from './product.ts'

export const tvs: Shelf = {
  category: 'TVs',
  seller: 'north-audio',
  note: 'Large screens are brought to the room of your choice by two people, who take the packaging away.',
  products: [
    {
      name: 'Vistara 55-inch 4K OLED Television',
      price: 1199,
      lead: 'Black that is black, and colours that stand in front of it.',
      story:
        'Each of eight million points lights itself, so a candle in the night looks like one. It shows the first picture three seconds after you press the button.',
      points: [
        '4K, 120 pictures a second',
        'Four HDMI 2.1 inputs',
        'Reads the light of the room',
        '55 inches, 18 kg with foot',
      ],
      box: 'television, foot, remote control with batteries, mains cable',
    },
    {
      name: 'Vistara 43-inch 4K LED Television',
      price: 379.99,
      lead: 'The sensible one: sharp, bright and easily placed.',
      story:
        'Sized for rooms in which the television is not the main thing. The menu has one page, and the remote has fourteen keys.',
      points: [
        '4K with HDR10',
        'Three HDMI inputs, two USB',
        'Tuners for cable, satellite and aerial',
        'Energy class E',
      ],
      box: 'television, two feet, remote control with batteries',
      flash: true,
    },
    {
      name: 'Vistara 32-inch Kitchen Television',
      price: 199,
      lead: 'Small, white and not afraid of steam.',
      story:
        'Hang it on the wall or stand it on the worktop. The speakers point forward, so the news is heard over the extractor.',
      points: ['Full HD', 'Wipeable front', 'Forward-facing speakers', 'VESA 100 mount'],
      box: 'television, foot, remote control with batteries',
      also: ['Home & Furniture'],
    },
    {
      name: 'Lumo Beam Portable Projector',
      price: 329.95,
      lead: 'A cinema of a hundred inches in a bag for a lunch box.',
      story:
        'It finds the wall, straightens the picture and is sharp before you have found a seat. The battery lasts for one long film.',
      points: [
        'Full HD, 500 lumens',
        'Sets sharpness and edges by itself',
        'Battery for 2.5 hours',
        'HDMI, USB-C and screen mirroring',
      ],
      box: 'projector, mains adapter, remote control, bag',
      also: ['Cameras'],
    },
    {
      name: 'Lumo Roll-Down Screen, 100 Inches',
      price: 89.9,
      lead: 'A wall is good; a screen is better.',
      story:
        'Pull it down, let it click, watch. The fabric has no grain of its own and a black border that makes the picture look brighter.',
      points: ['221 × 125 cm', 'Stops at any height', 'Washable fabric', 'For wall or ceiling'],
      box: 'screen in its case, screws and plugs, pull rod',
    },
    {
      name: 'Streamling 4K TV Stick',
      price: 44.99,
      lead: 'Makes an old television new for the price of a dinner.',
      story: 'It sits behind the set and is forgotten. Start a film on your phone and go on with it on the big screen.',
      points: [
        '4K at 60 pictures a second',
        'Two-band Wi-Fi',
        'Remote control with keys for volume',
        'Takes its power from the television',
      ],
      box: 'stick, remote control with batteries, HDMI extension',
      also: ['Computers'],
    },
    {
      name: 'Rooftop Digital Antenna with Amplifier',
      price: 32.49,
      lead: 'Television from the air: free, and in high definition.',
      story:
        'Put it in the window or below the roof and turn it until the bar is full. The amplifier may be left out where the mast is near.',
      points: ['Receives up to 80 km', 'Amplifier with 20 dB', 'Weatherproof', 'Five metres of cable'],
      box: 'antenna, amplifier, mast clamp, cable',
      also: ['Tools & Hardware'],
    },
    {
      name: 'Anchor Swivel Wall Mount, 32 to 65 Inches',
      price: 49,
      lead: 'Pulls out, swings round and holds for good.',
      story:
        'Watch from the sofa, from the table and, at Christmas, from the kitchen. A spirit level is built in because nobody has one at hand.',
      points: ['Carries 45 kg', 'Swings 90 degrees, tilts 15', 'VESA 200 to 400', 'Clips that hide the cables'],
      box: 'mount, screws for wall and television, drilling template',
      also: ['Tools & Hardware', 'Home & Furniture'],
    },
    {
      name: 'Clearkey Big-Button Remote Control',
      price: 16.95,
      lead: 'Seven keys, each as large as a thumb.',
      story:
        'It learns from the old remote in a minute. After that there is on, off, louder, softer and the channel, and nothing that can be set wrong.',
      points: [
        'Learns any infrared remote',
        'Keys glow when touched',
        'Does not slip off the armrest',
        'Battery lasts two years',
      ],
      box: 'remote control, two AAA cells, wrist strap',
    },
    {
      name: 'Glow Strip TV Backlight 3 m',
      price: 24.99,
      lead: 'Soft light behind the screen, kind to the eyes.',
      story:
        'Stick it on, plug it into the USB socket of the television and it goes on and off with it. White for evenings, colour for match days.',
      points: [
        'For screens of 40 to 65 inches',
        'White from warm to cool, and 16 colours',
        'May be cut every 10 cm',
        'Comes off without a trace',
      ],
      box: 'light strip, small remote control, corner clips',
      also: ['Home & Lighting'],
    },
    {
      name: 'Oakline Media Console 160 cm',
      price: 289,
      lead: 'A long low board that hides all cables and shows good wood.',
      story:
        'The slatted doors let the remote control through, so the boxes stay closed in. Its back is as well finished as its front.',
      points: ['160 × 42 × 48 cm', 'Oak veneer, oiled', 'Three compartments, cable channel', 'Carries 70 kg'],
      box: 'console, feet, tools for building it',
      also: ['Home & Furniture'],
    },
  ],
}
