import { screen, waitFor } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { destinationMessages } from '../../../shared/delivery/destination-messages.ts'
import { DestinationsField } from './destinations-field.tsx'

type Props = ComponentProps<typeof DestinationsField>

function open(before: string[], problem?: Props['problem']) {
  // happy-dom lacks popovers.
  HTMLElement.prototype.togglePopover = () => false
  window.loadCode = (load) => load()
  const container = document.body.appendChild(document.createElement('div'))
  const root = createRoot(container)
  onTestFinished(() => {
    root.unmount()
    container.remove()
  })
  const onChange = vi.fn<Props['onChange']>()
  root.render(<Form before={before} problem={problem} onChange={onChange} />)
  return { user: userEvent.setup({ delay: null }), value: () => onChange.mock.lastCall?.[0] }
}

function Form({ before, problem, onChange }: Omit<Props, 'value'> & { before: string[] }) {
  const [value, setValue] = useState(before)
  function change(next: string[]) {
    onChange(next)
    setValue(next)
  }
  return <DestinationsField value={value} onChange={change} problem={problem} />
}

const addBox = () => screen.findByLabelText<HTMLInputElement>(destinationMessages.addCountry)
const codesOf = (country: string) => screen.findByLabelText(destinationMessages.postalCodes({ country }))

test('a seller adds countries with the keyboard, limits one to postal codes, and removes them again', async () => {
  const { user, value } = open([])
  await screen.findByText(destinationMessages.everywhereElse)
  const box = await addBox()
  const firstOption = () => screen.queryAllByRole('option')[0]?.textContent
  const button = (name: string) => screen.findByRole('button', { name })
  await user.click(box)
  await user.keyboard('ger')
  await expect.poll(firstOption).toBe('Germany')
  await user.keyboard('{Enter}')
  await button('Germany')
  expect([value(), box.value, document.activeElement]).toEqual([['DE'], '', box])
  expect(screen.queryByText(destinationMessages.everywhereElse)).toBeNull()
  // user-event has not noticed that the box is empty.
  await user.clear(box)
  await user.keyboard('at')
  await expect.poll(firstOption).toBe('Austria')
  // The text is a code: leaving the field adds its country.
  await user.tab()
  await button('Austria')
  await user.click(await button('Germany'))
  await user.type(await codesOf('Germany'), '10, 12')
  await button('Germany 10, 12')
  expect(value()).toEqual(['DE:10', 'DE:12', 'AT'])
  await user.click(await button('Germany 10, 12'))
  await expect.poll(() => screen.queryByLabelText(destinationMessages.postalCodes({ country: 'Germany' }))).toBeNull()
  await user.click(await button(destinationMessages.remove({ country: 'Germany' })))
  const last = await button(destinationMessages.remove({ country: 'Austria' }))
  await expect.poll(() => document.activeElement).toBe(last)
  expect(value()).toEqual(['AT'])
  await user.keyboard('{Enter}')
  await expect.poll(value).toEqual([])
  expect(document.activeElement).toBe(await addBox())
})

test('a seller who types something else than a country reads that it was not added', async () => {
  const { user, value } = open(['DE'])
  await user.type(await addBox(), 'Germ{Enter}')
  await screen.findByText(destinationMessages.chooseFromList)
  expect(value()).toBeUndefined()
  await user.clear(await addBox())
  await user.tab()
  await waitFor(() => expect(screen.queryByText(destinationMessages.chooseFromList)).toBeNull())
})

test('the error of a destination is shown at the postal codes of its country', async () => {
  open(['AT', 'DE:10', 'DE:1*'], { index: 2, text: 'Wrong' })
  const codes = await codesOf('Germany')
  expect([codes.getAttribute('aria-invalid'), screen.getByRole('alert').textContent]).toEqual(['true', 'Wrong'])
})
