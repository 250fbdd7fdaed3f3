/** How the router matches addresses; no route has longer parameters. */
export const routerOptions = { maxParamLength: 300, ignoreTrailingSlash: false }
