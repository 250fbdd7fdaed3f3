import { type ChainedCommands, Editor, EditorContent, useEditorState } from '@tiptap/react'
import { type FormEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { editorMessages } from '../../../shared/kernel/editor-messages.ts'
import {
  Bold,
  Heading2,
  Heading3,
  Italic,
  Link2,
  List,
  ListOrdered,
  Quote,
  Redo2,
  Strikethrough,
  Underline,
  Undo2,
} from '../area-icons.ts'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { TextField } from '../form/text-field.tsx'
import type { Icon as IconType } from '../icons.tsx'
import { Dialog } from '../overlay/dialog.tsx'
import { cleanPasted, extensions } from './rich-text-markup.ts'

interface RichTextEditorProps {
  initial: string
  /** Called with the HTML after each change by the user; an empty string when there is no text. */
  onChange: (html: string) => void
  labelId: string
  required?: boolean
  errorId?: string
}

/** An editor for texts with basic formatting. */
export function RichTextEditor({ initial, onChange, labelId, errorId, required = true }: RichTextEditorProps) {
  const editor = useRichTextEditor(initial, labelId, onChange)
  useEffect(() => {
    editor?.setOptions({ editorProps: propsOf(labelId, { errorId, required }) })
  }, [editor, labelId, errorId, required])
  return (
    <div
      className={classNames(
        'overflow-hidden rounded-field border bg-surface has-[.ProseMirror:focus-visible]:outline-2 has-[.ProseMirror:focus-visible]:outline-offset-2 has-[.ProseMirror:focus-visible]:outline-focus',
        errorId ? 'border-danger' : 'border-line-strong',
      )}
    >
      {editor && <Toolbar editor={editor} />}
      <EditorContent editor={editor} />
    </div>
  )
}

/** Creates the editor before the first paint: the library's own hook may recreate it afterwards, which moves the page. */
function useRichTextEditor(initial: string, labelId: string, onChange: (html: string) => void): Editor | null {
  const [editor, setEditor] = useState<Editor | null>(null)
  const changed = useEffectEvent(onChange)
  useLayoutEffect(() => {
    const created = new Editor({
      extensions,
      content: initial,
      onUpdate: ({ editor: updated }) => changed(updated.isEmpty ? '' : updated.getHTML()),
      editorProps: propsOf(labelId, {}),
    })
    setEditor(created)
    return () => created.destroy()
  }, [initial, labelId])
  return editor
}

interface FieldState {
  errorId?: string | undefined
  required?: boolean
}

const propsOf = (labelId: string, state: FieldState) => ({
  attributes: attributesOf(labelId, state),
  transformPastedHTML: cleanPasted,
})

function attributesOf(labelId: string, { errorId, required = true }: FieldState): Record<string, string> {
  return {
    class: 'description min-h-44 max-w-none px-4 py-3 outline-none',
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-required': String(required),
    ...(errorId && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
  }
}

interface Tool {
  label: string
  Icon: IconType
  apply: (chain: ChainedCommands) => ChainedCommands
  /** The argument of `isActive`; absent for actions such as Undo. */
  format?: readonly [name: string, attributes?: { level: number }]
}

const TOOLS: readonly Tool[] = [
  { label: editorMessages.bold, Icon: Bold, apply: (chain) => chain.toggleBold(), format: ['bold'] },
  { label: editorMessages.italic, Icon: Italic, apply: (chain) => chain.toggleItalic(), format: ['italic'] },
  {
    label: editorMessages.underline,
    Icon: Underline,
    apply: (chain) => chain.toggleUnderline(),
    format: ['underline'],
  },
  {
    label: editorMessages.strikethrough,
    Icon: Strikethrough,
    apply: (chain) => chain.toggleStrike(),
    format: ['strike'],
  },
  {
    label: editorMessages.heading,
    Icon: Heading2,
    apply: (chain) => chain.toggleHeading({ level: 2 }),
    format: ['heading', { level: 2 }],
  },
  {
    label: editorMessages.smallerHeading,
    Icon: Heading3,
    apply: (chain) => chain.toggleHeading({ level: 3 }),
    format: ['heading', { level: 3 }],
  },
  { label: editorMessages.list, Icon: List, apply: (chain) => chain.toggleBulletList(), format: ['bulletList'] },
  {
    label: editorMessages.numberedList,
    Icon: ListOrdered,
    apply: (chain) => chain.toggleOrderedList(),
    format: ['orderedList'],
  },
  { label: editorMessages.quote, Icon: Quote, apply: (chain) => chain.toggleBlockquote(), format: ['blockquote'] },
  { label: editorMessages.undo, Icon: Undo2, apply: (chain) => chain.undo() },
  { label: editorMessages.redo, Icon: Redo2, apply: (chain) => chain.redo() },
]

function Toolbar({ editor }: { editor: Editor }) {
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) => TOOLS.map(({ format }) => format && now.isActive(...format)),
  })
  return (
    <div
      role="toolbar"
      aria-label={editorMessages.formatting}
      className="flex flex-wrap gap-0.5 border-b border-line bg-tint p-1.5"
    >
      {TOOLS.map(({ label, Icon, apply }, index) => (
        <ToolButton
          key={label}
          label={label}
          Icon={Icon}
          isOn={on[index]}
          onClick={() => apply(editor.chain().focus()).run()}
        />
      ))}
      <LinkTool editor={editor} />
    </div>
  )
}

