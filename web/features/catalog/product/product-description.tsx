import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { withUnits } from '../../../ui/with-units.tsx'
import { scrollingTables } from '../scrolling-tables.ts'
import { splitDescription } from './split-description.ts'

/** What the seller writes of a product: the story, and the facts in it as a list of pairs. */
export function ProductDescription({ html }: { html: string }) {
  const { story, facts } = splitDescription(html)
  return (
    <>
      <section aria-labelledby="description">
        <h2 id="description" className="mb-4 text-xl font-semibold">
          {catalogMessages.description}
        </h2>
        <div
          className="description max-w-prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server when saved and again when sent
          dangerouslySetInnerHTML={{ __html: scrollingTables(story) }}
        />
      </section>
      {facts.length > 0 && (
        <section aria-labelledby="specifications" className="mt-8">
          <h2 id="specifications" className="mb-4 text-xl font-semibold">
            {catalogMessages.specifications}
          </h2>
          <dl className="grid max-w-prose grid-cols-[minmax(7rem,auto)_1fr] border-t border-line text-sm">
            {facts.map(({ name, value }) => (
              <div key={name} className="col-span-2 grid grid-cols-subgrid gap-x-6 border-b border-line py-2.5">
                <dt className="font-medium wrap-anywhere">{name}</dt>
                <dd className="min-w-0 text-muted wrap-anywhere">{withUnits(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  )
}
