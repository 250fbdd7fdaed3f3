/** No route has longer parameters. */
export const routerOptions = { maxParamLength: 300, ignoreTrailingSlash: false }
