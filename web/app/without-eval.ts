// The content security policy forbids eval. By default zod tests whether eval works, which the browser reports as a
// violation. Imported before everything else, because schemas read this setting when they are declared.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }

export {}
