import swaggerUi from '@fastify/swagger-ui'
import { routesFor } from '../platform/guards.ts'

/** The API's document as JSON at `/docs/json`, and as a page to read and try at `/docs`; all files are our own. */
export const docsEveryoneRoutes = routesFor('everyone', (app) => {
  app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: { title: 'Openstall API' },
    // Without this the page would ask another site to check the document.
    uiConfig: { layout: 'BaseLayout', validatorUrl: null, docExpansion: 'list', deepLinking: true },
  })
})
