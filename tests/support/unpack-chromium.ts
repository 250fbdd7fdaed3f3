import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inflate } from '@sparticuz/chromium'

// A separate program, as the package unpacks only to its process's temporary directory. The finished folder is renamed into
// place, so that a half-unpacked browser is never used.

const packed = new URL('../bin/', import.meta.resolve('@sparticuz/chromium'))
const [target] = process.argv.slice(2)
if (!target) throw new Error('usage: unpack-chromium.ts <target folder>')

await mkdir(dirname(target), { recursive: true })
const folder = await mkdtemp(`${target}.`)
process.env.TMPDIR = folder
await Promise.all(
  ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) =>
    inflate(fileURLToPath(new URL(file, packed))),
  ),
)
// The packed file names folders of another machine.
await writeFile(
  join(folder, 'fonts', 'fonts.conf'),
  `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>/usr/share/fonts</dir><dir>${target}/fonts/fonts</dir><cachedir>${target}/fonts-cache</cachedir></fontconfig>`,
)
// Another worker may have been faster.
await rename(folder, target).catch(() => rm(folder, { recursive: true }))
