import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { print, runCommand } from '../cli/frame/run-command.ts'
import { otherPictureCount, pictureNames, READY_PICTURES } from '../db/demo/pictures.ts'
import { shelvedProducts } from '../db/demo/products/shelves.ts'
import { drawPicture } from './demo-pictures/draw-picture.ts'
import { scenesOf } from './demo-pictures/scenes.ts'

const USAGE = `npm run demo:pictures              draws the pictures of demo products that have none
npm run demo:pictures -- --all     draws all of them again`

/** Draws the pictures that are missing in `folder`; returns how many. */
async function drawMissing(folder: string): Promise<number> {
  const existing = new Set(await readdir(folder, { recursive: true }).catch(() => []))
  let drawn = 0
  for (const shelved of shelvedProducts) {
    const scenes = scenesOf(shelved.look, shelved.number, otherPictureCount(shelved.number))
    for (const [index, name] of pictureNames(shelved).entries()) {
      const scene = scenes[index]
      if (!scene || (existing.has(`${name}.webp`) && existing.has(`${name}.w320.webp`))) continue
      const { full, small } = await drawPicture(scene)
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, `${name}.webp`), full)
      await writeFile(join(folder, `${name}.w320.webp`), small)
      drawn++
    }
  }
  return drawn
}

await runCommand(USAGE, { options: { all: { type: 'boolean', default: false } } }, async ({ values }) => {
  if (values.all) await rm(READY_PICTURES, { recursive: true, force: true })
  print(`drew ${await drawMissing(READY_PICTURES)} pictures in ${READY_PICTURES}`)
})
