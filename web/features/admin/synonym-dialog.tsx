import { useState } from 'react'
import { MAX_SYNONYM_LENGTH } from '../../../shared/catalog/constants.ts'
import { searchAdminMessages, synonymRefusals } from '../../../shared/catalog/search-admin-messages.ts'
import { Choice } from '../../ui/form/choice.tsx'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
import { ActField } from '../fulfilment/act-fields.tsx'
import { useAddSynonymMutation } from './search-api.ts'

const DIRECTIONS = [
  { value: 'both', text: searchAdminMessages.bothWays },
  { value: 'one', text: searchAdminMessages.oneWay },
]

/** Asks for a new synonym; `given` is what was searched for. */
export function SynonymDialog({ given, onClose }: { given: string; onClose: () => void }) {
  const [add] = useAddSynonymMutation()
  const [words, setWords] = useState(given.slice(0, MAX_SYNONYM_LENGTH).toWellFormed())
  const [synonym, setSynonym] = useState('')
  const [direction, setDirection] = useState('both')

  async function submit() {
    const { error } = await add({ words: words.trim(), synonym: synonym.trim(), is_one_way: direction === 'one' })
    if (error) return { error }
    showSuccess(searchAdminMessages.saved)
    return {}
  }

  return (
    <ActDialog
      title={searchAdminMessages.addSynonym}
      confirm={searchAdminMessages.save}
      refusals={synonymRefusals}
      check={() => ({
        words: words.trim() ? undefined : searchAdminMessages.wordsNeeded,
        synonym: synonym.trim() ? undefined : searchAdminMessages.wordsNeeded,
      })}
      onSubmit={submit}
      onClose={onClose}
    >
      <ActField
        name="words"
        label={searchAdminMessages.words}
        autoComplete="off"
        maxLength={MAX_SYNONYM_LENGTH}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <ActField
        name="synonym"
        label={searchAdminMessages.synonym}
        autoComplete="off"
        maxLength={MAX_SYNONYM_LENGTH}
        value={synonym}
        onChange={({ target }) => setSynonym(target.value)}
      />
      <Choice label={searchAdminMessages.direction} value={direction} onChange={setDirection} options={DIRECTIONS} />
      {direction === 'one' && <p className="text-sm text-muted">{searchAdminMessages.oneWayHint}</p>}
    </ActDialog>
  )
}
