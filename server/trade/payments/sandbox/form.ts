/** What a form says: texts, lists and groups of them. */
type FormValue = string | FormValue[] | { [name: string]: FormValue }
type Group = { [name: string]: FormValue }

/** Returns what a form body or a query says: `metadata[order]=1&expand[0]=a` are a group and a list. */
export function parseForm(text: string): Group {
  const form: Group = Object.create(null)
  for (const [key, value] of new URLSearchParams(text)) put(form, key.replaceAll(']', '').split('['), value)
  return listsIn(form) as Group
}

function put(form: Group, path: string[], value: string): void {
  let group = form
  for (const name of path.slice(0, -1)) {
    const inner = group[name]
    const next: Group = typeof inner === 'object' && !Array.isArray(inner) ? inner : Object.create(null)
    group[name] = next
    group = next
  }
  const last = path.at(-1) ?? ''
  // `expand[]=a&expand[]=b` is a list, too.
  group[last === '' ? String(Object.keys(group).length) : last] = value
}

function listsIn(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]): [string, FormValue] => [name, listsIn(inner)])
  const isList = entries.length > 0 && entries.every(([name], index) => name === String(index))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
