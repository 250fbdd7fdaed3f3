/** What the server alone writes into its documents. */
export const documentMessages = {
  appDescription: 'An open marketplace of independent sellers.',
  scriptsFailed: 'This page could not be loaded completely. Please reload it.',
  pageNotShown: "We couldn't show this page. Please try again in a moment.",
} as const
