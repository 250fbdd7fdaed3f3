import { type InputEvent, useState } from 'react'
import { flushSync } from 'react-dom'

/** Matches a complete number, or the beginning of an amount. */
const SHOWN = /^(?:\.?|-?(?:\d+(?:\.\d*)?|\.\d+)(?:e\d+)?)$/

/**
 * Returns the props of an input for a number whose value is the typed text. `type="number"` drops characters that are not part
 * of a number, so that `12,50` becomes 1250: this input turns a comma into a point and leaves other errors to the user. The
 * wheel scrolls the page and does not change the number.
 */
export function useNumberInput() {
  const [type, setType] = useState('number')
  return {
    type,
    role: 'spinbutton',
    onBeforeInput(event: InputEvent<HTMLInputElement>) {
      const { currentTarget: input, data } = event
      const replacesAll = getSelection()?.type === 'Range'
      const text = data.normalize('NFKC').replace(',', '.')
      const isShown = SHOWN.test((replacesAll ? '' : input.value) + text)
      if (input.type === 'text' || (isShown && text === data)) return
      event.preventDefault()
      if (!isShown) {
        if (replacesAll) document.execCommand('delete')
        flushSync(() => setType('text'))
        input.setSelectionRange(input.value.length, input.value.length)
      }
      document.execCommand('insertText', false, isShown ? text : data)
    },
    onInput: ({ currentTarget: input }: InputEvent<HTMLInputElement>) => input.value || setType('number'),
    onWheel({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
      input.readOnly = true
      setTimeout(() => {
        input.readOnly = false
      })
    },
  }
}
