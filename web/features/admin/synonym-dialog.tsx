import { useState } from 'react'
import { MAX_SYNONYM_LENGTH } from '../../../shared/catalog/constants.ts'
import { searchAdminMessages, synonymRefusals } from '../../../shared/catalog/search-admin-messages.ts'
import { Choice } from '../../ui/choice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { ActDialog } from '../fulfilment/act-dialog.tsx'
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
    if (!words.trim() || !synonym.trim()) return { text: searchAdminMessages.wordsNeeded }
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
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={searchAdminMessages.words}
        autoComplete="off"
        maxLength={MAX_SYNONYM_LENGTH}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <TextField
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
