import { page } from '../../web/app/page-route.ts'

export const shop = [
  page({
    path: '/sandbox/step/:stepId',
    component: async () => (await import('./step-page.tsx')).SandboxStepPage,
    needs: 'sandbox',
  }),
]

export const admin = [
  page({
    path: '/admin/sandbox',
    component: async () => (await import('./admin-page.tsx')).AdminSandboxPage,
    needs: 'sandbox',
  }),
]
