/** Returns a function that creates a value at its first call and returns the same one at every call. */
export function onFirstUse<Value>(create: () => Value): () => Value {
  let created: { value: Value } | undefined
  return () => {
    created ??= { value: create() }
    return created.value
  }
}
