import { z } from 'zod'

/** A published page for links to it. */
export const pageLinkSchema = z.object({ slug: z.string(), title: z.string(), in_footer: z.boolean() })
export type PageLink = z.infer<typeof pageLinkSchema>
