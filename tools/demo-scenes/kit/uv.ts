import type { BufferGeometry } from 'three'

/**
 * Returns the geometry with texture coordinates in centimeters, projected along the axis that each face looks along most:
 * so a weave or a grain has its real size on every solid.
 */
export function mapInCentimeters(geometry: BufferGeometry): BufferGeometry {
  const { position, normal, uv } = geometry.attributes
  if (!position || !normal || !uv) return geometry
  for (let index = 0; index < position.count; index++) {
    const [x, y, z] = [position.getX(index), position.getY(index), position.getZ(index)]
    const [nx, ny, nz] = [normal.getX(index), normal.getY(index), normal.getZ(index)].map(Math.abs) as [
      number,
      number,
      number,
    ]
    if (ny >= nx && ny >= nz) uv.setXY(index, x, z)
    else if (nx >= nz) uv.setXY(index, z, y)
    else uv.setXY(index, x, y)
  }
  return geometry
}

/** Returns a geometry around the origin with one picture of w by h over its front. */
export function fitUv(geometry: BufferGeometry, w: number, h: number): BufferGeometry {
  const { position, uv } = geometry.attributes
  if (!position || !uv) return geometry
  for (let index = 0; index < position.count; index++) {
    uv.setXY(index, position.getX(index) / w + 0.5, position.getY(index) / h + 0.5)
  }
  return geometry
}
