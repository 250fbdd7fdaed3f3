import swaggerUi from '@fastify/swagger-ui'
import { SHOP_NAME } from '../../../shared/app/name.ts'
import { routesFor } from '../../platform/http/guards.ts'

/** The API document as JSON at `/docs/json`, and as a page at `/docs` with all its files. */
export const docsPublicRoutes = routesFor('public', (app) => {
  app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: `${SHOP_NAME} API` },
    // Otherwise the page would have another site validate the document.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', deepLinking: true },
  })
})
