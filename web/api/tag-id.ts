/**
 * Returns the id of a cache tag for an id from an address. RTK Query keeps tags in plain objects, where a name that every
 * object has (`hasOwnProperty`) is taken.
 */
export function tagId(id: string): string {
  return id in {} ? '' : id
}
