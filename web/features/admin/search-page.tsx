import { type ReactNode, useState } from 'react'
import { MAX_SYNONYM_LENGTH, UNDO_SECONDS } from '../../../shared/catalog/constants.ts'
import { synonymErrors } from '../../../shared/catalog/errors.ts'
import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import { searchAdminMessages } from '../../../shared/catalog/search-admin-messages.ts'
import type { AddSynonym, CountedSearch, SearchOverview, Synonym } from '../../../shared/catalog/search-admin-schema.ts'
import { formatNumber } from '../../../shared/kernel/locale.ts'
import { api } from '../../api/api.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailureNote, LoadFailure } from '../../ui/failure-note.tsx'
import { Choice } from '../../ui/form/fields.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { CircleCheck, Search } from '../../ui/icons.tsx'
import { keepFocus } from '../../ui/keep-focus.ts'
import { Link } from '../../ui/link.tsx'
import { RowSkeletons } from '../../ui/list/list-skeleton.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useUndoOffer } from '../../ui/overlay/undo-offer.tsx'
import { Page } from '../../ui/page.tsx'
import { Drawing } from '../../ui/pictures/drawing.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { ActionDialog, DialogField } from '../fulfilment/action-dialog.tsx'
import { OpenShop } from './open-shop.tsx'

const DIRECTIONS = [
  { value: 'both', text: searchAdminMessages.bothWays },
  { value: 'one', text: searchAdminMessages.oneWay },
]

function SynonymDialog({ initial, onClose }: { initial: string; onClose: () => void }) {
  const [add] = searchApi.useAddSynonymMutation()
  const [words, setWords] = useState(initial.slice(0, MAX_SYNONYM_LENGTH).toWellFormed())
  const [synonym, setSynonym] = useState('')
  const [direction, setDirection] = useState('both')
  const fields = [
    ['words', words, setWords],
    ['synonym', synonym, setSynonym],
  ] as const

  return (
    <ActionDialog
      title={searchAdminMessages.addSynonym}
      confirm={searchAdminMessages.save}
      refusals={synonymErrors}
      check={() => ({
        words: words.trim() ? undefined : searchAdminMessages.wordsNeeded,
        synonym: synonym.trim() ? undefined : searchAdminMessages.wordsNeeded,
      })}
      success={searchAdminMessages.saved}
      onSubmit={() => add({ words: words.trim(), synonym: synonym.trim(), is_one_way: direction === 'one' })}
      onClose={onClose}
    >
      {fields.map(([name, value, set]) => (
        <DialogField
          key={name}
          name={name}
          label={searchAdminMessages[name]}
          maxLength={MAX_SYNONYM_LENGTH}
          value={value}
          onChange={({ target }) => set(target.value)}
        />
      ))}
      <Choice label={searchAdminMessages.direction} value={direction} onChange={setDirection} options={DIRECTIONS} />
      {direction === 'one' && <p className="text-sm text-muted">{searchAdminMessages.oneWayHint}</p>}
    </ActionDialog>
  )
}

const searchApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSearches: build.query<SearchOverview, void>({
      query: () => '/api/admin/search',
      providesTags: ['AdminSearch'],
    }),
    addSynonym: build.mutation<Synonym, AddSynonym>({
      query: (body) => ({ url: '/api/admin/search/synonyms', method: 'POST', body }),
      invalidatesTags: ['AdminSearch', 'Product'],
    }),
    removeSynonym: build.mutation<null, string>({
      query: (id) => ({ url: `/api/admin/search/synonyms/${id}`, method: 'DELETE' }),
      invalidatesTags: ['AdminSearch', 'Product'],
    }),
  }),
})

/** Searches without results, synonyms, and the most frequent searches. */
export function AdminSearchPage() {
  const { data, error, isFetching, refetch } = searchApi.useGetSearchesQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  /** The initial words of the dialog; null while it is closed. */
  const [newSynonymFor, setNewSynonymFor] = useState<string | null>(null)
  return (
    <Page title={searchAdminMessages.title} personal>
      <p className="mb-8 max-w-prose text-muted">{searchAdminMessages.intro()}</p>
      {data ? (
        <Overview data={data} onAdd={setNewSynonymFor} />
      ) : error ? (
        <LoadFailure title={searchAdminMessages.failed} onRetry={refetch} retrying={isFetching} />
      ) : (
        <div className="grid grid-cols-1 gap-10">
          <LoadingNote />
          {[searchAdminMessages.withoutResult, searchAdminMessages.synonyms].map((title) => (
            <div key={title} className="grid grid-cols-1 gap-4">
              <Skeleton className="h-9 w-64 max-w-full" />
              <RowSkeletons className="h-56" />
            </div>
          ))}
        </div>
      )}
      {newSynonymFor !== null && <SynonymDialog initial={newSynonymFor} onClose={() => setNewSynonymFor(null)} />}
    </Page>
  )
}

