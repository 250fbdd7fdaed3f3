import { documentMessages } from '../../../shared/app/document-messages.ts'
import { appMessages } from '../../../shared/app/messages.ts'
import { LANGUAGE } from '../../../shared/kernel/locale.ts'

/** The look of the shop that is installed as an app. */
export const webManifest = JSON.stringify({
  name: appMessages.name,
  short_name: appMessages.name,
  description: documentMessages.appDescription,
  lang: LANGUAGE,
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf7f2',
  theme_color: '#faf7f2',
  icons: [
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
})
