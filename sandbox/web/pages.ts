import { page } from '../../web/app/page-route.ts'

export const shop = [
  page({
    path: '/sandbox/step/:stepId',
    module: 'sandbox/web/step-page.tsx',
    component: async () => (await import('./step-page.tsx')).SandboxStepPage,
    needs: 'sandbox',
  }),
]

export const admin = [
  page({
    path: '/admin/sandbox',
    module: 'sandbox/web/admin-page.tsx',
    component: async () => (await import('./admin-page.tsx')).AdminSandboxPage,
    needs: 'sandbox',
  }),
]