function LinkTool({ editor }: { editor: Editor }) {
  const [adding, setAdding] = useState(false)
  const isOn = useEditorState({ editor, selector: ({ editor: now }) => now.isActive('link') })

  function add(href: string): void {
    const marks = [{ type: 'link', attrs: { href } }]
    const chain = editor.chain().focus()
    // Without a selection the address becomes the text.
    if (editor.state.selection.empty) chain.insertContent({ type: 'text', text: href, marks }).run()
    else chain.setLink({ href }).run()
  }

  return (
    <>
      <ToolButton
        label={editorMessages.link}
        Icon={Link2}
        isOn={isOn}
        onClick={() => (isOn ? editor.chain().focus().extendMarkRange('link').unsetLink().run() : setAdding(true))}
      />
      <LinkDialog open={adding} onOpenChange={setAdding} onLink={add} />
    </>
  )
}

interface ToolButtonProps extends Pick<Tool, 'label' | 'Icon'> {
  isOn: boolean | undefined
  onClick: () => void
}

function ToolButton({ label, Icon, isOn, onClick }: ToolButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={isOn}
      onClick={onClick}
      className="inline-grid size-8 place-items-center rounded-field sm:size-9 hover:bg-tint-strong aria-pressed:bg-brand-tint aria-pressed:text-brand-strong"
    >
      <Icon aria-hidden className="size-4.5" />
    </button>
  )
}

interface LinkDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onLink: (href: string) => void
}

function LinkDialog({ open, onOpenChange, onLink }: LinkDialogProps) {
  const [error, setError] = useState<string | null>(null)
  const address = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    // React events bubble from the dialog to the form around the editor, although it is elsewhere in the DOM.
    event.stopPropagation()
    const href = linkOf(String(new FormData(event.currentTarget).get('href') ?? ''))
    setError(href ? null : editorMessages.linkMalformed)
    if (!href) return
    onOpenChange(false)
    onLink(href)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        setError(null)
        onOpenChange(isOpen)
      }}
      title={editorMessages.addLinkHeading}
      initialFocus={address}
    >
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <TextField
          ref={address}
          label={editorMessages.linkAddress}
          name="href"
          inputMode="url"
          placeholder="https://"
          maxLength={2000}
          error={error}
        />
        <Button type="submit">{editorMessages.addLink}</Button>
      </form>
    </Dialog>
  )
}

function linkOf(typed: string): string | null {
  const text = typed.trim()
  const isMail = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)
  const address = isMail ? `mailto:${text}` : /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`
  if (!text || /\s/.test(text) || !URL.canParse(address)) return null
  const { protocol, hostname } = new URL(address)
  if (protocol === 'mailto:') return address
  return (protocol === 'http:' || protocol === 'https:') && hostname.includes('.') ? address : null
}
