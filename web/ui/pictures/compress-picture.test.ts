import sharp from 'sharp'
import { expect, test } from 'vitest'
import { refusalOfFile } from './compress-picture.ts'

const still = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#a63' } })
const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(200)])
const heic = Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1heic', 'latin1')
const refusal = (bytes: Buffer, name: string) => refusalOfFile(new File([new Uint8Array(bytes)], name))

test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
  'a complete %s is accepted, whatever its name',
  async (format) => {
    const bytes = await still().toFormat(format).toBuffer()
    for (const name of [`a.${format}`, 'a.bmp', 'a']) expect(await refusal(bytes, name)).toBeNull()
  },
)

test.each(['jpeg', 'png', 'webp'] as const)(
  'a truncated %s is refused by its name, wherever it is cut',
  async (format) => {
    const bytes = await still().toFormat(format).toBuffer()
    for (const left of [0, 2, 20, bytes.length / 2, bytes.length - 6])
      expect(await refusal(bytes.subarray(0, left), 'half.jpg')).toMatch(/^half\.jpg /)
  },
)

test('a file in a format that the server does not read is refused by its name, even with a picture’s extension', async () => {
  const others = [bmp, heic, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.from('II*\0', 'latin1')]
  for (const bytes of others)
    for (const name of ['scan.bmp', 'photo.jpg', 'photo'])
      expect(await refusal(bytes, name)).toMatch(new RegExp(`^${name}.*JPEG, PNG, WebP, AVIF, or GIF`))
})
