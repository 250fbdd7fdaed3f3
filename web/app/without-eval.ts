// The content security policy forbids eval, and zod's test for it would be reported as a violation. Must be the first import:
// schemas read this setting when they are declared.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }

export {}
