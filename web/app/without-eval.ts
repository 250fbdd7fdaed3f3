// The policy of our pages allows no eval. zod tries it out before it first reads an object, unless it is told not to;
// the browser reports the attempt. Imported before everything else, since schemas decide when they are made.
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }

export {}
