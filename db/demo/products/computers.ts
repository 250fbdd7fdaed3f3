import type { Shelf } from './product.ts'

export const computers: Shelf = {
  category: 'Computers',
  seller: 'harbor-tech',
  note: 'Each device is started and checked before it is sent; the record is on the delivery note.',
  products: [
    {
      name: 'Kestrel Air 13 Laptop, 16 GB, 512 GB',
      price: 999,
      lead: 'Thirteen inches, eleven hours, one kilogram.',
      story:
        'A quiet machine for writing, studying and everything that happens in a browser. The lid opens with one finger and stays where you leave it.',
      points: [
        'Eight cores without a fan',
        '16 GB of memory, 512 GB of storage',
        'Display with 400 nits',
        'Two USB4 ports and a headphone socket',
      ],
      box: 'laptop, 45 W charger, cleaning cloth',
    },
    {
      name: 'Kestrel Pro 16 Laptop, 32 GB, 1 TB',
      price: 1899.95,
      lead: 'For film, models and builds that used to take a lunch break.',
      story:
        'Sixteen inches with true colours, a keyboard with depth, and every port you would otherwise carry as an adapter.',
      points: [
        'Fourteen cores, discrete graphics with 8 GB',
        '32 GB of memory, expandable to 96',
        'Matte 3K display, calibrated',
        'HDMI, SD slot, three USB-C',
      ],
      box: 'laptop, 140 W charger, USB-C cable',
      also: ['Gaming'],
    },
    {
      name: 'Deskmate All-in-One Computer 24 Inches',
      price: 749,
      lead: 'One cable, one device, one tidy desk.',
      story:
        'The computer is in the foot, where it stays cool and can be opened by hand. The camera pops up when it is wanted and vanishes when it is not.',
      points: [
        '24-inch display, matte',
        '16 GB of memory, 512 GB of storage',
        'Camera that can be sunk',
        'Height adjustable by 12 cm',
      ],
      box: 'computer, keyboard, mouse, mains cable',
      also: ['Home & Furniture'],
    },
    {
      name: 'Clackwell 87 Mechanical Keyboard',
      price: 94.99,
      lead: 'Keys that say thank you.',
      story:
        'Tactile but polite: you feel the letter, your colleagues do not hear it. Every switch can be pulled out and exchanged.',
      points: [
        '87 keys, exchangeable switches',
        'Caps of PBT that never shine',
        'Three devices by Bluetooth, one by cable',
        'White light from below',
      ],
      box: 'keyboard, braided cable, cap puller',
      also: ['Gaming'],
      flash: true,
    },
    {
      name: 'Palmrest Vertical Mouse',
      price: 36.95,
      lead: 'Shakes hands with you instead of bending your wrist.',
      story:
        'The first day it feels odd, on the third day the old one does. Available for the right hand in two sizes; this is the medium one.',
      points: ['Angle of 57 degrees', 'Silent keys', '800 to 3,200 dpi', 'Three months on one charge'],
      box: 'mouse, USB receiver, USB-C cable',
    },
    {
      name: 'Papyrus A4 Colour Printer',
      price: 149,
      lead: 'Prints when you need it, even if that was last in March.',
      story:
        'Tanks instead of cartridges: one filling is 4,000 pages and costs less than a pizza. Scans and copies from the same glass.',
      points: ['Refillable ink tanks', 'Prints on both sides', 'Scanner and copier', 'Wi-Fi, USB and mobile printing'],
      box: 'printer, four ink bottles, mains cable',
    },
    {
      name: 'Vaultline Portable SSD 2 TB',
      price: 139.99,
      lead: 'Twenty years of photographs in a matchbox.',
      story:
        'Copies an hour of 4K film in under a minute, survives the fall from the desk and encrypts in hardware if you wish.',
      points: [
        'Reads 1,050 MB a second',
        'Encryption with AES-256',
        'Aluminium, shock-proof to 2 m',
        'Cable for USB-C and USB-A',
      ],
      box: 'SSD, cable with two ends',
      also: ['Cameras'],
    },
    {
      name: 'Dockside 9-in-1 USB-C Hub',
      price: 54.9,
      lead: 'All the ports your laptop gave up.',
      story:
        'Two screens, network, cards and power through a single cable. The housing carries the heat away, so it keeps its speed.',
      points: ['Two HDMI at 4K, 60 Hz', 'Gigabit network', 'SD and microSD', 'Passes 100 W through'],
      box: 'hub, short cable',
    },
    {
      name: 'Fathom Mesh Wi-Fi 6 Router, Set of Two',
      price: 169,
      lead: 'Reception in the last corner of the house.',
      story:
        'Set one by the socket and one upstairs; they sort out the rest between them. A guest network is made with one tap and ends on Sunday if you want.',
      points: ['Covers about 220 m²', 'Four network ports', 'Updates itself at night', 'Parental pauses by device'],
      box: 'two routers, two mains adapters, network cable',
    },
    {
      name: 'Peekaboo 1440p Webcam with Cover',
      price: 62.49,
      lead: 'Looks you in the eye and closes when you say so.',
      story:
        'Light from the window behind you no longer turns you into a shadow. A slide covers the lens, and when it is shut the microphone is off, too.',
      points: [
        '1440p at 30 pictures a second',
        'Cover that also mutes',
        'Two microphones',
        'Clamp and thread for a tripod',
      ],
      box: 'webcam, USB-C cable',
      also: ['Cameras'],
    },
    {
      name: 'Nomad Padded Laptop Backpack 22 L',
      price: 79.5,
      lead: 'Office on weekdays, hills on Saturdays.',
      story:
        'The laptop hangs free of the bottom, so setting the bag down is never a bang. Made of bottles, about thirty-one of them.',
      points: ['For laptops up to 16 inches', 'Rain cover in the bottom', 'Strap for suitcases', '22 litres, 890 g'],
      box: 'backpack, rain cover',
      also: ['Fashion'],
    },
  ],
}
