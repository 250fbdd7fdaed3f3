import sharp from 'sharp'

const [WIDTH, HEIGHT, COLUMNS] = [400, 500, 5]

/** Returns small pictures side by side as PNG, each with its title in a corner. */
export async function contactSheet(pictures: readonly { title: string; png: Buffer }[]): Promise<Buffer> {
  const columns = Math.min(COLUMNS, Math.max(1, pictures.length))
  const rows = Math.max(1, Math.ceil(pictures.length / columns))
  const layers = pictures.flatMap(({ title, png }, index) => {
    const place = { left: (index % columns) * WIDTH, top: Math.floor(index / columns) * HEIGHT }
    const text = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="24"><text x="6" y="17" font-size="14" font-family="sans-serif">${title}</text></svg>`
    return [
      { input: png, ...place },
      { input: Buffer.from(text), ...place },
    ]
  })
  const sheet = { width: columns * WIDTH, height: rows * HEIGHT, channels: 3, background: '#fff' } as const
  return sharp({ create: sheet }).composite(layers).png().toBuffer()
}
