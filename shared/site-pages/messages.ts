import { defineMessages } from '../kernel/define-messages.ts'

export const sitePageMessages = defineMessages('sitePage', {
  loadFailed: "We couldn't load this page.",
  loading: 'Page',
  dated: 'Version {version}, {date}',
  earlier: 'This version is from {date} and is no longer valid.',
  toCurrent: 'Go to the current version',
  versions: 'All versions',
})