function Overview({ data, onAdd }: { data: SearchOverview; onAdd: (text: string) => void }) {
  const { without_result, synonyms, most_searched } = data
  // Without searches the statement that each found something would be wrong.
  const hasSearches = without_result.length + most_searched.length > 0
  return (
    <div className="grid grid-cols-1 items-start gap-x-8 gap-y-10 xl:grid-cols-2">
      {hasSearches && (
        <Part
          title={searchAdminMessages.withoutResult}
          empty={
            !without_result.length && (
              <EmptyState
                icon={<CircleCheck aria-hidden />}
                title={searchAdminMessages.noneWithoutResult}
                text={searchAdminMessages.noneWithoutResultText}
              />
            )
          }
        >
          <RowList
            label={searchAdminMessages.withoutResult}
            rows={without_result}
            keyOf={({ text }) => text}
            columns={COUNT_COLUMNS}
            menu={({ text }) => (
              <Button
                variant="quiet"
                size="row"
                aria-label={searchAdminMessages.addSynonymFor({ text })}
                onClick={() => onAdd(text)}
              >
                {searchAdminMessages.addSynonym}
              </Button>
            )}
          />
        </Part>
      )}
      <Part
        title={searchAdminMessages.mostSearched}
        isWide={!hasSearches}
        empty={
          !most_searched.length && (
            <EmptyState
              drawing={<Drawing of="search" />}
              title={searchAdminMessages.noneSearched}
              text={searchAdminMessages.noneSearchedText}
              action={<OpenShop />}
            />
          )
        }
      >
        <RowList
          label={searchAdminMessages.mostSearched}
          rows={most_searched}
          keyOf={({ text }) => text}
          columns={COUNT_COLUMNS}
        />
      </Part>
      <Synonyms synonyms={synonyms} onAdd={onAdd} />
    </div>
  )
}

function Synonyms({ synonyms, onAdd }: { synonyms: readonly Synonym[]; onAdd: (text: string) => void }) {
  const removal = useSynonymRemoval()
  const add = (
    <Button variant="secondary" size="small" onClick={() => onAdd('')}>
      {searchAdminMessages.addSynonym}
    </Button>
  )
  return (
    <Part
      title={searchAdminMessages.synonyms}
      isWide
      action={
        <>
          {removal.undo}
          {synonyms.length > 0 && add}
        </>
      }
      empty={
        !synonyms.length && (
          <EmptyState
            icon={<Search aria-hidden />}
            title={searchAdminMessages.noSynonyms}
            text={searchAdminMessages.noSynonymsText}
            action={add}
          />
        )
      }
    >
      <RowList
        label={searchAdminMessages.synonyms}
        rows={synonyms}
        keyOf={({ synonym_id }) => synonym_id}
        columns={SYNONYM_COLUMNS}
        menu={(synonym) => (
          <Button
            variant="quietDanger"
            size="row"
            aria-label={searchAdminMessages.removeSynonym(synonym)}
            onClick={() => removal.ask(synonym)}
          >
            {searchAdminMessages.remove}
          </Button>
        )}
      />
      {removal.dialog}
    </Part>
  )
}

interface PartProps {
  title: string
  /** Both columns of wide screens. */
  isWide?: boolean
  action?: ReactNode
  empty: ReactNode
  children: ReactNode
}

function Part({ title, isWide, action, empty, children }: PartProps) {
  return (
    <section ref={keepFocus} className={classNames('grid grid-cols-1 gap-4', isWide && 'xl:col-span-2')}>
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 className="display text-lg">{title}</h2>
        {action}
      </div>
      {empty || children}
    </section>
  )
}

const COUNT_COLUMNS: readonly Column<CountedSearch>[] = [
  {
    text: searchAdminMessages.text,
    namesRow: true,
    cell: ({ text }) => (
      <Link to={`/search?q=${encodeURIComponent(text)}`} className="underline underline-offset-2 wrap-anywhere">
        {text}
      </Link>
    ),
  },
  { text: searchAdminMessages.searches, isAmount: true, cell: ({ searches }) => formatNumber(searches) },
]

const SYNONYM_COLUMNS: readonly Column<Synonym>[] = [
  {
    text: searchAdminMessages.words,
    namesRow: true,
    cell: ({ words }) => <span className="wrap-anywhere">{words}</span>,
  },
  { text: searchAdminMessages.synonym, cell: ({ synonym }) => <span className="wrap-anywhere">{synonym}</span> },
  {
    text: searchAdminMessages.direction,
    isShort: true,
    cell: ({ is_one_way }) => (is_one_way ? searchAdminMessages.oneWay : searchAdminMessages.bothWays),
  },
]

/** Returns the function that asks before a synonym is removed, the question, and the offer to undo. */
function useSynonymRemoval() {
  const [asked, setAsked] = useState<Synonym | null>(null)
  const [remove] = searchApi.useRemoveSynonymMutation()
  const [add] = searchApi.useAddSynonymMutation()
  const { undoOffer, offerUndo } = useUndoOffer(UNDO_SECONDS)
  const { report, clear, note } = useFailure()

  async function removeIt({ synonym_id, words, synonym, is_one_way }: Synonym) {
    setAsked(null)
    clear()
    const { error } = await remove(synonym_id)
    if (error) return report({ text: failureText(error, synonymErrors, searchAdminMessages.removeFailed) })
    offerUndo(searchAdminMessages.removed({ words, synonym }), async () => {
      const undone = await add({ words, synonym, is_one_way })
      if (undone.error) report({ text: failureText(undone.error, synonymErrors, productListMessages.undoFailed) })
    })
  }

  const dialog = asked && (
    <ConfirmDialog
      open
      title={searchAdminMessages.removeQuestion}
      text={searchAdminMessages.pair(asked)}
      confirm={searchAdminMessages.remove}
      onConfirm={() => void removeIt(asked)}
      onCancel={() => setAsked(null)}
    />
  )
  const undo = (
    <>
      {undoOffer}
      <FailureNote {...note} />
    </>
  )
  return { ask: setAsked, dialog, undo }
}
