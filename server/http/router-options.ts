/** How addresses find their routes; no route has longer parameters. */
export const routerOptions = { maxParamLength: 300, ignoreTrailingSlash: false }
