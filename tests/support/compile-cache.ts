/** For processes that are started with an environment of their own: sources are compiled once for all of them. */
export const compileCache = { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
